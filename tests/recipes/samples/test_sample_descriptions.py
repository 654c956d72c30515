"""Descriptions of engines say what is wrong with them; answers may be anything."""

import json
import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.recipes.samples.answer_reading import read_answer
from auslese.recipes.samples.opensearch_description import is_opensearch, read_opensearch
from auslese.recipes.samples.pool_making import read_lexicon
from auslese.records.engine_reply import EngineSilence, ReceivedAnswer
from auslese.records.errors import SettingsError
from auslese.sample.engine_description import EngineDescription, read_description
from auslese.sample.json_answers import at, number_in
from auslese.sample.query_words import SampleLexicon, union_of

FILE = Path("engine.toml")
URL = "http://search.example/?q={searchTerms}"
OPENSEARCH = (
    "<OpenSearchDescription><Url type='{kind}' template='{template}'/></OpenSearchDescription>"
)


def test_a_description_in_toml_and_in_json_says_the_same() -> None:
    toml = f'url = "{URL}"\ntext = ["a.b", "c"]\nmost = 50\n[headers]\nX-Key = "k"\n'
    told = {"url": URL, "text": ["a.b", "c"], "most": 50, "headers": {"X-Key": "k"}}

    one = read_description(FILE, toml.encode())
    other = read_description(FILE, json.dumps(told).encode())

    headers = {"X-Key": "k"}
    assert one == other
    assert one == EngineDescription(URL, "engine", text=("a.b", "c"), most=50, headers=headers)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("url = ", "cannot be read"),
        ("{", "cannot be read"),
        ("most = 5", "url is missing"),
        ('url = "http://a.example/"', "searchTerms"),
        ('url = "{searchTerms}"', "address of the web"),
        ('url = "file:///etc/{searchTerms}"', "address of the web"),
        ('url = "http://a.example/{searchTerms}{colour}"', "{colour}"),
        (f'url = "{URL}"\nmost = "many"', "most: expected a number"),
        (f'url = "{URL}"\nmost = 0', "at least 1"),
        (f'url = "{URL}"\nhits = 7', "hits: expected a text"),
        (f'url = "{URL}"\nhitz = "x"', "unknown hitz"),
        (f'url = "{URL}"\nword = "x"', "{word}"),
        (f'url = "{URL}"\nheaders = 5', "table"),
        (f'url = "{URL}"\n[headers]\n"a b" = "c"', "name of a header"),
        (f'url = "{URL}"\nby_url = "nowhere/{{url}}"', "by_url"),
    ],
)
def test_a_description_that_cannot_be_meant_is_named(text: str, words: str) -> None:
    with pytest.raises(SettingsError) as told:
        read_description(FILE, text.encode())

    assert words in str(told.value)
    assert "engine.toml" in str(told.value)


def test_a_header_takes_its_secret_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEARCH_KEY", "s3\r\nX: y")
    described = EngineDescription(
        URL, headers={"Authorization": "Bearer ${SEARCH_KEY}", "A": "${NONE}"}
    )

    assert described.header_lines(os.environ) == ("Authorization: Bearer s3X: y", "A: ")


@pytest.mark.parametrize(
    ("kind", "template", "words"),
    [
        ("text/html", "http://a.example/?q={searchTerms}", "text/html"),
        ("application/x-suggestions+json", "http://a.example/?q={searchTerms}", "suggestions"),
        ("application/json", "http://a.example/", "searchTerms"),
        ("application/json", "javascript:{searchTerms}", "address of the web"),
        ("application/json", "http://a.example:80@b.example/?q={searchTerms}", "no user"),
        ("application/rss+xml", "http://a.example/{searchTerms}/{must:have}", "{must:have}"),
    ],
)
def test_an_opensearch_description_that_is_of_no_use_says_why(
    kind: str, template: str, words: str
) -> None:
    body = OPENSEARCH.format(kind=kind, template=template).encode()

    assert is_opensearch(body)
    with pytest.raises(SettingsError) as told:
        read_opensearch("os.xml", body)
    assert words in str(told.value)


