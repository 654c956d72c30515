"""The table of rules in the guide is true, line by line."""

import re
from pathlib import Path

import pytest

from auslese.crawl.scope.rules import parse_rule
from auslese.crawl.scope.scope import Presence, compile_scope
from auslese.records.url import Url

GUIDE = Path(__file__).parents[2] / "docs/guides/presence.md"
ROW = re.compile(r"\| `([^`]+)` \| ([^|]+) \| .* \| `(https?:[^`]+)` \| `(https?:[^`]+)` \|")
ROWS = ROW.findall(GUIDE.read_text("utf-8"))


def test_the_guide_shows_every_kind_of_rule() -> None:
    assert len(ROWS) == 15


@pytest.mark.parametrize(("text", "kind", "inside", "outside"), ROWS)
def test_a_rule_takes_in_what_the_guide_says(
    text: str, kind: str, inside: str, outside: str
) -> None:
    scope = compile_scope(Presence(scope="none", allow=(text,)))

    assert scope.verdict(Url(inside)) == (True, f"allow: {parse_rule(text)}")
    assert not scope.verdict(Url(outside)).allowed
    assert kind.startswith(parse_rule(text).look)
