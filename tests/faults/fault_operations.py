"""Small pieces of real work on store, frontier and index, each with what must hold afterwards.

`run` is done while calls to the disk fail, or is written down and replayed; `confirm` is told what
the work takes for done. `check` finds everything that was confirmed, does the work again, and
finds all of it once.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.opening import FrontierPlace, frontier_store
from auslese.crawl.scope.scope import Presence
from auslese.recipes.importing.import_stage import ImportStage
from auslese.recipes.presences.presence_files import begin_collection
from auslese.recipes.presences.presence_sheet import PresenceSheet
from auslese.recipes.searching.index_stage import check_index
from auslese.recipes.settings.collection_frontier import frontier_of
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.records.url import Url
from auslese.search.index.index_generation import current_generation
from auslese.store.archive.archive_repair import RepairAction, repair
from auslese.store.archive.archive_writer import ArchiveSettings, ArchiveWriter, SegmentPosition
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.archive.warc_records import WarcExchange
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import read_table, replace_table
from auslese.store.tables.schemas import TABLES
from auslese.system.array_folder import damaged_files, map_arrays, note_of, write_arrays
from auslese.system.durable_files import write_whole
from auslese.system.sealed_files import PlannedPart, SealedFile, write_sealed
from tests.crawl.frontier_cases import Clock, finish, visit
from tests.indexed_collection import add_page, make, names, searched_collection, state
from tests.warc_check import assert_archive_is_sound

Confirm = Callable[[str], None]


class Operation(ABC):
    """A piece of work."""

    @abstractmethod
    def prepare(self, folder: Path) -> None:
        """Make what it begins with."""

    @abstractmethod
    def run(self, folder: Path, confirm: Confirm) -> None:
        """Do the work."""

    @abstractmethod
    def check(self, folder: Path, confirmed: Sequence[str]) -> None:
        """Nothing confirmed is lost; done again, all is there once."""


class FrontierWork(Operation):
    """URLs are added, leased and ended; what they lead to is found."""

    starts = ("http://a.example/", "http://b.example/")
    found = ("http://a.example/1", "http://a.example/2")

    def prepare(self, folder: Path) -> None:
        folder.mkdir()

    def run(self, folder: Path, confirm: Confirm) -> None:
        clock = Clock()
        with self._store(folder).open(FrontierSettings(delay=0.0), clock) as frontier:
            frontier.add([visit(url) for url in self.starts])
            for url in self.starts:
                confirm(f"seen {url}")
            while frontier.waiting:
                clock.now += 100
                for lease in frontier.lease(1, 1):
                    found = [visit(url, 1) for url in self.found]
                    assert finish(frontier, lease, found)
                    for errand in lease.errands:
                        confirm(f"ended {errand.visit.url}")
                    for url in self.found:
                        confirm(f"seen {url}")

    def check(self, folder: Path, confirmed: Sequence[str]) -> None:
        store = self._store(folder)
        reader = store.reader()
        for line in confirmed:
            what, _, url = line.partition(" ")
            known = reader.trace(Url(url))
            assert known.found, f"lost: {line}"
            assert what == "seen" or known.state == "fetched", f"not ended: {line}: {known}"
        self.run(folder, lambda line: None)
        reader = store.reader()
        counts = reader.crawl_state()
        assert counts.seen == len(self.starts) + len(self.found)
        assert counts.outcomes == {"fetched.page": counts.seen}

    def _store(self, folder: Path):  # type: ignore[no-untyped-def]
        return frontier_store(FrontierPlace(folder / "frontier.db"))


class ArchiveWork(Operation):
    """Exchanges are appended to small segments and synced."""

    number = 4

    def prepare(self, folder: Path) -> None:
        folder.mkdir()

    def run(self, folder: Path, confirm: Confirm) -> None:
        writer = ArchiveWriter(folder, "faults", 0, ArchiveSettings(segment_bytes=900))
        for number in range(self.number):
            body = f"page {number} ".encode() * 40
            capture = writer.add(
                WarcExchange(
                    Url(f"http://a.example/{number}"),
                    datetime(2026, 11, 18, tzinfo=UTC),
                    b"GET / HTTP/1.1\r\n\r\n",
                    b"HTTP/1.1 200 OK\r\n\r\n",
                    body,
                    200,
                    "text/html",
                )
            )
            confirm(json.dumps([writer.sync(), capture, body.decode()]))
        confirm(json.dumps([writer.close(), None, ""]))

    def check(self, folder: Path, confirmed: Sequence[str]) -> None:
        positions: dict[str, SegmentPosition] = {}
        captures = []
        for line in confirmed:
            synced, capture, body = json.loads(line)
            positions |= {each[0]: SegmentPosition(*each) for each in synced}
            captures += [(CaptureLocation(*capture), body)] if capture else []
        repairs = repair(folder, positions, {"faults"})
        assert all(each.action is not RepairAction.DAMAGED for each in repairs), repairs
        for capture, body in captures:
            assert read_response(folder, capture).body.decode() == body
        if positions:
            assert_archive_is_sound(folder)
        assert {path.name for path in folder.glob("*.warc.gz")} == set(positions)


class ImportWork(Operation):
    """Documents go into the archive, the frontier and the tables."""

    number = 5

    def prepare(self, folder: Path) -> None:
        begin_collection(folder, PresenceSheet(Presence(name="faults")))
        lines = [
            {"url": f"http://a.example/{n}", "html": f"<p>{n}<a href='/x{n}'>x</a>"}
            for n in range(self.number)
        ]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        folder.with_name("documents.jsonl").write_text(text)

    def run(self, folder: Path, confirm: Confirm) -> None:
        stage = ImportStage([folder.with_name("documents.jsonl")])
        run_stage(stage, Collection.open(folder), StageOptions())
        confirm("all")

    def check(self, folder: Path, confirmed: Sequence[str]) -> None:
        collection = Collection.open(folder)
        before = self._pages(collection)
        assert not confirmed or before == self.number
        for number in range(2):
            stage = ImportStage([folder.with_name("documents.jsonl")])
            summary = run_stage(stage, collection, StageOptions())
            assert summary.new == (0 if number else self.number - before), summary
        assert self._pages(collection) == self.number
        urls = read_table(collection.tables, "pages", ["url"])["url"].to_pylist()
        assert sorted(urls) == [f"http://a.example/{n}" for n in range(self.number)]
        links = read_table(collection.tables, "links", ["url"])["url"].to_pylist()
        assert sorted(links) == [f"http://a.example/x{n}" for n in range(self.number)]
        assert_archive_is_sound(collection.archive)

    def _pages(self, collection: Collection) -> int:
        return int(frontier_of(collection).reader().crawl_state().pages)


class IndexWork(Operation):
    """An index that is there gets another page, or is made anew."""

    def __init__(self, *, again: bool) -> None:
        self._again = again

    def prepare(self, folder: Path) -> None:
        add_page(searched_collection(folder), 4, "Haus und Geige")

    def run(self, folder: Path, confirm: Confirm) -> None:
        make(Collection.open(folder), again=self._again, workers=1)
        confirm("all")

    def check(self, folder: Path, confirmed: Sequence[str]) -> None:
        collection = Collection.open(folder)
        found = len(names(collection, "haus"))
        assert found == 3 if confirmed else found in (2, 3), found
        make(collection, workers=1)
        assert check_index(collection) == []
        assert len(names(collection, "haus")) == 3
        ids = state(collection)[0]
        assert len(ids) == len(set(ids)) == 5
        generation = current_generation(collection.index)
        assert generation is not None
        assert [place for place in collection.index.iterdir() if place.is_dir()] == [
            generation.folder
        ]


class FileWork(Operation):
    """What is always replaced as a whole: a table, a file, arrays, a sealed file."""

    def prepare(self, folder: Path) -> None:
        folder.mkdir()
        self._write(folder, 1, lambda line: None)

    def run(self, folder: Path, confirm: Confirm) -> None:
        self._write(folder, 2, confirm)

    def _write(self, folder: Path, number: int, confirm: Confirm) -> None:
        write_whole(folder / "file", [b"%d" % number] * 9)
        confirm("file")
        write_arrays(folder / "arrays", {"a": np.full(99, number)}, {"made": number})
        confirm("arrays")
        part = PlannedPart("a", "<i8", [np.full(99, number)])
        write_sealed(folder / "sealed", {"made": number}, [part])
        confirm("sealed")
        replace_table(folder, "sites", self._sites(number))
        confirm("table")

    def _sites(self, number: int) -> dict[str, list[object]]:
        schema = TABLES["sites"].schema
        values = {"string": str(number), "bool": False, "double": 0.0}
        return {
            each.name: [None if each.nullable else values.get(str(each.type), 0)] for each in schema
        } | {"host": [f"h{number}.example"]}

    def check(self, folder: Path, confirmed: Sequence[str]) -> None:
        found = {
            "file": (folder / "file").read_bytes(),
            "arrays": (note_of(folder / "arrays"), damaged_files(folder / "arrays")),
            "sealed": SealedFile(folder / "sealed").array("a").tolist(),
            "table": read_table(folder, "sites", ["host"])["host"].to_pylist(),
        }
        made: dict[int, dict[str, object]] = {
            number: {
                "file": b"%d" % number * 9,
                "arrays": ({"made": number}, []),
                "sealed": [number] * 99,
                "table": [f"h{number}.example"],
            }
            for number in (1, 2)
        }
        for name, value in found.items():
            olds = [] if name in confirmed else [made[1][name]]
            assert value in [*olds, made[2][name]], (name, value)
        assert len(map_arrays(folder / "arrays")["a"]) == 99
        self.run(folder, lambda line: None)
        hidden = {path.name for path in folder.rglob(".*")}
        assert hidden == set(), hidden


OPERATIONS: dict[str, Operation] = {
    "frontier": FrontierWork(),
    "archive": ArchiveWork(),
    "import": ImportWork(),
    "index": IndexWork(again=False),
    "index again": IndexWork(again=True),
    "files": FileWork(),
}
