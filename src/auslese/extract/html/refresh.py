"""Where does a page send its readers after a while? `Refresh`, as a META tag or a header line."""

import re

LONGEST = 4_000  # letters; a URL that we follow has fewer

# The declarative refresh of the HTML standard: seconds, a mark, `url=` and quotes if you like.
REFRESH = re.compile(
    r"""\s*+(?:[0-9]++[0-9.]*+|\.[0-9.]*+)(?:\s*+[;,]\s*+|\s++)"""
    r"""(?:url\s*+=\s*+)?+(?:'([^']*+)|"([^"]*+)|([^'"\s].*+))""",
    re.IGNORECASE | re.DOTALL,
)


def refresh_target(content: str) -> str:
    """The address as written; empty if the page only asks to be loaded again."""
    found = REFRESH.match(content[:LONGEST])
    return (found[1] or found[2] or found[3] or "").strip() if found else ""
