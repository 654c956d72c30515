"""Which pictures does a `srcset` offer? The candidates of the HTML standard."""

import re
from collections.abc import Iterator

LONGEST = 100_000  # letters of one attribute; small pictures are often written into it as data:
# An address ends at white space, not at a comma: it may have commas inside. A comma at its end, or
# one after its descriptors and outside their brackets, ends the candidate.
CANDIDATE = re.compile(r"[\s,]*+(\S++)((?:[^,(]|\([^)]*+\)?)*+)")


def srcset_urls(value: str) -> Iterator[str]:
    """The addresses as written, without descriptors."""
    value, place = value[:LONGEST], 0
    while found := CANDIDATE.match(value, place):
        address = found[1]
        place = found.end(1) if address[-1] == "," else found.end()
        if address := address.rstrip(","):
            yield address
