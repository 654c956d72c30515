"""What commands say of the rights of pages."""

from collections.abc import Iterator
from typing import Any

from auslese.wording.figures import plural

DAY = len("2026-05-01")
MOST_LETTERS = 100  # of the words of a statement; --json has all of them
NOT_WHOLE = (
    "only what pages say themselves is known; `auslese analyse DIR rights` heeds robots.txt,"
    " tdmrep.json and RSL licences, too"
)


def rights_stage_report(summary: dict[str, Any]) -> str:
    """What came of the stage, in a line."""
    if summary["ending"] != "finished":
        return "stopped; `analyse` begins again"
    if not summary["renewed"]:
        return "rights are up to date"
    reserved = [f"{use} of {number:,}" for use, number in summary["reserved"].items() if number]
    parts = [
        f"{plural(summary['stated'], 'page')} of whose use something is said, of"
        f" {summary['pages']:,}",
        f"reserved: {', '.join(reserved)}" if reserved else "",
        f"words that nobody knows: {', '.join(summary['unknown'])}" if summary["unknown"] else "",
    ]
    return f"{'; '.join(filter(None, parts))}; in {summary['seconds']:.1f} s"


def rights_count_lines(found: dict[str, Any]) -> Iterator[str]:
    """How many pages there are of each kind."""
    yield plural(found["pages"], "page")
    for use, counts in found["uses"].items():
        parts = (f"{number:,} {permission}" for permission, number in counts.items() if number)
        yield f"  {use:<9} {', '.join(parts) or 'no pages'}"
    if found["sources"]:
        yield "said by"
    for source, pages in found["sources"].items():
        yield f"  {source}: {plural(pages, 'page')}"


def page_rights_lines(found: dict[str, Any]) -> Iterator[str]:
    """What holds for a page, use by use, each with all that is said."""
    for use, permission in found["uses"].items():
        yield f"{use:<9} {permission}"
        yield from (_statement_line(each) for each in found["statements"] if each["use"] == use)
    if found["directives"]:
        yield f"forbids robots: {', '.join(found['directives'])}"


def _statement_line(each: dict[str, Any]) -> str:
    words = each["detail"][:MOST_LETTERS]
    said = f"  {each['permission']}: {each['source']}, {words}"
    return f"{said} ({each['said_at'][:DAY]}; {each['vocabulary']})"
