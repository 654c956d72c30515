"""Whatever happens in whatever order, the shared frontier agrees with a few plain dicts."""

from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.stateful import invariant
from tests.postgres_server import new_schema, server_of_this_run
from tests.promises.frontier_machine import FocusedFrontierMachine, FrontierMachine

from auslese.crawl.frontier.opening import FrontierPlace
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.database_place import DatabasePlace
from auslese.crawl.frontier.shared.schema_versions import prepare_schema
from auslese.crawl.frontier.shared.shared_store import SharedStore
from auslese.crawl.frontier.shared.store_time import caller_time

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("postgres")]


SCHEMA = new_schema()
# To empty the tables is a hundred times quicker than to make new ones.
TABLES = (
    "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
    " AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'version'"
)


class SharedSchema(FrontierMachine):
    """The same in PostgreSQL; a look into the schema shows that it holds nothing else."""

    def make_store(self) -> SharedStore:
        self.place = DatabasePlace.read(server_of_this_run().url(SCHEMA))
        self.link = DatabaseLink(self.place)
        prepare_schema(self.link)
        for (table,) in self.link.rows(TABLES):
            self.link.run(f"DELETE FROM {table}")
        return self._store()

    def _store(self) -> SharedStore:
        url = f"{self.place.url}&schema={self.place.schema}"
        return SharedStore(FrontierPlace(Path(), "postgresql", url, "one"), caller_time)

    def kill(self) -> None:
        """Cut the connection without a word."""
        self.opened.__exit__(SystemExit, SystemExit(), None)
        self.store = self._store()

    def teardown(self) -> None:
        if hasattr(self, "frontier"):
            self.opened.__exit__(SystemExit, SystemExit(), None)
            self.link.close()

    @invariant()
    def what_is_in_the_tables_is_what_happened(self) -> None:
        if not hasattr(self, "frontier"):
            return
        rows = self.link.rows(
            "SELECT text, kind, reason FROM outcome JOIN url USING (key, host_id)"
        )
        ended = {text: (kind, reason) for text, kind, reason in rows}
        tally = self.link.rows(
            "SELECT kind, reason, depth, sum(n)::bigint FROM tally"
            " GROUP BY 1, 2, 3 HAVING sum(n) <> 0"
        )
        waiting = self.link.value("SELECT count(*) FROM waiting")
        assert ended == self.model.outcomes()
        assert len(rows) == len(ended), "a URL ended twice"
        assert {tuple(row)[:3]: row[3] for row in tally} == self.model.tally()
        assert waiting == len(self.model.urls) - len(ended)


class SharedMachine(SharedSchema):
    """Of a crawl without a topic."""


class FocusedSharedMachine(SharedSchema, FocusedFrontierMachine):
    """Of a focused one."""


SharedMachine.TestCase.settings = settings(max_examples=12, stateful_step_count=30, deadline=None)
TestSharedMachine = SharedMachine.TestCase
FocusedSharedMachine.TestCase.settings = settings(
    max_examples=6, stateful_step_count=30, deadline=None
)
TestFocusedSharedMachine = FocusedSharedMachine.TestCase
