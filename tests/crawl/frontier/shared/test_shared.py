"""The shared store keeps the promises of every frontier."""

from pathlib import Path

import pytest
from tests.crawl.frontier_conformance import FrontierConformance
from tests.postgres_server import PostgresServer, new_schema

from auslese.crawl.frontier.opening import FrontierPlace, FrontierStore
from auslese.crawl.frontier.shared.shared_store import SharedStore
from auslese.crawl.frontier.shared.store_time import caller_time


class TestSharedFrontier(FrontierConformance):
    """All of them, on a real PostgreSQL."""

    @pytest.fixture
    def store(self, postgres: PostgresServer) -> FrontierStore:
        place = FrontierPlace(Path(), "postgresql", postgres.url(new_schema()), "one")
        return SharedStore(place, caller_time)
