"""Sentences of a collection, in a file for each top-level domain."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from auslese.export.sentence_files import (
    DOMAIN,
    OTHER,
    DomainFile,
    FiledSentence,
    LineMaker,
    domain_files,
    plain_line,
    plain_word_line,
    text_line,
    word_line,
)
from auslese.recipes.duplicates.copy_report import require_groups
from auslese.recipes.exporting.export_formats import ExportOptions, ExportSummary, Write
from auslese.recipes.exporting.page_format import left_out_lines
from auslese.recipes.exporting.sentence_release import (
    ReleaseSummary,
    release_to_folder,
    release_to_stream,
)
from auslese.recipes.pages.page_filter import pages_query, unwanted_topics
from auslese.recipes.rights.permitted_pages import permitted_pages
from auslese.records.errors import SettingsError
from auslese.records.language import UNKNOWN
from auslese.records.language_names import claimed_language, languages_meant_by
from auslese.records.rights import RightsProfile
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

LINES, SHUFFLED = "lines", "shuffled"


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
    left_out: Mapping[str, int]
    """Pages that may not leave, by reason."""

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        return {
            "unwanted_pages": self.unwanted.pages,
            "sentences": sum(each.sentences for each in self.domains),
            "left_out": sum(each.left_out for each in self.domains),
            "pages_left_out": dict(self.left_out),
            "domains": [each._asdict() for each in self.domains],
        }

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        lines = [] if self.domains else [_why_none(options)]
        lines += [
            f"{each.domain}: {plural(each.sentences, 'sentence')},"
            f" {plural(each.bytes, 'byte')}"
            + (f"; {each.left_out:,} left out by --per-domain" if each.left_out else "")
            for each in self.domains
        ]
        return "\n".join([*lines, *self.unwanted.lines(), *left_out_lines(self.left_out, options)])


class ShuffledExportSummary(NamedTuple):
    """What became of sentences that were shuffled."""

    released: ReleaseSummary
    unwanted: "UnwantedPages"
    left_out: Mapping[str, int]
    """Pages that may not leave, by reason."""

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        told = {"unwanted_pages": self.unwanted.pages, "pages_left_out": dict(self.left_out)}
        return told | self.released._asdict()

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        lines = [self.released.in_words(options), *self.unwanted.lines()]
        return "\n".join([*lines, *left_out_lines(self.left_out, options)])


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


class _Choice(NamedTuple):
    """The sentences that leave, and what stays."""

    rows: Iterator[FiledSentence]
    unwanted: UnwantedPages
    left_out: Mapping[str, int]


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> ExportSummary:
    """Write a file for each top-level domain, or two of shuffled sentences; each as a whole."""
    folder.mkdir(parents=True, exist_ok=True)

    def write_file(file: DomainFile) -> None:
        write_whole(folder / file.name, file)

    with _choice(collection, options) as choice:
        if not _is_shuffled(options):
            return _by_domain(choice, write_file, options)
        stem = folder / collection.path.resolve().name
        released = release_to_folder(choice.rows, _line(options), stem, options)
        return ShuffledExportSummary(released, choice.unwanted, choice.left_out)


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> ExportSummary:
    """Write the same lines one domain after the other, or shuffled."""

    def write_lines(file: DomainFile) -> None:
        for lines in file:
            write(lines)

    with _choice(collection, options) as choice:
        if not _is_shuffled(options):
            return _by_domain(choice, write_lines, options)
        released = release_to_stream(choice.rows, _line(options), write, options)
        return ShuffledExportSummary(released, choice.unwanted, choice.left_out)


def _by_domain(
    choice: _Choice, write: Callable[[DomainFile], None], options: ExportOptions
) -> SentenceExportSummary:
    done: list[DomainExportSummary] = []
    for file in domain_files(choice.rows, options.cap, _line(options)):
        write(file)
        done.append(DomainExportSummary(file.domain, file.sentences, file.left_out, file.bytes))
    return SentenceExportSummary(done, choice.unwanted, choice.left_out)


def _is_shuffled(options: ExportOptions) -> bool:
    """Whether no order is to be left; SettingsError if a profile wants that and a form does not."""
    if options.profile != RightsProfile.SENTENCES_SHUFFLED:
        return options.form == SHUFFLED
    if options.form == LINES:
        raise SettingsError(
            f"the profile {options.profile} is of shuffled sentences: --form {SHUFFLED}"
        )
    return True


def _line(options: ExportOptions) -> LineMaker:
    if _is_shuffled(options) or options.form == LINES:
        return plain_word_line if options.as_words else plain_line
    return word_line if options.as_words else text_line


@contextmanager
def _choice(collection: Collection, options: ExportOptions) -> Iterator[_Choice]:
    if options.no_copies:
        require_groups(collection)
    with connect(collection) as tables:
        where = pages_query(options.where, tables) if options.where.strip() else ""
        permitted = permitted_pages(tables, options.profile, options.use, where)
        topics = unwanted_topics(options.where, topic_use_of(collection))
        selection = SentenceSelection(
            options.languages, options.running, options.no_copies, permitted.query, topics
        )
        pages = pages_of_topics(tables, topics) if topics else 0
        unwanted = UnwantedPages(pages, topics) if topics else UnwantedPages()
        yield _Choice(_rows(tables, selection), unwanted, permitted.left_out)


def _why_none(options: ExportOptions) -> str:
    if options.languages or options.running:
        return "no sentences of this kind: `auslese status` counts the pages by language"
    return "no sentences: `auslese analyse` makes them from the pages"


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
