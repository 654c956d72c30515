"""`auslese robots check`: one line out for each line in."""

import json
from base64 import b64encode
from typing import Any

import pytest
from click.testing import CliRunner

from auslese.cli.crawling.robots_command import command

RULES = "User-agent: *\nDisallow: /x\n"


def checked(*questions: object) -> list[dict[str, Any]]:
    """Return the answers; a question is an object, or a line as it is."""
    lines = [each if isinstance(each, str) else json.dumps(each) for each in questions]
    data = "\n".join(lines).encode()
    result = CliRunner().invoke(command, ["check"], input=data, catch_exceptions=False)
    assert result.exit_code == 0
    return [json.loads(line) for line in result.stdout.splitlines()]


def question(path: str = "/x", agent: str = "FooBot", **more: object) -> dict[str, object]:
    return {"robots_txt": RULES, "user_agent": agent, "url": f"http://a.example{path}"} | more


def test_answers_come_in_order_one_line_each() -> None:
    answers = checked(question("/x"), question("/y"), question("/x", robots_txt=""))

    assert answers == [{"allowed": False}, {"allowed": True}, {"allowed": True}]


def test_files_that_are_no_text_come_in_base64() -> None:
    rules = b64encode(b"\xef\xbbUser-agent: *\nDisallow: /\xfc\n").decode()

    assert checked(
        {"robots_txt_b64": rules, "user_agent": "FooBot", "url": "http://a.example/%FC"}
    ) == [{"allowed": False}]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "Expecting"),
        ("", "Expecting"),
        ("[]", "expected an object"),
        ('{"robots_txt":"","url":""}', 'expected a string "user_agent"'),
        ('{"robots_txt":1,"url":"","user_agent":""}', 'expected a string "robots_txt"'),
        ('{"robots_txt_b64":"?","url":"","user_agent":""}', "base64"),
        ("[" * 100_000, "recursion"),
    ],
    ids=lambda line: line[:20],
)
def test_a_line_that_cannot_be_read_says_why_and_stops_nothing(line: str, words: str) -> None:
    broken, whole = checked(line, question("/y"))

    assert words in broken["error"]
    assert whole == {"allowed": True}


def test_any_text_may_stand_in_robots_txt() -> None:
    line = '{"robots_txt":"\\ud800\\u0000\\ud800: \\udfff","user_agent":"\\ud800","url":"\\ud800"}'

    assert checked(line) == [{"allowed": True}]
