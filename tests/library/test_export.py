"""A Python program brings a collection into files for others."""

from pathlib import Path
from typing import Any

import polars
import pytest

import auslese
from auslese.store.collection import Collection
from tests.library.library_collection import ICE, TEXTS, library_collection


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return library_collection(tmp_path_factory.mktemp("c") / "web")


def test_an_export_is_a_file_and_tells_what_it_has(collection: Collection, tmp_path: Path) -> None:
    with auslese.open(collection.path) as mine:
        report = mine.export(
            "jsonl", tmp_path / "ice.jsonl", "site:ice.example", columns=["url", "text"]
        )
        folder = mine.export("text", f"{tmp_path}/texts/", form="pages", language="de")

    assert report.to == tmp_path / "ice.jsonl"
    assert (report.figures["rows"], report.figures["left_out"]) == (2, {})
    rows = polars.read_ndjson(report.to)
    assert rows.columns == ["url", "text"]
    assert (rows["url"][0], rows["text"][0]) == (ICE, TEXTS[ICE])
    assert folder.figures["checksums"]["files"] == 2


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("poems", {}, "there is no format 'poems'; there are jsonl, "),
        ("text", {"form": "verse"}, "text has no form 'verse'; it has lines, pages"),
        ("text", {"rhyme": 1}, "export has no option rhyme; it has agreement, "),
        ("csv", {"profile": "mine"}, "there is no 'mine'; there are internal, "),
        ("csv", {"use": "fun"}, "there is no 'fun'; there are search, "),
    ],
)
def test_what_cannot_be_meant_is_said(
    collection: Collection, tmp_path: Path, name: str, options: dict[str, Any], words: str
) -> None:
    with (
        auslese.open(collection.path) as mine,
        pytest.raises(auslese.SettingsError) as problem,
    ):
        mine.export(name, tmp_path / "out", **options)

    assert str(problem.value).startswith(words)
    assert not (tmp_path / "out").exists()


def test_what_is_there_is_replaced_by_force_alone(collection: Collection, tmp_path: Path) -> None:
    (tmp_path / "out.csv").write_text("mine")
    with auslese.open(collection.path) as mine:
        with pytest.raises(auslese.SettingsError, match="is there already"):
            mine.export("csv", tmp_path / "out.csv")
        mine.export("csv", tmp_path / "out.csv", force=True)

    assert polars.read_csv(tmp_path / "out.csv").height == len(TEXTS)
