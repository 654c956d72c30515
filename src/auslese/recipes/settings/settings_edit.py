"""Changes to `auslese.toml` by the program: comments and order stay as the person left them."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import ParseError
from tomlkit.items import Array

from auslese.recipes.settings.setting_tables import read_values
from auslese.recipes.settings.settings_file import read_toml, text_of
from auslese.records.errors import AusleseError, SettingsError
from auslese.store.read_only import reporting_if_read_only
from auslese.system.durable_files import write_whole
from auslese.wording.problem_sentences import PageProblem

RULE_LISTS = ("allow", "deny")


def write_setting(path: Path, key: str, value: object) -> None:
    """Put one setting, as `politeness.delay`, into the file."""
    table, _, name = key.partition(".")
    read_values(str(path), {key: value})
    _edit(path, lambda document: _set(document, table, name, value))


def add_rule(path: Path, side: str, rule: str) -> bool:
    """Add a rule to `allow` or `deny`; False if it stood there already."""
    if side not in RULE_LISTS:
        raise SettingsError(f'expected "allow" or "deny", found "{side}"')
    read_values(str(path), {f"presence.{side}": [rule]})
    presence = read_toml(path).tables.get("presence", {})
    present = presence.get(side, []) if isinstance(presence, dict) else []
    if rule in present:
        return False
    with reporting_if_read_only(path.parent):
        _edit(path, lambda document: _append(document, "presence", side, rule))
    return True


def _edit(path: Path, change: Callable[[tomlkit.TOMLDocument], None]) -> None:
    """Change the file in one step: whoever reads it sees the old text or the new one."""
    before = text_of(path)
    try:
        document = tomlkit.parse(before + "\n" if before and before[-1] != "\n" else before)
    except ParseError:
        read_toml(path)  # complains with the line
        raise _harm(path) from None
    change(document)
    text = tomlkit.dumps(document)
    # A writer that keeps the style has many corners; what it wrote must read as what we meant.
    if tomllib.loads(text) != document.unwrap():
        raise _harm(path)
    write_whole(path, [text.encode()])


def _harm(path: Path) -> AusleseError:
    return AusleseError(PageProblem.HARMFUL_CHANGE.of(path=path))


def _set(document: tomlkit.TOMLDocument, table: str, key: str, value: object) -> None:
    if table not in document:
        if document.as_string():
            document.add(tomlkit.nl())
        document.add(table, tomlkit.table())
    section: Any = document[table]
    section[key] = value


def _append(document: tomlkit.TOMLDocument, table: str, key: str, value: str) -> None:
    section: Any = document.get(table, {})
    if key not in section:
        _set(document, table, key, [value])
        return
    array: Array = section[key]
    if "\n" in array.as_string():  # one rule a line, so the new one gets its line as well
        array.add_line(value)
    else:
        array.append(value)
