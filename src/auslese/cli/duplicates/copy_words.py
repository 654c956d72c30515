"""Copies among the pages of a collection in words."""

from typing import Any

from auslese.cli.terminal import harmless
from auslese.recipes.duplicates.copy_report import GroupReport
from auslese.store.lookups.copy_lookups import CopyGroup, GroupMember, PageCopies
from auslese.wording.copy_sentences import first_page_reason
from auslese.wording.figures import plural

MOST_HOSTS = 5  # of a group that are named

STALE = (
    "pages or settings have changed since: `auslese analyse {} duplicates` makes the groups anew"
)


def duplicates_report(summary: dict[str, Any]) -> str:
    """What the analysis `duplicates` brought, in words."""
    if summary["ending"] != "finished":
        left = plural(summary["left"], "document")
        return (
            f"stopped, all of it saved; {left} left to be looked through for copies;"
            " the same command goes on with them"
        )
    if not summary["renewed"]:
        return "the groups of copies are up to date"
    copies = summary["exact"] + summary["near"]
    return (
        f"{copies:,} of {plural(summary['pages'], 'page')} are copies: {summary['exact']:,} exact,"
        f" {summary['near']:,} near, in {plural(summary['groups'], 'group')};"
        f" {plural(summary['sketched'], 'document')} looked through in {summary['seconds']:.1f} s"
    )


def duplicate_counts_report(counts: dict[str, Any]) -> list[str]:
    """How many pages are copies, in lines of the status."""
    if not counts["pages"]:
        return []
    stale = " before the last changes (`auslese analyse` looks again)" * counts["stale"]
    return [f"{duplicate_total_report(counts)}{stale}"]


def duplicate_total_report(counts: dict[str, Any]) -> str:
    """How many pages are copies, in one line."""
    return (
        f"{counts['copies']:,} of {plural(counts['pages'], 'page')} are copies"
        f" ({counts['exact']:,} exact) in {plural(counts['groups'], 'group')}"
    )


def copies_report(page: PageCopies) -> str:
    """The group of a page in a line."""
    if page.relation == "alone":
        return "copies: none"
    if page.relation == "first":
        return (
            f"copies: {page.pages - 1:,}; it stands for them, as {first_page_reason(page.reason)}"
        )
    stands = f"{harmless(page.first)}, which stands for {plural(page.pages, 'page')}"
    if is_by_place(page):
        return f"on a mirror, at the place of {stands}"
    kind = "copy" if page.relation == "exact" else f"near copy ({page.similarity:.0%})"
    return f"{kind} of {stands}"


def is_by_place(page: PageCopies | GroupMember) -> bool:
    """Whether it is in its group as mirrors were folded; how alike it is was not counted then."""
    return page.relation == "near" and not page.similarity


def group_report(group: CopyGroup) -> str:
    """A group in a line: pages, how alike, where, and the first of them."""
    alike = f"{group.least_similar:.2f}–{group.most_similar:.2f}"
    named = [
        f"{harmless(host)} {pages:,}" for host, pages in list(group.hosts.items())[:MOST_HOSTS]
    ]
    more = len(group.hosts) - len(named)
    hosts = ", ".join(named) + (f", {plural(more, 'host')} more" if more else "")
    counts = f"{group.pages:>8,} {group.exact:>8,} {group.near:>8,}"
    return f"{counts}  {alike:<9}  {harmless(group.first)}  ({hosts})"


HEAD = f"{'pages':>8} {'exact':>8} {'near':>8}  {'alike':<9}  first"


def shown_group_report(shown: GroupReport) -> str:
    """The group of a page with each member."""
    page = shown.page
    if page.relation == "alone":
        lines = [f"{harmless(shown.url)} is like no other page"]
    else:
        lines = [
            f"{plural(page.pages, 'page')} in the group of {harmless(page.first)}",
            f"it is first because {first_page_reason(page.reason)}",
            *map(_member_report, shown.members),
        ]
    return "\n".join(lines)


def _member_report(member: GroupMember) -> str:
    if is_by_place(member):
        return f"  place         {harmless(member.url)}"
    return f"  {member.relation:<5}  {member.similarity:.3f}  {harmless(member.url)}"
