"""An HTML page: its title, its language, its links."""

import re
from itertools import islice

from resiliparse.parse.encoding import bytes_to_str, detect_encoding, map_encoding_to_html5
from resiliparse.parse.html import DOMNode, HTMLTree

from auslese.extract.floods import before_flood
from auslese.extract.sniff import shown_charset
from auslese.records.document import Links, Reading
from auslese.records.url import Resolver, Url, canonical

LONGEST_TITLE = 1_000
LONGEST_ANCHOR = 500
MOST_LINKS = 5_000  # per page; more is a link farm or a trap
# A page of 5,000 links as they are has half a million; with a long <base> it would be gigabytes.
MOST_URL_LETTERS = 2_000_000
# The parser walks up from every tag, so its work grows with the square of what is left open: so
# many nested elements take 2 s, three times as many 20. Pages beyond it have links enough by then.
MOST_TAGS = 30_000

# Elements that lead to other pages, with the attribute that says where.
POINTERS = (("a", "href"), ("area", "href"), ("frame", "src"), ("iframe", "src"))


def read_html(url: Url, body: bytes, media_type: str, declared_charset: str) -> Reading:
    """What the crawl needs of a page."""
    charset, text = decode_text(body, declared_charset)
    text = _beginning(text)
    try:
        tree = HTMLTree.parse(text)
    except ValueError:  # the parser ran out of the memory that a worker may have
        return Reading(media_type, charset=charset)
    if tree.document is None or tree.head is None:
        return Reading(media_type, charset=charset)
    links, skipped = _links(tree.document, _base(tree.head, url), len(text))
    language = tree.head.parent.getattr("lang", "") or ""
    title = _one_line(tree.title or "", LONGEST_TITLE)
    return Reading(media_type, title, charset, language[:20], links, skipped)


def decode_text(body: bytes, declared_charset: str) -> tuple[str, str]:
    """The charset and the text; a declaration is believed if the bytes allow it."""
    declared = map_encoding_to_html5(declared_charset, fallback_utf8=False) or "utf-8"
    declared = shown_charset(body) or declared
    if declared == "utf-8":
        try:
            return declared, body.decode(declared).removeprefix("\ufeff")
        except UnicodeDecodeError:
            declared = detect_encoding(body, from_html_meta=True) or declared
    return declared, bytes_to_str(body, declared)


def _base(head: DOMNode, url: Url) -> Url:
    for element in head.get_elements_by_tag_name("base"):
        href = element.getattr("href", "")
        if href:
            return canonical(href, url) or url
    return url


def _beginning(text: str) -> str:
    """As much of the page as the parser can take in good time."""
    text = before_flood(text)
    if text.count("<") <= MOST_TAGS:
        return text
    tags = (found.start() for found in re.finditer("<", text))
    return text[: next(islice(tags, MOST_TAGS, None))]


def _links(root: DOMNode, base: Url, page_letters: int) -> tuple[Links, int]:
    resolve = Resolver(base).resolve
    links = Links()
    skipped = 0
    url_room = MOST_URL_LETTERS
    word_room = 2 * page_letters  # links within links have the same words again and again
    for tag, attribute in POINTERS:
        for element in root.get_elements_by_tag_name(tag):
            href = element.getattr(attribute)
            if not href or href[0] == "#":
                continue
            target = resolve(href) if url_room > 0 and len(links.urls) < MOST_LINKS else None
            if target is None:
                skipped += 1
                continue
            words = element.text if word_room > 0 else ""
            url_room -= len(target)
            word_room -= len(words)
            links.urls.append(target)
            links.anchors.append(_one_line(words, LONGEST_ANCHOR))
            links.rels.append(element.getattr("rel") or "")
    return links, skipped


def _one_line(text: str, longest: int) -> str:
    """The beginning of a text, its white space made single; no look at what comes far behind."""
    return " ".join(text[: 10 * longest].split())[:longest]
