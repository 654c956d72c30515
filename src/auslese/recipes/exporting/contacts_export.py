"""How to reach somebody, in files for others: vCard, a table, JSON lines."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from auslese.analyse.people.name_parts import split_name
from auslese.export.people_files import harmless_cell
from auslese.export.vcard import CardAddress, ContactCard, vcard_lines
from auslese.recipes.contacts.contact_report import chosen_contacts, row_report
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.pages.page_filter import pages_query
from auslese.records.person import ContactKind, PersonName
from auslese.store.collection import Collection
from auslese.store.lookups.contact_lookups import ContactRow
from auslese.store.tables.sql_views import Connection, connect
from auslese.system.durable_files import write_whole
from auslese.wording.figures import plural

COLUMNS = ("site", "url", "kind", "value", "written", "person", "organisation")
ADDRESS, RESPONSIBLE, AUTHOR = "address", "responsible", "author"


class ContactExportSummary(NamedTuple):
    """What was written."""

    pages: int
    contacts: int
    form: str

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        return self._asdict()

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        return f"{plural(self.contacts, 'contact')} of {plural(self.pages, 'page')}"


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> ContactExportSummary:
    """Write contacts.vcf, contacts.csv or contacts.jsonl, as a whole or not at all."""
    with connect(collection) as tables:
        rows = _CountedContacts(_chosen(collection, tables, options))
        form = FORMS[options.form]
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / form.file, (piece.encode() for piece in form.pieces(rows)))
    return rows.summary(options.form)


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> ContactExportSummary:
    """Write the same piece by piece."""
    with connect(collection) as tables:
        rows = _CountedContacts(_chosen(collection, tables, options))
        for piece in FORMS[options.form].pieces(rows):
            write(piece.encode())
    return rows.summary(options.form)


def _chosen(
    collection: Collection, tables: Connection, options: ExportOptions
) -> Iterator[ContactRow]:
    pages = pages_query(options.where, tables) if options.where.strip() else ""
    return chosen_contacts(collection, tables, pages)


class _CountedContacts:
    """Pages with contacts, counted as they go by."""

    def __init__(self, rows: Iterator[ContactRow]) -> None:
        self._rows = rows
        self._pages = self._contacts = 0

    def __iter__(self) -> Iterator[ContactRow]:
        for row in self._rows:
            self._pages += 1
            self._contacts += len(row.ways) + len(row.addresses)
            yield row

    def summary(self, form: str) -> ContactExportSummary:
        return ContactExportSummary(self._pages, self._contacts, form)


def _json_pieces(rows: Iterable[ContactRow]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(row_report(row), ensure_ascii=False) + "\n"


def _table_pieces(rows: Iterable[ContactRow]) -> Iterator[str]:
    yield _table_line(COLUMNS)
    for row in rows:
        for kind, value, written, person in _entries(row):
            line = (row.site, row.url, kind, value, written, person, row.organisation)
            yield _table_line(map(harmless_cell, line))


def _entries(row: ContactRow) -> Iterator[tuple[str, str, str, str]]:
    """Kind, value, how it is written, and whose it is."""
    for way in row.ways:
        yield way["kind"], way["value"], way["written"], way["person"]
    for each in row.addresses:
        town = " ".join(filter(None, (each["postcode"], each["town"])))
        value = ", ".join(filter(None, (each["street"], town, each["country"])))
        yield ADDRESS, value, each["written"], ""
    for name in row.responsible:
        yield RESPONSIBLE, name, name, name
    if row.author:
        yield AUTHOR, row.author, row.author, row.author


def _table_line(values: Iterable[str]) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()


def _card_pieces(rows: Iterable[ContactRow]) -> Iterator[str]:
    """A card for each person of a site, and one for what belongs to nobody there."""
    for site, pages in groupby(rows, key=lambda row: row.site):
        for card in _cards(site, pages):
            yield "".join(vcard_lines(card))


class _GrowingCard(NamedTuple):
    """What of a card is known so far, each once."""

    emails: dict[str, None]
    numbers: dict[tuple[str, str], None]
    addresses: dict[CardAddress, None]
    urls: dict[str, None]
    houses: dict[str, None]


def _cards(site: str, pages: Iterable[ContactRow]) -> Iterator[ContactCard]:
    cards: dict[str, _GrowingCard] = {}
    for row in pages:
        for way in row.ways:
            card = cards.setdefault(way["person"], _GrowingCard({}, {}, {}, {}, {}))
            _add_way(card, row, way)
        if row.addresses:
            house = cards.setdefault("", _GrowingCard({}, {}, {}, {}, {}))
            house.addresses.update(dict.fromkeys(map(_card_address, row.addresses)))
            house.urls[row.url] = None
            house.houses.update({row.organisation: None} if row.organisation else {})
    for name, card in cards.items():
        yield ContactCard(
            split_name(name) if name else PersonName(),
            next(iter(card.houses), ""),
            site,
            tuple(card.emails),
            tuple(card.numbers),
            tuple(card.addresses),
            tuple(card.urls),
        )


def _add_way(card: _GrowingCard, row: ContactRow, way: dict[str, Any]) -> None:
    if way["kind"] == ContactKind.EMAIL:
        card.emails[way["value"]] = None
    else:
        card.numbers[way["kind"], way["value"]] = None
    card.urls[row.url] = None
    if row.organisation:
        card.houses[row.organisation] = None


def _card_address(each: dict[str, str]) -> CardAddress:
    return CardAddress(each["street"], each["town"], each["postcode"], each["country"])


class ContactForm(NamedTuple):
    """A form of contacts."""

    file: str
    pieces: Callable[[Iterable[ContactRow]], Iterator[str]]


FORMS = {
    "vcard": ContactForm("contacts.vcf", _card_pieces),
    "csv": ContactForm("contacts.csv", _table_pieces),
    "jsonl": ContactForm("contacts.jsonl", _json_pieces),
}
"""The forms that `export_formats.FORMS_OF` names."""
