"""Promises about settings and presences that hold for whatever people write."""

import tempfile
import tomllib
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.scope.scope import Presence
from auslese.recipes.presences.hoover_presence import read_hoover, write_hoover
from auslese.recipes.presences.presence_sheet import PresenceSheet
from auslese.recipes.presences.unico_presence import read_unico, write_unico
from auslese.recipes.settings.settings_edit import add_rule, write_setting
from auslese.recipes.settings.settings_file import key_lines
from auslese.recipes.settings.settings_loading import load_settings
from auslese.recipes.settings.settings_template import new_settings_text, presence_text
from auslese.recipes.settings.value_kinds import DURATION, SIZE
from auslese.records.errors import SettingsError
from auslese.records.url import Url

NAMES = st.from_regex(r"[a-z_][a-z0-9_-]{0,5}", fullmatch=True)
KEYS = NAMES | st.sampled_from(['"a.b"', "'[x]'", '"# no"', '"k = 1"'])
VALUES = st.sampled_from(
    [
        "1",
        '"x = 1"',
        "'# [a]'",
        '"\\" ["',
        '[\n  1,  # ]\n  "]",\n]',
        '["[", [1, 2]]',
        '"""\n[no.table]\nkey = 1\n\\""""',
        "'''\n# '' [a]\n'''",
        "{ a = 1, b = [1, 2] }",
        "{}",
        "2024-05-06T07:08:09Z",
        '""',
    ]
)
GAPS = st.sampled_from(["", "\n", "# comment\n", "  \t\n# [table]\n\n", "# key = 1\n"])


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, dict[tuple[str, ...], int]]:
    """A TOML text, made line by line, and where its tables and keys stand."""
    text = draw(GAPS)
    lines: dict[tuple[str, ...], int] = {}
    tables = draw(st.lists(KEYS, unique_by=plain, max_size=4))
    for header in (None, *tables):
        path = () if header is None else (plain(header),)
        if header is not None:
            lines[path] = text.count("\n") + 1
            text += f"[ {header} ]  # a table\n"
        for key in draw(st.lists(KEYS, unique_by=plain, max_size=4)):
            if header is None and plain(key) in map(plain, tables):
                continue
            text += draw(GAPS)
            lines[(*path, plain(key))] = text.count("\n") + 1
            text += f"{draw(st.sampled_from(['', '  ']))}{key} = {draw(VALUES)} # end\n"
    return text, lines


def plain(key: str) -> str:
    return key.strip("\"'")


@given(documents())
def test_every_key_is_found_on_its_line(document: tuple[str, dict[tuple[str, ...], int]]) -> None:
    text, lines = document
    tomllib.loads(text)

    assert key_lines(text) == lines


@given(st.timedeltas(timedelta(0), timedelta(days=365)))
def test_a_duration_that_was_told_is_read_as_the_same(span: timedelta) -> None:
    assert DURATION.read(DURATION.tell(span)) == span


@given(st.integers(1, 2**62))
def test_a_size_that_was_told_is_read_as_the_same(count: int) -> None:
    assert SIZE.read(SIZE.tell(count)) == count


HOSTS = st.from_regex(r"[a-z]{1,5}\.(org|de|co\.uk)", fullmatch=True)
PATHS = st.from_regex(r"[a-z~.-]{0,6}", fullmatch=True)
RULES = st.one_of(
    HOSTS,
    HOSTS.map(lambda host: f".{host}"),
    st.builds(lambda host, path: f"{host}/{path}", HOSTS, PATHS),
    st.sampled_from(["10.0.0.0/8", "192.0.2.7", "country:de", "*/print/*", "surt:(de,", "re:a\\d"]),
)
STARTS = HOSTS.map(lambda host: Url(f"https://{host}/"))
TEXTS = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=10)
PRESENCES = st.builds(
    Presence,
    name=TEXTS,
    start=st.lists(STARTS, max_size=3, unique=True).map(tuple),
    scope=st.sampled_from(["domain", "host", "prefix", "none"]),
    allow=st.lists(RULES, max_size=4, unique=True).map(tuple),
    deny=st.lists(RULES, max_size=4, unique=True).map(tuple),
    countries=st.lists(st.sampled_from(["de", "at", "ch"]), unique=True).map(tuple),
    max_depth=st.none() | st.integers(0, 99),
)


