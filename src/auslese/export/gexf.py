"""A link graph as GEXF 1.3, which Gephi and its like read: pages with ranks, and links."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3">
<graph defaultedgetype="directed">
<attributes class="node">
<attribute id="url" title="url" type="string"/>
<attribute id="host" title="host" type="string"/>
<attribute id="rank" title="rank" type="double"/>
<attribute id="fetched" title="fetched" type="boolean"/>
</attributes>
"""


class GraphNode(NamedTuple):
    """A page."""

    number: int
    url: str
    host: str
    label: str
    rank: float
    is_fetched: bool


def gexf_lines(nodes: Iterable[GraphNode], links: Iterable[tuple[int, int]]) -> Iterator[str]:
    """The file, piece by piece."""
    yield HEAD
    yield "<nodes>\n"
    for node in nodes:
        fetched = "true" if node.is_fetched else "false"
        yield (
            f'<node id="{node.number}" label={_quoted(node.label)}><attvalues>'
            f'<attvalue for="url" value={_quoted(node.url)}/>'
            f'<attvalue for="host" value={_quoted(node.host)}/>'
            f'<attvalue for="rank" value="{node.rank:.6g}"/>'
            f'<attvalue for="fetched" value="{fetched}"/></attvalues></node>\n'
        )
    yield "</nodes>\n<edges>\n"
    for number, (source, target) in enumerate(links):
        yield f'<edge id="{number}" source="{source}" target="{target}"/>\n'
    yield "</edges>\n</graph>\n</gexf>\n"


def _quoted(text: str) -> str:
    """The text as an attribute; letters that XML has no room for are left out."""
    return quoteattr("".join(letter for letter in text if letter.isprintable()))
