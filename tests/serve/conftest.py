"""One collection for all tests that only look."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from auslese.store.collection import Collection
from tests.serve.served import client_of, served_collection


@pytest.fixture(scope="session")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return served_collection(tmp_path_factory.mktemp("served") / "bees")


@pytest.fixture(scope="session")
def client(collection: Collection) -> Iterator[TestClient]:
    with client_of(collection) as made:
        yield made
