"""An HTML page: its title, its language, its links."""

from resiliparse.parse.encoding import bytes_to_str, detect_encoding
from resiliparse.parse.html import DOMNode, HTMLTree

from auslese.records.document import Links, Reading
from auslese.records.url import Resolver, Url, canonical

LONGEST_TITLE = 1_000
LONGEST_ANCHOR = 500
MOST_LINKS = 5_000  # per page; more is a link farm or a trap

# Elements that lead to other pages, with the attribute that says where.
POINTERS = (("a", "href"), ("area", "href"), ("frame", "src"), ("iframe", "src"))


def read_html(url: Url, body: bytes, media_type: str, declared_charset: str) -> Reading:
    """What the crawl needs of a page."""
    charset, text = decode_text(body, declared_charset)
    tree = HTMLTree.parse(text)
    if tree.document is None or tree.head is None:
        return Reading(media_type, charset=charset)
    links, skipped = _links(tree.document, _base(tree.head, url))
    language = tree.head.parent.getattr("lang", "") or ""
    title = _one_line(tree.title or "")[:LONGEST_TITLE]
    return Reading(media_type, title, charset, language[:20], links, skipped)


def decode_text(body: bytes, declared_charset: str) -> tuple[str, str]:
    """The charset and the text; a declaration is believed if the bytes allow it."""
    if declared_charset in ("utf-8", "utf8", ""):
        try:
            return "utf-8", body.decode("utf-8")
        except UnicodeDecodeError:
            pass
    charset = detect_encoding(body, from_html_meta=True) or "utf-8"
    if declared_charset and declared_charset not in ("utf-8", "utf8"):
        charset = declared_charset
    try:
        return charset, bytes_to_str(body, charset)
    except LookupError:
        return "utf-8", body.decode("utf-8", "replace")


def _base(head: DOMNode, url: Url) -> Url:
    for element in head.get_elements_by_tag_name("base"):
        href = element.getattr("href", "")
        if href:
            return canonical(href, url) or url
    return url


def _links(root: DOMNode, base: Url) -> tuple[Links, int]:
    resolve = Resolver(base).resolve
    links = Links()
    skipped = 0
    for tag, attribute in POINTERS:
        for element in root.get_elements_by_tag_name(tag):
            href = element.getattr(attribute)
            if not href or href[0] == "#":
                continue
            target = resolve(href)
            if target is None or len(links.urls) >= MOST_LINKS:
                skipped += 1
                continue
            links.urls.append(target)
            links.anchors.append(_one_line(element.text)[:LONGEST_ANCHOR])
            links.rels.append(element.getattr("rel") or "")
    return links, skipped


def _one_line(text: str) -> str:
    return " ".join(text.split())
