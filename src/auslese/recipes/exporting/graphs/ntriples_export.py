"""Pages, their links, copies and persons as triples, brought into a file for others."""

from collections.abc import Iterator
from pathlib import Path

from auslese.export.graphs.ntriples_files import (
    NamedPerson,
    copy_triples,
    link_triples,
    ntriples_pieces,
    person_triples,
)
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.exporting.page_format import PageExportSummary
from auslese.recipes.exporting.page_source import PageSource, page_source
from auslese.store.collection import Collection
from auslese.store.exports.page_relations import copies_of_choice, links_of_choice
from auslese.store.lookups.people_lookups import are_people_known, hidden_people
from auslese.store.people.exported_people import PeopleSelection, persons_with_pages
from auslese.store.people_book import PeopleBook

FILE = "pages.nt"


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> PageExportSummary:
    """Write the triples as a file of the folder."""
    with (folder / FILE).open("xb") as file:
        return to_stream(collection, file.write, options)


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> PageExportSummary:
    """Write what is said of pages, then links, copies and persons."""
    with page_source(collection, options, with_textless=True) as source:
        for piece in _pieces(source):
            write(piece)
    return PageExportSummary(source.choice.pages, source.left_out)


def _pieces(source: PageSource) -> Iterator[bytes]:
    yield from ntriples_pieces(source.context, source.pages())
    yield from link_triples(links_of_choice(source.tables))
    yield from copy_triples(copies_of_choice(source.tables))
    if are_people_known(source.tables):
        hidden = hidden_people(source.tables, PeopleBook(source.collection.path).opt_outs)
        yield from person_triples(_people(source, PeopleSelection(hidden, source.query)))


def _people(source: PageSource, selection: PeopleSelection) -> Iterator[NamedPerson]:
    for person in persons_with_pages(source.tables, selection):
        urls = tuple(dict.fromkeys(page["url"] for page in person["pages"]))
        best = person["pages"][0]
        is_home = person["is_home"] and best["id"] == person["best_page"]
        yield NamedPerson(
            person["person"],
            person["name"],
            best["url"] if is_home else "",
            tuple(person["identifiers"]),
            urls,
        )
