"""The pages that leave a collection: chosen, permitted, counted, one after the other."""

from collections.abc import Generator, Iterator, Mapping, Set
from contextlib import closing, contextmanager
from datetime import UTC, datetime

from auslese import __version__
from auslese.recipes.duplicates.copy_report import require_groups
from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.pages.page_filter import pages_query, unwanted_topics
from auslese.recipes.rights.permitted_pages import permitted_pages
from auslese.records.errors import SettingsError
from auslese.records.exported_page import ExportContext, ExportedPage, PagePart
from auslese.store.collection import Collection
from auslese.store.exports.bounded_tables import bounded_tables
from auslese.store.exports.export_selection import (
    CHOSEN_IDS,
    ExportSelection,
    PageChoice,
    Permitted,
    choose_pages,
)
from auslese.store.exports.exported_pages import exported_pages
from auslese.store.lookups.sentence_lookups import are_without_languages
from auslese.store.tables.sql_views import Connection
from auslese.store.topic_uses import topic_use_of

NO_PARTS: frozenset[PagePart] = frozenset()
PROGRESS_PAGES = 500  # after so many somebody is told how far it is: some times a second


class PageSource:
    """The chosen pages of a collection, for as long as its tables are open."""

    query = CHOSEN_IDS
    """A query for the ids of the pages that leave, for those who ask the tables themselves."""

    def __init__(
        self, collection: Collection, tables: Connection, choice: PageChoice, options: ExportOptions
    ) -> None:
        """Made by `page_source`."""
        self.collection, self.tables, self.choice = collection, tables, choice
        self._progress = options.progress
        self._streams: list[Generator[ExportedPage, None, None]] = []
        self.context = ExportContext(
            collection.path.resolve().name,
            datetime.now(UTC).replace(microsecond=0),
            __version__,
            options.where,
            options.profile,
            options.use,
            options.form,
        )

    @property
    def left_out(self) -> Mapping[str, int]:
        """How many pages stay here, by reason."""
        return self.choice.left_out

    def pages(self, parts: Set[PagePart] = NO_PARTS) -> Iterator[ExportedPage]:
        """The pages in the order in which they were read; whoever waits is told how far it is."""
        self._streams.append(self._counted(parts))
        return self._streams[-1]

    def close(self) -> None:
        """Stop streams that were not taken to their ends, before the tables are closed."""
        for stream in self._streams:
            stream.close()

    def _counted(self, parts: Set[PagePart]) -> Generator[ExportedPage, None, None]:
        number = 0
        for number, page in enumerate(exported_pages(self.collection, self.tables, parts), 1):
            yield page
            if number % PROGRESS_PAGES == 0:
                self._progress(number, self.choice.pages)
        self._progress(number, self.choice.pages)


@contextmanager
def page_source(
    collection: Collection, options: ExportOptions, *, with_textless: bool = False
) -> Iterator[PageSource]:
    """Choose the pages that fit and may leave; SettingsError says what cannot be asked so."""
    if options.no_copies:
        require_groups(collection)
    with bounded_tables(collection) as tables:
        source = source_in(collection, tables, options, with_textless=with_textless)
        with closing(source):
            yield source


def source_in(
    collection: Collection,
    tables: Connection,
    options: ExportOptions,
    *,
    with_textless: bool = False,
) -> PageSource:
    """The same over tables that are open; a second choice takes the place of the first."""
    selection = selection_of(collection, tables, options, with_textless=with_textless)

    def permit(chosen: str) -> Permitted:
        found = permitted_pages(tables, options.profile, options.use, chosen)
        return Permitted(found.query, found.left_out)

    return PageSource(collection, tables, choose_pages(tables, selection, permit), options)


def selection_of(
    collection: Collection,
    tables: Connection,
    options: ExportOptions,
    *,
    with_textless: bool = False,
) -> ExportSelection:
    """The pages that are meant, whether they may leave or not."""
    if options.languages and are_without_languages(tables):
        raise SettingsError(
            "the languages are not told yet: `auslese analyse DIR language` does it"
        )
    return ExportSelection(
        pages_query(options.where, tables) if options.where.strip() else "",
        options.languages,
        options.no_copies,
        unwanted_topics(options.where, topic_use_of(collection)),
        with_textless,
        options.best,
        options.pages,
    )
