"""Which pictures does a `srcset` offer? The candidates of the HTML standard."""

import re
from collections.abc import Iterator

LONGEST = 100_000  # letters of one attribute; small pictures are often written into it as data:
# An address ends at white space, not at a comma: it may have commas inside. A comma at its end, or
# one after its descriptors and outside their brackets, ends the candidate.
ADDRESS = re.compile(r"[\s,]*+(\S++)")
DESCRIPTORS = re.compile(r"(?:[^,(]|\([^)]*+\)?)*+")


def srcset_offers(value: str) -> Iterator[tuple[str, str]]:
    """The addresses as written, each with its descriptors, as `800w` or `2x`."""
    value, place = value[:LONGEST], 0
    while found := ADDRESS.match(value, place):
        address, place = found[1], found.end()
        descriptor = ""
        if address[-1] != "," and (descriptors := DESCRIPTORS.match(value, place)):
            place, descriptor = descriptors.end(), descriptors[0].strip()
        if address := address.rstrip(","):
            yield address, descriptor
