"""Every page answers people in two languages, and programs in JSON."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from auslese.serve.pages.record_pages import UNFOLDED
from auslese.store.collection import Collection
from tests.linked_collection import Cite, add_cites
from tests.serve.page_check import assert_sound
from tests.serve.served import (
    EVIL,
    HIVE,
    ICE,
    MANY,
    PAPER,
    SITE,
    TEXTS,
    client_of,
    served_collection,
)
from tests.small_collection import crawled_collection

ATOM = "{http://www.w3.org/2005/Atom}"
OPENSEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"
PAGES = (
    "/",
    "/search?q=honey",
    "/search?q=honey&filter=language:en&speak=only:en&page=2",
    "/search?q=nothingtofind",
    "/search?q=(honey",
    "/search",
    f"/page?url={HIVE}",
    f"/page?url={HIVE}&view=original",
    f"/page?url={EVIL}",
    f"/page?url={PAPER}&view=original",
    "/crawl",
    "/crawl?rule=.example.org&side=deny",
    "/crawl?rule=re:(&side=allow",
    "/clusters",
    "/help",
    "/collections",
)


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_page_is_sound_in_both_languages(client: TestClient, address: str, language: str) -> None:
    answer = client.get(address, headers={"accept-language": language, "accept": "text/html"})

    assert answer.status_code == 200
    page = assert_sound(answer.text)
    assert page.all("html")[0]["lang"] == language


@pytest.mark.parametrize("address", PAGES)
def test_a_page_has_a_twin_in_json_under_three_addresses(client: TestClient, address: str) -> None:
    path, _, query = address.partition("?")
    with_ending = "/index.json" if path == "/" else f"{path}.json"
    under_api = "/api" if path == "/" else f"/api{path}"
    answers = [
        client.get(f"{with_ending}?{query}"),
        client.get(f"{under_api}?{query}"),
        client.get(address, headers={"accept": "application/json"}),
    ]

    assert {answer.status_code for answer in answers} == {200}
    assert {answer.headers["content-type"] for answer in answers} == {"application/json"}
    assert all(set(answer.json()) == set(answers[0].json()) for answer in answers)


def test_a_browser_that_takes_everything_gets_html(client: TestClient) -> None:
    accept = "text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8"

    assert "text/html" in client.get("/", headers={"accept": accept}).headers["content-type"]
    assert "text/html" in client.get("/", headers={"accept": "*/*"}).headers["content-type"]


@pytest.mark.parametrize(
    ("accepted", "address", "expected"),
    [
        ("de-CH,de;q=0.9,en;q=0.8", "/", "de"),
        ("fr,en;q=0.5,de;q=0.9", "/", "de"),
        ("fr", "/", "en"),
        ("de", "/?lang=en", "en"),
        ("de;q=what, en;q=0.1", "/", "en"),
        ("", "/?lang=%00", "en"),
    ],
)
def test_a_chosen_language_beats_that_of_the_browser(
    client: TestClient, accepted: str, address: str, expected: str
) -> None:
    page = client.get(address, headers={"accept-language": accepted}).text

    assert f'<html lang="{expected}">' in page


def test_a_chosen_language_stays_in_every_link(client: TestClient) -> None:
    page = assert_sound(client.get("/search?q=honey&lang=de").text)
    own = [str(link["href"]) for link in page.all("a") if str(link.get("href")).startswith("/")]
    inside = [link for link in own if not link.startswith("/openapi.json")]

    assert [link for link in inside if "lang=" not in link] == []


def test_the_answer_has_hits_with_marks_and_parts_that_sum(client: TestClient) -> None:
    answer = client.get("/search.json?q=honey&most=5").json()

    assert answer["total"] == MANY + 2
    assert len(answer["hits"]) == 5
    for hit in answer["hits"]:
        assert sum(hit["parts"].values()) == pytest.approx(hit["score"], abs=1e-3)
        assert [hit["snippet"][a:b].lower() for a, b in hit["marks"]][:1] == ["honey"]


def test_pages_of_hits_do_not_overlap_and_miss_none(client: TestClient) -> None:
    urls = [
        hit["url"]
        for page in (1, 2, 3)
        for hit in client.get(f"/search.json?q=honey&page={page}").json()["hits"]
    ]

    assert len(urls) == len(set(urls)) == MANY + 2


def test_a_facet_is_a_link_that_filters(client: TestClient) -> None:
    page = assert_sound(client.get("/search?q=").text)
    links = [str(link["href"]) for link in page.all("a") if "language%3Ade" in str(link)]
    answer = client.get(links[0].replace("/search", "/search.json")).json()

    assert [hit["url"] for hit in answer["hits"]] == [ICE]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("speak=only:de", {"de"}),
        ("language=de&wish=only", {"de"}),
        ("language=de", {"en", "de"}),
        ("language=de&wish=any", {"en", "de"}),
    ],
)
def test_languages_limit_an_answer_only_if_that_is_the_wish(
    client: TestClient, values: str, expected: set[str]
) -> None:
    hits = client.get(f"/search.json?q=&most=100&{values}").json()["hits"]

    assert {hit["language"] for hit in hits} == expected


@pytest.mark.parametrize(
    "values",
    [
        "page=-1",
        "page=99999999999999",
        "most=0",
        "most=nine",
        "order=worst",
        "wish=none",
        "filter=",
        "filter=x",
        "filter=nothing:1",
        "filter=year:abc",
        "filter=cluster:abc",
        "filter=language:" + "x" * 3000,
        "language=" + ",".join("abcdefgh"),
        "every=maybe",
        "%ff%fe=%ff",
        "q=" + "%F0%9F%90%9D" * 500,
        "q=%00%1b%ff",
        "q=" + "(" * 2000,
    ],
)
def test_whatever_is_written_into_the_address_is_answered(client: TestClient, values: str) -> None:
    answer = client.get(f"/search?q=honey&{values}")

    assert answer.status_code == 200
    assert_sound(answer.text)


def test_what_was_done_to_a_query_is_told_in_words(client: TestClient) -> None:
    english, german = (client.get(f"/search?q=(honey&lang={door}").text for door in ("en", "de"))

    assert "A bracket was not closed" in english
    assert "Eine Klammer war nicht geschlossen" in german


def test_the_record_has_text_links_and_what_it_is_called(client: TestClient) -> None:
    record = client.get(f"/page.json?url={HIVE}").json()

    assert record["document"]["title"] == "The hive"
    assert [link["url"] for link in record["links_in"]] == [EVIL]
    assert EVIL in [link["url"] for link in record["links_out"]]
    assert "house of bees" in client.get(f"/page?url={HIVE}").text


def test_a_page_that_nobody_knows_has_a_record_that_says_so(client: TestClient) -> None:
    answer = client.get(f"/page?url={SITE}/unheard-of")

    assert answer.status_code == 404
    assert "never seen" in answer.text
    assert_sound(answer.text)


@pytest.mark.parametrize("url", ["", "x", "javascript:alert(1)", "file:///etc/passwd", "http://"])
@pytest.mark.parametrize("path", ["/page", "/copy", "/page.json"])
def test_what_is_no_address_of_the_web_is_refused(client: TestClient, path: str, url: str) -> None:
    assert client.get(path, params={"url": url}).status_code == 400


def test_the_feed_is_atom_with_an_entry_for_each_hit(client: TestClient) -> None:
    answer = client.get("/feed?q=honey&most=100")
    feed = ET.fromstring(answer.content)

    assert answer.headers["content-type"].startswith("application/atom+xml")
    assert len(feed.findall(f"{ATOM}entry")) == MANY + 2
    assert {entry.findtext(f"{ATOM}id") for entry in feed.findall(f"{ATOM}entry")} >= {HIVE, EVIL}
    assert feed.find(f"{ATOM}updated") is not None


def test_the_opensearch_description_leads_to_the_answer(client: TestClient) -> None:
    found = ET.fromstring(client.get("/opensearch.xml").content)
    html = next(url for url in found.findall(f"{OPENSEARCH}Url") if url.get("type") == "text/html")

    assert str(html.get("template")).startswith("http://127.0.0.1/search?q={searchTerms}")


def test_an_unknown_page_is_404_with_ways_on(client: TestClient) -> None:
    answer = client.get("/no/such/page", headers={"accept": "text/html"})

    assert answer.status_code == 404
    assert {"/", "/clusters", "/crawl"} <= {
        str(a["href"]) for a in assert_sound(answer.text).all("a")
    }
    assert client.get("/api/no/such").json() == {"error": "not_found", "message": "Not Found"}


def test_a_collection_without_index_or_pages_has_all_pages_but_answers(tmp_path: Path) -> None:
    with client_of(Collection.create(tmp_path / "empty")) as client:
        assert client.get("/").status_code == 200
        assert client.get("/crawl").status_code == 200
        assert client.get("/clusters").status_code == 200
        answer = client.get("/search?q=x")
        assert answer.status_code == 503
        assert "auslese index" in answer.text
        assert client.get("/search.json?q=x").json()["error"] == "no_index"


def test_several_collections_have_their_own_addresses(
    collection: Collection, tmp_path: Path
) -> None:
    other = crawled_collection(tmp_path / "other")
    with client_of(collection, other) as client:
        assert client.get("/c/bees/search.json?q=honey").json()["total"] == MANY + 2
        assert client.get("/c/other/crawl.json").json()["pages"] == 1
        assert client.get("/c/none/").status_code == 404
        assert client.get("/search?q=honey").status_code == 404
        names = [each["name"] for each in client.get("/collections.json").json()["collections"]]
        assert names == ["bees", "other"]
        page = assert_sound(client.get("/").text)
        assert {"/c/bees/", "/c/other/"} <= {str(link.get("href")) for link in page.all("a")}
        assert_sound(client.get("/c/bees/search?q=honey").text)


def test_the_only_collection_has_an_address_of_its_own_as_well(client: TestClient) -> None:
    whole, own = (client.get(f"{place}/search.json?q=honey").json() for place in ("", "/c/bees"))

    assert [hit["url"] for hit in whole["hits"]] == [hit["url"] for hit in own["hits"]]


def test_health_and_metrics_tell_programs_how_it_goes(client: TestClient) -> None:
    client.get("/search?q=honey")

    assert client.get("/healthz").json() == {"status": "ok"}
    lines = client.get("/metrics").text.splitlines()
    assert any(
        line.startswith('auslese_requests_total{page="search",status="2xx"}') for line in lines
    )
    assert any(line.startswith('auslese_pages{collection="bees"}') for line in lines)
    assert all(line.startswith("#") or len(line.rsplit(" ", 1)) == 2 for line in lines)


def test_many_links_to_a_page_are_folded_and_all_of_them_are_there(tmp_path: Path) -> None:
    collection = served_collection(tmp_path / "bees")
    citing = [url for url in TEXTS if url not in (HIVE, EVIL)]
    add_cites(collection, [Cite(url, HIVE, "the hive") for url in citing])
    with client_of(collection) as client:
        html = client.get("/page", params={"url": HIVE}).text
    section = html.partition('id="links-in"')[2].partition("</section>")[0]
    before, _, folded = section.partition('<details class="rest">')
    assert_sound(html)

    assert before.count("<li>") == UNFOLDED
    assert before.count("<li>") + folded.count("<li>") == len(citing) + 1
    assert f"Show {len(citing) + 1 - UNFOLDED} more" in folded
