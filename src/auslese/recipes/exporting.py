"""What a collection has, brought into files for others."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from auslese.export.sentences import DOMAIN, OTHER, DomainFile, FiledSentence, domain_files
from auslese.recipes.told_duplicates import require_groups
from auslese.records.errors import SettingsError
from auslese.records.language import UNKNOWN
from auslese.records.language_names import claimed, meant_by
from auslese.store.collection import Collection
from auslese.store.durable import write_whole
from auslese.store.views import Connection, connect

ROWS_AT_ONCE = 10_000

# In the order in which the pages came, so that the cap leaves out those that came late.
SENTENCES = """
    SELECT if(regexp_full_match(domain, $domain), domain, $other) AS filed, url, text
    FROM {view} {which} ORDER BY filed, fetched_at, page, number
"""


class Exported(NamedTuple):
    """What became of the sentences of one domain."""

    domain: str
    sentences: int
    left_out: int
    """By the cap."""
    bytes: int


class SentencesWanted(NamedTuple):
    """Which sentences somebody wants."""

    languages: tuple[str, ...] = ()
    """Codes; all if empty."""
    running: bool = False
    """Only those of running text."""
    cap: int | None = None
    """Most bytes for one top-level domain."""
    no_copies: bool = False
    """None of pages that are copies of others."""


def read_codes(text: str) -> tuple[str, ...]:
    """The languages in a text like de,no; or words about one that is none."""
    codes: list[str] = []
    for word in filter(None, (each.strip() for each in text.split(","))):
        found = (word,) if word == UNKNOWN else meant_by(claimed(word))
        if not found:
            raise SettingsError(f"there is no language {word!r}; languages are named as de or pt")
        codes += found
    return tuple(dict.fromkeys(codes))


Write = Callable[[bytes], object]


def sentences_to_folder(
    collection: Collection, folder: Path, wanted: SentencesWanted
) -> list[Exported]:
    """Write a file for each top-level domain; a file is there as a whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)

    def write_file(file: DomainFile) -> None:
        write_whole(folder / file.name, file)

    return _export(collection, wanted, write_file)


def sentences_to_stream(
    collection: Collection, write: Write, wanted: SentencesWanted
) -> list[Exported]:
    """Write the same lines one domain after the other."""

    def write_lines(file: DomainFile) -> None:
        for lines in file:
            write(lines)

    return _export(collection, wanted, write_lines)


def _export(
    collection: Collection, wanted: SentencesWanted, write: Callable[[DomainFile], None]
) -> list[Exported]:
    done: list[Exported] = []
    for file in domain_files(_rows(collection, wanted), wanted.cap):
        write(file)
        done.append(Exported(file.domain, file.sentences, file.left_out, file.bytes))
    return done


def _rows(collection: Collection, wanted: SentencesWanted) -> Iterator[FiledSentence]:
    values: dict[str, object] = {"domain": DOMAIN, "other": OTHER}
    conditions = ["is_running"] * wanted.running
    if wanted.languages:
        conditions.append("list_contains($languages, language)")
        values["languages"] = list(wanted.languages)
    by_language = bool(conditions)
    if wanted.no_copies:
        conditions.append("page IN (SELECT id FROM first_documents)")
    query = SENTENCES.format(
        view="sentence_languages" if by_language else "sentences",
        which=f"WHERE {' AND '.join(conditions)}" if conditions else "",
    )
    if wanted.no_copies:
        require_groups(collection)
    with connect(collection) as tables:
        if by_language:
            _refuse_if_untold(tables)
        found = tables.execute(query, values)
        while rows := found.fetchmany(ROWS_AT_ONCE):
            yield from (FiledSentence(*row) for row in rows)


def _refuse_if_untold(tables: Connection) -> None:
    """Say that languages are not known yet, rather than that there are no such sentences."""
    query = "SELECT EXISTS (FROM sentences), EXISTS (FROM languages)"
    ((are_there, are_told),) = tables.execute(query).fetchall()
    if are_there and not are_told:
        raise SettingsError(
            "the languages are not told yet: `auslese analyse DIR language` does it"
        )
