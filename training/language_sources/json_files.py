"""Strings of packages that keep one JSON file per locale, as (locale, text, English original)."""

import json
import re
import tarfile
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from .prose import looks_english
from .surfaces import Strings

_FILE = re.compile(r"/(translations|locales|i18n/[\w-]+)/([^/.]+)(\.min)?\.json$")


def json_strings(archives: list[Path]) -> Strings:
    """Of npm archives and wheels; a string is compared with the English one in the same place."""
    for archive in archives:
        folders: dict[str, dict[str, bytes]] = defaultdict(dict)
        for name, content in _members(archive):
            if found := _FILE.search(name):
                folders[name[: found.start(2)]].setdefault(found[2], content)
        for _, files in sorted(folders.items()):
            originals = dict(_placed(json.loads(files["en"]), "")) if "en" in files else {}
            for locale, content in sorted(files.items()):
                for place, text in _placed(json.loads(content), ""):
                    yield locale, text, text if looks_english(text) else originals.get(place)


def _members(archive: Path) -> Iterator[tuple[str, bytes]]:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as files:
            yield from ((name, files.read(name)) for name in files.namelist() if _FILE.search(name))
        return
    with tarfile.open(archive) as files:
        for member in files:
            content = files.extractfile(member) if _FILE.search(member.name) else None
            if content:
                yield member.name, content.read()


def _placed(value: object, place: str) -> Iterator[tuple[str, str]]:
    """All strings in nested tables, each with the keys to it, but for the locale's own key."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key != "@metadata":
                yield from _placed(inner, f"{place}/{key}" if place or len(value) > 1 else "-")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _placed(inner, f"{place}/{number}")
