"""Documents in tables and in XML come in, whatever programs wrote them."""

import json
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.import_run import imported, jsonl, rows

from auslese.extract.given_document import read_given_document
from auslese.extract.sniff import GIVEN_DOCUMENT
from auslese.extract.source import Source
from auslese.recipes.importing.input_files import open_input
from auslese.recipes.importing.json_documents import ImportOrigin
from auslese.recipes.importing.separated_values import delimiter_of, read_separated
from auslese.recipes.importing.start_lists import start_page
from auslese.records.document import Document, Paragraph, ParagraphKind
from auslese.records.url import key_of
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.cdxj import CaptureLocation

TEXT = 'Flügel & <Luft>\nZeile eins\nund zwei\n\N{BIRD}, "so"; oder\tso'
PLACES: list[dict[str, Any]] = [
    {"start": 0, "end": 15, "kind": "heading"},
    {"start": 16, "end": 35, "kind": "list"},
    {"start": 36, "end": len(TEXT), "kind": "text"},
]
DOCUMENT = {
    "id": key_of("http://a.example/1"),  # type: ignore[arg-type]
    "url": "http://a.example/1",
    "fetched_at": "2024-05-31T12:30:00.125Z",
    "title": "Über Flügel",
    "author": "One, Two",
    "date": "2024-05-30",
    "modified": "2024-05-31",
    "description": "What it is about",
    "keywords": "wings, air",
    "language": "de",
    "language_hint": "de-AT",
    "site_name": "A site",
    "page_type": "article",
    "text": TEXT,
    "paragraphs": PLACES,
    "rest": "Menu\nImprint",
}
ABOUT = ("title", "author", "date", "modified", "description", "keywords", "site_name")
AUSLESE_XML = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<!DOCTYPE collection [
<!ELEMENT collection (page*)>
<!ATTLIST collection name CDATA #REQUIRED made-at CDATA #REQUIRED>
]>
<collection name="c" made-at="2026-01-01" format="1">
<page id="{id}" host="a.example" fetched-at="2024-05-31T12:30:00.125+00:00" media-type="text/html"
 language="de-AT" date="2024-05-30" modified="2024-05-31" page-type="article" rank="3.5">
<url>http://a.example/1</url>
<title>Über Flügel</title>
<author>One, Two</author>
<description>What it is about</description>
<keywords>wings, air</keywords>
<site-name>A site</site-name>
<text><p kind="heading">Flügel &amp; &lt;Luft></p>
<p kind="list">Zeile eins
und zwei</p>
<p kind="text">\N{BIRD}, "so"; oder\tso</p></text>
<rest>Menu
Imprint</rest>
<anchors><anchor pages="6">wings</anchor></anchors>
<sentences><s p="2">Not the text.</s></sentences>
</page>
</collection>
"""
UNICO_XML = """<?xml version="1.0" encoding="ISO-8859-1" ?>
<!-- internal DTD -->
<!DOCTYPE university [ <!ELEMENT university (description, amount, htmldata+)> ]>
<university><description>
  An institution
</description><amount>1</amount>
<htmldata><id>0</id><url>
  http://a.example/x
