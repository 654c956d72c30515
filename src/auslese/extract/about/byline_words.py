"""The words around names and dates, from `byline_words.toml`."""

import re
import tomllib
from pathlib import Path

WORDS: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("byline_words.toml").read_text("utf-8")
)


def one_of(kind: str) -> str:
    """A pattern for any word of a kind, the longest first."""
    return "|".join(re.escape(word) for word in sorted(WORDS[kind], key=len, reverse=True))
