"""What every frontier store must promise; a store's tests subclass this and say which store it is.

    class TestMyFrontier(FrontierConformance):
        @pytest.fixture
        def store(self, tmp_path: Path) -> FrontierStore:
            return frontier_store(FrontierPlace(tmp_path / "frontier", "mine"))

A second store must pass all of it unchanged.
"""

import pytest

from auslese.crawl.frontier.opening import FrontierStore
from tests.crawl.focus_conformance import FocusConformance
from tests.crawl.frontier_cases import FrontierFixtures
from tests.crawl.identity_conformance import IdentityConformance
from tests.crawl.record_conformance import RecordConformance
from tests.crawl.return_conformance import ReturnConformance
from tests.crawl.verb_conformance import VerbConformance


class FrontierConformance(
    FrontierFixtures,
    VerbConformance,
    RecordConformance,
    IdentityConformance,
    ReturnConformance,
    FocusConformance,
):
    """All promises of all protocols in `crawl.frontier`."""

    @pytest.fixture
    def store(self) -> FrontierStore:
        raise NotImplementedError  # each store's module says which
