"""Strings of programs' surfaces, as (locale, text, English original)."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from .android import resource_strings
from .gettext_files import catalogue_strings
from .mozilla import pack_strings
from .pak import pak_strings

Strings = Iterator[tuple[str, str, str | None]]


def mozilla_strings(packages: list[Path]) -> Strings:
    """Of language packs; the British and Canadian ones tell the original."""
    packs = {
        path: path.name.removeprefix("langpack-").partition("@")[0]
        for folder in packages
        for path in sorted(folder.rglob("*.xpi"))
    }
    originals = {
        key: text
        for path, locale in packs.items()
        if locale.startswith("en")
        for key, text in pack_strings(path)
    }
    for path, locale in packs.items():
        for key, text in pack_strings(path):
            yield locale, text, originals.get(key)


def catalogues(packages: list[Path]) -> Strings:
    """Of gettext catalogues, whose folder is the locale: XX/LC_MESSAGES/name.mo."""
    for folder in packages:
        for path in sorted(folder.rglob("LC_MESSAGES/*.mo")):
            locale = path.parent.parent.name
            for original, text in catalogue_strings(path.read_bytes()):
                yield locale, text, original


def chromium_strings(packages: list[Path]) -> Strings:
    """Of Chromium's language files; the files that differ by the reader's gender are left out."""
    paths = [
        path
        for folder in packages
        for path in sorted(folder.rglob("*.pak"))
        if "_" not in path.name
    ]
    originals = {
        key: text
        for path in paths
        if path.stem.startswith("en")
        for key, text in pak_strings(path.read_bytes())
    }
    for path in paths:
        for key, text in pak_strings(path.read_bytes()):
            for form in _message_forms(text):
                yield path.stem, form, originals.get(key)


def _message_forms(text: str) -> list[str]:
    """A message with forms by number, "{COUNT, plural, =1 {…} other {…}}", form by form."""
    if not re.match(r"^\s*\{\w+,\s*(plural|select)", text):
        return [text]
    return re.findall(r"\{((?:[^{}]|\{\w*\})*)\}", text.strip()[1:-1])


def android_strings(packages: list[Path]) -> Strings:
    """Of Android packages' resources."""
    for folder in packages:
        for path in sorted(folder.rglob("*.apk")):
            with zipfile.ZipFile(path) as files:
                rows = list(resource_strings(files.read("resources.arsc")))
            originals = {key: text for locale, key, text in rows if not locale}
            for locale, key, text in rows:
                if locale:
                    yield locale, text, originals.get(key)
