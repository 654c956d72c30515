"""Pages as XML: with the two document types of UNICO, and with ours; read by lxml."""

from dataclasses import replace
from datetime import datetime
from io import BytesIO

import pytest
from lxml import etree
from tests.export.corpus.corpus_pages import (
    CONTEXT,
    EMPTY,
    FOREIGN,
    HOSTILE,
    IDS,
    LAKE,
    PAGES,
    page,
)

from auslese.export.corpus.unico_xml import anchor_line
from auslese.export.corpus.xml_files import folder_files, xml_pieces
from auslese.export.corpus.xml_writing import permitted
from auslese.records.exported_page import (
    ExportedAnchor,
    ExportedPage,
    ExportedSentence,
    ExportedStretch,
)

FORMS = ("auslese", "unico", "unico-2")


def written(form: str, *pages: ExportedPage) -> bytes:
    return b"".join(xml_pieces(replace(CONTEXT, form=form), pages))


def files_of(form: str, *pages: ExportedPage) -> dict[str, bytes]:
    found = folder_files(replace(CONTEXT, form=form), pages)
    return {name: b"".join(pieces) for name, pieces in found}


def validated(data: bytes) -> etree._Element:
    """What lxml reads of it, after it has checked it against the type inside."""
    parser = etree.XMLParser(dtd_validation=True, no_network=True, huge_tree=False)
    return etree.parse(BytesIO(data), parser).getroot()


def told(root: etree._Element, path: str) -> str:
    return str(root.findtext(path)).strip()


def test_a_page_stands_in_unicos_first_form_with_rank_and_names() -> None:
    root = validated(written("unico", LAKE))

    assert [child.tag for child in root] == ["description", "amount", "htmldata"]
    assert told(root, "description") == CONTEXT.collection
    assert told(root, "amount") == "1"
    seen = {child.tag: (child.text or "").strip() for child in root[2]}
    assert list(seen) == [
        *("id", "url", "title", "ranking", "date", "depth", "length", "keywords"),
        *("anchortext", "data"),
    ]
    assert seen | {"data": ""} == {
        "id": "0",
        "url": LAKE.url,
        "title": "Seite 17",
        "ranking": "25.626",
        "date": "2025",
        "depth": "2",
        "length": "1830",
        "keywords": "See, Boote",
        "anchortext": "'grosse see'[6] 'grosser see'[1]",
        "data": "",
    }
    words = seen["data"].split()
    assert words[:4] == ["grosse", "see", "see", "ueberlingen"]
    assert {"maier", "raeder", "impressum"} < set(words)
    assert not {"der", "und", "Der", "über"} & set(words)


def test_unicos_second_form_has_a_page_rank_and_no_names() -> None:
    root = validated(written("unico-2", LAKE))

    assert [child.tag for child in root[2]] == [
        *("id", "url", "title", "pagerank", "date", "depth", "length", "keywords", "data"),
    ]
    assert told(root, "htmldata/pagerank") == "25.626"


@pytest.mark.parametrize("form", FORMS)
def test_every_form_fits_its_document_type_whatever_pages_have(form: str) -> None:
    root = validated(written(form, *PAGES))

    assert len(root.findall("htmldata") or root.findall("page")) == len(PAGES)


def test_unicos_files_are_in_latin_1_and_what_it_lacks_is_not_lost() -> None:
    data = written("unico", FOREIGN)

    assert data.startswith(b'<?xml version="1.0" encoding="ISO-8859-1" ?>')
    assert "café".encode("latin-1") in data
    assert told(validated(data), "htmldata/title") == "東京 – café €"


def test_each_site_has_a_file_of_its_own_with_its_own_count() -> None:
    other = page(8, ("text", "Hügel."), host="hills.example", url="http://hills.example/")
    second = page(18, ("text", "Noch ein See."))

    for form in ("unico", "unico-2"):
        files = files_of(form, LAKE, other, second)
        found = {name: validated(data) for name, data in files.items()}
        assert list(found) == ["lakes.example.xml", "hills.example.xml"]
        lakes = found["lakes.example.xml"]
        assert (told(lakes, "description"), told(lakes, "amount")) == ("lakes.example", "2")
        assert [each.text.strip() for each in lakes.iter("id") if each.text] == ["0", "1"]
        assert told(found["hills.example.xml"], "amount") == "1"


