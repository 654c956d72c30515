"""Pages as TEI, checked by lxml against what TEI P5 says of the elements they use."""

from pathlib import Path

import pytest
from lxml import etree
from tests.export.corpus.corpus_pages import CONTEXT, EMPTY, HOSTILE, IDS, LAKE, PAGES

from auslese.export.corpus.tei_files import folder_files, tei_pieces
from auslese.records.exported_page import ExportedPage

SCHEMA = etree.RelaxNG(etree.parse(Path(__file__).with_name("tei_constraints.rng")))
TEI = "{http://www.tei-c.org/ns/1.0}"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
SHORT = {"t": "http://www.tei-c.org/ns/1.0"}


def read(data: bytes) -> etree._Element:
    root = etree.fromstring(data)
    SCHEMA.assertValid(root)
    return root


def body_of(page: ExportedPage) -> list[tuple[str, str]]:
    """Names and texts of what stands in the divisions of a page."""
    ((_, pieces),) = folder_files(CONTEXT, [page])
    divisions = read(b"".join(pieces)).iterfind(f".//{TEI}body/{TEI}div/*")
    return [
        (each.tag.removeprefix(TEI), "|".join(" ".join(text.split()) for text in each.itertext()))
        for each in divisions
    ]


def test_a_corpus_of_pages_fits_tei() -> None:
    root = read(b"".join(tei_pieces(CONTEXT, PAGES)))

    assert root.tag == f"{TEI}teiCorpus"
    assert len(root.findall(f"{TEI}TEI")) == len(PAGES)
    assert root.findtext(f".//{TEI}title") == CONTEXT.collection


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_page_is_a_file_that_fits_tei(page: ExportedPage) -> None:
    ((name, pieces),) = folder_files(CONTEXT, [page])

    assert name.endswith(".tei.xml")
    assert read(b"".join(pieces)).tag == f"{TEI}TEI"


def test_the_header_says_source_dates_language_and_rights() -> None:
    root = read(b"".join(tei_pieces(CONTEXT, [LAKE])))
    (header,) = root.findall("t:TEI/t:teiHeader", SHORT)

    def one(path: str) -> etree._Element:
        (found,) = header.findall(path, SHORT)
        return found

    assert header.findtext(".//t:title", namespaces=SHORT) == "Seite 17"
    assert header.findtext(".//t:author", namespaces=SHORT) == "A. N. Other"
    assert one(".//t:ptr").get("target") == LAKE.url
    assert one(".//t:bibl/t:date").get("when") == LAKE.fetched_at.isoformat()
    assert [each.get("when") for each in header.findall(".//t:publicationStmt/t:date", SHORT)] == [
        "2024-05-31",
        "2025",
    ]
    assert one(".//t:language").get("ident") == "de"
    assert one(".//t:availability").get("status") == "restricted"
    assert one(".//t:availability/t:p").text == "Reserved: ai-input, ai-train"
    assert [each.text for each in header.findall(".//t:term", SHORT)] == ["See", "Boote"]
    assert one(".//t:publisher").text == "Seen & Berge"


def test_paragraphs_become_what_they_are() -> None:
    assert body_of(LAKE) == [
        ("head", "Der Große See"),
        (
            "p",
            "Der See liegt z. B. bei Überlingen.||Am 9. Mai kommen Dr. Maier und die Fische.",
        ),
        ("list", "|Boote||Räder|"),
        ("table", "|Tag|Tiefe||heute|3,5 m|"),
        ("head", "Adresse"),
        ("ab", "Seeweg 1|12345 Seestadt"),
        ("ab", "if a < b && c: x = 1"),
        ("ab", "Ein Boot."),
        ("ab", "Stand: heute"),
    ]


def test_a_page_of_no_language_that_we_know_is_undetermined() -> None:
    ((_, pieces),) = folder_files(CONTEXT, [HOSTILE])

    text = read(b"".join(pieces)).find(f"{TEI}text")
    assert text is not None
    assert text.get(LANGUAGE) == "und"


def test_a_page_without_text_has_a_body_and_is_called_by_its_url() -> None:
    ((_, pieces),) = folder_files(CONTEXT, [EMPTY])
    root = read(b"".join(pieces))

    assert root.findtext(f".//{TEI}title") == EMPTY.url
    assert not "".join(root.find(f".//{TEI}body").itertext()).strip()
