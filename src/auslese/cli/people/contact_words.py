"""How contacts are told in a terminal."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from auslese.wording.figures import plural

SHOWN = 10  # ways of a site that are printed; --json has all
COLUMN = 9  # letters of the longest kind with its blank


def contacts_stage_report(summary: Mapping[str, Any]) -> str:
    """What came of the stage, in a line."""
    if summary["ending"] != "finished":
        return f"stopped: {plural(summary['left'], 'page')} left; `analyse` goes on"
    if not summary["pages"]:
        return "contacts are up to date"
    parts = [
        f"{plural(summary['reached'], 'page')} with contacts, of {summary['pages']:,}",
        f"{summary['ways']:,} mail addresses and numbers",
        f"{summary['addresses']:,} postal addresses",
    ]
    return f"{'; '.join(parts)}; in {summary['seconds']:.1f} s"


def page_lines(pages: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """A few lines for each page."""
    for page in pages:
        words = f"{plural(page['address_words'], 'address word')}, rank {page['address_rank']:.1f}"
        yield f"{page['url']}  ({words})"
        yield from _contact_lines(page)


def site_lines(sites: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """A few lines for each site."""
    for site in sites:
        yield f"{site['site']}  {plural(site['pages'], 'page')}"
        yield from _contact_lines(site)


def _contact_lines(told: Mapping[str, Any]) -> Iterator[str]:
    if told["organisation"]:
        yield _line("of", told["organisation"])
    for each in told["addresses"][:SHOWN]:
        yield _line("address", each["written"])
    for way in (*told["emails"][:SHOWN], *told["phones"][:SHOWN]):
        whose = f"  {way['person']}" if way["person"] else ""
        yield _line(way.get("kind", "email"), f"{way['value']}{whose}")
    for name in told["responsible"][:SHOWN]:
        yield _line("by", name)
    if told.get("author"):
        yield _line("author", told["author"])


def _line(what: str, value: str) -> str:
    return f"    {what:<{COLUMN}}{value}"
