"""Pages with their names as the files from which QLever makes an index of texts."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, NamedTuple

from auslese.export.qlever_files import PageRecords, QleverRecord, tagger_of
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.exporting.people_export import name_iri
from auslese.recipes.exporting.people_selection import people_selection
from auslese.records.errors import SettingsError
from auslese.records.person import PersonName
from auslese.store.collection import Collection
from auslese.store.people.exported_people import PageWithPeople, pages_with_people
from auslese.store.tables.sql_views import Connection, connect
from auslese.system.durable_files import publish, written_aside
from auslese.text.sentences import split_sentences
from auslese.text.words import words_of
from auslese.wording.figures import plural

FILES = ("people.wordsfile.tsv", "people.docsfile.tsv", "people.nt")
"""As QLever's own tools name them, and the triples."""


class QleverExportSummary(NamedTuple):
    """What was written."""

    pages: int
    records: int

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        return self._asdict()

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        return f"{plural(self.pages, 'page')}, {plural(self.records, 'sentence')}"


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> QleverExportSummary:
    """Write words, records and triples; each file is there as a whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    with connect(collection) as tables, ExitStack() as stack:
        records = _Records(collection, tables, options)
        asides = [stack.enter_context(written_aside(folder / name)) for name in FILES]
        with ExitStack() as open_files:
            files = [open_files.enter_context(aside.open("wb")) for aside in asides]
            for record in records:
                _write(files, record)
        for aside, name in zip(asides, FILES, strict=True):
            publish(aside, folder / name)
    return QleverExportSummary(records.pages, records.records)


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> QleverExportSummary:
    """Three files are no stream: SettingsError says so."""
    raise SettingsError("qlever are three files: --to FOLDER says where to")


def _write(files: Sequence[IO[bytes]], record: QleverRecord) -> None:
    for file, data in zip(files, record, strict=True):
        file.write(data)


class _Records:
    """The records of all pages; they are counted on the way."""

    def __init__(self, collection: Collection, tables: Connection, options: ExportOptions) -> None:
        self._tables = tables
        self._selection = people_selection(collection, tables, options.where)
        self.pages = self.records = 0

    def __iter__(self) -> Iterator[QleverRecord]:
        for page in pages_with_people(self._tables, self._selection):
            self.pages += 1
            names = (
                (_iri(each.given, each.particle, each.family), each.forms) for each in page.people
            )
            records = PageRecords(page.url, tagger_of(names, words_of))
            for sentence in sentences_of_document(page):
                words = words_of(sentence)
                if words:
                    yield records.record(self.records, sentence, words)
                    self.records += 1


def _iri(given: str, particle: str, family: str) -> str:
    return name_iri(PersonName(given, particle, family))


def sentences_of_document(page: PageWithPeople) -> Iterator[str]:
    """All sentences of a page: its title, those of the main text, all other lines."""
    yield page.title
    for each in page.paragraphs:
        yield from split_sentences(page.text[each["start"] : each["end"]], page.language)
    yield from page.rest.split("\n")
