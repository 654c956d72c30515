"""What a crawl has written, made again: its tables and its frontier, each from the others.

outcomes ← frontier; pages ← outcomes, archive; links ← pages, archive; frontier ← all three. So
any of them may be damaged, also several, as long as the outcomes stand in a sound table or in a
sound frontier.
"""

from auslese.recipes.checking.collection_check import CheckedFile, CheckReport, FileClass
from auslese.recipes.checking.crawl_tables import LINKS, OUTCOMES, PAGES, CrawlTables
from auslese.recipes.checking.frontier_recovery import recover_frontier
from auslese.recipes.crawling.frontier_opening import open_frontier
from auslese.recipes.crawling.tabulate import Tabulator
from auslese.recipes.settings.collection_frontier import frontier_of
from auslese.recipes.settings.settings_loading import settings_of
from auslese.store.collection import Collection

SITES = "sites"
CRAWL_TABLES = (OUTCOMES, PAGES, LINKS)


class CrawlRepair:
    """Makes the damaged files of a crawl again; whoever calls it holds the collection."""

    def __init__(self, collection: Collection, report: CheckReport) -> None:
        """These files were found to be damaged; nothing is done yet."""
        self._collection = collection
        self._report = report
        self._damaged: dict[str, dict[int, CheckedFile]] = {
            name: {
                int(file.path.stem): file
                for file in report.damaged
                if file.kind is FileClass.TABLES and file.path.parent.name == name
            }
            for name in (*CRAWL_TABLES, SITES)
        }
        self._frontier = [file for file in report.damaged if file.path == collection.frontier]

    def lost(self) -> list[CheckedFile]:
        """The files that cannot be made again: those from which they would be made are damaged."""
        if not (self._frontier and self._damaged[OUTCOMES]):
            return []
        names = [OUTCOMES, SITES, PAGES] + [LINKS] * bool(self._damaged[PAGES])
        tables = (file for name in names for file in self._damaged[name].values())
        return [*self._frontier, *tables]

    def run(self) -> None:
        """Make again what can be, in the order in which one is made from another."""
        if not self._frontier and not any(self._damaged.values()):
            return
        if self.lost():
            self._rebuild_links_alone()
            return
        if not self._frontier:
            self._write_what_waits()
        self._rebuild_tables()
        for file in self._damaged[SITES].values():
            file.path.unlink(missing_ok=True)
        if self._frontier:
            recover_frontier(self._collection)
        self._write_what_waits()

    def _rebuild_links_alone(self) -> None:
        """Links need the pages alone."""
        if self._damaged[LINKS] and not self._damaged[PAGES]:
            tables = CrawlTables(self._collection)
            self._note(LINKS, tables.rebuild_links(list(self._damaged[LINKS])))

    def _rebuild_tables(self) -> None:
        tables, limit = CrawlTables(self._collection), settings_of(self._collection).limits.urls
        if outcomes := list(self._damaged[OUTCOMES]):
            with frontier_of(self._collection).open_arrivals(limit) as book:
                tables.rebuild_outcomes(outcomes, book.staging)
        if pages := list(self._damaged[PAGES]):
            self._note(PAGES, tables.rebuild_pages(pages))
            self._report.unscored = tables.unscored
        if links := list(self._damaged[LINKS]):
            self._note(LINKS, tables.rebuild_links(links))

    def _note(self, table: str, urls: list[str]) -> None:
        """Let the report say which pages are lost."""
        if urls:
            first = min(self._damaged[table])
            file = self._damaged[table][first]
            self._report.files[self._report.files.index(file)] = file._replace(lost=tuple(urls))

    def _write_what_waits(self) -> None:
        """Bring rows that wait into their tables, and write the sites as they are."""
        settings = settings_of(self._collection)
        with open_frontier(self._collection, settings) as frontier:
            Tabulator(frontier, self._collection.tables).write_all()
