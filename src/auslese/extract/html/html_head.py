"""What does a page say about itself? Its <meta> and <link> elements."""

from collections.abc import Iterable

from resiliparse.parse.html import DOMNode, HTMLTree

from auslese.extract.header_links import HeaderLink
from auslese.extract.html.link_harvest import LEADING, REFRESH, LinkHarvest
from auslese.extract.html.refresh import refresh_target
from auslese.extract.robot_directives import DirectiveCollector
from auslese.extract.robot_headers import TDM_POLICY, TDM_RESERVATION

RESERVATIONS = (TDM_RESERVATION, TDM_POLICY)
MOST_ELEMENTS = 1_000  # of either kind; generous pages have fifty


def written_title(tree: HTMLTree) -> str:
    """The title as written; empty if there is none.

    Not by the parser's own `tree.title`: asked twice, it writes beyond its memory (Lexbor 2.4.0,
    seen with valgrind), and the process dies of it later.
    """
    for part in (tree.head, tree.document):
        for element in part.get_elements_by_tag_name("title") if part is not None else ():
            if element.parent is not None and element.parent.tag != "svg":
                return str(element.text)
    return ""


def take_metas(elements: Iterable[DOMNode], collector: DirectiveCollector) -> list[str]:
    """Note what is said to robots; return where the page sends its readers, as written."""
    targets = []
    for element in elements:
        name = element.getattr("name")
        if name:
            name = name.strip().lower()
            if name in collector.names:
                collector.take_rules(element.getattr("content") or "", f"meta {name}")
            elif name in RESERVATIONS:
                collector.take_reservation(name, element.getattr("content") or "")
        elif (element.getattr("http-equiv") or "").strip().lower() == REFRESH:
            targets.append(refresh_target(element.getattr("content") or ""))
    return [target for target in targets if target]


def take_links(
    elements: Iterable[DOMNode], harvest: LinkHarvest, collector: DirectiveCollector
) -> None:
    """Take in the <link> elements."""
    for element in elements:
        rel = (element.getattr("rel") or "").lower()
        if not LEADING.isdisjoint(rel.split()):
            harvest.take_related(_link(element, rel))
        elif "license" in rel:
            collector.take_licence(_link(element, rel))


def _link(element: DOMNode, rel: str) -> HeaderLink:
    return HeaderLink(
        element.getattr("href") or "",
        rel,
        element.getattr("hreflang") or "",
        (element.getattr("type") or "").partition(";")[0].strip().lower(),
    )
