"""Formats of corpora, written from a collection and read as their readers read them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree
from tests.export.corpus.conllu_check import read_conllu
from tests.export.corpus.test_corpus_xml import page_of, validated
from tests.export.corpus.test_tei import SCHEMA
from tests.export.corpus.test_vertical import sentences_of
from tests.library.library_collection import TEXTS, library_collection

from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.exporting.format_list import format_of
from auslese.store.collection import Collection


def count_xml(data: bytes) -> int:
    return len([each for each in validated(data) if each.tag in ("page", "htmldata")])


def count_tei(data: bytes) -> int:
    root = etree.fromstring(data)
    SCHEMA.assertValid(root)
    return len(root.xpath("//*[local-name() = 'TEI']"))


def count_vertical(data: bytes) -> int:
    text = data.decode()
    assert sentences_of(text)
    return text.count("<doc ")


def count_conllu(data: bytes) -> int:
    return sum("newdoc id" in each.comments for each in read_conllu(data))


CASES = [
    ("xml", "auslese", count_xml),
    ("xml", "unico", count_xml),
    ("xml", "unico-2", count_xml),
    ("tei", "", count_tei),
    ("vertical", "", count_vertical),
    ("conllu", "", count_conllu),
]
IDS = [f"{name} {form}".strip() for name, form, _ in CASES]


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return library_collection(tmp_path_factory.mktemp("c") / "web")


@pytest.mark.parametrize(("name", "form", "count"), CASES, ids=IDS)
def test_all_pages_leave_in_one_file_or_in_several(
    collection: Collection, tmp_path: Path, name: str, form: str, count: Callable[[bytes], int]
) -> None:
    options, pieces = ExportOptions(form=form), list[bytes]()

    format_of(name).to_stream(collection, pieces.append, options)
    format_of(name).to_folder(collection, tmp_path, options)

    assert count(b"".join(pieces)) == len(TEXTS)
    files = [path for path in tmp_path.iterdir() if path.suffix]
    assert sum(count(path.read_bytes()) for path in files) == len(TEXTS)


def test_our_xml_says_what_the_tables_say(collection: Collection) -> None:
    pieces: list[bytes] = []

    format_of("xml").to_stream(collection, pieces.append, ExportOptions(form="auslese"))

    pages = [page_of(node) for node in validated(b"".join(pieces))]
    assert sorted(page.text for page in pages) == sorted(TEXTS.values())
