"""Whatever stands in a collection or in an address: no page of ours is made to do something."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from auslese.records.answer import (
    Answer,
    FacetValue,
    Hit,
    HitGroup,
    KeyWord,
    LanguagePreference,
    RelatedName,
    SearchQuery,
    SimilarPage,
    SnippetPiece,
)
from auslese.records.joint_answer import (
    IndexStatistics,
    QueryStatistics,
    ShardHealth,
    SharedStatistics,
    SourceAnswer,
)
from auslese.records.query import QueryNote, QueryNoteReason
from auslese.search.index.index_fields import FACETS
from auslese.serve.app import make_app
from auslese.serve.server_options import ServerPolicy
from auslese.serve.shelf import Shelf, Volume
from auslese.store.collection import Collection
from tests.serve.page_check import assert_sound
from tests.serve.served import EVIL, INJECTED, LOCAL

PIECES = (
    "<script>alert(1)</script>",
    "</title>",
    "</textarea></form>",
    "--><!--",
    "<![CDATA[",
    '" onmouseover="alert(1)',
    "' autofocus onfocus='alert(1)",
    "javascript:alert(1)",
    "{{ 7 * 7 }}",
    "{% include 'base.html' %}",
    "{t}{0}%s",
    "&lt;b&gt;&#60;",
    "\x00\x08\x1b[2J",
    "\ud800",
    "\u202egnp.exe",
    "\ufffe",
    "‮",
    "honey",
    " ",
)
hostile = st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=6).map("".join)
FEW = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
PLACES = ("/search", "/page", "/crawl", "/cluster", "/", "/help", "/collections", "/feed", "/copy")


@FEW
@given(text=hostile, place=st.sampled_from(PLACES), language=st.sampled_from(["en", "de"]))
def test_no_text_in_an_address_gets_out_of_its_place(
    client: TestClient, text: str, place: str, language: str
) -> None:
    text = text.encode("utf-8", "replace").decode()
    names = ("q", "rule", "filter", "speak", "done", "number", "at", "view", "order")
    values = dict.fromkeys(names, text) | {"url": f"http://x.example/{text}", "lang": language}
    answer = client.get(place, params=values, headers={"accept": "text/html"})

    assert answer.status_code in (200, 400, 404)
    if "html" in answer.headers["content-type"]:
        assert "7 * 7" in answer.text or "49" not in text
        assert_sound(answer.text)


@FEW
@given(path=hostile)
def test_no_path_leads_out_of_the_server(client: TestClient, path: str) -> None:
    answer = client.get(f"/static/{quote(path, errors='replace')}")

    assert answer.status_code in (200, 307, 404)
    assert "root:" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/%2e%2e/auslese.toml",
        "/static//etc/passwd",
        "/c/../bees/search",
        "/c/bees%2f..%2f/search",
        "/copy?url=file:///etc/passwd",
        "/copy?url=http://bees.example/../../etc/passwd",
        "/copy?url=http://bees.example/hive&at=../../etc/passwd0000",
    ],
)
def test_a_path_that_climbs_finds_nothing(client: TestClient, path: str) -> None:
    answer = client.get(path)

    assert answer.status_code in (200, 307, 400, 404)
    assert "root:" not in answer.text
    assert "[presence]" not in answer.text


def test_what_a_page_calls_itself_is_shown_as_text(client: TestClient) -> None:
    for address in (f"/page?url={EVIL}", "/search?q=wax", f"/page?url={EVIL}&view=original"):
        page = assert_sound(client.get(address).text)
        assert INJECTED in "".join(page.text)


# -- every place of an answer at once -------------------------------------------------------------


class OneAnswer:
    """Gives the answer that it was made with."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def answer(self, question: SearchQuery) -> Answer:
        return self._answer

    def similar(self, page: int, most: int) -> list[SimilarPage]:
        text = self._answer.question.text
        return [SimilarPage(9, f"http://x.example/{text}", text, 1.0, 0.5, 0.5, words=(text,))]

    def has(self, ids: Sequence[int]) -> set[int]:
        return set(ids)

    def lexicon(self, most: int) -> tuple[int, list[tuple[str, int]]]:
        return 1, [(self._answer.question.text, 1)]

    def index_statistics(self) -> IndexStatistics:
        raise NotImplementedError  # nobody asks it together with others

    def query_statistics(
        self, question: SearchQuery, languages: tuple[str, ...]
    ) -> QueryStatistics:
        raise NotImplementedError

    def shared_answer(self, question: SearchQuery, shared: SharedStatistics) -> SourceAnswer:
        raise NotImplementedError

    def shard_health(self) -> tuple[ShardHealth, ...]:
        return ()


def full_of(text: str) -> Answer:
    """An answer with this text wherever there can be one."""
    hit = Hit(
        7,
        text,
        f"http://x.example/{text}",
        text,
        (SnippetPiece(text, False), SnippetPiece(text, True)),
        text,
        2.0,
        {text: 3.0, "less": -1.0},
        site=text,
        page_type=text,
        date=text,
        copies=2,
    )
    return Answer(
        SearchQuery(
            text, languages=(text,), preference=LanguagePreference.ONLY, filters=(("site", text),)
        ),
        text,
        {},
        tuple(QueryNote(reason, text) for reason in QueryNoteReason),
        1,
        (
            hit,
            Hit(
                8,
                text,
                f"javascript:{text}",
                "",
                (),
                "",
                0.0,
                {},
                is_fetched=False,
                standing="outside",
            ),
        ),
        text,
        {name: [FacetValue(text, text, 1, True)] for name in FACETS},
        (RelatedName(text, 1.0),),
        (KeyWord(text, 1, 1.0), KeyWord(text, 1, 0.0)),
        (HitGroup(text, (0, 1)),),
        softened=True,
    )


@FEW
@given(text=hostile, language=st.sampled_from(["en", "de"]))
def test_no_text_of_an_answer_gets_out_of_its_place(
    collection: Collection, text: str, language: str
) -> None:
    volume = Volume("x", collection, lambda _: OneAnswer(full_of(text)))
    client = TestClient(make_app(Shelf([volume]), ServerPolicy("t")), base_url=LOCAL)
    page = client.get(f"/search?q=x&groups=1&filter=site:x&lang={language}")
    feed = client.get("/feed?q=x")

    assert page.status_code == feed.status_code == 200
    assert_sound(page.text)
    assert_sound(client.get("/page", params={"url": EVIL}).text)
    assert len(ET.fromstring(feed.content).findall("{http://www.w3.org/2005/Atom}entry")) == 2
