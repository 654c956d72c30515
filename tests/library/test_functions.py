"""Filters as functions: what they give is what the commands print."""

import json
from typing import Any

import pytest

import auslese
from tests.extract.pdf_writer import Leaf, flow, pdf_file
from tests.running import run_auslese

PAGES = [
    "<html lang=de><title>Firn - Eis</title><meta name=author content='Ada Eis'><article>"
    "<h1>Firn</h1><p>Der Firn liegt auf dem Gletscher, und er wird langsam zu Eis.</p></article>"
    "<a href=/mehr>mehr</a> <a href='http://b.example/x?utm_source=y' rel=nofollow>dort</a>",
    "<p>caf\u00e9 <a href=../up>up</a>",
    "",
]
TEXTS = [
    "Der Gletscher fließt langsam ins Tal und schmilzt im Sommer.",
    "The glacier flows slowly down into the valley and melts in summer.",
    "Le glacier descend lentement dans la vallée et fond en été.",
    "12 34 56",
    "",
]
ALIKE = [
    "one two three four five six seven eight nine ten",
    "one two three four five six seven eight nine ten",
    "one two three four five six seven eight nine eleven",
    "quite another text about bees and honey and wax",
    "",
]
PAPER = pdf_file([Leaf(flow(["Ein Papier über den Firn und das Eis der Alpen."]))])
URLS = ["HTTP://A.Example:80/x/../y?utm_source=z#f", "mailto:me", "", "http://ü.example/ä"]


def filtered(lines: list[str], *command: str) -> list[str]:
    """What a filter prints."""
    done = run_auslese(*command, data="".join(f"{line}\n" for line in lines).encode())
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().splitlines()


def objects(questions: list[dict[str, Any]], *command: str) -> list[dict[str, Any]]:
    """The same for lines of JSON, without the names."""
    answers = [json.loads(line) for line in filtered(list(map(json.dumps, questions)), *command)]
    return [{key: value for key, value in each.items() if key != "id"} for each in answers]


def fields(value: Any) -> dict[str, Any]:
    """The fields of a value that the filter prints: an error only where there is one."""
    given = {name: getattr(value, name) for name in value.__slots__}
    return {key: each for key, each in given.items() if each or key not in ("error", "problem")}


@pytest.mark.parametrize("everything", [False, True])
def test_text_is_that_of_the_filter(everything: bool) -> None:
    url = "http://a.example/firn"
    options = ["--all"] * everything
    printed = objects([{"html": page, "url": url} for page in PAGES], "extract", "text", *options)

    given = [auslese.extract_text(page, url, everything=everything) for page in PAGES]
    assert [fields(each) for each in given] == printed
    assert [str(each) for each in given] == [each["text"] for each in printed]
    assert given[0].author == "Ada Eis"
    assert given[2].error == "there is nothing to read: no content"


def test_bytes_are_read_by_what_they_are() -> None:
    latin = "<meta charset=latin-1><p>Über den Firn und das Eis wurde viel geschrieben.".encode(
        "latin-1"
    )

    assert auslese.extract_text(latin).text.startswith("Über den Firn")
    assert auslese.extract_text(latin).charset == "cp1252"
    assert auslese.extract_text(PAPER).media_type == "application/pdf"
    assert auslese.extract_text(b"%PDF-1.4 broken").problem == "broken"


def test_what_is_no_page_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError):
        auslese.extract_text(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("url", ["http://a.example/b/firn", ""])
def test_links_are_those_of_the_filter(url: str) -> None:
    printed = objects([{"html": page, "url": url} for page in PAGES], "extract", "links")

    given = [auslese.extract_links(page, url) for page in PAGES]
    assert [[link._asdict() for link in each] for each in given] == [
        each["links"] for each in printed
    ]
    assert [each.error for each in given] == [each.get("error", "") for each in printed]
    assert len(given[0]) == (2 if url else 1)


def test_languages_are_those_of_the_filter() -> None:
    printed = objects([{"text": text} for text in TEXTS], "language", "detect")

    given = auslese.detect_languages(TEXTS)
    assert [each.as_json() for each in given] == printed
    assert [each.language for each in given[:3]] == ["de", "en", "fr"]
    assert auslese.detect_language(TEXTS[1]).as_json() == printed[1]


def test_languages_can_be_kept_to_a_few() -> None:
    (printed,) = objects([{"text": TEXTS[0]}], "language", "detect", "--languages", "fr,en")

    assert auslese.detect_language(TEXTS[0], ["fr", "en"]).as_json() == printed
    with pytest.raises(auslese.SettingsError, match="there is no language 'qq'"):
        auslese.detect_language(TEXTS[0], ["qq", "de"])


def test_pairs_are_those_of_the_filter() -> None:
    lines = [json.dumps({"id": number, "text": text}) for number, text in enumerate(ALIKE)]
    printed = [json.loads(line) for line in filtered(lines, *PAIRS)]

    assert [pair._asdict() for pair in auslese.near_duplicates(ALIKE, 0.5)] == printed
    assert [(pair.a, pair.b) for pair in auslese.near_duplicates(ALIKE)] == [(0, 1)]
    assert auslese.near_duplicates([]) == []


PAIRS = ("duplicates", "pairs", "--threshold", "0.5")


@pytest.mark.parametrize("wrong", [{"threshold": 0.0}, {"threshold": 1.5}, {"words": 0}])
def test_what_cannot_be_alike_is_told(wrong: dict[str, Any]) -> None:
    with pytest.raises(auslese.SettingsError, match="expected"):
        auslese.near_duplicates(ALIKE, **wrong)


def test_spellings_of_urls_are_those_of_the_filter() -> None:
    printed = filtered(URLS, "url", "canonical")

    assert [auslese.canonical_url(url) or "" for url in URLS] == printed
    assert auslese.canonical_url("mailto:me") is None