</url><title>M\xfcnchen</title><ranking>3</ranking><date>0</date><depth>1</depth>
<length>9</length><keywords>eins</keywords><anchortext>'fakultaet'[6]</anchortext>
<data>fakultaet fuer informatik</data></htmldata>
</university>
""".encode("latin-1")


def csv_of(documents: Iterable[dict[str, object]], delimiter: str = ",") -> str:
    documents = list(documents)
    heads = list(documents[0])
    lines = [delimiter.join(heads)]
    for document in documents:
        cells = [each if isinstance(each, str) else json.dumps(each) for each in document.values()]
        lines.append(delimiter.join('"{}"'.format(cell.replace('"', '""')) for cell in cells))
    return "\r\n".join(lines) + "\r\n"


def read(folder: Path) -> list[Document]:
    """The documents of a collection, read from its archive as the stage does."""
    captures = rows(
        folder, "SELECT url, segment, record_offset, record_length FROM pages ORDER BY url"
    )
    bodies = [
        (url, read_response(folder / "archive", CaptureLocation(*place)).body)
        for url, *place in captures
    ]
    documents = [read_given_document(Source(url, body), GIVEN_DOCUMENT) for url, body in bodies]
    return [each for each in documents if isinstance(each, Document)]


def written(path: Path, form: str) -> Path:
    if form == "xml":
        path.write_text(AUSLESE_XML.format(id=DOCUMENT["id"]), "utf-8")
    elif form == "jsonl":
        jsonl(path, [DOCUMENT])
    else:
        path.write_text(csv_of([DOCUMENT], "\t" if form == "tsv" else ","), "utf-8")
    return path


@pytest.mark.parametrize("form", ["jsonl", "csv", "tsv", "xml"])
def test_a_document_that_left_the_house_comes_back_to_the_letter(tmp_path: Path, form: str) -> None:
    file = written(tmp_path / f"d.{form}", form)

    summary = imported(tmp_path / "c", file)

    assert (summary.new, summary.refused) == (1, {})
    (document,) = read(tmp_path / "c")
    places = [(each["start"], each["end"], each["kind"]) for each in PLACES]
    assert [getattr(document.about, name) for name in ABOUT] == [DOCUMENT[name] for name in ABOUT]
    assert (document.about.language, document.page_type) == ("de-AT", "article")
    assert document.paragraphs == (
        *(Paragraph(TEXT[start:end], ParagraphKind(kind), True) for start, end, kind in places),
        *(Paragraph(line, ParagraphKind.LINE, False) for line in ("Menu", "Imprint")),
    )
    page = rows(tmp_path / "c", "SELECT id, url, name, epoch_ms(fetched_at) FROM pages")
    assert page == [(DOCUMENT["id"], "http://a.example/1", None, 1717158600125)]
    assert imported(tmp_path / "c", file).same == 1


def test_places_that_do_not_fit_the_text_are_not_used(tmp_path: Path) -> None:
    odd: list[object] = [
        ["one", "two"],
        [{"start": -4, "end": 2}],
        [{"start": 0, "end": 10**18}, {"start": 3, "end": 1}],
        "no list",
        7,
    ]
    documents = [{"id": n, "text": "one\n\ntwo", "paragraphs": each} for n, each in enumerate(odd)]
    documents += [{"id": "x", "text": "one\n\ntwo", "keywords": 5, "fetched_at": {"$date": 1}}]

    imported(tmp_path / "c", jsonl(tmp_path / "d.jsonl", documents))

    assert {each.text for each in read(tmp_path / "c")} == {"one\ntwo"}


def test_places_that_repeat_the_text_a_million_times_cost_nothing(tmp_path: Path) -> None:
    text = "x" * 100_000
    places = [{"start": 0, "end": len(text)}] * 20_000
    file = jsonl(tmp_path / "d.jsonl", [{"id": "x", "text": text, "paragraphs": places}])
    imported(tmp_path / "c", file)
    tracemalloc.start()

    (document,) = read(tmp_path / "c")

    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert document.text == text
    assert peak < 30_000_000


def test_letters_that_others_tidy_away_come_back_if_the_text_is_one_of_ours(
    tmp_path: Path,
) -> None:
    text = "one\x01\n \ntwo\u00ad"
    ends = [(0, 4), (5, 6), (7, 11)]
    places = [{"start": start, "end": end, "kind": "line"} for start, end in ends]
    line = {"id": "x", "text": text, "paragraphs": places, "rest": "a\x02"}

    imported(tmp_path / "c", jsonl(tmp_path / "d.jsonl", [line]))

    (document,) = read(tmp_path / "c")
    assert (document.text, document.visible_text) == (text, f"{text}\na\x02")


def test_pages_of_unico_come_with_their_words(tmp_path: Path) -> None:
    (tmp_path / "u.xml").write_bytes(UNICO_XML)

    assert imported(tmp_path / "c", tmp_path / "u.xml").new == 1
    (document,) = read(tmp_path / "c")
    assert (document.about.title, document.about.keywords) == ("München", "eins")
    assert (document.about.date, document.text) == ("", "fakultaet fuer informatik")
    assert rows(tmp_path / "c", "SELECT url FROM pages") == [("http://a.example/x",)]


@pytest.mark.parametrize(
    ("declared", "inside"),
    [
        ('<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">', "&b;"),
        ('<!ENTITY x SYSTEM "file:///etc/passwd">', "&x;"),
        ("", "&unknown;"),
        ("", "<p>" * 50),
        ("", "x" * 40_000),
        ("", "<p/>" * 20_000),
        ("", f'<p kind="{"x" * 40_000}"/>'),
        ("", "\x01"),
    ],
    ids=["bomb", "file", "unknown", "deep", "long", "many", "attribute", "no letter"],
)
def test_hostile_xml_ends_where_it_becomes_hostile(
    tmp_path: Path, declared: str, inside: str
) -> None:
    pages = f"<page><url>http://a.example/{{}}</url><text>{inside}</text></page>"
    good = "<page><url>http://a.example/good</url><text>good</text></page>"
    (tmp_path / "x.xml").write_text(
        f'<!DOCTYPE collection [{declared}]><collection made-at="x">{good if not declared else ""}'
        f"{pages}</collection>"
    )

    summary = imported(tmp_path / "c", tmp_path / "x.xml", **{"limits.body_bytes": "20000"})

    assert summary.new == (0 if declared else 1)
    assert sum(summary.refused.values()) == 1


def test_xml_of_others_is_a_page(tmp_path: Path) -> None:
    (tmp_path / "m.xml").write_text(
        '<collection xmlns="x"><record>about wings</record></collection>'
    )

    imported(tmp_path / "c", tmp_path / "m.xml")

    assert rows(tmp_path / "c", "SELECT name FROM pages") == [("m.xml",)]


# -- tables of others -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        ("Link;Headline;Body\nhttp://a.example/;Größe;Text, mit Komma\n", "utf-8-sig"),
        ("Link;Headline;Body\nhttp://a.example/;Größe;Text, mit Komma\n", "cp1252"),
        ("link\theadline\tbody\nhttp://a.example/\tGröße\tText, mit Komma\n", "utf-16"),
        ('"Body"|"Headline"|"URL"\r"Text, mit Komma"|"Größe"|"http://a.example/"', "utf-8"),
        ('page,title,text\nhttp://a.example/,Größe,"Text, mit Komma"\n', "utf-8"),
    ],
    ids=["mark", "windows", "utf-16", "old mac", "by content"],
)
def test_tables_are_understood_however_they_were_written(
    tmp_path: Path, text: str, charset: str
) -> None:
    (tmp_path / "t.csv").write_bytes(text.encode(charset))

    assert imported(tmp_path / "c", tmp_path / "t.csv").refused == {}
    (document,) = read(tmp_path / "c")
    assert (document.about.title, document.text) == ("Größe", "Text, mit Komma")
    assert rows(tmp_path / "c", "SELECT url FROM pages") == [("http://a.example/",)]


def test_a_letter_of_another_charset_far_behind_does_no_harm(tmp_path: Path) -> None:
    lines = b"id,text\n" + b"".join(b"%d,gr\xc3\xb6\xc3\x9fe\n" % n for n in range(50_000))
    (tmp_path / "t.csv").write_bytes(lines + b"x,Gr\xf6\xdfe\n")
    origin = ImportOrigin("t.csv", "t.import.invalid", 10_000)

    with open_input(tmp_path / "t.csv") as file:
        documents = list(read_separated(file, origin))

    assert len(documents) == 50_001
    assert "Größe" in documents[-1].fetched.body.decode()  # type: ignore[union-attr]


def test_a_table_with_html_has_pages_with_links(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(
        'url,html\nhttp://a.example/,"<title>T</title><a href=""/b"">b</a>"\n'
    )

    imported(tmp_path / "c", tmp_path / "t.csv")

    assert rows(tmp_path / "c", "SELECT title, links FROM pages") == [("T", 1)]


def test_addresses_alone_are_no_documents_and_the_message_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("name,website\na,http://a.example/\nb,http://b.example/\n")

    summary = imported(tmp_path / "c", tmp_path / "t.csv")

    assert summary.refused == {"addresses": 1}
    assert "2 without texts; --as-starts makes them start pages" in summary.told[0]


def test_one_endless_field_costs_a_row_and_no_memory(tmp_path: Path) -> None:
    with (tmp_path / "t.csv").open("w") as file:
        file.write("url,text\nhttp://a.example/,one\n")
        file.write('http://b.example/,"' + "x" * 8_000_000)
        file.write("\nhttp://c.example/,three\n")
    origin = ImportOrigin("t.csv", "t.import.invalid", 100_000)
    tracemalloc.start()

    with open_input(tmp_path / "t.csv") as file:
        documents = list(read_separated(file, origin))

    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [type(each).__name__ for each in documents] == ["Arrival", "RefusedDocument", "Arrival"]
    assert peak < 6_000_000


@pytest.mark.parametrize(
    ("damage", "reasons"),
    [(lambda data: data, {"addresses"}), (lambda data: data[:-30], {"damaged"})],
    ids=["addresses", "cut"],
)
def test_a_parquet_file_without_documents_says_why(
    tmp_path: Path, damage: Callable[[bytes], bytes], reasons: set[str]
) -> None:
    pq.write_table(pa.table({"link": ["http://a.example/"], "n": [7]}), tmp_path / "whole")
    (tmp_path / "p.parquet").write_bytes(damage((tmp_path / "whole").read_bytes()))

    assert set(imported(tmp_path / "c", tmp_path / "p.parquet").refused) == reasons


@settings(max_examples=150)
@given(
    st.one_of(
        st.binary(max_size=300),
        st.text('",;\t\r\nab|\0é', max_size=200).map(lambda text: f"url,text\n{text}".encode()),
    )
)
def test_no_bytes_stop_a_reader_of_tables(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_bytes(data)

    with open_input(path) as file:
        for document in read_separated(file, ImportOrigin("f", "f.import.invalid", 100)):
            assert document.where.startswith("f")


@pytest.mark.parametrize(
    ("line", "delimiter"), [("a,b;c;d", ";"), ("url,text", ","), ("url", ","), ('"a;b";"c"', ";")]
)
def test_what_parts_the_cells_is_seen(line: str, delimiter: str) -> None:
    assert delimiter_of(line) == delimiter


@pytest.mark.parametrize(
    ("text", "url"),
    [
        (" http://A.example/x ", "http://a.example/x"),
        ("a.example/x", "https://a.example/x"),
        ("a b.example", None),
        ("word", None),
        ("mailto:a@b.example", None),
        ("", None),
    ],
)
def test_a_start_page_is_an_address_of_the_web(text: str, url: str | None) -> None:
    assert start_page(text) == url
