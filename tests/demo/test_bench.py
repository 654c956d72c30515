"""The faults of the bench are exactly those that its start page promises."""

import gzip

import pytest

from auslese.demo.sites.bench import SHOWN, SLOW_SECONDS
from auslese.demo.web import DemoWeb
from auslese.demo.world import BENCH


@pytest.fixture(scope="module")
def web() -> DemoWeb:
    return DemoWeb(8000)


def test_the_start_page_links_to_every_fault(web: DemoWeb) -> None:
    home = web.answer(BENCH, "/").body.decode()

    assert all(f'href="{path}"' in home for path, _ in SHOWN)


def test_a_chain_of_three_redirects_ends_at_the_target(web: DemoWeb) -> None:
    path, steps = "/kette/1", 0
    while location := web.answer(BENCH, path).header("Location"):
        path, steps = location, steps + 1

    assert (path, steps) == ("/ziel", 3)


def test_a_loop_of_redirects_never_ends(web: DemoWeb) -> None:
    there = web.answer(BENCH, "/schleife/a").header("Location")

    assert web.answer(BENCH, there).header("Location") == "/schleife/a"


def test_one_redirect_leads_to_another_host(web: DemoWeb) -> None:
    assert web.answer(BENCH, "/fort").header("Location") == "http://museum.localhost:8000/halls/"


def test_the_cut_page_promises_more_than_it_gives(web: DemoWeb) -> None:
    answer = web.answer(BENCH, "/abgerissen")

    assert int(answer.header("Content-Length")) > len(answer.body)


def test_the_slow_page_is_slow_but_comes(web: DemoWeb) -> None:
    answer = web.answer(BENCH, "/langsam")

    assert answer.status == 200
    assert 0 < answer.seconds == SLOW_SECONDS <= 1


def test_charsets_are_as_they_are_said_to_be_or_not(web: DemoWeb) -> None:
    latin = web.answer(BENCH, "/latein")
    disguised = web.answer(BENCH, "/verkleidet")

    assert "charset=iso-8859-1" in latin.header("Content-Type")
    assert "Öfen, Übermut, Straße" in latin.body.decode("iso-8859-1")
    assert "charset=iso-8859-1" in disguised.header("Content-Type")
    assert "Öfen und Größe" in disguised.body.decode("utf-8")


def test_the_packed_page_can_be_unpacked(web: DemoWeb) -> None:
    answer = web.answer(BENCH, "/gepackt")

    assert answer.header("Content-Encoding") == "gzip"
    assert b"<h1>Gepackt</h1>" in gzip.decompress(answer.body)


def test_a_picture_pretends_to_be_a_page(web: DemoWeb) -> None:
    answer = web.answer(BENCH, "/bild-als-seite")

    assert answer.header("Content-Type").startswith("text/html")
    assert answer.body.startswith(b"\x89PNG")


def test_robots_words_stand_in_the_head(web: DemoWeb) -> None:
    assert b'<meta name="robots" content="noindex">' in web.answer(BENCH, "/stumm").body
    assert b'<meta name="robots" content="nofollow">' in web.answer(BENCH, "/verschlossen").body
    assert b'rel="nofollow"' in web.answer(BENCH, "/vermerke").body


def test_documents_have_their_own_types(web: DemoWeb) -> None:
    paper = web.answer(BENCH, "/dokumente/wegweiser.pdf")
    text = web.answer(BENCH, "/dokumente/liesmich.txt")

    assert paper.header("Content-Type") == "application/pdf"
    assert paper.body.startswith(b"%PDF-1.4")
    assert text.header("Content-Type").startswith("text/plain")
    assert "Universität Ahornfurt" in text.body.decode()
