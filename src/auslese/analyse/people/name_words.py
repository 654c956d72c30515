"""The word lists that the finder of names goes by, out of `name_words.toml`."""

import tomllib
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_suffix(".toml")


@cache
def listed_words(name: str) -> frozenset[str]:
    """The words of a list, as they are written there; KeyError if there is no such list."""
    listed = _file()[name]
    return frozenset(listed.split() if isinstance(listed, str) else listed)


@cache
def word_ends(name: str) -> tuple[str, ...]:
    """A list of ends of words, for `str.endswith`."""
    return tuple(sorted(listed_words(name)))


def phrase_list(name: str) -> list[str]:
    """A list of phrases, which may have blanks."""
    listed = _file()[name]
    return listed.split("\n") if isinstance(listed, str) else listed


@cache
def _file() -> dict[str, str | list[str]]:
    return tomllib.loads(_FILE.read_text("utf-8"))
