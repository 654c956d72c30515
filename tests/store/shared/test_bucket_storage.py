"""Shared storage in a bucket keeps what all shared storage promises; asked of a real server."""

import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from tests.store.shared.seaweed import BUCKET, SeaweedServer, seaweed_server
from tests.store.shared.storage_conformance import StorageConformance

from auslese.store.shared.shared_storage import StorageError
from auslese.store.shared.storage_opening import open_storage

pytestmark = pytest.mark.slow
PREFIXES = count()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeaweedServer]:
    with seaweed_server(tmp_path_factory.mktemp("seaweed")) as server:
        yield server


class TestBucketStorage(StorageConformance):
    """The same as everywhere."""

    @pytest.fixture
    def storage_url(self, server: SeaweedServer) -> str:
        return server.url(f"test/{next(PREFIXES)}")


def test_a_server_that_is_killed_and_restarted_costs_time_and_nothing_else(
    server: SeaweedServer,
) -> None:
    storage = open_storage(server.url("restart"))
    storage.put("a", b"before")
    server.kill()
    start = threading.Timer(1.0, server.start)
    start.start()

    storage.put("b", b"after")  # begins while nobody answers
    assert storage.create("c", b"made")
    start.join()

    assert [storage.get(key).content for key in "abc"] == [b"before", b"after", b"made"]


def test_a_server_that_stays_away_is_told(tmp_path: Path, server: SeaweedServer) -> None:
    nobody = f"s3://{BUCKET}/x?endpoint=http://127.0.0.1:9&region=us-east-1"

    with pytest.raises(StorageError, match=r"did not answer for .* see to it that it runs"):
        open_storage(nobody, patience=0.2).put("a", b"")


def test_who_may_not_is_told_at_once(
    server: SeaweedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "another")

    with pytest.raises(StorageError, match=r"refuses us .*AWS_ACCESS_KEY_ID"):
        open_storage(server.url("x")).put("a", b"")


def test_a_bucket_with_a_name_that_none_can_have_is_told(server: SeaweedServer) -> None:
    url = server.url("x").replace(BUCKET, "B")

    with pytest.raises(StorageError, match="does not do what it should: InvalidBucketName"):
        open_storage(url).put("a", b"")
