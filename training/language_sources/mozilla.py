"""Strings of Mozilla's language packs: Fluent, properties and DTD files in a zip."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

# Attributes and messages that hold keys, sizes and patterns, not words.
_NO_TEXT = re.compile(
    r"(access-?key|commandkey|style|\.key\d*$|\.width|\.height|shortcut|[-.]size$|url$|charset|format)",
    re.IGNORECASE,
)
_FLUENT_START = re.compile(r"^(-?[A-Za-z][\w-]*)\s*=\s*(.*)$")
_FLUENT_PART = re.compile(r"^\s+\.([A-Za-z][\w-]*)\s*=\s*(.*)$")
_FLUENT_VARIANT = re.compile(r"^\s*\*?\[\s*([\w.-]+)\s*\]\s*(.*)$")
_PLACEABLE = re.compile(r"\{[^{}]*\}")
_PROPERTY = re.compile(r"^([^#!\s][^=]*?)\s*=\s*(.*)$")
_ENTITY = re.compile(r"<!ENTITY\s+([\w.-]+)\s+(?:\"([^\"]*)\"|'([^']*)')\s*>", re.DOTALL)
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")


def pack_strings(pack: Path) -> Iterator[tuple[str, str]]:
    """All strings of a language pack, each with a name that is the same in every language."""
    with zipfile.ZipFile(pack) as files:
        for name in sorted(files.namelist()):
            reader = _READERS.get(name.rpartition(".")[2])
            if reader:
                text = files.read(name).decode("utf-8", "replace")
                stem = name.rpartition("/")[2]
                yield from (
                    (f"{stem}:{key}", string)
                    for key, string in reader(text)
                    if not _NO_TEXT.search(key)
                )


def fluent_strings(text: str) -> Iterator[tuple[str, str]]:
    """The strings of a Fluent file: values, attributes and each variant of a choice."""
    message, key, lines = "", "", [""]
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        if found := _FLUENT_START.match(line):
            yield key, _without_placeables(lines)
            message = key = found[1]
            lines = [found[2]]
        elif found := _FLUENT_PART.match(line):
            yield key, _without_placeables(lines)
            key, lines = f"{message}.{found[1]}", [found[2]]
        elif found := _FLUENT_VARIANT.match(line):
            yield key, _without_placeables(lines)
            key, lines = f"{key.partition('[')[0]}[{found[1]}", [found[2]]
        else:
            lines.append(line.strip())
    yield key, _without_placeables(lines)


def _without_placeables(lines: list[str]) -> str:
    text, before = " ".join(lines), None
    while text != before:  # they nest
        before, text = text, _PLACEABLE.sub(" … ", text)
    return re.sub(r"\{[^{}]*->|[{}]", " ", text).strip()


def property_strings(text: str) -> Iterator[tuple[str, str]]:
    """The strings of a properties file; plural forms in one line come one by one."""
    for line in re.sub(r"\\\r?\n\s*", "", text).splitlines():
        if found := _PROPERTY.match(line):
            value = _ESCAPE.sub(lambda code: chr(int(code[1], 16)), found[2])
            for form in value.split(";") if "#1" in value else [value]:
                yield found[1], form.replace("\\n", " ").replace("\\", "")


def entity_strings(text: str) -> Iterator[tuple[str, str]]:
    """The strings of a DTD file."""
    for found in _ENTITY.finditer(text):
        yield found[1], found[2] or found[3] or ""


_READERS = {"ftl": fluent_strings, "properties": property_strings, "dtd": entity_strings}
