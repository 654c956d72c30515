"""URLs in the frontier."""

from collections.abc import Sequence
from pathlib import Path

from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.opening import FrontierPlace, frontier_store
from auslese.records.url import Url
from tests.crawl.frontier_cases import Clock, finish, visit
from tests.faults.fault_operations import Confirm, Operation


class FrontierWork(Operation):
    """URLs are added, leased and ended; what they lead to is found."""

    starts = ("http://a.example/", "http://b.example/")
    found = ("http://a.example/1",)

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


OPERATION = FrontierWork()
