"""Readers that come from elsewhere: found by entry point, and no harm if they fail."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from auslese.extract import readers
from auslese.extract.document_reader import READERS, read_document
from auslese.extract.readers import GROUP, offered_readers
from auslese.extract.source import Source
from auslese.records.document import Document, ParagraphKind, ReadProblem, Unreadable
from auslese.records.url import Url

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "readers.md"
URL = Url("http://a.example/film.vtt")
FILM = b"""\
WEBVTT - The mill

NOTE made by hand

1
00:01.000 --> 00:04.000
The <b>old</b> mill
stands by the river.

00:05.000 --> 00:06.000 align:start
It turns no more.
"""
Install = Callable[[str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Put a module and its entry points where installed packages lie."""

    def put(code: str, points: str) -> None:
        (tmp_path / "captions.py").write_text(code)
        info = tmp_path / "captions-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: captions\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[{GROUP}]\n{points}\n")
        monkeypatch.syspath_prepend(tmp_path)
        forget()

    yield put
    monkeypatch.undo()
    sys.modules.pop("captions", None)
    forget()


def forget() -> None:
    """Look again at what is installed."""
    readers.offered_readers.cache_clear()
    readers.guarded_reader.cache_clear()


def blocks_of_guide(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE.read_text("utf-8"), re.M | re.S)


def test_the_reader_of_the_guide_reads(install: Install) -> None:
    (points,) = re.findall(r'^"(\S+)" = "(\S+)"$', "".join(blocks_of_guide("toml")), re.M)
    install(blocks_of_guide("python")[0], " = ".join(points))

    document = read_document(Source(URL, FILM, "text/vtt"))

    assert isinstance(document, Document)
    assert document.about.title == "The mill"
    assert [paragraph.text for paragraph in document.paragraphs] == [
        "The old mill stands by the river.",
        "It turns no more.",
    ]
    assert {paragraph.kind for paragraph in document.paragraphs} == {ParagraphKind.TEXT}


def test_the_reader_of_the_guide_takes_any_bytes(install: Install) -> None:
    install(blocks_of_guide("python")[0], "text/vtt = captions:read_captions")

    for body in (b"WEBVTT", b"\xff\xfe\x00", b"-->\n" * 1000, b"no captions"):
        assert isinstance(read_document(Source(URL, body, "text/vtt")), Document | Unreadable)


def test_without_a_reader_a_type_is_unknown() -> None:
    forget()

    problem = read_document(Source(URL, FILM, "text/vtt"))

    assert problem == Unreadable(ReadProblem.UNKNOWN_TYPE, "text/vtt", "text/vtt")


def test_what_the_server_calls_a_packed_file_counts(install: Install) -> None:
    install(
        "from auslese.records.document import Document\n"
        "def read(source, media_type): return Document(media_type, 'found')",
        "application/vnd.google-earth.kmz = captions:read",
    )

    document = read_document(Source(URL, b"PK\x03\x04...", "application/vnd.google-earth.kmz; v=3"))

    assert document == Document("application/zip", "found")


def test_the_readers_of_the_house_go_first(install: Install) -> None:
    install("def read(source, media_type): raise AssertionError", "text/html = captions:read")

    assert isinstance(read_document(Source(URL, b"<p>Text", "text/html")), Document)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import nothing_of_this_name", "cannot be loaded: ModuleNotFoundError"),
        ("raise SystemError('no')", "cannot be loaded: SystemError: no"),
        ("read = 42", "is no function"),
        ("def read(source, media_type): return 1 / 0", "failed: ZeroDivisionError"),
        ("def read(source, media_type): return 'text'", "gave no document"),
        ("other = 1", "cannot be loaded: AttributeError"),
    ],
)
def test_a_reader_that_fails_is_a_reason_and_no_crash(
    install: Install, code: str, said: str
) -> None:
    install(code, "text/vtt = captions:read")

    for _ in range(2):
        problem = read_document(Source(URL, FILM, "text/vtt"))

        assert isinstance(problem, Unreadable)
        assert (problem.why, problem.media_type) == (ReadProblem.CRASHED, "text/vtt")
        assert problem.detail.startswith(f"the reader captions:read {said}")


def test_a_reader_that_cannot_be_loaded_is_tried_once(install: Install, tmp_path: Path) -> None:
    tries = tmp_path / "tries"
    install(
        f"with open({str(tries)!r}, 'a') as file: file.write('x')\nraise ImportError",
        "text/vtt = captions:read",
    )

    for _ in range(3):
        read_document(Source(URL, FILM, "text/vtt"))

    assert tries.read_text() == "x"


def test_nothing_is_imported_before_it_is_needed(install: Install) -> None:
    install("read = 1", "text/vtt = captions:read")

    assert "text/vtt" in offered_readers()
    assert "captions" not in sys.modules


def test_the_house_itself_reads_pages_and_pdfs() -> None:
    assert {"text/html", "application/xhtml+xml", "application/pdf"} <= set(READERS)
