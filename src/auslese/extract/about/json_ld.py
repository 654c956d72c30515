"""What a page says about itself in JSON-LD, with the words of schema.org.

Read as it is found: lists, graphs, references within the page, and JSON that is not quite JSON.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

LONGEST_SCRIPT = 500_000
DEEPEST = 5  # graphs, lists and main entities within each other
MOST_NODES = 300
MOST_PEOPLE = 50

ARTICLE = re.compile(
    r"article|blogposting|socialmediaposting|discussionforumposting|^report$|^question$|^recipe$"
    r"|^review$|^product$|^productgroup$|^howto$|^videoobject$|^podcastepisode$|^book$|^course$|^event$"
    r"|^jobposting$|^softwareapplication$|^dataset$|^creativework$|^thesis$|^movie$",
    re.IGNORECASE,
)
PAGE = re.compile(r"page$", re.IGNORECASE)
HOLDERS = ("@graph", "mainEntity", "mainEntityOfPage")
DATES = {"datePublished": "published", "dateCreated": "created", "dateModified": "modified"}
TITLES = ("headline", "name")
# Slips that can be mended: a comment or CDATA around it, raw line breaks, a comma too many.
WRAPPERS = (
    ("<!--", "-->"),
    ("//", ""),
    ("/*", "*/"),
    ("<![CDATA[", "]]>"),
    ("*/", "/*"),
    ("", ";"),
    ("", "//"),
)
CONTROL = re.compile(r"[\x00-\x1f]+")
COMMA_TOO_MANY = re.compile(r",\s*(?=[}\]])")
# What can be had of a script that stays broken.
LONGEST_BROKEN = 50_000
PAIR = re.compile(
    r'"(headline|datePublished|dateModified|dateCreated)"\s{0,20}+:\s{0,20}+'
    r'"((?:[^"\\\n]|\\.){1,500}+)"'
)
AUTHOR = re.compile(
    r'"author"\s{0,20}+:[\s\[{]{0,20}+[^\[\]{}]{0,300}?"name"\s{0,20}+:\s{0,20}+'
    r'"((?:[^"\\\n]|\\.){1,200}+)"'
)

Statement = tuple[str, str]
Node = dict[str, Any]


def statements_of(script: str, decoded: Any = None) -> Iterator[Statement]:
    """What a script says, as pairs of source and value: `ld:headline`, `page:published`.

    `decoded` is what `decoded_script` gives; None if it stays broken, or is not known yet.
    """
    if decoded is None:
        decoded = decoded_script(script)
    if decoded is None:
        yield from _from_broken(script[:LONGEST_BROKEN])
        return
    nodes = list(islice(_nodes_of(decoded, DEEPEST), MOST_NODES))
    by_id = {node["@id"]: node for node in nodes if isinstance(node.get("@id"), str)}
    for node in nodes:
        yield from _statements_by(node, by_id)


def decoded_script(script: str) -> Any:
    """What a script says, if need be mended; None if it stays broken."""
    script = script[:LONGEST_SCRIPT]
    try:
        return msgspec.json.decode(script)
    except (ValueError, RecursionError):
        pass
    try:
        return msgspec.json.decode(_mended(script))
    except (ValueError, RecursionError):
        return None


def _mended(script: str) -> str:
    for begin, end in WRAPPERS:
        script = script.strip().removeprefix(begin).removesuffix(end)
    return COMMA_TOO_MANY.sub("", CONTROL.sub(" ", script))


def _nodes_of(value: Any, deepest: int) -> Iterator[Node]:
    """The objects that speak of this page; those of other pages lie within lists and comments."""
    if deepest < 0:
        return
    if isinstance(value, list):
        for each in value[:MOST_NODES]:
            yield from _nodes_of(each, deepest - 1)
    elif isinstance(value, dict):
        yield value
        for holder in HOLDERS:
            if holder in value:
                yield from _nodes_of(value[holder], deepest - 1)


def _statements_by(node: Node, by_id: dict[str, Node]) -> Iterator[Statement]:
    types = [each for each in _listed(node.get("@type")) if isinstance(each, str)]
    names = [each.rpartition("/")[2] for each in types]
    if any(map(ARTICLE.search, names)):
        yield from _of_work(node, "ld", by_id)
    elif any(map(PAGE.search, names)):
        yield from _of_work(node, "page", by_id)
    elif any(name in ("WebSite", "Organization", "NewsMediaOrganization") for name in names):
        yield from _named(f"{'site' if 'WebSite' in names else 'house'}:name", node.get("name"))
    if isinstance(node.get("publisher"), dict | list):
        for publisher in _resolved(node["publisher"], by_id):
            yield from _named("publisher:name", publisher)


def _of_work(node: Node, who: str, by_id: dict[str, Node]) -> Iterator[Statement]:
    for title in TITLES:
        yield from _named(f"{who}:{title}", node.get(title))
    for key, name in DATES.items():
        yield from _named(f"{who}:{name}", node.get(key))
    for person in _resolved(node.get("author") or node.get("creator"), by_id):
        yield from _named(f"{who}:author", person)
    yield from _named(f"{who}:description", node.get("description"))
    yield from _named(f"{who}:language", node.get("inLanguage"))
    for word in _listed(node.get("keywords"))[:MOST_PEOPLE]:
        yield from _named(f"{who}:keywords", word)


def _named(source: str, value: Any) -> Iterator[Statement]:
    if isinstance(value, dict):
        value = value.get("@value") or value.get("name")
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, str) and value:
        yield source, value


def _resolved(value: Any, by_id: dict[str, Node]) -> Iterator[Any]:
    """Persons and houses, also where only a reference stands."""
    for each in _listed(value)[:MOST_PEOPLE]:
        if isinstance(each, dict) and "name" not in each:
            yield by_id.get(str(each.get("@id")))
        else:
            yield each


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _from_broken(script: str) -> Iterator[Statement]:
    for found in PAIR.finditer(script):
        key = "headline" if found[1] == "headline" else DATES[found[1]]
        yield f"ld:{key}", _unescaped(found[2])
    if author := AUTHOR.search(script):
        yield "ld:author", _unescaped(author[1])


def _unescaped(text: str) -> str:
    try:
        return str(msgspec.json.decode(f'"{text}"'))
    except ValueError:
        return text
