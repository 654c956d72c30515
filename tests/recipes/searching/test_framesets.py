"""Pages in frames are found, and name the page by which people come in."""

from pathlib import Path

from tests.indexed_collection import make
from tests.linked_collection import Cite, add_rows, document_row, linked_collection

from auslese.extract.html.html_page import read_html
from auslese.recipes.searching.searcher import Searcher
from auslese.records.answer import SearchQuery
from auslese.records.url import Url

HOME, MENU, BODY = (f"http://a.example/{name}" for name in ("", "menu.html", "body.html"))
INNER, DEEP, PLAIN = (f"http://a.example/{name}" for name in ("inner", "deep.html", "plain.html"))
FRAMESET = """
<html><head><title>Organs</title></head>
<frameset cols="20%,80%"><frame src="menu.html" name="m"><frame src="/body.html" name="b">
<noframes><a href="plain.html">without frames</a></noframes></frameset></html>
"""


def test_the_links_of_a_frameset_are_told_from_others() -> None:
    links = read_html(Url(HOME), FRAMESET.encode(), "text/html", "utf-8").links

    rels = dict(zip(links.urls, links.rels, strict=True))
    assert {url: rel for url, rel in rels.items() if rel} == {MENU: "frame", BODY: "frame"}
    page = read_html(Url(HOME), b'<iframe src="x"></iframe><a href=y>y</a>', "text/html", "utf-8")
    assert page.links.rels == ["", ""]


def test_a_hit_in_a_frame_names_the_page_with_the_frames(tmp_path: Path) -> None:
    pages = [HOME, MENU, BODY, INNER, DEEP, PLAIN]
    cites = [
        *(Cite(HOME, target, rel="frame") for target in (MENU, BODY, INNER)),
        Cite(INNER, DEEP, rel="frame"),
        Cite(MENU, PLAIN, "organs"),
    ]
    collection = linked_collection(tmp_path / "c", pages, cites)
    told = [document_row(url, "organ", f"The organ of {at}.") for at, url in enumerate(pages)]
    add_rows(collection, "documents", told)
    make(collection)

    hits = Searcher(collection).answer(SearchQuery("organ")).hits

    assert {hit.url: hit.entry for hit in hits} == {
        HOME: "", MENU: HOME, BODY: HOME, INNER: HOME, DEEP: HOME, PLAIN: "",
    }  # fmt: skip
    assert {hit.as_json()["entry"] for hit in hits} == {"", HOME}