def loaded(text: str) -> Presence:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "auslese.toml"
        path.write_text(text, "utf-8")
        return load_settings(path, {}, {}).presence


@given(PRESENCES, st.text(max_size=20))
def test_a_new_settings_file_says_exactly_the_presence_it_was_made_for(
    presence: Presence, remark: str
) -> None:
    assert loaded(new_settings_text(presence, remark=remark)) == presence
    assert loaded(presence_text(presence)) == presence


@given(PRESENCES, RULES, st.integers(1, 10**6))
def test_a_change_by_the_program_changes_nothing_else(
    presence: Presence, rule: str, pages: int
) -> None:
    text = new_settings_text(presence)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "auslese.toml"
        path.write_text(text, "utf-8")

        added = add_rule(path, "deny", rule)
        write_setting(path, "limits.pages", pages)

        after, settings = path.read_text("utf-8"), load_settings(path, {}, {})

    assert added == (rule not in presence.deny)
    assert settings.limits.pages == pages
    deny = (*presence.deny, rule) if added else presence.deny
    assert settings.presence == replace(presence, deny=deny)
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert [line for line in after.splitlines() if line.startswith("#")] == comments


OLD_LINES = st.one_of(
    HOSTS,
    HOSTS.map(lambda host: f".{host}"),
    st.builds(lambda host, path: f"{host}/{path}x", HOSTS, PATHS),
    st.sampled_from(["10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24", "10.1.2.3", "*/print/*"]),
)


@given(
    PRESENCES,
    st.lists(OLD_LINES, min_size=1, max_size=4, unique=True),
    st.lists(OLD_LINES, max_size=4, unique=True),
)
def test_what_a_unico_session_can_say_survives_the_way_there_and_back(
    presence: Presence, allow: list[str], deny: list[str]
) -> None:
    sayable = replace(
        presence,
        name=presence.name.lstrip("#"),
        scope="none",
        allow=tuple(allow),
        deny=tuple(deny),
        countries=(),
        max_depth=None,
    )

    text, notes = write_unico(PresenceSheet(sayable))

    assert read_unico(text)[0].presence == sayable
    assert notes == ()


CONTAINED = st.lists(st.text("abc.-?/+*(\\\"'", min_size=1, max_size=5), max_size=3, unique=True)


@given(CONTAINED, CONTAINED, CONTAINED, CONTAINED)
def test_what_a_hoover_configuration_can_say_survives_the_way_there_and_back(
    in_hosts: list[str], in_paths: list[str], out_hosts: list[str], out_paths: list[str]
) -> None:
    lists = {
        "includehosts": in_hosts,
        "includepaths": in_paths,
        "excludehosts": out_hosts,
        "excludepaths": out_paths,
    }
    general = "".join(
        f"{key} = ( {', '.join(map(quoted, texts))} );" for key, texts in lists.items()
    )
    sheet = read_hoover(f'{{ urls = ( "http://a.org/" ); general = {{ {general} }}; }}')

    text, notes = write_hoover(sheet)

    assert read_hoover(text) == sheet
    assert notes == ()


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@given(st.text("#: \nhttp/.*aNamestr", max_size=60))
def test_any_text_is_a_session_file_or_a_settings_error(text: str) -> None:
    assert gives_sheets_or_complains(read_unico, text)


@given(st.text('{}()=;," urlsgen', max_size=60))
def test_any_text_is_a_hoover_configuration_or_a_settings_error(text: str) -> None:
    assert gives_sheets_or_complains(read_hoover, text)


def gives_sheets_or_complains(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except SettingsError as refusal:
        return bool(str(refusal))
    return True
