"""An import."""

import json
from collections.abc import Sequence
from pathlib import Path

from auslese.crawl.scope.scope import Presence
from auslese.recipes.importing.import_stage import ImportStage
from auslese.recipes.importing.import_summary import ImportSummary
from auslese.recipes.presences.presence_files import begin_collection
from auslese.recipes.presences.presence_sheet import PresenceSheet
from auslese.recipes.settings.collection_frontier import frontier_of
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import read_table
from tests.faults.fault_operations import Confirm, Operation
from tests.warc_check import assert_archive_is_sound


class ImportWork(Operation):
    """Documents go into the archive, the frontier and the tables of a collection that has some.

    How a frontier is made is tried with the frontier alone.
    """

    before, number = 1, 3

    def prepare(self, folder: Path) -> None:
        begin_collection(folder, PresenceSheet(Presence(name="faults")))
        self._import(folder, self.before)

    def run(self, folder: Path, confirm: Confirm) -> None:
        self._import(folder, self.number)
        confirm("all")

    def _import(self, folder: Path, number: int) -> ImportSummary:
        lines = [
            {"url": f"http://a.example/{n}", "html": f"<p>{n}<a href='/x{n}'>x</a>"}
            for n in range(number)
        ]
        documents = folder.with_name(f"{number}.jsonl")
        documents.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return run_stage(ImportStage([documents]), Collection.open(folder), StageOptions())

    def check(self, folder: Path, confirmed: Sequence[str]) -> None:
        collection = Collection.open(folder)
        before = self._pages(collection)
        assert before == self.number if confirmed else before >= self.before
        summary = self._import(folder, self.number)
        assert summary.new == self.number - before, summary
        assert self._pages(collection) == self.number
        urls = read_table(collection.tables, "pages", ["url"])["url"].to_pylist()
        assert sorted(urls) == [f"http://a.example/{n}" for n in range(self.number)]
        links = read_table(collection.tables, "links", ["url"])["url"].to_pylist()
        assert sorted(links) == [f"http://a.example/x{n}" for n in range(self.number)]
        assert_archive_is_sound(collection.archive)

    def _pages(self, collection: Collection) -> int:
        return int(frontier_of(collection).reader().crawl_state().pages)


OPERATION = ImportWork()
