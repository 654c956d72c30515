"""Many texts in handy portions, so that memory does not grow with their number."""

from collections.abc import Iterable, Iterator
from itertools import islice


def batches(texts: Iterable[str], size: int = 2_000) -> Iterator[list[str]]:
    """The texts in lists of this length; many at once cost far less than one after the other."""
    rest = iter(texts)
    while some := list(islice(rest, size)):
        yield some
