"""What was exported comes back by an import: the same pages with the same bytes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.import_run import imported, rows
from tests.web_archive import OTHER, archived_web

from auslese.recipes.exporting.archives import mirror_export, wacz_export, warc_export
from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.records.rights import RightsProfile
from auslese.store.collection import Collection

PAGES = "SELECT url, digest, fetched_at FROM pages_ever WHERE media_type = 'text/html' ORDER BY ALL"
ADDRESSES = "SELECT DISTINCT url FROM pages WHERE media_type = 'text/html' ORDER BY url"
LINKS = "SELECT DISTINCT source, url FROM links ORDER BY ALL"


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return archived_web(tmp_path_factory.mktemp("archive") / "web")


def options(**wanted: Any) -> ExportOptions:
    return ExportOptions(**{"profile": RightsProfile.INTERNAL, "form": "all"} | wanted)


def as_warc(collection: Collection, folder: Path) -> Path:
    with (folder / "web.warc.gz").open("wb") as file:
        warc_export.to_stream(collection, file.write, options())
    return folder / "web.warc.gz"


def as_wacz(collection: Collection, folder: Path) -> Path:
    with (folder / "web.wacz").open("wb") as file:
        wacz_export.to_stream(collection, file.write, options(form="plain"))
    return folder / "web.wacz"


def as_files(collection: Collection, folder: Path) -> Path:
    (folder / "files").mkdir()
    warc_export.to_folder(collection, folder / "files", options(size=3_000))
    return folder / "files"


@pytest.mark.parametrize("write", [as_warc, as_wacz, as_files], ids=["warc", "wacz", "files"])
def test_an_archive_comes_back_with_all_its_pages(
    collection: Collection, tmp_path: Path, write: Callable[[Collection, Path], Path]
) -> None:
    imported(tmp_path / "back", write(collection, tmp_path))

    back = rows(tmp_path / "back", PAGES)
    assert len(back) == 7
    assert sum(url == OTHER for url, *_ in back) == 2
    assert [(url, at) for url, _, at in back] == [
        (url, at) for url, _, at in rows(collection.path, PAGES)
    ]


def test_what_is_filled_in_comes_back_like_what_was_there(
    collection: Collection, tmp_path: Path
) -> None:
    with (tmp_path / "some.warc.gz").open("wb") as file:
        warc_export.to_stream(collection, file.write, options(where="host:b.example"))
    imported(tmp_path / "back", tmp_path / "some.warc.gz")

    found = {url: digest for url, digest, _ in rows(tmp_path / "back", PAGES)}
    whole = as_warc(collection, tmp_path)
    imported(tmp_path / "all", whole)
    expected = {url: digest for url, digest, _ in rows(tmp_path / "all", PAGES)}
    assert found == {url: digest for url, digest in expected.items() if "b.example" in url}


def test_a_mirror_comes_back_with_its_links(collection: Collection, tmp_path: Path) -> None:
    (tmp_path / "mirror").mkdir()
    mirror_export.to_folder(collection, tmp_path / "mirror", options(form=""))
    imported(tmp_path / "back", tmp_path / "mirror")
    imported(tmp_path / "all", as_warc(collection, tmp_path))

    assert rows(tmp_path / "back", ADDRESSES) == rows(collection.path, ADDRESSES)
    links = {url for _, url in rows(tmp_path / "back", LINKS)}
    assert links >= {url for _, url in rows(tmp_path / "all", LINKS)} - {"http://a.example/moved"}
