"""`auslese url parse` and `auslese url canonical`: one line out for each line in."""

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from auslese.cli.crawling.url_command import command

SHARED_DATA = Path(
    os.environ.get("AUSLESE_SHARED_DATA", Path(__file__).parents[3] / "shared" / "data")
)
STANDARD = SHARED_DATA / "url_standard"
FLOOR = 0.99  # share of the standard's own cases that must agree

needs_standard = pytest.mark.skipif(
    not STANDARD.is_dir(),
    reason=f"NOT CHECKED against the URL standard's own cases: no folder {STANDARD}; "
    "set AUSLESE_SHARED_DATA to the folder that holds url_standard/",
)


def filtered(name: str, data: bytes) -> list[str]:
    """Return the lines that the filter writes."""
    result = CliRunner().invoke(command, [name], input=data, catch_exceptions=False)
    assert result.exit_code == 0
    assert result.stdout.endswith("\n") or not data
    return result.stdout.split("\n")[:-1]


def parsed(*questions: object) -> list[dict[str, Any]]:
    """Return the answers of `parse`; a question is an object, or a line as it is."""
    lines = [each if isinstance(each, str) else json.dumps(each) for each in questions]
    return [json.loads(line) for line in filtered("parse", "\n".join(lines).encode())]


def test_parse_answers_in_order_one_line_each() -> None:
    answers = parsed({"input": "b", "base": "http://h/a"}, {"input": "b"}, {"input": "foo:x"})

    assert [each.get("href") for each in answers] == ["http://h/b", None, "foo:x"]
    assert answers[1] == {"failure": True}


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "",
        "[]",
        "3",
        "{}",
        '{"input":1}',
        '{"input":"a:b","base":1}',
        "[" * 100_000,
        "1" * 9_999,
    ],
    ids=lambda line: line[:20],
)
def test_a_line_that_cannot_be_read_says_why_and_stops_nothing(line: str) -> None:
    broken, whole = parsed(line, {"input": "http://h"})

    assert broken["failure"] is True
    assert broken["error"]
    assert whole["href"] == "http://h/"


def test_lone_surrogates_come_through() -> None:
    (answer,) = parsed('{"input":"http://h/\\ud800","base":"http://h/\\udc00"}')

    assert answer["href"] == "http://h/%EF%BF%BD"


def test_canonical_gives_an_empty_line_for_what_is_not_of_the_web() -> None:
    data = "HTTP://H/?b&a\r\nmailto:a@b\n\n http://ä.example/#x \n".encode()

    assert filtered("canonical", data) == ["http://h/?a&b", "", "", "http://xn--4ca.example/"]


def test_canonical_survives_broken_utf8_and_a_missing_last_newline() -> None:
    assert filtered("canonical", b"http://h/\xff\nhttp://h/\0b") == [
        "http://h/%EF%BF%BD",
        "http://h/%00b",
    ]


def test_a_line_longer_than_a_chunk_stays_one_line() -> None:
    long = "http://h/" + "a" * 300_000

    assert filtered("canonical", f"{long}\nhttp://h/b\n{long}".encode()) == [
        long,
        "http://h/b",
        long,
    ]


def standard_cases(name: str) -> list[dict[str, Any]]:
    """Return the cases of one of the standard's files."""
    with gzip.open(STANDARD / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def share(verdicts: Iterator[bool]) -> float:
    """Return the share of True."""
    counted = list(verdicts)
    return sum(counted) / len(counted)


@needs_standard
def test_parse_agrees_with_the_standards_parsing_cases() -> None:
    cases = standard_cases("urltestdata")
    answers = parsed(*({"input": case["input"], "base": case["base"]} for case in cases))

    pairs = zip(cases, answers, strict=True)
    assert share(agrees(case, answer) for case, answer in pairs) >= FLOOR


def agrees(case: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Tell whether failure, or every part the case names, is as the case says."""
    if case.get("failure") or answer.get("failure"):
        return case.get("failure") == answer.get("failure")
    return all(case[part] == answer[part] for part in answer.keys() & case.keys())


@needs_standard
@pytest.mark.parametrize("name", ["toascii", "idnatestv2"])
def test_parse_agrees_with_the_standards_host_cases(name: str) -> None:
    cases = standard_cases(name)
    answers = parsed(*({"input": f"https://{as_host(case['input'])}/"} for case in cases))

    pairs = zip(cases, answers, strict=True)
    assert share(case["output"] == answer.get("hostname") for case, answer in pairs) >= FLOOR


def as_host(name: str) -> str:
    """Return the name with those characters escaped that would end a host."""
    return "".join(f"%{ord(each):02X}" if each in "/?#\\:" else each for each in name)


@needs_standard
def test_parse_agrees_with_the_standards_escapes_in_utf8() -> None:
    cases = standard_cases("percent_encoding")
    answers = parsed(*({"input": f"https://h/?{case['input']}"} for case in cases))

    expected = ["?" + case["output"]["utf-8"] for case in cases]
    assert [answer["search"] for answer in answers] == expected