def test_hosts_that_are_no_file_names_get_files_of_their_own() -> None:
    hosts = ("[2001:db8::1]", "[2001_db8__1]", "..", "con")
    pages = [page(number, host=host) for number, host in enumerate(hosts)]

    names = list(files_of("unico", *pages))

    assert len({name.lower() for name in names}) == len(hosts)
    assert not any("/" in name or name.startswith(".") for name in names)


def test_names_of_stop_words_alone_are_left_out_and_equal_ones_are_summed() -> None:
    anchors = [
        ExportedAnchor("the", 3),
        ExportedAnchor("Fakultät", 2),
        ExportedAnchor("fakultät!", 1),
    ]

    assert anchor_line(anchors, "") == "'fakultaet'[3]"


def page_of(node: etree._Element) -> ExportedPage:
    """The page that an element of ours says, read with lxml alone."""
    text, stretches = "", []
    body = node.find("text")
    if body is not None:
        text = body.text or ""
        for each in body:
            start = len(text)
            text += each.text or ""
            stretches.append(ExportedStretch(start, len(text), each.get("kind", "")))
            text += each.tail or ""
    copy_of, rank = node.get("copy-of"), node.get("rank")
    return ExportedPage(
        id=int(node.get("id", "")),
        url=node.findtext("url", ""),
        host=node.get("host", ""),
        fetched_at=datetime.fromisoformat(node.get("fetched-at", "")),
        media_type=node.get("media-type", ""),
        title=node.findtext("title", ""),
        author=node.findtext("author", ""),
        date=node.get("date", ""),
        modified=node.get("modified", ""),
        description=node.findtext("description", ""),
        keywords=node.findtext("keywords", ""),
        site_name=node.findtext("site-name", ""),
        page_type=node.get("page-type", ""),
        language=node.get("language", ""),
        depth=int(node.get("depth", "")),
        bytes=int(node.get("bytes", "")),
        words=int(node.get("words", "")),
        text=text,
        stretches=tuple(stretches),
        rest=node.findtext("rest", ""),
        rank=None if rank is None else float(rank),
        copy_of=None if copy_of is None else int(copy_of),
        sentences=tuple(
            ExportedSentence(each.text or "", int(each.get("p", ""))) for each in node.iter("s")
        ),
        anchors=tuple(
            ExportedAnchor(each.text or "", int(each.get("pages", "")))
            for each in node.iter("anchor")
        ),
        topics={each.text or "": float(each.get("score", "")) for each in node.iter("topic")},
        reservations=tuple(node.get("reservations", "").split()),
    )


@pytest.mark.parametrize(
    ("each"),
    [each for each in PAGES if each is not HOSTILE],
    ids=[name for name in IDS if name != "hostile"],
)
def test_our_form_gives_back_everything_a_page_has(each: ExportedPage) -> None:
    root = validated(written("auslese", each))

    assert page_of(root[0]) == each


def test_our_form_keeps_a_hostile_page_but_for_what_xml_forbids() -> None:
    root = validated(written("auslese", HOSTILE))

    back = page_of(root[0])
    for name in ("url", "title", "author", "text", "rest", "keywords", "site_name", "date"):
        assert getattr(back, name) == permitted(getattr(HOSTILE, name))
    assert back.stretches == HOSTILE.stretches
    assert back.topics == HOSTILE.topics


def test_our_form_says_what_it_is_of() -> None:
    root = validated(written("auslese"))

    assert dict(root.attrib) == {
        "name": CONTEXT.collection,
        "made-at": CONTEXT.made_at.isoformat(),
        "version": "0.1.0",
        "where": CONTEXT.where,
        "profile": "shareable",
        "format": "1",
    }


def test_our_form_has_a_file_for_each_page_too() -> None:
    found = files_of("auslese", LAKE, EMPTY)

    assert len(found) == 2
    assert all(name.endswith(".xml") for name in found)
    assert [page_of(validated(data)[0]) for data in found.values()] == [LAKE, EMPTY]
