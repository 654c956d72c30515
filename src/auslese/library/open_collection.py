"""A collection that is open for a Python program: rows, answers, and the work on it."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from auslese.library.rows import Rows
from auslese.records.errors import NotFoundError
from auslese.records.people_edits import OptOut
from auslese.records.person_level import NOBODY_HIDDEN, HiddenPeople
from auslese.records.url import Url, canonical, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.page_conditions import page_of_document
from auslese.store.lookups.people_lookups import hidden_people
from auslese.store.lookups.table_rows import RowSelection, column_names
from auslese.store.people.hidden_columns import hidden_columns
from auslese.store.people_book import PeopleBook
from auslese.store.tables.fresh_tables import FreshTables

if TYPE_CHECKING:
    from auslese.crawl.frontier.url_trace import UrlTrace
    from auslese.library.collection_export import ExportReport
    from auslese.library.collection_search import CollectionSearch
    from auslese.library.collection_status import CollectionStatus
    from auslese.library.collection_work import AnalysisSummary
    from auslese.library.search_answer import SearchAnswer
    from auslese.recipes.crawling.crawl_run import CrawlSummary
    from auslese.recipes.searching.index_stage import IndexSummary


def open(path: str | PathLike[str]) -> "OpenCollection":
    """Open the collection in a folder; NotFoundError if there is none.

    Use it in a `with` statement, or call `close` when done. Others may crawl, analyse and search
    the same collection meanwhile.
    """
    return OpenCollection(Collection.open(Path(path).expanduser()))


def new(
    path: str | PathLike[str],
    start: str | Sequence[str],
    *,
    allow: Sequence[str] = (),
    deny: Sequence[str] = (),
    settings: Mapping[str, object] | None = None,
) -> "OpenCollection":
    """Make a collection in a folder for the part of the web around these start pages, and open it.

    `allow` and `deny` are rules that take in more or keep out. `settings` are any others by their
    names, as `{"presence.scope": "host", "politeness.contact": "crawler@example.org"}`; a crawl of
    the public web needs that contact. SettingsError tells everything that is wrong with them.
    """
    starts = [start] if isinstance(start, str) else list(start)
    presence = {"presence.start": starts, "presence.allow": allow, "presence.deny": deny}
    making = _late("collection_making")
    given = {**(settings or {}), **presence}
    return OpenCollection(making.make_collection(Path(path).expanduser(), given))


class OpenCollection:
    """A collection, open to be read, searched and worked on; made by `auslese.open`.

    The methods named like tables give `Rows`: those of today, read when they are wanted. `columns`
    leaves out the others. `where` chooses pages by conditions on fields, in the query language of
    search: `lang:de site:example.org`, `type:pdf OR depth<2`, `date:2024.. NOT host:a.example.org`,
    `cluster:3`, `topic:energy>0.5`, `words>100`. Words cannot be asked so; `search` takes them.
    """

    def __init__(self, collection: Collection) -> None:
        """Made by `auslese.open`."""
        self._collection = collection
        self._tables = FreshTables(collection)
        self._search: CollectionSearch | None = None

    def __repr__(self) -> str:
        """Where it lies."""
        return f"<OpenCollection {self.path}>"

    def __enter__(self) -> Self:
        """Use it until the block ends."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close it."""
        self.close()

    @property
    def path(self) -> Path:
        """The folder of the collection."""
        return self._collection.path

    @property
    def _opened(self) -> Collection:
        """The collection, unless it was closed."""
        self._tables.require_open()
        return self._collection

    def close(self) -> None:
        """Let go of the tables and the index; rows that were not read yet cannot be read then."""
        self._tables.close()
        self._search = None

    # -- rows -------------------------------------------------------------------------------------

    def pages(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return the pages that were fetched, one row each, with what the server said of them."""
        return self._rows("pages", where, columns)

    def documents(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return the pages as a person would read them: title, author, date, main text."""
        return self._rows("documents", where, columns)

    def sentences(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return the sentences of running text, each with the language of its paragraph."""
        return self._rows("sentences", where, columns)

    def links(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return the links on pages, with their anchor text.

        `where` chooses the pages on which they stand.
        """
        return self._rows("links", where, columns)

    def images(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return the pictures on pages, with the text around them."""
        return self._rows("images", where, columns)

    def languages(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return the languages of pages and of their paragraphs."""
        return self._rows("languages", where, columns)

    def duplicates(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return for each page the group of copies it is in, and the page that stands for it."""
        return self._rows("duplicates", where, columns)

    def ranks(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return the ranks of pages by their links, and what links call them.

        Pages that were never fetched are among them, unless there are conditions: nothing is known
        of such pages that could fit.
        """
        return self._rows("ranks", where, columns)

    def page_clusters(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return for each page that is no copy the cluster it is in."""
        return self._rows("page_clusters", where, columns)

    def clusters(self, columns: Sequence[str] | None = None) -> Rows:
        """Return the clusters of pages that say alike things: labels, words, place on the map."""
        return self._rows("clusters", "", columns)

    def relevance(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return for each page and each topic that was taught how relevant it is."""
        return self._rows("relevance", where, columns)

    def mentions(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return the names on pages, each form once a page; a page without any has a row, too.

        Whoever is not to be shown is in none of these three tables.
        """
        return self._people_rows("mentions", where, columns)

    def people(self, columns: Sequence[str] | None = None) -> Rows:
        """Return the persons who are named: forms of the name, the page about each."""
        return self._people_rows("people", "", columns)

    def person_pages(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return the pages of persons with their scores and what these are made of."""
        return self._people_rows("person_pages", where, columns)

    def contacts(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return how to reach somebody, for every page that says so."""
        return self._people_rows("contacts", where, columns)

    def rights(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return what pages may be used for, and who said so."""
        return self._rows("rights", where, columns)

    def records(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return records: what people entered, wrappers took from pages, and pages mark up.

        `source` says who: `curated` or `robot`. With `where`, only of pages that fit. Records that
        name whoever is not to be shown are left out.
        """
        hidden = _late_recipe("wrappers.hidden_values").hidden_record_ids(self._opened)
        return self._rows("records", where, columns, hidden_ids=hidden)

    def pictures(self, columns: Sequence[str] | None = None) -> Rows:
        """Return the files that were fetched as pictures: type, size, perceptual hash."""
        return self._rows("pictures", "", columns)

    def harvest(self, where: str = "", columns: Sequence[str] | None = None) -> Rows:
        """Return the records of pictures, with the texts around them and their scores.

        `where` chooses the pages that show them.
        """
        return self._rows("harvest", where, columns)

    def outcomes(self, columns: Sequence[str] | None = None) -> Rows:
        """Return how every visit ended, also those that were refused or failed, and why."""
        return self._rows("outcomes", "", columns)

    def sites(self, columns: Sequence[str] | None = None) -> Rows:
        """Return the hosts as the crawl knows them."""
        return self._rows("sites", "", columns)

    def sql(self, query: str) -> Rows:
        """Return the rows of a SELECT in DuckDB's SQL, in which every table is a view."""
        return Rows(self._tables, query.strip().removesuffix(";"))

    def _rows(
        self,
        table: str,
        where: str,
        columns: Sequence[str] | None,
        hidden: HiddenPeople = NOBODY_HIDDEN,
        hidden_ids: Sequence[int] = (),
    ) -> Rows:
        tables, pages = self._tables.connection(), ""
        if where.strip():
            pages = _late_recipe("pages.page_filter").pages_query(where, tables)
        shown = hidden_columns(tables, table, self._opt_outs())
        selection = RowSelection(table, column_names(columns), pages, hidden, shown, hidden_ids)
        return Rows(self._tables, selection.in_sql(tables))

    def _opt_outs(self) -> list[OptOut]:
        return PeopleBook(self._opened.path).opt_outs

    def _people_rows(self, table: str, where: str, columns: Sequence[str] | None) -> Rows:
        hidden = hidden_people(self._tables.connection(), self._opt_outs())
        return self._rows(table, where, columns, hidden)

    # -- questions --------------------------------------------------------------------------------

    def search(
        self,
        query: str,
        k: int = 10,
        language: str | Sequence[str] = "",
        *,
        every_word: bool = False,
    ) -> "SearchAnswer":
        """Ask the full-text index, and return the best `k` pages with what lies beside them.

        `language` keeps to pages in these languages, as `"de"` or `["de", "fr"]`; with `every_word`
        only pages fit that have all words. NotFoundError if there is no index yet: `index` makes
        it.
        """
        self._tables.require_open()
        if self._search is None:
            self._search = _late("collection_search").CollectionSearch(self._opened)
        return self._search.answer(query, k, language, every_word=every_word)

    def status(self) -> "CollectionStatus":
        """Return where the collection stands: pages, outcomes, tables, index."""
        status: CollectionStatus = _late("collection_status").collection_status(self._opened)
        return status

    def trace(self, url: str) -> "UrlTrace":
        """Return the life of one URL: how we came to it, when we tried, how it ended.

        NotFoundError if it was never seen.
        """
        trace: UrlTrace = _late_recipe("pages.status_report").trace_of(self._opened, url)
        if not trace.found:
            raise NotFoundError(f"{trace.url} was never seen in this collection")
        return trace

    def text(self, url: str) -> str:
        """Return the main text of a page; NotFoundError if it was not fetched or not read."""
        key = key_of(canonical(url) or Url(url))
        read = RowSelection("documents", ("text", "problem"), page_of_document(key))
        found = list(Rows(self._tables, read.in_sql(self._tables.connection())))
        if not found:
            raise NotFoundError(f"{url} was not read; `analyse` reads what was fetched")
        if problem := found[0]["problem"]:
            raise NotFoundError(f"{url} could not be read: {problem}")
        return str(found[0]["text"])

    # -- work -------------------------------------------------------------------------------------

    def crawl(
        self,
        max_pages: int | None = None,
        *,
        again: bool = False,
        settings: Mapping[str, object] | None = None,
        progress: Callable[[str], object] | None = None,
    ) -> "CrawlSummary":
        """Fetch pages until nothing is left or a limit is reached; goes on where it stopped.

        With `again` it also comes back to known pages. `settings` are for this crawl alone, by
        their names, as `{"limits.depth": 3, "politeness.delay": "2s"}`. `progress` gets sentences
        about how it goes, as `print` does. LockedError if another process works in the collection,
        PolicyError if no contact is set or robots.txt forbids every page, AusleseError if not one
        page could be fetched.
        """
        given = {**(settings or {}), "limits.pages": max_pages}
        work = _late("collection_work")
        summary: CrawlSummary = work.crawl(self._opened, given, again=again, tell=progress)
        return summary

    def analyse(
        self,
        *names: str,
        again: bool = False,
        workers: int = 0,
        progress: Callable[[str], object] | None = None,
    ) -> "dict[str, AnalysisSummary]":
        """Run what is stale of these analyses and of those they need; without a name, of all.

        There is `reading`, `language`, `duplicates`, `graph` and `topics`. With `again` what is up
        to date is made anew, too. `workers` are processes; 0 is one for each core. LockedError if
        another process works in the collection.
        """
        work = _late("collection_work")
        done: dict[str, AnalysisSummary] = work.analyse(
            self._opened, names, again=again, workers=workers, tell=progress
        )
        return done

    def index(
        self,
        *,
        again: bool = False,
        workers: int = 0,
        progress: Callable[[str], object] | None = None,
    ) -> "IndexSummary":
        """Bring what is new, changed or gone into the full-text index, so that `search` finds it.

        LockedError if another process works in the collection.
        """
        work = _late("collection_work")
        summary: IndexSummary = work.index(
            self._opened, again=again, workers=workers, tell=progress
        )
        return summary

    def export(
        self,
        name: str,
        to: str | PathLike[str],
        where: str = "",
        progress: Callable[[str], object] | None = None,
        **options: Any,
    ) -> "ExportReport":
        """Write a format that others read, as `"jsonl"`, into a file or folder, and return counts.

        `to` is a folder if there is one or it ends with `/`, else a file; it is there as a whole or
        not at all, and what is there already is replaced with `force=True` alone. `where` chooses
        pages as elsewhere. Options have the names that the command `export` has: `form`,
        `language`, `no_copies`, `best`; `profile` and `use`, by which pages stay here whose owners
        reserve what readers of the format do; `table` and `columns` of `"jsonl"`, `"csv"` and
        `"parquet"`. SettingsError says what cannot be meant.
        """
        report: ExportReport = _late("collection_export").export(
            self._opened, name, to, {"where": where, **options}, progress
        )
        return report


def _late(module: str) -> Any:
    """A module of this room, loaded when it is needed.

    What searches and crawls takes most of a second to load, and many only read rows.
    """
    return import_module(f"auslese.library.{module}")


def _late_recipe(module: str) -> Any:
    """A recipe, loaded when it is needed."""
    return import_module(f"auslese.recipes.{module}")
