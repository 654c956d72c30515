"""What whoever makes a mistake with harvests, exports of pictures and annotation is told."""

import json
from pathlib import Path

import pytest
from tests.archived_collection import Fetched, archived_collection
from tests.promises.test_damage_promises import Said, said

from auslese.recipes.exporting.format_list import PICTURE_FORMS
from auslese.store.collection import Collection

ITEMS = "`auslese export DIR images --form annotation --to FOLDER`"


def words_of(done: Said) -> str:
    """All that it said."""
    return done.out + done.err


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    return Collection.create(tmp_path / "c").path


def harvested(folder: Path) -> None:
    assert said("harvest", "run", folder, "--no-fetch", "--workers", "1").code == 0


def test_a_folder_that_is_no_collection_is_named(tmp_path: Path) -> None:
    for words in (
        ("harvest", "run", tmp_path),
        ("harvest", "rank", tmp_path),
        ("export", tmp_path, "images", "--to", tmp_path / "x"),
        ("annotate", "agreement", tmp_path),
    ):
        done = said(*words)
        assert done.code == 3
        assert f"{tmp_path} is not a collection" in words_of(done)


def test_without_pages_or_readings_the_step_before_is_named(empty: Path, tmp_path: Path) -> None:
    page = b"<title>t</title><p>words <img src=/a.jpg alt=a>"
    unread = archived_collection(tmp_path / "u", [Fetched("http://a.localhost/", page)]).path

    for folder, step in ((empty, "crawl"), (unread, "analyse")):
        done = said("harvest", "run", folder, "--no-fetch", "--workers", "1")
        assert done.code == 0
        assert f"`auslese {step} {folder}" in words_of(done)


def test_before_a_harvest_the_command_for_one_is_named(empty: Path, tmp_path: Path) -> None:
    for words in (("harvest", "rank", empty), ("export", empty, "images", "--to", tmp_path / "x")):
        done = said(*words)
        assert done.code == 2
        assert f"nothing is harvested yet: `auslese harvest run {empty}` does it" in words_of(done)
    assert not (tmp_path / "x").exists()


def test_a_ranking_of_nothing_says_so(empty: Path) -> None:
    harvested(empty)

    assert "no picture was kept" in words_of(said("harvest", "rank", empty))
    nonsense = said("harvest", "rank", empty, "--least", "5", "--most", "2")
    assert nonsense.code == 2
    assert "--least 5 is above --most 2" in words_of(nonsense)


@pytest.mark.parametrize(
    "words",
    [
        ("harvest", "rank", "{c}", "--good", "{no}"),
        ("export", "{c}", "images", "--form", "hf", "--to", "{x}", "--agreement", "{no}"),
        ("annotate", "setup", "{c}", "--items", "{no}"),
    ],
)
def test_a_file_that_is_not_there_is_named(
    empty: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    missing = tmp_path / "no.txt"
    done = said(*(word.format(c=empty, x=tmp_path / "x", no=missing) for word in words))

    assert done.code in (2, 3)
    assert str(missing) in words_of(done).replace("\n", "")
    assert "Errno" not in words_of(done)


def test_forms_of_pictures_are_listed(empty: Path) -> None:
    harvested(empty)

    unknown = said("export", empty, "images", "--form", "zip", "--to", empty / "x")
    assert unknown.code == 2
    assert "'jsonl', 'mirror', 'webdataset', 'interleaved', 'hf', 'annotation'" in words_of(unknown)


@pytest.mark.parametrize("form", PICTURE_FORMS)
def test_every_form_of_no_pictures_is_written_without_complaint(
    empty: Path, tmp_path: Path, form: str
) -> None:
    harvested(empty)
    done = said("export", empty, "images", "--form", form, "--to", tmp_path / "x", "--json")

    assert done.code == 0, words_of(done)
    assert json.loads(done.out)["pictures"] == 0


def test_an_export_for_annotation_names_the_next_command(empty: Path, tmp_path: Path) -> None:
    harvested(empty)
    done = said("export", empty, "images", "--form", "annotation", "--to", tmp_path / "x")

    setup = f"`auslese annotate setup {empty} --items {tmp_path / 'x' / 'items.jsonl'}`"
    assert setup in words_of(done)
    assert (tmp_path / "x" / "items.jsonl").is_file()


def test_a_target_that_cannot_be_written_is_named(empty: Path, tmp_path: Path) -> None:
    harvested(empty)
    (tmp_path / "file").write_text("in the way")
    done = said("export", empty, "images", "--to", tmp_path / "file" / "below")

    assert done.code != 0
    assert str(tmp_path / "file") in words_of(done).replace("\n", "")
    assert "Traceback" not in words_of(done)


def test_a_list_without_items_says_what_is_wrong_with_it(empty: Path, tmp_path: Path) -> None:
    items = tmp_path / "items.jsonl"
    setup = ("annotate", "setup", empty, "--items", items)

    items.write_text("")
    assert ITEMS in words_of(said(*setup))
    items.write_text('\n{"id": "1"}\n')
    assert "line 2: it names neither an image nor an image_url" in words_of(said(*setup))
    assert ITEMS in words_of(said("annotate", empty))  # there is no round yet


def test_a_table_of_pictures_that_was_damaged_is_recorded_again(empty: Path) -> None:
    harvested(empty)
    (empty / "tables" / "harvest").mkdir(exist_ok=True)
    (empty / "tables" / "harvest" / "000001.parquet").write_bytes(b"no table at all")

    repaired = said("check", empty, "--repair")

    assert repaired.code == 0
    assert f"`auslese harvest run {empty} --no-fetch` records the pictures again" in repaired.out
    assert said("harvest", "rank", empty).code == 2
    harvested(empty)
    assert said("harvest", "rank", empty).code == 0
