"""The word lists that the finder of names goes by, out of `name_words.toml`."""

import tomllib
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_suffix(".toml")


@cache
def listed_words(name: str) -> frozenset[str]:
    """The words of a list, as they are written there; KeyError if there is no such list."""
    return frozenset(_file()[name].split())


@cache
def _file() -> dict[str, str]:
    return tomllib.loads(_FILE.read_text("utf-8"))
