"""Has it changed since? What a server said of its page, said back to it (RFC 9110, 13.1).

What comes back was written by a stranger, so it is sent only if it looks like what it should be.
"""

import re

from auslese.crawl.frontier.lease import LastVisit

NOT_MODIFIED = 304
LONGEST_TAG = 256  # longer than any server's own; a hostile one must not fill our file with it
# RFC 9110, 8.8.3, and the unquoted tags that some servers write. Never `*`, which means anything.
TAG = re.compile(
    rf'(?:W/)?"[\x21\x23-\x7e]{{0,{LONGEST_TAG}}}"|[A-Za-z0-9._+/=:-]{{1,{LONGEST_TAG}}}'
)
# RFC 9110, 5.6.7: of the three forms of a date the one that is written today.
DATE = re.compile(r"[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT")


def usable_tag(text: str) -> str:
    """The entity tag if it can be sent back; else nothing."""
    return text if TAG.fullmatch(text) else ""


def usable_date(text: str) -> str:
    """The date if it can be sent back, exactly as written: some servers compare letters."""
    return text if DATE.fullmatch(text) else ""


def conditions_of(before: LastVisit | None) -> tuple[str, ...]:
    """The header lines that ask for a page only if it is not as it was."""
    if before is None:
        return ()
    tag, date = usable_tag(before.etag), usable_date(before.modified)
    lines = (f"If-None-Match: {tag}" if tag else "", f"If-Modified-Since: {date}" if date else "")
    return tuple(filter(None, lines))


def is_conditional(headers: tuple[str, ...]) -> bool:
    """Whether a request with these header lines may be answered by 304."""
    return any(line.startswith(("If-None-Match:", "If-Modified-Since:")) for line in headers)
