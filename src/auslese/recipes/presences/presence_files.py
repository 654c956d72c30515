"""Presences from files and into files: our own formats and those of older programs.

toml     `[presence]` and the depth limit, as in auslese.toml
json     one object, a list of objects, or one object a line
hoover   the property lists of Hoover (1997)
unico    the session files of the UNICO web robot (2004)
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from auslese.crawl.scope.scope import Presence
from auslese.recipes.presences.hoover_presence import read_hoover, write_hoover
from auslese.recipes.presences.presence_sheet import (
    PresenceExport,
    PresenceSheet,
    canonical_starts,
    checked_sheet,
    sheet_of,
)
from auslese.recipes.presences.unico_presence import read_unico, write_unico
from auslese.recipes.settings.settings_loading import load_settings
from auslese.recipes.settings.settings_template import new_settings_text, presence_text
from auslese.records.errors import NotFoundError, SettingsError
from auslese.records.url import host_of
from auslese.store.collection import SETTINGS_FILE, Collection

PRESENCE_KEYS = tuple(part.name for part in fields(Presence))
HOOVER_START = re.compile(r"(?:\s|/\*.*?\*/|//[^\n]*)*\{", re.DOTALL)
UNICO_START = re.compile(r"\s*#")
LONGEST_FOLDER_NAME = 80  # well below the 255 bytes of file systems


def read_sheets(paths: Iterable[Path]) -> list[PresenceSheet]:
    """Return the presences of all these files and folders; all their mistakes in one error."""
    sheets: list[PresenceSheet] = []
    complaints: list[str] = []
    for path in _files_in(paths):
        try:
            sheets += (checked_sheet(sheet, str(path)) for sheet in _sheets_in(path))
        except SettingsError as problem:
            complaint = str(problem)
            complaints.append(
                complaint if complaint.startswith(str(path)) else f"{path}, {complaint}"
            )
    if complaints:
        raise SettingsError("\n".join(complaints))
    return sheets


def _files_in(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.exists():
            raise NotFoundError(f"there is no file {path}")
        hidden_left_out = (one for one in sorted(path.rglob("*")) if not one.name.startswith("."))
        yield from filter(Path.is_file, hidden_left_out) if path.is_dir() else [path]


def _sheets_in(path: Path) -> Iterable[PresenceSheet]:
    if path.suffix == ".toml":
        return [sheet_of(load_settings(path, {}, {}))]
    text = _text_of(path)
    if path.suffix in (".json", ".jsonl"):
        return _read_json(text)
    if HOOVER_START.match(text):
        return [read_hoover(text)]
    if UNICO_START.match(text):
        return read_unico(text)
    raise SettingsError(
        "expected a presence: TOML, JSON, a property list, or lines under # headings"
    )


def _text_of(path: Path) -> str:
    """Return the text of a file that may be older than UTF-8."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _read_json(text: str) -> Iterator[PresenceSheet]:
    try:
        objects = json.loads(text)
    except json.JSONDecodeError as whole:
        try:
            objects = [json.loads(line) for line in text.splitlines() if line.strip()]
        except json.JSONDecodeError:
            raise SettingsError(f"line {whole.lineno}: expected JSON ({whole.msg})") from None
    for one in objects if isinstance(objects, list) else [objects]:
        yield PresenceSheet(_presence_of(one))


def _presence_of(value: object) -> Presence:
    if not isinstance(value, dict) or not value.keys() <= set(PRESENCE_KEYS):
        raise SettingsError(f"expected objects with {', '.join(PRESENCE_KEYS)}")
    parts: dict[str, Any] = {
        key: tuple(part) if isinstance(part, list) else part for key, part in value.items()
    }
    starts = parts.get("start", ())
    if isinstance(starts, tuple) and all(isinstance(start, str) for start in starts):
        parts["start"] = canonical_starts(starts)
    return Presence(**parts)


def write_sheet(sheet: PresenceSheet, format_name: str) -> PresenceExport:
    """Return the presence in one of the formats."""
    return WRITERS[format_name](sheet)


def _write_toml(sheet: PresenceSheet) -> PresenceExport:
    return PresenceExport(presence_text(sheet.presence))


def _write_json(sheet: PresenceSheet) -> PresenceExport:
    return PresenceExport(json.dumps(asdict(sheet.presence), ensure_ascii=False, indent=2) + "\n")


WRITERS: Mapping[str, Callable[[PresenceSheet], PresenceExport]] = {
    "toml": _write_toml,
    "json": _write_json,
    "unico": write_unico,
    "hoover": write_hoover,
}


def begin_collection(path: Path, sheet: PresenceSheet) -> Collection:
    """Return a new collection for this presence."""
    _refuse_if_taken([path])
    return Collection.create(path, new_settings_text(sheet.presence, sheet.settings, sheet.remark))


def begin_collections(folder: Path, sheets: Sequence[PresenceSheet]) -> list[Collection]:
    """Return a new collection for each presence: the folder itself for one, else one below it.

    Nothing is begun if any of them is there already.
    """
    paths = [folder] if len(sheets) == 1 else [folder / name for name in folder_names(sheets)]
    _refuse_if_taken(paths)
    return [begin_collection(path, sheet) for path, sheet in zip(paths, sheets, strict=True)]


def _refuse_if_taken(paths: Iterable[Path]) -> None:
    taken = [str(path) for path in paths if (path / SETTINGS_FILE).exists()]
    if taken:
        raise SettingsError(f"there is a collection already in {', '.join(taken)}")


def folder_names(sheets: Iterable[PresenceSheet]) -> list[str]:
    """Return a name for the folder of each presence, made from its own and all different."""
    names: dict[str, None] = {}
    for sheet in sheets:
        name = wanted = _folder_name(sheet.presence)
        number = 2
        while name in names:
            name, number = f"{wanted}-{number}", number + 1
        names[name] = None
    return list(names)


def _folder_name(presence: Presence) -> str:
    host = host_of(presence.start[0]) if presence.start else ""
    plain = unicodedata.normalize("NFKD", (presence.name or host).replace("ß", "ss"))
    words = re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode().lower())
    return "-".join(words)[:LONGEST_FOLDER_NAME] or "presence"
