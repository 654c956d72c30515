"""JSON-LD as it is found."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.about.json_ld import LONGEST_SCRIPT, statements_of

ARTICLE = {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    "headline": "Storm over the sea",
    "author": {"@type": "Person", "name": "Ada Example"},
    "datePublished": "2024-05-31",
}
SAID = {
    ("ld:headline", "Storm over the sea"),
    ("ld:author", "Ada Example"),
    ("ld:published", "2024-05-31"),
}


@pytest.mark.parametrize(
    "data",
    [
        ARTICLE,
        [ARTICLE],
        {"@graph": [{"@type": "WebSite"}, ARTICLE]},
        {"@type": "WebPage", "mainEntity": ARTICLE},
        ARTICLE | {"@type": ["Thing", "http://schema.org/BlogPosting"]},
        ARTICLE | {"author": ["Ada Example"]},
        ARTICLE | {"author": None, "creator": {"name": "Ada Example"}},
        {
            "@graph": [
                ARTICLE | {"author": {"@id": "#ada"}},
                {"@type": "Person", "@id": "#ada", "name": "Ada Example"},
            ]
        },
    ],
)
def test_an_article_is_found_in_every_wrapping(data: object) -> None:
    assert set(statements_of(json.dumps(data))) >= SAID


@pytest.mark.parametrize(
    "slip",
    [
        "<!-- {} -->",
        "//<![CDATA[\n{}\n//]]>",
        "/* <![CDATA[ */ {} /* ]]> */",
        "{};",
        "\n\n{}\n",
    ],
)
def test_what_is_wrapped_around_does_no_harm(slip: str) -> None:
    assert set(statements_of(slip.replace("{}", json.dumps(ARTICLE)))) >= SAID


def test_raw_line_breaks_and_a_comma_too_many_are_mended() -> None:
    broken = json.dumps(ARTICLE).replace("over the", "over\nthe").replace('31"}', '31",}')

    assert set(statements_of(broken)) >= SAID


def test_of_a_script_that_stays_broken_the_pairs_are_taken() -> None:
    broken = json.dumps(ARTICLE).replace('"@context"', '"quote": "he said "no"", "@context"')

    assert set(statements_of(broken)) >= SAID


def test_what_lies_in_lists_and_comments_is_about_other_pages() -> None:
    other = ARTICLE | {"headline": "Another"}
    listing = {"@type": "ItemList", "itemListElement": [{"item": other}]}
    question = {"@type": "Question", "name": "Why?", "acceptedAnswer": other, "comment": [other]}

    said = [*statements_of(json.dumps(listing)), *statements_of(json.dumps(question))]

    assert said == [("ld:name", "Why?")]


def test_a_page_and_a_site_do_not_speak_for_the_article() -> None:
    data = [{"@type": "WebPage", "name": "Page | Site"}, {"@type": "WebSite", "name": "Site"}]

    assert set(statements_of(json.dumps(data))) == {
        ("page:name", "Page | Site"),
        ("site:name", "Site"),
    }


@pytest.mark.parametrize(
    "script",
    [
        "",
        "null",
        "[" * 100_000,
        '{"a":' * 100_000,
        "[" * 300 + "]" * 300,
        "," * LONGEST_SCRIPT,
        " " * LONGEST_SCRIPT + "x",
        ('"author" : { ' + " " * 20) * 20_000,
        '"headline":"' * 40_000,
        '{"@type": {"@type": []}, "@id": [], "author": [[["x"]]], "headline": {"@value": 3}}',
        '{"@type": "Article", "headline": "\\ud800"}',
    ],
)
def test_nonsense_ends_quietly(script: str) -> None:
    assert all(isinstance(value, str) for _, value in statements_of(script))


def test_a_list_without_end_is_read_to_its_bound() -> None:
    assert len(list(statements_of(json.dumps([ARTICLE] * 2_000)))) < 3 * 2_000


@given(st.text(max_size=200), st.recursive(st.text() | st.integers() | st.none(), st.lists))
def test_any_values_are_borne(text: str, value: object) -> None:
    keys = ("@type", "@id", "headline", "author", "publisher", "keywords", "@graph", "mainEntity")
    data = [ARTICLE | {key: value} for key in keys]

    assert all(isinstance(said, str) for _, said in statements_of(json.dumps(data)))
    assert all(isinstance(said, str) for _, said in statements_of(text))
