"""Ways to ask are shown in words of the collection, and each finds something there."""

import re

from hypothesis import given
from hypothesis import strategies as some
from starlette.testclient import TestClient

from auslese.search.query.query_parser import parse
from auslese.serve.pages.search_examples import ExampleStock, examples_of
from auslese.wording.page_wording import FORMS, TEXTS
from tests.serve.page_check import assert_sound

TITLES = [
    "Die alte Orgel der Kirche · Museum",
    "Eine alte Orgel und ihr Wind · Museum",
    "Klavier und Wind · Museum",
    "Klavier im Saal · Museum",
    "Orgel · Museum",
    "IMPRESSUM · Museum",
]


def test_examples_are_made_of_what_titles_are_about() -> None:
    found = {key: query for query, key in examples_of(ExampleStock(TITLES, "a.example", ["de"]))}

    assert found["form_words"] == "Orgel alte"
    assert found["form_phrase"] == '"alte Orgel"'
    assert found["form_site"] == "site:a.example"
    assert found["form_lang"] == "lang:de"
    assert not re.search("museum|impressum|eine", " ".join(found.values()), re.IGNORECASE)


def test_a_collection_without_titles_shows_the_examples_of_the_help_page() -> None:
    assert examples_of(ExampleStock([], "", [])) == FORMS


@given(some.lists(some.text(max_size=60)))
def test_every_example_is_a_query_without_mistakes(titles: list[str]) -> None:
    for query, key in examples_of(ExampleStock(titles, "", ["de", "en"])):
        assert key in TEXTS
        assert parse(query).notes == ()


def test_each_example_of_the_home_page_finds_pages(client: TestClient) -> None:
    page = assert_sound(client.get("/").text)
    links = [str(link["href"]) for link in page.all("a") if "/search?q=" in str(link.get("href"))]

    assert len(links) >= 3
    for link in links:
        assert client.get(link.replace("/search", "/search.json", 1)).json()["total"] > 0, link
