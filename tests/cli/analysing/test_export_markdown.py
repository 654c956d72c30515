"""Pages leave in Markdown: as files, in a bundle, with lists for language models."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.archived_collection import Fetched, archived_collection
from tests.linked_collection import add_rows, document_row

from auslese import extract_markdown
from auslese.export.corpus.markdown_files import (
    ListedMarkdown,
    front_matter,
    list_pieces,
    page_file,
)
from auslese.recipes.exporting.corpus.markdown_export import to_folder, to_stream
from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.filters.extract_filters import answer, markdown_extractor
from auslese.records.exported_page import ExportContext, ExportedPage
from auslese.records.rights import Use
from auslese.store.collection import Collection

HIVE, OLD, SHUT, PAPER, GONE = (
    "http://bees.example/hive?a=1",
    "http://bees.example/old",
    "http://bees.example/shut",
    "http://papers.example/wax.pdf",
    "http://papers.example/gone",
)
BODIES = {
    HIVE: b"<title>The hive</title><h1>The hive</h1><p>Bees live in <a href=/old>hives</a>.",
    OLD: b"<p>nothing of it is left",
    SHUT: b"<p>Not for models.",
    PAPER: b"%PDF-1.4 no more",
    GONE: b"<p>Wax is <b>soft</b>.",
}
TEXTS = {
    HIVE: [("heading", "The hive"), ("text", "Bees live in hives.")],
    OLD: [("text", "What *was* there.")],
    SHUT: [("text", "Not for models.")],
    PAPER: [("list", "wax"), ("list", "honey")],
    GONE: [("text", "Wax is soft.")],
}


@pytest.fixture(scope="module")
def bees(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """Pages whose texts are known, and one that is reserved; the archive of one is damaged."""
    kinds = {PAPER: "application/pdf"}
    found = archived_collection(
        tmp_path_factory.mktemp("markdown") / "bees",
        [
            Fetched(url, body, kinds.get(url, "text/html"), optouts="noai" * (url == SHUT))
            for url, body in BODIES.items()
        ],
    )
    add_rows(found, "documents", [_document(url, kinds.get(url, "")) for url in BODIES])
    return found


def _document(url: str, media_type: str) -> dict[str, Any]:
    text = "\n".join(part for _, part in TEXTS[url])
    row = document_row(url, "The hive" if url == HIVE else "", text)
    stretches, place = [], 0
    for kind, part in TEXTS[url]:
        stretches.append({"start": place, "end": place + len(part), "kind": kind})
        place += len(part) + 1
    return row | {"paragraphs": stretches, "media_type": media_type or "text/html"}


def _options(form: str = "pages") -> ExportOptions:
    return ExportOptions(form=form, use=Use.AI_INPUT)


def test_each_page_is_a_file_with_what_is_known_of_it_in_front(
    bees: Collection, tmp_path: Path
) -> None:
    summary = to_folder(bees, tmp_path, _options())
    texts = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}
    (hive,) = [text for name, text in texts.items() if "hive" in name]

    assert summary.pages == len(texts) == 4
    assert summary.left_out
    assert hive.startswith(f'---\nurl: "{HIVE}"\ntitle: "The hive"\n')
    assert hive.endswith("---\n\n# The hive\n\nBees live in [hives](http://bees.example/old).\n")


def test_a_page_that_was_reserved_does_not_leave(bees: Collection, tmp_path: Path) -> None:
    to_folder(bees, tmp_path, _options("llms"))
    everything = "".join(file.read_text("utf-8") for file in tmp_path.rglob("*") if file.is_file())

    assert "Not for models" not in everything
    assert SHUT not in everything


def test_what_the_archive_does_not_say_any_more_is_told_from_the_tables(
    bees: Collection,
) -> None:
    pieces: list[bytes] = []
    to_stream(bees, pieces.append, _options())
    bundle = b"".join(pieces).decode()

    assert "What \\*was\\* there." in bundle
    assert "- wax\n- honey" in bundle
    assert "Wax is **soft**." in bundle
    assert len(re.findall(r"^---\nurl: ", bundle, re.MULTILINE)) == 4


def test_an_archive_that_cannot_be_read_costs_markup_alone(
    tmp_path: Path, bees: Collection
) -> None:
    broken = archived_collection(tmp_path / "web", [Fetched(GONE, BODIES[GONE])])
    add_rows(broken, "documents", [_document(GONE, "")])
    for segment in broken.archive.glob("*.warc.gz"):
        segment.unlink()
    pieces: list[bytes] = []
    to_stream(broken, pieces.append, _options())

    assert b"Wax is soft." in b"".join(pieces)


def test_the_list_leads_to_the_files_site_by_site(bees: Collection, tmp_path: Path) -> None:
    to_folder(bees, tmp_path, _options("llms"))
    text = (tmp_path / "llms.txt").read_text("utf-8")
    full = (tmp_path / "llms-full.txt").read_text("utf-8")
    targets = re.findall(r"^- \[.*?\]\((pages/[^)]+)\)", text, re.MULTILINE)

    assert text.startswith("# bees\n\n> ")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["bees.example", "papers.example"]
    assert len(targets) == 4
    assert all((tmp_path / target).is_file() for target in targets)
    assert f"# The hive\n\nSource: {HIVE}\n\nBees live in" in full
    assert full.count("# The hive") == 1


def test_the_list_on_stdout_leads_to_the_web(bees: Collection) -> None:
    pieces: list[bytes] = []
    to_stream(bees, pieces.append, _options("llms"))

    assert f"- [The hive]({HIVE})".encode() in b"".join(pieces)


NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
PAGE = ExportedPage(
    1,
    "http://a.example/",
    "a.example",
    NOON,
    "text/html",
    'A "title": # [x](y)\u2028\x07',
    reservations=("ai-train",),
)


def test_front_matter_is_yaml_whatever_a_page_is_called() -> None:
    lines = page_file(PAGE, "Text.").decode().split("\n")

    assert lines[:3] == ["---", 'url: "http://a.example/"', 'title: "A \\"title\\": # [x](y)  "']
    assert 'reserved: ["ai-train"]' in lines
    assert lines[lines.index("---", 1) + 2] == '# A "title": \\# \\[x\\](y)'
    assert "language" not in front_matter(PAGE)


def test_titles_in_the_list_are_no_markup() -> None:
    def pages() -> Iterator[ListedMarkdown]:
        yield ListedMarkdown("http://a.example/(b)", "a.example", "[x](http://evil.example)\n## y")

    text = b"".join(list_pieces(ExportContext("c", NOON, "1"), pages())).decode()

    assert text.endswith("\n- [\\[x\\](http://evil.example) \\#\\# y](http://a.example/%28b%29)\n")


def test_the_filter_gives_markdown_line_by_line() -> None:
    told = answer(b'{"id":7,"html":"<h1>A</h1><p>Some <b>words</b> here."}', markdown_extractor())
    wrong = answer(b'{"id":8,"pdf_b64":"AAAA"}', markdown_extractor())

    assert told["id"] == 7
    assert told["markdown"].endswith("Some **words** here.")
    assert set(wrong) - {"error", "problem"} == set(told)
    assert wrong["markdown"] == ""


def test_a_program_gets_markdown() -> None:
    found = extract_markdown("<p>Some <b>words</b> here.", "http://a.example/")

    assert str(found) == found.markdown == "Some **words** here."
    assert extract_markdown(b"\x00\x01").error
