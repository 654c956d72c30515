"""Many texts in handy portions, so that memory does not grow with their number or length."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

Text = TypeVar("Text")  # or a text with what belongs to it


def batches(texts: Iterable[Text], size: int = 2_000) -> Iterator[list[Text]]:
    """The texts in lists of this length; many at once cost far less than one after the other."""
    rest = iter(texts)
    while some := list(islice(rest, size)):
        yield some


def weighed_batches(
    texts: Iterable[Text], size: int, weight: Callable[[Text], int], most: int
) -> Iterator[list[Text]]:
    """The same, but a list also ends once its texts weigh so much together."""
    some: list[Text] = []
    heavy = 0
    for text in texts:
        some.append(text)
        heavy += weight(text)
        if len(some) == size or heavy >= most:
            yield some
            some, heavy = [], 0
    if some:
        yield some
