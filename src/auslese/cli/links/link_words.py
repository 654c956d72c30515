"""What commands about links say."""

from pathlib import Path
from typing import Any

from auslese.cli.terminal import harmless, say
from auslese.records.page_standing import PageStanding
from auslese.wording.figures import plural
from auslese.wording.hit_wording import standing_words


def graph_report(summary: dict[str, Any]) -> str:
    """What the making of the link graph brought, in words."""
    if summary["ending"] != "finished":
        return "stopped: the link graph will be made anew"
    if not summary["pages"]:
        return "the link graph is up to date"
    return (
        f"{plural(summary['pages'], 'page')} ({summary['fetched']:,} of them fetched) and"
        f" {plural(summary['links'], 'link')} in {summary['seconds']:.1f} s;"
        f" {summary['folded']:,} copies and other spellings folded\n"
        f"ranked in {plural(summary['sweeps'], 'sweep')}, residual {summary['residual']:.1e};"
        f" {plural(summary['dangling'], 'page')} without links; the best is {summary['best']}"
    )


def page_report(score: str, page: dict[str, Any], why: str) -> str:
    """A page with its score, what it is called, and why it stands there."""
    called = page["title"] or page["description"]
    standing = page["standing"]
    known = "" if standing == PageStanding.LIVING else f" ({standing_words(standing)})"
    lines = [f"{score}  {harmless(page['url'])}{known}"]
    if called:
        lines.append(f"         {harmless(called)}")
    if why == "linked_by":
        counts = f"{plural(page['inlinks'], 'page')} of {plural(page['linking_hosts'], 'host')}"
        examples = f": {harmless(', '.join(page[why]))}" if page[why] else ""
        lines.append(f"         linked by {counts}{examples}")
    elif why:
        lines.append(f"         links to {harmless(', '.join(page[why]))}")
    return "\n".join(lines)


def report_how_found(folder: Path, found: dict[str, Any]) -> None:
    """Say that there is no index, if pages were found without one."""
    if found["found_by"] == "words":
        say(f"found by plain words: `auslese index {folder}` makes an index", err=True)
