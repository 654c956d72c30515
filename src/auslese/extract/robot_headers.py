"""The lines of a header that speak to robots, read from the bytes as they came."""

import re
from typing import NamedTuple

ROBOTS, LINK, REFRESH = "x-robots-tag", "link", "refresh"
TDM_RESERVATION, TDM_POLICY = "tdm-reservation", "tdm-policy"
SIGNALS = ("content-signal", "content-usage")
NAMES = (ROBOTS, LINK, REFRESH, TDM_RESERVATION, TDM_POLICY, *SIGNALS)
MOST_FIELDS = 100  # of these names; the header as a whole has its limit in bytes

# A field may go on in lines that begin with white space: obsolete, but servers still do it.
FIELD = re.compile(
    rb"^(%s)[ \t]*+:([^\n]*+(?:\n[ \t][^\n]*+)*+)" % "|".join(NAMES).encode(),
    re.IGNORECASE | re.MULTILINE,
)


class HeaderField(NamedTuple):
    """One line of a header."""

    name: str
    """In lower case."""
    value: str


def robot_fields(header: bytes) -> list[HeaderField]:
    """What the header tells robots, in its order; repeated lines are all there."""
    fields = []
    for found in FIELD.finditer(header):
        value = " ".join(found[2].decode("utf-8", "replace").split())
        fields.append(HeaderField(found[1].decode("ascii").lower(), value))
        if len(fields) == MOST_FIELDS:
            break
    return fields
