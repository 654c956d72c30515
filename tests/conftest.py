"""What all tests share: how hard Hypothesis tries, and that nobody's own settings count."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from tests.background_soak import start_soak
from tests.postgres_server import PostgresServer, running_server
from tests.schedule import FileScheduling, put_slow_files_first

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "here")


@pytest.fixture(autouse=True, scope="session")
def no_user_configuration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Look for the user configuration where there is none, also in processes that tests start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("user")))
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A real PostgreSQL, one for each process of the tests that needs one."""
    with running_server() as server:
        yield server


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> FileScheduling:
    """Say which tests stay together."""
    return FileScheduling(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Say which tests begin."""
    put_slow_files_first(items)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Let the long crawl run beside the tests, if it is one of them."""
    start_soak(session)
