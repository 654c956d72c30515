"""Hostile ZIP files, names and links harm no import."""

import os
import zipfile
from pathlib import Path

import pytest
from tests.import_run import PAGE, imported, record, rows


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_wacz_file_that_could_fill_the_memory_is_refused(tmp_path: Path, method: int) -> None:
    with zipfile.ZipFile(tmp_path / "a.wacz", "w", method) as packed:
        packed.writestr("archive/data.warc", record(b"response", b"http://a.example/", b"x" * 1000))
    whole = bytearray((tmp_path / "a.wacz").read_bytes())
    whole[44:52] = b"\xff" * 8  # what the method says of itself
    (tmp_path / "b.wacz").write_bytes(whole)

    summary = imported(tmp_path / "c", tmp_path / "a.wacz", tmp_path / "b.wacz")

    assert (summary.new, summary.refused) == (0, {"damaged": 2})


def test_a_wacz_file_with_a_directory_that_lies_is_told(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.wacz", "w") as packed:
        packed.writestr("archive/data.warc", b"WARC/1.0")
    whole = bytearray((tmp_path / "a.wacz").read_bytes())
    entry = whole.rfind(b"PK\x01\x02")
    whole[entry + 9], whole[entry + 46] = 0x08, 0xFF  # a name in UTF-8, and it is not
    (tmp_path / "a.wacz").write_bytes(whole)

    assert imported(tmp_path / "c", tmp_path / "a.wacz").refused == {"damaged": 1}


def test_names_of_files_may_be_any_bytes(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    for byte in (0xFE, 0xFF):
        Path(os.fsdecode(bytes(folder) + b"/a%c.html" % byte)).write_text(f"{PAGE}{byte}")

    summary = imported(tmp_path / "c", folder)

    assert (summary.new, summary.refused) == (2, {})
    assert len(rows(tmp_path / "c", "SELECT DISTINCT url, name FROM pages_ever")) == 2


def test_links_out_of_a_folder_are_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "own.html").write_text(PAGE)
    (folder / "inside.html").symlink_to(folder / "own.html")
    (tmp_path / "secret.html").write_text("<title>secret</title>")
    (folder / "outside.html").symlink_to(tmp_path / "secret.html")

    summary = imported(tmp_path / "c", folder)

    assert (summary.new, summary.refused) == (2, {"link": 1})
    assert not rows(tmp_path / "c", "SELECT url FROM pages_ever WHERE title = 'secret'")
