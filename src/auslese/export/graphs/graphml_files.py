"""A link graph as GraphML, which networkx, igraph, yEd and Gephi read: pages with ranks, and links.

The form is that of http://graphml.graphdrawing.org/; only its attributes extension is used.
"""

import re
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from auslese.export.gexf import GraphNode

_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no room for."""
HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
"""
KEYS = {
    "url": "string",
    "host": "string",
    "label": "string",
    "rank": "double",
    "fetched": "boolean",
}
"""What is said of a page, and of which type it is."""


def graphml_lines(
    name: str, nodes: Iterable[GraphNode], links: Iterable[tuple[int, int]]
) -> Iterator[str]:
    """The file, piece by piece; `name` is that of the graph."""
    yield HEAD
    for key, kind in KEYS.items():
        yield f'<key id="{key}" for="node" attr.name="{key}" attr.type="{kind}"/>\n'
    yield f'<graph id={quoteattr(_one_line(name))} edgedefault="directed">\n'
    for node in nodes:
        yield f'<node id="n{node.number}">{"".join(_values(node))}</node>\n'
    for source, target in links:
        yield f'<edge source="n{source}" target="n{target}"/>\n'
    yield "</graph>\n</graphml>\n"


def _values(node: GraphNode) -> Iterator[str]:
    told = {
        "url": node.url,
        "host": node.host,
        "label": node.label,
        "rank": f"{node.rank:.6g}",
        "fetched": "true" if node.is_fetched else "false",
    }
    for key, value in told.items():
        yield f'<data key="{key}">{escape(_one_line(value))}</data>'


def _one_line(text: str) -> str:
    return " ".join(_UNFIT.sub("", text).split())
