"""Relevance in words for people."""

from typing import Any

from auslese.wording.figures import plural


def relevance_report(summary: dict[str, Any]) -> str:
    """What scoring pages has brought."""
    if not summary["stale"]:
        return "pages are scored for every topic"
    if not summary["topics"]:
        return f"{plural(summary['pages'], 'page')} can be rated; no topic has ratings yet"
    topics = (
        f"{name}: {plural(each['reaching'], 'page')} by {plural(each['ratings'], 'rating')}"
        for name, each in summary["topics"].items()
    )
    return f"{plural(summary['pages'], 'page')} scored; {'; '.join(topics)}"
