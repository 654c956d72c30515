"""Persons and the pages that are about them, in files for others."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from auslese.analyse.people.name_parts import normalised_name
from auslese.export.people_files import (
    iri,
    name_begin,
    page_entry,
    person_line,
    table_head,
    table_row,
)
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.exporting.people_selection import people_selection
from auslese.records.person import PersonName
from auslese.store.collection import Collection
from auslese.store.people.exported_people import (
    PagesOfName,
    PeopleSelection,
    names_with_pages,
    persons_with_pages,
)
from auslese.store.tables.sql_views import Connection, connect
from auslese.system.durable_files import write_whole
from auslese.wording.figures import plural

BETWEEN_BRACKETS = "<>"


class PeopleExportSummary(NamedTuple):
    """What was written."""

    people: int
    pages: int
    form: str

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        return self._asdict()

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        return f"{plural(self.people, 'person')}, {plural(self.pages, 'page')} of them"


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> PeopleExportSummary:
    """Write people.txt, people.jsonl or people.csv, as a whole or not at all."""
    chosen = FORMS[options.form]
    with connect(collection) as tables:
        pieces = _Pieces(tables, people_selection(collection, tables, options.where))
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / chosen.file, chosen.pieces(pieces))
    return pieces.summary(options.form)


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> PeopleExportSummary:
    """Write the same piece by piece."""
    with connect(collection) as tables:
        pieces = _Pieces(tables, people_selection(collection, tables, options.where))
        for piece in FORMS[options.form].pieces(pieces):
            write(piece)
    return pieces.summary(options.form)


def name_iri(name: PersonName) -> str:
    """A name in its one spelling as it may stand in triples: <Dennis_Armbruster>."""
    return f"<{iri(normalised_name(name).strip(BETWEEN_BRACKETS))}>"


class _Pieces:
    """The pieces of each form; they count what they give."""

    def __init__(self, tables: Connection, selection: PeopleSelection) -> None:
        self._tables, self._selection = tables, selection
        self._people = self._pages = 0

    def summary(self, form: str) -> PeopleExportSummary:
        """What was given."""
        return PeopleExportSummary(self._people, self._pages, form)

    def names(self) -> Iterator[bytes]:
        """A line for each name: people of one name have one together."""
        for found in names_with_pages(self._tables, self._selection):
            self._people += 1
            yield name_begin(name_iri(PersonName(found.given, found.particle, found.family)))
            yield from self._entries(found)
            yield b"\n"

    def _entries(self, found: PagesOfName) -> Iterator[bytes]:
        told: set[str] = set()
        for page in found.pages:
            if page.url not in told:
                scores = (page.tf_idf, page.bm25, page.score)
                yield page_entry(page.url, scores, is_first=not told)
                told.add(page.url)
                self._pages += 1

    def lines(self) -> Iterator[bytes]:
        """A line of JSON for each person."""
        yield from map(person_line, self._persons())

    def table(self) -> Iterator[bytes]:
        """A row for each person."""
        yield table_head()
        for person in self._persons():
            best = person["pages"][0]
            own = {"best_url": best["url"], "best_score": round(best["score"], 6)}
            yield table_row({**person, **own, "pages": len(person["pages"])})

    def _persons(self) -> Iterator[Mapping[str, Any]]:
        for person in persons_with_pages(self._tables, self._selection):
            self._people += 1
            self._pages += len(person["pages"])
            yield person | {"is_home": person["is_home"] and _has_best(person)}


def _has_best(person: Mapping[str, Any]) -> bool:
    """Whether the page about the person is among those that are written."""
    return bool(person["pages"][0]["id"] == person["best_page"])


class PeopleForm(NamedTuple):
    """A form in which people are written."""

    file: str
    pieces: Callable[[_Pieces], Iterator[bytes]]


FORMS: Mapping[str, PeopleForm] = {
    "names": PeopleForm("people.txt", _Pieces.names),
    "jsonl": PeopleForm("people.jsonl", _Pieces.lines),
    "csv": PeopleForm("people.csv", _Pieces.table),
}
