"""Pages as vertical text."""

import re
from dataclasses import replace
from html import unescape

import pytest
from tests.export.corpus.corpus_pages import CONTEXT, HOSTILE, IDS, LAKE, PAGES, page

from auslese.export.corpus.vertical_files import folder_files, vertical_pieces
from auslese.records.exported_page import ExportedPage

START = re.compile(r'<(doc|p|s)((?: [a-z]+="[^"<>]*")*)>')
ATTRIBUTE = re.compile(r' ([a-z]+)="([^"]*)"')
END = re.compile(r"</(doc|p|s)>")
INSIDE = {"doc": None, "p": "doc", "s": "p"}


def written(*pages: ExportedPage) -> str:
    return b"".join(vertical_pieces(CONTEXT, pages)).decode("utf-8")


def sentences_of(text: str) -> list[str]:
    """What an encoder of corpora sees; a line that does not fit is an error."""
    opened: list[str] = []
    sentences: list[str] = []
    glued = True
    assert text.endswith("\n")
    for line in text[:-1].split("\n"):
        if start := START.fullmatch(line):
            assert INSIDE[start[1]] == (opened[-1] if opened else None)
            opened.append(start[1])
            if start[1] == "s":
                sentences.append("")
                glued = True
        elif end := END.fullmatch(line):
            assert opened.pop() == end[1]
        elif line == "<g/>":
            assert not glued
            glued = True
        else:
            assert opened == ["doc", "p", "s"]
            assert line
            assert not set(line) & set("<>\t ")
            sentences[-1] += ("" if glued else " ") + unescape(line)
            glued = False
    assert not opened
    return sentences


def test_a_token_stands_on_each_line_and_glue_where_no_blank_is() -> None:
    lines = written(page(1, ("text", "Der See (tief)."))).splitlines()

    assert lines[1:] == [
        *('<p kind="text">', "<s>", "Der", "See", "(", "<g/>", "tief", "<g/>", ")", "<g/>", "."),
        *("</s>", "</p>", "</doc>"),
    ]


def test_each_document_says_where_it_is_from() -> None:
    start = START.fullmatch(written(LAKE).splitlines()[0])
    assert start is not None

    told = {name: unescape(value) for name, value in ATTRIBUTE.findall(start[2])}
    assert told == {
        "id": "17",
        "url": LAKE.url,
        "host": "www.lakes.example",
        "title": "Seite 17",
        "lang": "de",
        "author": "A. N. Other",
        "date": "2024-05-31",
        "modified": "2025",
        "fetched": "2026-11-15T12:00:00+00:00",
        "type": "article",
        "words": str(LAKE.words),
        "reserved": "ai-input ai-train",
    }


def test_tokens_and_glue_are_the_sentences() -> None:
    assert sentences_of(written(LAKE))[:4] == [
        "Der Große See",
        "Der See liegt z. B. bei Überlingen.",
        "Am 9. Mai kommen Dr. Maier und die Fische.",
        "Boote",
    ]


@pytest.mark.parametrize("each", PAGES, ids=IDS)
def test_no_page_breaks_the_structure(each: ExportedPage) -> None:
    text = written(each)

    sentences_of(text)
    assert text.count("<doc ") == 1
    assert "\x00" not in text


def test_a_text_that_looks_like_tags_is_tokens() -> None:
    found = sentences_of(written(HOSTILE))

    assert "<s>" in found
    assert any("<doc> <g/>" in sentence for sentence in found)


def test_a_folder_has_the_text_and_how_it_is_to_be_read() -> None:
    named = replace(CONTEXT, collection='a"b\nc')
    files = {name: b"".join(pieces).decode() for name, pieces in folder_files(named, [LAKE])}

    assert list(files) == ["corpus.vert", "registry"]
    assert files["corpus.vert"] == written(LAKE)
    registry = files["registry"].splitlines()
    assert registry[0] == 'NAME "abc"'
    start = START.fullmatch(files["corpus.vert"].splitlines()[0])
    assert start is not None
    told = [name for name, _ in ATTRIBUTE.findall(start[2])]
    doc = registry[registry.index("STRUCTURE doc {") + 1 :]
    assert [line.split()[1] for line in doc[: doc.index("}")]] == told
