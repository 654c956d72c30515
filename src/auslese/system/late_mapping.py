"""A mapping that is made when somebody first looks into it."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class LateMapping(Mapping[Key, Value]):
    """What a function gives, which is called once, and only if that is needed.

    Two threads that look at once may both call it; one of what they get is kept.
    """

    def __init__(self, make: Callable[[], Mapping[Key, Value]]) -> None:
        """Take the function."""
        self._make = make

    @cached_property
    def _made(self) -> Mapping[Key, Value]:
        return self._make()

    def __getitem__(self, key: Key) -> Value:
        """The value of a key; KeyError if there is none."""
        return self._made[key]

    def __iter__(self) -> Iterator[Key]:
        """All keys."""
        return iter(self._made)

    def __len__(self) -> int:
        """How many keys there are."""
        return len(self._made)
