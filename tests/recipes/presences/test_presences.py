"""Presences from files of any kind, one or thousands, into collections of their own."""

import json
from pathlib import Path

import pytest

from auslese.crawl.scope.scope import Presence
from auslese.recipes.presences.presence_files import (
    begin_collection,
    begin_collections,
    folder_names,
    read_sheets,
    write_sheet,
)
from auslese.recipes.presences.presence_sheet import PresenceSheet, sheet_of
from auslese.recipes.settings.settings_loading import load_settings
from auslese.records.errors import NotFoundError, SettingsError
from auslese.records.url import Url

PRESENCE = Presence("Ä & Ö", (Url("https://a.org/"),), "host", (".b.org",), ("*/x/*",), ("de",), 4)


@pytest.mark.parametrize("format_name", ["toml", "json"])
def test_our_own_formats_say_everything(tmp_path: Path, format_name: str) -> None:
    path = tmp_path / f"presence.{format_name}"

    path.write_text(write_sheet(PresenceSheet(PRESENCE), format_name).text, "utf-8")

    assert [sheet.presence for sheet in read_sheets([path])] == [PRESENCE]


def test_many_presences_may_stand_in_one_json_file(tmp_path: Path) -> None:
    objects = [{"name": "a", "start": ["http://A.org"], "countries": ["DE"]}, {"name": "b"}]
    as_list, as_lines = tmp_path / "list.json", tmp_path / "lines.jsonl"
    as_list.write_text(json.dumps(objects))
    as_lines.write_text("\n".join(map(json.dumps, objects)) + "\n")

    from_list, from_lines = read_sheets([as_list]), read_sheets([as_lines])

    assert from_list == from_lines
    assert from_list[0].presence == Presence("a", (Url("http://a.org/"),), countries=("de",))


def test_the_kind_of_an_old_file_is_seen_by_its_look(tmp_path: Path) -> None:
    (tmp_path / "1.conf").write_text('/* old */ { urls = ( "http://a.org/" ); }')
    (tmp_path / "2.txt").write_bytes(
        "# Name der Institution:\nHochschule für Öl\n".encode("cp1252")
    )
    (tmp_path / ".hidden").write_text("not read")

    names = [sheet.presence.name for sheet in read_sheets([tmp_path])]

    assert names == ["", "Hochschule für Öl"]


def test_all_mistakes_in_all_files_are_told_at_once(tmp_path: Path) -> None:
    texts = {
        "a.conf": "{ urls = ; }",
        "b.txt": "# Start-URL:\nnonsense\n",
        "c.txt": "neither nor",
        "d.json": '{"name": 1}',
        "e.json": '{"colour": "blue"}',
        "f.json": "{",
        "g.toml": "[presence]\nscope = 'x'",
        "h.json": '{"max_depth": -1, "start": [3]}',
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)

    with pytest.raises(SettingsError) as refusal:
        read_sheets([tmp_path])

    told = str(refusal.value).splitlines()
    assert f"{tmp_path}/a.conf, line 1: expected text, found ;" in told[0]
    assert f"{tmp_path}/b.txt, presence.start: expected a start page" in told[1]
    assert f"{tmp_path}/c.txt, expected a presence" in told[2]
    assert f"{tmp_path}/d.json, presence.name: expected a name" in told[3]
    assert f"{tmp_path}/e.json, expected objects with name" in told[4]
    assert f"{tmp_path}/f.json, line 1: expected JSON" in told[5]
    assert f"{tmp_path}/g.toml, line 2, presence.scope: expected one of" in told[6]
    assert f"{tmp_path}/h.json, presence.start: expected start pages" in told[7]
    assert f"{tmp_path}/h.json, limits.depth: expected a whole number" in told[8]


def test_a_file_that_is_not_there_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        read_sheets([tmp_path / "nothing"])


def test_a_new_collection_is_told_everything_its_sheet_says(tmp_path: Path) -> None:
    sheet = PresenceSheet(
        PRESENCE, "Sammler", "me@example.org", "http://proxy.example:3128", remark="two\nlines"
    )

    collection = begin_collection(tmp_path / "c", sheet)

    path = collection.path / "auslese.toml"
    settings = load_settings(path, {}, {})
    assert settings.presence == PRESENCE
    assert sheet_of(settings).settings == sheet.settings
    assert "# two\n# lines\n" in path.read_text("utf-8")


def test_one_presence_becomes_the_folder_and_several_become_folders_in_it(tmp_path: Path) -> None:
    sheets = [PresenceSheet(Presence(name)) for name in ("Eins", "Zwei", "Zwei")]

    (one,) = begin_collections(tmp_path / "one", sheets[:1])
    several = begin_collections(tmp_path / "several", sheets)

    assert one.path == tmp_path / "one"
    assert [collection.path.name for collection in several] == ["eins", "zwei", "zwei-2"]


def test_nothing_is_begun_if_one_of_the_collections_is_there(tmp_path: Path) -> None:
    begin_collection(tmp_path / "zwei", PresenceSheet(Presence("Zwei")))

    with pytest.raises(SettingsError, match="zwei"):
        begin_collections(tmp_path, [PresenceSheet(Presence(name)) for name in ("Eins", "Zwei")])

    assert not (tmp_path / "eins").exists()


def test_folders_are_named_in_plain_letters() -> None:
    presences = [
        Presence("Universität Großstadt / Süd"),
        Presence("", (Url("https://www.a.org/"),)),
        Presence("東京"),
        Presence("../../etc"),
        Presence("x" * 300),
    ]

    names = folder_names(map(PresenceSheet, presences))

    assert names == ["universitat-grossstadt-sud", "www-a-org", "presence", "etc", "x" * 80]
