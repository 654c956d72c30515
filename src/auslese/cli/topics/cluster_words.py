"""What commands about clusters say."""

from collections.abc import Iterator
from typing import Any

from auslese.cli.terminal import harmless
from auslese.wording.figures import plural

NO_GROUP = -1
UNNAMED = "without a name"
SHOWN_WORDS = 5


def topics_report(summary: dict[str, Any]) -> str:
    """What the making of clusters brought, in words."""
    if summary["ending"] != "finished":
        return "stopped: clusters are not complete; `analyse` goes on"
    if not summary["clusters"]:
        return "clusters are up to date"
    clusters = plural(summary["clusters"], "cluster")
    groups = f" in {plural(summary['groups'], 'group')}" if summary["groups"] else ""
    how = (
        f"learnt from {plural(summary['learnt_from'], 'page')}"
        if summary["learnt_from"]
        else f"{plural(summary['new'], 'new page')} given to them"
    )
    pages, seconds = plural(summary["pages"], "page"), summary["seconds"]
    return f"{pages} in {clusters}{groups}, {how}, in {seconds:.1f} s"


def cluster_list_report(clusters: list[dict[str, Any]], parent: int = NO_GROUP) -> Iterator[str]:
    """A line for each cluster below this group, the largest first."""
    here = [each for each in clusters if each["parent"] == parent]
    for each in sorted(here, key=lambda each: -each["pages"]):
        yield _line(each)
        if each["is_group"]:
            yield from (f"    {line}" for line in cluster_list_report(clusters, each["cluster"]))


def cluster_report(found: dict[str, Any]) -> Iterator[str]:
    """A cluster, what is in it, and what is like it."""
    yield _line(found)
    if found["group"]:
        yield f"in group {_name(found['group'])}"
    yield f"words: {harmless(', '.join(found['words']))}"
    for each in found.get("inside", []):
        yield f"    {_line(each)}"
    for page in found.get("nearest", []):
        yield f"  {page['closeness']:.2f}  {harmless(page['url'])}"
        if page["title"]:
            yield f"        {harmless(page['title'])}"
    if further := found.get("also", {}).get("pages"):
        yield f"also in it: {plural(further, 'page')} of other clusters"
        for page in found["also"]["list"]:
            yield f"        {harmless(page['url'])}"
    if found.get("alike"):
        yield "alike: " + "; ".join(_name(each) for each in found["alike"])


def _line(each: dict[str, Any]) -> str:
    language = f", {each['language']}" if each["language"] else ""
    words = "" if each["is_group"] else f"  [{', '.join(each['words'][:SHOWN_WORDS])}]"
    label = each["label"] or UNNAMED
    return harmless(
        f"{each['cluster']:>4}  {label}  ({plural(each['pages'], 'page')}{language}){words}"
    )


def _name(each: dict[str, Any]) -> str:
    return harmless(
        f"{each['cluster']} {each['label'] or UNNAMED} ({plural(each['pages'], 'page')})"
    )
