"""One of the parts into which the index of a collection is cut, to be searched by several machines.

A page belongs to the part that the remainder of its key names. Keys are hashes of addresses, so
every part has pages of all sites and languages, and words are as frequent in one as in another.
"""

import re
from typing import NamedTuple, Self

MOST_SHARDS = 1024
WRITTEN = re.compile(r"([0-9]{1,4})/([0-9]{1,4})")


class IndexShard(NamedTuple):
    """Which part, of how many."""

    number: int
    """From 1."""
    of: int

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The part that is written as 2/4; None if nothing is."""
        found = WRITTEN.fullmatch(text.strip())
        number, of = (int(part) for part in found.groups()) if found else (0, 0)
        return cls(number, of) if 1 <= number <= of <= MOST_SHARDS else None

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.number}/{self.of}"

    @property
    def folder_name(self) -> str:
        """The name of the folder that has it."""
        return f"{self.number}-of-{self.of}"
