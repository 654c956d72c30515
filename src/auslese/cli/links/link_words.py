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
        return "stopped: the links will be counted anew"
    if not summary["pages"]:
        return "the links are up to date"
    unfetched = summary["pages"] - summary["fetched"]
    known = f" ({unfetched:,} of them never fetched, only linked)" if unfetched else ""
    others = plural(summary["folded"], "copy or other address", "copies and other addresses")
    folded = f"; links to {others} count for the page itself" if summary["folded"] else ""
    return (
        f"{plural(summary['links'], 'link')} between {plural(summary['pages'], 'page')}{known}"
        f" in {summary['seconds']:.1f} s{folded}\n"
        f"by its links the best page is {summary['best']}"
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
