"""The tables of persons and their pages, made of all names of today's pages as a whole."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from xxhash import xxh3_64_hexdigest

from auslese.recipes.people.edit_plan import EditPlan, OptOutRules, edit_plan
from auslese.recipes.people.person_rows import PersonRows, persons_of_block
from auslese.recipes.settings.people_settings import PeopleSection
from auslese.store.collection import Collection
from auslese.store.people.mention_table import RemovedName
from auslese.store.people.people_tables import (
    NameTotals,
    OrderedNames,
    are_people_of,
    ordered_names,
    packed_people,
    people_mark,
    person_page_columns,
    replace_people,
    replace_person_pages,
)
from auslese.store.people_book import PeopleBook
from auslese.store.tables.parquet_segments import Columns

METHOD = 1
"""Which way persons are made of names: another number when other rows come of the same names."""
UNFINISHED = "unfinished"
ROWS_AT_ONCE = 5000
EVER = datetime(1970, 1, 1, tzinfo=UTC)


class StoppedMakingError(Exception):
    """Somebody wants it to stop; the tables stay as they were."""


@dataclass(slots=True)
class MadePeople:
    """What came of it."""

    people: int = 0
    homes: int = 0
    """Persons with a page that is about them."""
    hidden: int = 0
    """Persons who are not to be shown."""
    removed: set[RemovedName] = field(default_factory=set)
    """Names that are not to be kept."""


def kept_since(people_settings: PeopleSection, now: datetime) -> datetime:
    """Names of pages fetched before this are not kept."""
    if people_settings.keep_days is None:
        return EVER
    return max(EVER, now - timedelta(days=people_settings.keep_days))


def making_mark(collection: Collection, book: PeopleBook, people_settings: PeopleSection) -> str:
    """A short name for all that the tables depend on."""
    own = asdict(people_settings) | {"public": False}
    rules = xxh3_64_hexdigest(f"{METHOD} {book.lines} {sorted(own.items())}".encode())
    return people_mark(collection, rules)


def are_made(collection: Collection, book: PeopleBook, people_settings: PeopleSection) -> bool:
    """Whether the tables are those of today's names and edits."""
    return are_people_of(collection, making_mark(collection, book, people_settings))


def make_people(
    collection: Collection,
    people_settings: PeopleSection,
    since: datetime,
    heard: Callable[[int, int], None],
) -> MadePeople:
    """Make both tables; `heard` gets how many of how many names are done, and may stop it."""
    book = PeopleBook(collection.path)
    mark = making_mark(collection, book, people_settings)
    with ordered_names(collection, since) as names:
        making = _Making(names, edit_plan(book.edits), OptOutRules(book.opt_outs), heard)
        replace_person_pages(collection, making.page_parts(), mark)
    # Names that are yet to be taken out: only tables made without them are finished.
    replace_people(collection, making.people, UNFINISHED if making.made.removed else mark)
    return making.made


class _Making:
    """Persons block by block: their pages go to the table, they themselves wait, packed."""

    def __init__(
        self,
        names: OrderedNames,
        plan: EditPlan,
        wishes: OptOutRules,
        heard: Callable[[int, int], None],
    ) -> None:
        self._names, self._plan, self._wishes, self._heard = names, plan, wishes, heard
        self._totals: NameTotals = names.totals()
        self._waiting: list[dict[str, Any]] = []
        self.people: list[bytes] = []
        self.made = MadePeople()

    def page_parts(self) -> Iterator[Columns]:
        """The rows of pages, some at a time."""
        pages: list[dict[str, Any]] = []
        done = 0
        for rows in self._names.blocks(self._plan.shared):
            kept = [row for row in rows if not self._wishes.hide_row(row)]
            self.made.removed |= {
                RemovedName(row.id, row.name)
                for row in rows
                if row.places and self._wishes.hide_row(row)
            }
            edits = self._plan.edits.get((rows[0].site, rows[0].block), [])
            for found in persons_of_block(kept, edits, self._totals):
                pages += self._taken(found)
            done += len(rows)
            self._heard(done, self._totals.names)
            if len(pages) >= ROWS_AT_ONCE:
                yield person_page_columns(pages)
                pages = []
        if pages:
            yield person_page_columns(pages)
        self._pack(least=1)

    def _taken(self, found: PersonRows) -> list[dict[str, Any]]:
        """Remember a person; the rows of the pages, none of a person who is hidden."""
        if self._wishes.hide_person(found):
            self.made.hidden += 1
            # What links alone say stands in no mention.
            self.made.removed |= {
                RemovedName(row.id, row.name) for row in found.names if row.places
            }
            return []
        self.made.people += 1
        self.made.homes += found.person["is_home"]
        self._waiting.append(found.person)
        self._pack(least=ROWS_AT_ONCE)
        return found.pages

    def _pack(self, *, least: int) -> None:
        if len(self._waiting) >= least:
            self.people.append(packed_people(self._waiting))
            self._waiting = []
