"""Sentences of a collection, in a file for each top-level domain."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from auslese.export.sentence_files import (
    DOMAIN,
    OTHER,
    DomainFile,
    FiledSentence,
    domain_files,
    text_line,
    word_line,
)
from auslese.recipes.duplicates.copy_report import require_groups
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.pages.page_filter import pages_query, unwanted_topics
from auslese.records.errors import SettingsError
from auslese.records.language import UNKNOWN
from auslese.records.language_names import claimed_language, languages_meant_by
from auslese.store.collection import Collection
from auslese.store.lookups.relevance_lookups import pages_of_topics
from auslese.store.lookups.sentence_lookups import (
    DomainFiling,
    SentenceSelection,
    are_without_languages,
    chosen_sentences,
)
from auslese.store.tables.sql_views import Connection, connect
from auslese.store.topic_uses import topic_use_of
from auslese.system.durable_files import write_whole
from auslese.wording.figures import plural


class DomainExportSummary(NamedTuple):
    """What became of the sentences of one domain."""

    domain: str
    sentences: int
    left_out: int
    """By the cap."""
    bytes: int


class SentenceExportSummary(NamedTuple):
    """What became of all of them."""

    domains: list[DomainExportSummary]
    unwanted: "UnwantedPages"

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        return {
            "unwanted_pages": self.unwanted.pages,
            "sentences": sum(each.sentences for each in self.domains),
            "left_out": sum(each.left_out for each in self.domains),
            "domains": [each._asdict() for each in self.domains],
        }

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        if not self.domains and (options.languages or options.running):
            return "no sentences of this kind: `auslese status` counts the pages by language"
        if not self.domains:
            return "no sentences: `auslese analyse` makes them from the pages"
        lines = [
            f"{each.domain}: {plural(each.sentences, 'sentence')},"
            f" {plural(each.bytes, 'byte')}"
            + (f"; {each.left_out:,} left out by --per-domain" if each.left_out else "")
            for each in self.domains
        ]
        return "\n".join(lines + self.unwanted.lines())


class UnwantedPages(NamedTuple):
    """Pages that were left out, and by which topics."""

    pages: int = 0
    topics: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """The same for a person; nothing if none was."""
        if not self.pages:
            return []
        pages = plural(self.pages, "page")
        return [f"{pages} of unwanted topics left out: {', '.join(self.topics)}"]


def read_codes(text: str) -> tuple[str, ...]:
    """The languages in a text like de,no; or words about one that is none."""
    codes: list[str] = []
    for word in filter(None, (each.strip() for each in text.split(","))):
        found = (word,) if word == UNKNOWN else languages_meant_by(claimed_language(word))
        if not found:
            raise SettingsError(f"there is no language {word!r}; languages are named as de or pt")
        codes += found
    return tuple(dict.fromkeys(codes))


def to_folder(
    collection: Collection, folder: Path, options: ExportOptions
) -> SentenceExportSummary:
    """Write a file for each top-level domain; a file is there as a whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)

    def write_file(file: DomainFile) -> None:
        write_whole(folder / file.name, file)

    return _export(collection, options, write_file)


def to_stream(
    collection: Collection, write: Write, options: ExportOptions
) -> SentenceExportSummary:
    """Write the same lines one domain after the other."""

    def write_lines(file: DomainFile) -> None:
        for lines in file:
            write(lines)

    return _export(collection, options, write_lines)


def _export(
    collection: Collection, options: ExportOptions, write: Callable[[DomainFile], None]
) -> SentenceExportSummary:
    done: list[DomainExportSummary] = []
    line = word_line if options.as_words else text_line
    if options.no_copies:
        require_groups(collection)
    with connect(collection) as tables:
        selection = _selection(collection, tables, options)
        for file in domain_files(_rows(tables, selection), options.cap, line):
            write(file)
            done.append(DomainExportSummary(file.domain, file.sentences, file.left_out, file.bytes))
        topics = selection.left_out
        unwanted = UnwantedPages(pages_of_topics(tables, topics), topics) if topics else None
    return SentenceExportSummary(done, unwanted or UnwantedPages())


def _selection(
    collection: Collection, tables: Connection, options: ExportOptions
) -> SentenceSelection:
    return SentenceSelection(
        options.languages,
        options.running,
        options.no_copies,
        pages_query(options.where, tables) if options.where.strip() else "",
        unwanted_topics(options.where, topic_use_of(collection)),
    )


def _rows(tables: Connection, selection: SentenceSelection) -> Iterator[FiledSentence]:
    if selection.needs_languages:
        _require_languages(tables)
    rows = chosen_sentences(tables, DomainFiling(DOMAIN, OTHER), selection)
    yield from map(FiledSentence._make, rows)


def _require_languages(tables: Connection) -> None:
    """Say that languages are not known yet, rather than that there are no such sentences."""
    if are_without_languages(tables):
        raise SettingsError(
            "the languages are not told yet: `auslese analyse DIR language` does it"
        )
