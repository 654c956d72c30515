"""Many texts in handy portions, so that memory does not grow with their number."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

Text = TypeVar("Text")  # or a text with what belongs to it


def batches(texts: Iterable[Text], size: int = 2_000) -> Iterator[list[Text]]:
    """The texts in lists of this length; many at once cost far less than one after the other."""
    rest = iter(texts)
    while some := list(islice(rest, size)):
        yield some
