"""The chosen pages as a folder to browse."""

import json
from hashlib import sha1
from pathlib import Path
from typing import Any

import pytest
from tests.web_archive import (
    COPY,
    OTHER,
    PICTURE,
    RESERVED,
    SAME,
    SECOND,
    START,
    STYLE,
    Answer,
    archived_web,
    page_with,
)

from auslese.recipes.exporting.archives import mirror_export
from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.records.errors import SettingsError
from auslese.records.rights import Use
from auslese.store.collection import Collection

FILES = {
    START: "a.example/index.html",
    SECOND: "a.example/second@x=1&y=2.html",
    STYLE: "a.example/style.css",
    PICTURE: "a.example/picture.png",
    COPY: "b.example/copy.html",
    OTHER: "b.example/other.html",
    RESERVED: "b.example/reserved.html",
}


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return archived_web(tmp_path_factory.mktemp("archive") / "web")


def mirrored(collection: Collection, folder: Path, **wanted: Any) -> mirror_export.MirrorSummary:
    return mirror_export.to_folder(
        collection, folder, ExportOptions(**{"use": Use.SEARCH} | wanted)
    )


def files_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_every_page_is_a_file_that_leads_to_the_others(
    collection: Collection, tmp_path: Path
) -> None:
    summary = mirrored(collection, tmp_path)

    assert files_in(tmp_path) == {*FILES.values(), "index.json"}
    assert (summary.pages, summary.aids, summary.missing) == (5, 2, 0)
    assert sum(summary.left_out.values()) == 1
    start = (tmp_path / FILES[START]).read_text("utf-8")
    assert '<link rel="stylesheet" href="style.css">' in start
    second = 'href="second@x=1&amp;y=2.html"'
    assert f"<a {second}>to second?y=2&x=1</a> <a {second}>to /moved</a>" in start
    assert '<a href="../b.example/copy.html">' in start
    assert '<a href="http://c.example/">' in start
    assert 'url("picture.png")' in (tmp_path / FILES[STYLE]).read_text("utf-8")
    assert (tmp_path / FILES[OTHER]).read_text("utf-8").count("Other, changed") == 2
    assert 'href="../a.example/index.html"' in (tmp_path / FILES[COPY]).read_text("utf-8")


def test_the_index_says_which_file_is_which_url(collection: Collection, tmp_path: Path) -> None:
    mirrored(collection, tmp_path)

    text = (tmp_path / "index.json").read_text("utf-8")
    index = json.loads(text)
    assert index["format"] == "auslese-mirror-1"
    entries = {each["url"]: each for each in index["files"]}
    assert {url: each["file"] for url, each in entries.items()} == FILES
    assert entries[COPY] == {
        "file": "b.example/copy.html",
        "url": COPY,
        "media_type": "text/html",
        "charset": "utf-8",
        "fetched_at": "2026-05-01T12:00:00.000Z",
        "digest": sha1(SAME).hexdigest(),
        "title": "Only once",
    }
    lines = text.splitlines()[1:-1]
    assert [json.loads(line.removesuffix(",")) for line in lines] == index["files"]


def test_pages_that_fit_lead_out_to_all_others(collection: Collection, tmp_path: Path) -> None:
    mirrored(collection, tmp_path, where="host:b.example")

    assert files_in(tmp_path) == {FILES[COPY], FILES[OTHER], FILES[RESERVED], "index.json"}
    assert 'href="http://a.example/"' in (tmp_path / FILES[COPY]).read_text("utf-8")


def test_a_page_whose_record_is_gone_is_counted(tmp_path: Path) -> None:
    web = archived_web(tmp_path / "web")
    for segment in list(web.archive.glob("*-00001.warc.gz")):
        segment.write_bytes(b"\x00" * segment.stat().st_size)
    (tmp_path / "out").mkdir()

    summary = mirrored(web, tmp_path / "out")

    assert summary.missing > 0
    assert len(files_in(tmp_path / "out")) == summary.pages + summary.aids + 1


def test_a_page_in_another_charset_says_so_itself(tmp_path: Path) -> None:
    said = '<title>Käse</title><a href="/?q=x">ü</a>'.encode("iso-8859-1")
    answers = (Answer("http://a.example/", said, charset="iso-8859-1"),)
    web = archived_web(tmp_path / "web", answers)
    (tmp_path / "out").mkdir()
    mirrored(web, tmp_path / "out")

    page = (tmp_path / "out" / "a.example" / "index.html").read_bytes()
    assert page.startswith(b'<meta charset="iso-8859-1"><title>K\xe4se')
    assert page.endswith(b'<a href="http://a.example/?q=x">\xfc</a>')


def test_no_url_leads_out_of_the_folder(tmp_path: Path) -> None:
    paths = ("..%2f..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/x", "C:%5Cx", "a%00b", "x/../../y")
    answers = [Answer(f"http://a.example/{path}", page_with("Hostile")) for path in paths]
    web = archived_web(tmp_path / "web", tuple(answers))
    folder = tmp_path / "deep" / "er" / "out"
    folder.mkdir(parents=True)

    summary = mirrored(web, folder)

    assert summary.pages == len(paths)
    assert len(files_in(folder)) == len(paths) + 1
    assert files_in(tmp_path / "deep") == {f"er/out/{name}" for name in files_in(folder)}


def test_a_mirror_is_a_folder(collection: Collection) -> None:
    with pytest.raises(SettingsError, match="--to FOLDER"):
        mirror_export.to_stream(collection, len, ExportOptions())
