"""The settings: flag before variable before `auslese.toml` before the user's before default."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

from auslese.crawl.scope.scope import Presence
from auslese.recipes.settings import unknown_settings
from auslese.recipes.settings.search_settings import SearchSection as SearchSection
from auslese.recipes.settings.serve_settings import ServeSection as ServeSection
from auslese.recipes.settings.setting_tables import (
    SETTINGS,
    TABLES,
    VARIABLE_PREFIX,
    OriginName,
    SettingOrigin,
    setting_of,
)
from auslese.recipes.settings.setting_tables import Settings as Settings
from auslese.recipes.settings.settings_file import TomlFile, read_toml
from auslese.recipes.settings.user_settings import USER_KEYS, read_user_file
from auslese.recipes.settings.value_kinds import UnfitError, near_miss, toml_literal
from auslese.records.errors import SettingsError
from auslese.store.collection import SETTINGS_FILE, Collection

BEHIND_THE_FILE = 2**31  # the "line" of variables and flags when complaints are put in order
SHORT_VARIABLES = {"AUSLESE_CONTACT": "politeness.contact"}
OPTIONS = {
    "limits.pages": "--max-pages",
    "limits.depth": "--max-depth",
    "limits.time": "--max-time",
    "crawl.workers": "--workers",
    "crawl.log": "--log",
    "politeness.delay": "--delay",
    "politeness.contact": "--contact",
    "again.budget": "--budget",
    "focus.mode": "--focus",
}
"""Settings that commands have an option for, so that a complaint can name it."""


class _GivenSetting(NamedTuple):
    """A value somebody gave, and where."""

    key: str
    value: object
    origin: SettingOrigin
    line: int = BEHIND_THE_FILE


class _SettingComplaint(NamedTuple):
    """Something to mend; complaints are told in the order of the file."""

    line: int
    text: str


def load_settings(
    path: Path | None, flags: Mapping[str, object], environ: Mapping[str, str]
) -> Settings:
    """Return all settings; every mistake in files, variables and flags is told in one error.

    What files say that we do not know is only warned of if the environment says so.
    Without a path they are those of no collection. Flags are named like settings
    (`limits.pages`); those that are None were not given.
    """
    document = read_toml(path) if path else TomlFile(Path(), {}, {})
    own = read_user_file(environ) or TomlFile(Path(), {}, {})
    unknown = [*_unknown_in_user_file(own), *_unknown_in_file(document)]
    complaints = list(_unknown_variables(environ))
    if unknown_settings.are_borne(environ):
        for complaint in unknown:
            unknown_settings.warn_of(complaint.text)
    else:
        complaints += unknown
    values: dict[str, Any] = {}
    origins: dict[str, SettingOrigin] = {}
    for given in (
        *_from_file(own, "user"),
        *_from_file(document, "file"),
        *_from_variables(environ),
        *_from_flags(flags),
    ):
        try:
            value = setting_of(given.key).kind.read(given.value)
            if value != "" or given.key not in USER_KEYS:  # an empty contact is none at all
                values[given.key], origins[given.key] = value, given.origin
        except UnfitError as problem:
            option = OPTIONS.get(given.key, "option")
            where = f"{given.origin.place or option}, {given.key}"
            complaints += [_SettingComplaint(given.line, f"{where}: {one}") for one in problem.args]
    if complaints:
        raise SettingsError("\n".join(complaint.text for complaint in sorted(complaints)))
    return _assemble(values, origins)


def settings_of(collection: Collection, flags: Mapping[str, object] | None = None) -> Settings:
    """Return the settings of a collection under these flags and the environment we run in."""
    return load_settings(collection.path / SETTINGS_FILE, flags or {}, os.environ)


def _assemble(values: Mapping[str, Any], origins: Mapping[str, SettingOrigin]) -> Settings:
    parts = {table: _part(table, values) for table in TABLES}
    table = parts.pop("presence")
    presence = Presence(
        **{part.name: getattr(table, part.name) for part in fields(table)},
        max_depth=parts["limits"].depth,
    )
    default = SettingOrigin("default")
    return Settings(presence, **parts, origins={key: origins.get(key, default) for key in SETTINGS})


def _part(table: str, values: Mapping[str, Any]) -> Any:
    start = f"{table}."
    given = {
        key.removeprefix(start): value for key, value in values.items() if key.startswith(start)
    }
    return TABLES[table](**given)


def _from_file(document: TomlFile, origin_name: OriginName) -> Iterator[_GivenSetting]:
    for table, content in document.tables.items():
        for name, value in content.items() if isinstance(content, Mapping) else ():
            if f"{table}.{name}" in SETTINGS:
                origin = SettingOrigin(origin_name, document.place(table, name))
                yield _GivenSetting(f"{table}.{name}", value, origin, document.line(table, name))


def _unknown_in_file(document: TomlFile) -> Iterator[_SettingComplaint]:
    """Give a complaint about every table and key that means nothing to us."""
    for table, content in document.tables.items():
        where = f"{document.place(table)}, {table}"
        line = document.line(table)
        if table not in TABLES:
            known = ", ".join(f"[{name}]" for name in TABLES)
            yield _SettingComplaint(
                line, f"{where}: expected one of {known}{near_miss(table, TABLES)}"
            )
        elif not isinstance(content, Mapping):
            yield _SettingComplaint(
                line, f"{where}: expected a table, found {toml_literal(content)}"
            )
        else:
            yield from _unknown_names(document, table, content)


def _unknown_names(
    document: TomlFile, table: str, names: Iterable[str]
) -> Iterator[_SettingComplaint]:
    known = [part.name for part in fields(TABLES[table])]
    for name in names:
        if name not in known:
            hint = near_miss(name, known) or f"; [{table}] knows {', '.join(known)}"
            where = f"{document.place(table, name)}, {table}.{name}"
            yield _SettingComplaint(
                document.line(table, name), f"{where}: there is no such setting{hint}"
            )


def _unknown_in_user_file(document: TomlFile) -> Iterator[_SettingComplaint]:
    """Give a complaint about all that is not for the user configuration to say."""
    known = f"the user configuration knows {' and '.join(USER_KEYS)}"
    for table, content in document.tables.items():
        for name in content if isinstance(content, Mapping) else [""]:
            key = f"{table}.{name}" if name else table
            if key not in USER_KEYS:
                place, line = document.place(table, name), document.line(table, name)
                yield _SettingComplaint(
                    line, f"{place}, {key}: there is no such setting here; {known}"
                )


def _from_variables(environ: Mapping[str, str]) -> Iterator[_GivenSetting]:
    names = {setting.variable: setting.key for setting in SETTINGS.values()}
    # The long name is read last, so it wins over the short one.
    for variable, key in (*SHORT_VARIABLES.items(), *names.items()):
        if variable in environ:
            value = SETTINGS[key].kind.from_text(environ[variable])
            yield _GivenSetting(key, value, SettingOrigin("env", variable))


def _unknown_variables(environ: Mapping[str, str]) -> Iterator[_SettingComplaint]:
    """Give a complaint about variables that begin like a table of ours and end like no key."""
    known = [setting.variable for setting in SETTINGS.values()]
    starts = tuple(f"{VARIABLE_PREFIX}{table}_".upper() for table in TABLES)
    for variable in environ:
        if variable.startswith(starts) and variable not in known:
            hint = near_miss(variable, known)
            yield _SettingComplaint(BEHIND_THE_FILE, f"{variable}: there is no such setting{hint}")


def _from_flags(flags: Mapping[str, object]) -> Iterator[_GivenSetting]:
    for key, value in flags.items():
        if value is None:
            continue
        kind = setting_of(key).kind
        yield _GivenSetting(
            key, kind.from_text(value) if isinstance(value, str) else value, SettingOrigin("flag")
        )