@pytest.mark.parametrize(
    ("template", "url"),
    [
        ("/find?q={searchTerms}", "http://a.example/find?q={searchTerms}"),
        ("find?q={searchTerms}", "http://a.example/about/find?q={searchTerms}"),
        ("?u=http://b/{searchTerms}", "http://a.example/about/os.xml?u=http://b/{searchTerms}"),
        ("http://b.example/{searchTerms}", "http://b.example/{searchTerms}"),
    ],
)
def test_a_template_may_be_relative_to_its_description(template: str, url: str) -> None:
    body = OPENSEARCH.format(kind="application/json", template=template).encode()

    assert read_opensearch("os.xml", body, "http://a.example/about/os.xml").url == url


def test_a_relative_template_that_is_no_address_is_refused() -> None:
    body = OPENSEARCH.format(kind="application/json", template="//[a/{searchTerms}").encode()

    with pytest.raises(SettingsError, match="address of the web"):
        read_opensearch("os.xml", body, "http://a.example/")


@given(st.binary(max_size=300))
def test_any_bytes_as_an_opensearch_description_are_read_or_refused(body: bytes) -> None:
    with suppress(SettingsError):
        described = read_opensearch(
            "os.xml", b"<OpenSearchDescription>" + body, "http://a.example/"
        )
        assert "{searchTerms" in described.url


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["hits", "url", "total", "a"]), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(JSON, st.sampled_from(["", "hits", "hits.0", "a.hits"]), st.sampled_from(["", "total"]))
def test_any_json_is_an_answer_or_silence(told: object, hits: str, total: str) -> None:
    body = json.dumps(told, default=str).encode("utf-8", "replace")
    described = EngineDescription(URL, hits=hits, total=total, text=("a", "url"))

    read = read_answer(ReceivedAnswer("http://search.example/", 200, "", b"", body), described)

    if not isinstance(read, EngineSilence):
        page, texts = read
        assert all(isinstance(found.url, str) for found in page.pages)
        assert page.total is None or page.total >= 0
        assert all(isinstance(text, str) for text in texts.values())


@given(st.binary(max_size=400), st.sampled_from([b"", b"{", b"<", b"<rss>", b"<feed>", b"[{"]))
def test_any_bytes_are_an_answer_or_silence(body: bytes, start: bytes) -> None:
    read = read_answer(
        ReceivedAnswer("http://search.example/", 200, "", b"", start + body), EngineDescription(URL)
    )

    assert isinstance(read, EngineSilence) or read[0].pages is not None


def test_hits_are_found_without_being_told_where() -> None:
    body = b'{"took": [1, 2], "data": {"rows": [{"link": "http://a.example/", "name": "A"}]}}'

    read = read_answer(
        ReceivedAnswer("http://search.example/", 200, "", b"", body), EngineDescription(URL)
    )

    assert not isinstance(read, EngineSilence)
    assert read[0].pages == (("http://a.example/", "A"),)


def test_a_place_in_json_may_have_numbers() -> None:
    assert at({"a": [{"b": 1}, {"b": 2}]}, "a.1.b") == 2
    assert at({"a": [1]}, "a.7") is None
    assert at(5, "a") is None


@pytest.mark.parametrize(
    ("text", "number"),
    [("1,234", 1234), ("12.345 Treffer", 12345), ("7", 7), ("about 7", None), ("", None)],
)
def test_a_number_is_read_as_people_write_it(text: str, number: int | None) -> None:
    assert number_in(text) == number


def test_a_lexicon_is_a_word_a_line_with_or_without_counts(tmp_path: Path) -> None:
    file = tmp_path / "words.tsv"

    file.write_text("# pages\t50\nHaus\t7\n\n# a remark\nhaus\t9\nboot\t3\textra\n")
    assert read_lexicon(file) == SampleLexicon({"haus": 9, "boot": 3}, 50)
    file.write_text("haus\nboot\n")
    assert read_lexicon(file) == SampleLexicon({"haus": 1, "boot": 1}, 0)


@pytest.mark.parametrize("text", ["", "haus\tmany\n", "# only a remark\n"])
def test_a_lexicon_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "words.tsv"
    file.write_text(text)

    with pytest.raises(SettingsError, match=r"words\.tsv"):
        read_lexicon(file)


def test_a_lexicon_of_several_engines_has_the_words_of_all() -> None:
    both = union_of([SampleLexicon({"a": 3, "b": 1}, 10), SampleLexicon({"b": 5, "c": 2}, 20)])

    assert both == SampleLexicon({"a": 3, "b": 5, "c": 2}, 20)
