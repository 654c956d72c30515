"""The settings told to others: a JSON schema, the reference page, a listing with origins."""

import inspect
from collections.abc import Iterator
from dataclasses import fields

from auslese.recipes.settings.setting_tables import SETTINGS, TABLES, Setting, Settings
from auslese.recipes.settings.value_kinds import toml_literal

PAGE_HEAD = """\
# Settings

This page is made by `auslese config schema --markdown`; a test keeps it true.

A collection keeps its settings in `auslese.toml`. What is set in several places is taken from the
first of these:

1. the flag of a command (`--delay 2s`);
2. the environment variable `AUSLESE_<TABLE>_<KEY>` (`AUSLESE_POLITENESS_DELAY=2s`); the contact
   also as `AUSLESE_CONTACT`; lists are parted by spaces, and by commas if their entries hold
   spaces;
3. `auslese.toml`;
4. the user configuration, `auslese/config.toml` in `$XDG_CONFIG_HOME` or, without that, in
   `~/.config`; only `politeness.contact` and `politeness.agent` may stand there;
5. the default.

An empty contact counts as none given.

`auslese config show DIR` prints every setting with its value and where that came from. A mistake
is told with file, line and key, all mistakes at once:

    tum/auslese.toml, line 7, politeness.delay: expected a duration like "1s", found "soon"

Durations are written `"250ms"`, `"1s"`, `"30m"`, `"2h"`, `"1d"` or `"1h 30m"`; a bare number is
seconds. Sizes are written `"10MB"` (a thousand each) or `"1GiB"` (1024 each); a bare number is
bytes.
Which rules `allow` and `deny` understand: [the guide to presences](../guides/presence.md).
"""


def settings_schema() -> dict[str, object]:
    """Return the JSON schema of `auslese.toml`, for editors and other programs."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "auslese.toml",
        "type": "object",
        "additionalProperties": False,
        "properties": {table: _table_schema(table) for table in TABLES},
    }


def _table_schema(table: str) -> dict[str, object]:
    return {
        "type": "object",
        "description": _purpose(table),
        "additionalProperties": False,
        "properties": {
            setting.name: {
                "description": setting.help,
                **setting.kind.schema,
                "default": setting.kind.tell(setting.default),
            }
            for setting in settings_in(table)
        },
    }


def _purpose(table: str) -> str:
    return inspect.getdoc(TABLES[table]) or ""


def settings_in(table: str) -> list[Setting]:
    """Return the definitions of one table, in their order."""
    return [SETTINGS[f"{table}.{part.name}"] for part in fields(TABLES[table])]


def settings_page() -> str:
    """Return the reference page of all settings, as Markdown."""
    return "\n".join([PAGE_HEAD, *(line for table in TABLES for line in _section(table))])


def _section(table: str) -> Iterator[str]:
    yield f"## [{table}]\n"
    yield f"{_purpose(table)}\n"
    yield "| key | default | may be | what for |"
    yield "|---|---|---|---|"
    for setting in settings_in(table):
        default = toml_literal(setting.kind.tell(setting.default))
        yield f"| `{setting.name}` | `{default}` | {setting.kind.expected} | {setting.help} |"
    yield ""


def settings_listing(settings: Settings) -> dict[str, dict[str, object]]:
    """Return every setting with its value, where that came from, and the exact place.

    Of a value with a secret in it only the rest is given, and `hidden` says so.
    """
    listing: dict[str, dict[str, object]] = {}
    for setting in SETTINGS.values():
        value = getattr(getattr(settings, setting.table), setting.name)
        shown = setting.kind.tell(value)
        origin = settings.origins[setting.key]
        listing[setting.key] = {"value": shown, "origin": origin.name, "place": origin.place}
        if isinstance(value, str) and value != shown:
            listing[setting.key]["hidden"] = True
    return listing
