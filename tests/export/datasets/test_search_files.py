"""Pages for search engines and test collections."""

import json
import re
from collections.abc import Iterable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from tests.made_up_pages import CONTEXT, NASTY, exported_page

from auslese.export.datasets import opensearch_files
from auslese.export.datasets.opensearch_files import (
    FIELDS,
    folder_files,
    index_name,
    opensearch_pieces,
)
from auslese.export.datasets.trec_files import (
    TrecRating,
    TrecTopic,
    json_pieces,
    qrels_pieces,
    query_pieces,
    topic_pieces,
    trectext_pieces,
)
from auslese.search.answer.rated_pages import ratings_in


def lines_of(pieces: Iterable[bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in b"".join(pieces).splitlines()]


def test_an_action_and_a_document_for_each_page() -> None:
    page = exported_page(-7, title=NASTY, copy_of=-(2**62), rank=1.5)
    action, document = lines_of(opensearch_pieces(CONTEXT, [page]))

    assert action == {"index": {"_index": "mine", "_id": "-7"}}
    assert document["url"] == "http://a.example/-7"
    assert document["title"] == NASTY.replace("\ud800", "?")
    assert document["copy_of"] == str(-(2**62))
    assert document["fetched_at"] == "2026-05-01T12:00:00.000+00:00"
    assert "author" not in document
    assert document.keys() <= FIELDS.keys()


def test_a_bulk_file_ends_before_it_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [exported_page(number, text="x" * size) for number, size in enumerate((9, 9, 999, 9))]
    short = len(b"".join(opensearch_pieces(CONTEXT, pages[:2])))
    monkeypatch.setattr(opensearch_files, "FILE_BYTES", short)
    files = {name: b"".join(pieces) for name, pieces in folder_files(CONTEXT, pages)}

    assert list(files) == [
        "mapping.json",
        "bulk-00001.ndjson",
        "bulk-00002.ndjson",
        "bulk-00003.ndjson",
    ]
    assert [files[name].count(b'"_id"') for name in list(files)[1:]] == [2, 1, 1]
    assert b"".join(list(files.values())[1:]) == b"".join(opensearch_pieces(CONTEXT, pages))
    mapping = json.loads(files["mapping.json"])["mappings"]
    assert (mapping["dynamic"], mapping["properties"]["url"]["type"]) == ("strict", "keyword")


def test_without_pages_there_is_the_mapping_alone() -> None:
    assert [name for name, _ in folder_files(CONTEXT, [])] == ["mapping.json"]


@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("Mine", "mine"),
        ("_a b:ü*", "a-b"),
        ("...", "collection"),
        ("x" * 300, "x" * 255),
    ],
    ids=["case", "letters", "none", "long"],
)
def test_a_collection_has_a_name_that_an_index_may_have(name: str, index: str) -> None:
    assert index_name(name) == index


DOCUMENT = re.compile(
    r"<DOC>\n<DOCNO>(?P<id>[^<]*)</DOCNO>.*?<TITLE>(?P<title>[^<]*)</TITLE>"
    r"\n<TEXT>\n(?P<text>[^<]*)\n</TEXT>\n</DOC>\n",
    re.DOTALL,
)
"""As readers of such files look for documents: tag by tag."""


def test_no_text_ends_a_document_of_trec() -> None:
    pages = [exported_page(1, text=NASTY, title="<DOC> & Co"), exported_page(-2)]
    data = b"".join(trectext_pieces(CONTEXT, pages)).decode()
    first, second = DOCUMENT.finditer(data)

    assert (first["id"], second["id"]) == ("1", "-2")
    assert unescape(first["title"]) == "<DOC> & Co"
    assert unescape(first["text"]) == NASTY.replace("\x00", " ").replace("\x07", " ").replace(
        "\ud800", " "
    )


def test_lines_of_json_have_id_and_contents() -> None:
    (document,) = lines_of(json_pieces(CONTEXT, [exported_page(3)]))

    assert document["id"] == "3"
    assert document["contents"] == "Page 3\nSome words."


def test_topics_and_ratings_are_in_the_form_of_trec() -> None:
    topics = [TrecTopic(1, "bees & wasps", "when\nit is about bees"), TrecTopic(2, "wine")]
    ratings = [TrecRating(1, "-7", 0.75), TrecRating(2, "8", 0.0)]
    text = b"".join(topic_pieces(topics)).decode()

    assert re.findall(r"<num> Number: (\d+)\n<title> (.*)", text) == [
        ("1", "bees &amp; wasps"),
        ("2", "wine"),
    ]
    assert "<narr> Narrative:\nwhen it is about bees\n" in text
    assert b"".join(query_pieces(topics)) == b"1\tbees & wasps\n2\twine\n"
    qrels = b"".join(qrels_pieces(ratings)).decode()
    assert qrels == "1 0 -7 3\n2 0 8 0\n"
    assert ratings_in(qrels, Path("qrels.txt")) == {"1": {"-7": 3.0}, "2": {"8": 0.0}}
