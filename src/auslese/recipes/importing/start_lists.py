"""Start pages from files that list addresses: a column of a table, lines of JSON or of text."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from auslese.crawl.scope.scope import Presence
from auslese.extract.given_document import UnfitDocumentError, parse_given_document
from auslese.recipes.importing.file_formats import LINES, ImportFile, places_of, suffix_of
from auslese.recipes.importing.input_files import BROKEN, Input, open_input
from auslese.recipes.importing.separated_values import (
    SEPARATED_ENDS,
    charset_of,
    has_known_head,
    table_rows,
)
from auslese.recipes.presences.presence_files import begin_collection
from auslese.recipes.presences.presence_sheet import PresenceSheet
from auslese.recipes.settings.settings_edit import write_setting
from auslese.recipes.settings.settings_loading import load_settings
from auslese.records.errors import AusleseError
from auslese.records.url import Url, canonical
from auslese.store.collection import SETTINGS_FILE, Collection

MOST_STARTS = 100_000  # they stand in auslese.toml, which people read: more are a list of documents
LONGEST_LINE = 1 << 16
MOST_TOLD = 20


class StartList(NamedTuple):
    """Start pages out of files."""

    starts: tuple[Url, ...]
    refused: int
    """Lines that are no address of the web."""
    told: tuple[str, ...]
    """The first of them, each with its place."""


class StartsAdded(NamedTuple):
    """What became of a list; the fields of `import --as-starts --json`."""

    added: int
    known: int
    refused: int
    told: list[str]


def read_starts_in(paths: Iterable[Path]) -> StartList:
    """The start pages that these files list, each once; complains if there is none."""
    paths = list(paths)
    starts: dict[Url, None] = {}
    refused = 0
    told: list[str] = []
    for where, text in _addresses(paths):
        url = start_page(text)
        if url is not None:
            starts[url] = None
        else:
            refused += 1
            told += [f"{where}: no address: {text[:200]!r}"] if len(told) < MOST_TOLD else []
        if len(starts) > MOST_STARTS:
            raise AusleseError(f"more than {MOST_STARTS:,} start pages; take fewer at a time")
    if not starts:
        names = ", ".join(map(str, paths))
        raise AusleseError(f"there is no address in {names}" + "".join(f"; {told[0]}" * bool(told)))
    return StartList(tuple(starts), refused, tuple(told))


def add_starts(folder: Path, found: StartList) -> StartsAdded:
    """Make these the start pages of a collection, behind those it has; a new one if need be."""
    file = folder / SETTINGS_FILE
    if not file.exists():
        begin_collection(folder, PresenceSheet(Presence(folder.resolve().name, found.starts)))
        return StartsAdded(len(found.starts), 0, found.refused, list(found.told))
    Collection.open(folder)
    known = load_settings(file, {}, os.environ).presence.start
    new = [url for url in found.starts if url not in set(known)]
    if new:
        write_setting(file, "presence.start", [*known, *new])
    return StartsAdded(len(new), len(found.starts) - len(new), found.refused, list(found.told))


def start_page(text: str) -> Url | None:
    """The address that somebody wrote; a bare host name is taken for https."""
    text = text.strip()
    if not text or any(letter.isspace() for letter in text):
        return None
    if "://" not in text:
        host = text.partition("/")[0]
        text = f"https://{text}" if "." in host.strip(".") and "@" not in host else ""
    return canonical(text)


def _addresses(paths: Iterable[Path]) -> Iterator[tuple[str, str]]:
    for place in places_of(paths):
        try:
            with open_input(place.path) as file:
                yield from _addresses_in(place, file)
        except BROKEN as error:
            raise AusleseError(f"{place.shown} is damaged: {error}") from error
        except OSError as error:
            raise AusleseError(f"{place.shown} cannot be read: {error.strerror}") from error


def _addresses_in(place: ImportFile, file: Input) -> Iterator[tuple[str, str]]:
    start, suffix = file.beginning(), suffix_of(place.path)
    if suffix in SEPARATED_ENDS or has_known_head(start):
        for row, columns in table_rows(file, LONGEST_LINE):
            where = f"{place.shown}:{row.line}"
            yield where, columns.fields(row.cells).get("url", "") if columns else row.problem
        return
    charset = charset_of(start)
    for line in file.lines(LONGEST_LINE):
        text = line.text.decode(charset, "replace").strip().lstrip("\ufeff")
        if text and not text.startswith("#"):
            is_json = suffix in LINES or text.startswith("{")
            yield f"{place.shown}:{line.number}", _url_in(line.text) if is_json else text


def _url_in(line: bytes) -> str:
    try:
        return parse_given_document(line.strip())[0].url or ""
    except UnfitDocumentError as error:
        return str(error)
