"""What is it really? Servers mislabel; the first bytes do not."""

import re

from auslese.extract.office.office_types import OLE_START, RTF_NAMES, RTF_START, ole_type, zip_type
from auslese.records.media_names import RTF

HTML, XHTML, PLAIN, PDF, BINARY = (
    "text/html",
    "application/xhtml+xml",
    "text/plain",
    "application/pdf",
    "application/octet-stream",
)
LAID_FLAT = (HTML, XHTML)  # what has blocks, which other pages of the host may have too
XML, RSS, ATOM, JSON_FEED = (
    "application/xml",
    "application/rss+xml",
    "application/atom+xml",
    "application/feed+json",
)
GIVEN_DOCUMENT = "application/vnd.auslese.document+json"  # our own: a document in a line of JSON
XML_TYPES = (XML, "text/xml")
LOOK = 1024  # bytes; what the MIME sniffing standard calls the resource header is 1,445

# First bytes that no text begins with: MIME sniffing standard, section 6, and common practice.
SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", PDF),
    (b"%!PS-Adobe-", "application/postscript"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
    (b"PK\x03\x04", "application/zip"),
    (OLE_START, "application/x-ole-storage"),
    (RTF_START, RTF),
    (b"\x1f\x8b\x08", "application/gzip"),
    (b"BZh", "application/x-bzip2"),
    (b"\xfd7zXZ\x00", "application/x-xz"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"\x7fELF", "application/x-executable"),
    (b"ID3", "audio/mpeg"),
    (b"OggS", "application/ogg"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
)
# Pictures that are told by bytes further on: from where, what stands there, and what they are.
INNER_SIGNATURES: tuple[tuple[int, bytes, str], ...] = (
    (8, b"WEBP", "image/webp"),
    (4, b"ftypavif", "image/avif"),
    (4, b"ftypavis", "image/avif"),
    (4, b"ftyphei", "image/heic"),
    (4, b"ftypmif1", "image/heic"),
)
ZIP_START = b"PK\x03\x04"
ANY_SIGNATURE = tuple(signature for signature, _ in SIGNATURES)
BYTE_ORDER_MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
# What is once matched is never given back (?>, *+), or a row of comments would take for ever.
MARKUP = re.compile(
    rb"\s*+(?:<!--(?>.*?-->)\s*+)*+<(?:!doctype\s+html|html|head|body|title|h1|div|p|a|table)\b",
    re.I | re.S,
)
# The first element of all, behind instructions, comments and what else may stand before it.
FIRST_ELEMENT = re.compile(
    rb"[^<]*+(?:<(?:!--(?>.*?-->)|\?(?>.*?>)|![^<>\[]*+(?:\[(?>.*?\]\s*+>)|>))[^<]*+)*+"
    rb"<(?:[\w.-]{1,20}:)?(urlset|sitemapindex|rss|rdf|feed)[\s>/]",
    re.I | re.S,
)
# A whole page, from its first letter on; with its head or body, as a fragment in a text has not.
WHOLE_PAGE = re.compile(
    rb"\s*+(?:<\?xml(?>.*?\?>)\s*+)?(?:<!--(?>.*?-->)\s*+)*+"
    rb"(?:<!doctype\s+html[^<>]*+>\s*+(?:<!--(?>.*?-->)\s*+)*+(?:<html\b[^<>]*+>\s*+)?"
    rb"|<html\b[^<>]*+>\s*+)<(?:head|body|title|meta|link)\b",
    re.I | re.S,
)
# What stands in sources from which pages are made: PHP, JSP and ERB, Jinja and its kin, JavaScript.
SOURCE_SIGN = re.compile(rb"<\?(?!xml)|<%|\{\{|\{%|\$\{|<#")
XHTML_ROOT = re.compile(rb"<html\b[^<>]{0,500}?http://www\.w3\.org/1999/xhtml", re.I)
# Names that sitemaps share with nobody; the other ones need a namespace that says what they are.
LISTS = {b"urlset": XML, b"sitemapindex": XML, b"rss": RSS}
RSS_1 = re.compile(rb"purl\.org/rss/1\.0|my\.netscape\.com/rdf", re.I)
ATOM_SPACE = re.compile(rb"w3\.org/2005/atom|purl\.org/atom", re.I)
JSON_FEED_MARK = re.compile(rb"\s*+\{.*?jsonfeed\.org\\?/version", re.S)
FEWEST_ZEROS = 0.05  # of the pairs of bytes: blanks between words
STRAY_ZEROS = 0.25  # of the other ones: broken bytes, a common letter of Chinese
CONTROL_LETTER = re.compile("[\x01-\x08\x0e-\x1a\x80-\x84\x86-\x9f\ue000-\uf8ff]")
ASCII_PAIR = re.compile(rb"[ -~]{2}")
CONTROL = bytes({*range(0x20)} - {*b"\t\n\f\r\x1b"})


def true_type(body: bytes, declared: str) -> str:
    """The media type of the content, `declared` being what the server says (or nothing)."""
    if declared == GIVEN_DOCUMENT:  # what it tells of is not what it is
        return GIVEN_DOCUMENT
    if signed := _signed_type(body, declared):
        return signed
    head = shown_head(body)
    # A page with some broken bytes in it is still a page.
    if len(head.translate(None, CONTROL)) < len(head) and not MARKUP.match(head):
        return BINARY
    if listing := list_type(head):
        return listing
    if not declared:
        return HTML if MARKUP.match(head) else PLAIN
    if declared == PLAIN:
        return HTML if is_whole_page(head) else PLAIN
    return _declared_type(head, declared)


def _declared_type(head: bytes, declared: str) -> str:
    """What the server says, under the name by which it is read here."""
    if declared in XML_TYPES and XHTML_ROOT.search(head):
        return XHTML
    return RTF if declared in RTF_NAMES else declared


def _signed_type(body: bytes, declared: str) -> str:
    """The type that bytes at the beginning stand for; empty if none do."""
    if body.startswith(ZIP_START):
        return zip_type(body, declared)
    if body.startswith(OLE_START):
        return ole_type(body, declared)
    if body.startswith(ANY_SIGNATURE):
        return next(kind for signature, kind in SIGNATURES if body.startswith(signature))
    for at, signature, kind in INNER_SIGNATURES:
        if body.startswith(signature, at):
            return kind
    is_bitmap = body.startswith(b"BM") and body[6:10] == bytes(4)  # bytes that are kept free
    return "image/bmp" if is_bitmap else ""


def is_whole_page(head: bytes) -> bool:
    """Whether what is sent as a text begins like a page, and not like the source of many."""
    return WHOLE_PAGE.match(head) is not None and SOURCE_SIGN.search(head) is None


def shown_head(body: bytes) -> bytes:
    """The beginning of the content, in UTF-8 if the bytes show another charset."""
    head = body[:LOOK]
    if charset := shown_charset(head):
        head = head.decode(charset, "ignore").removeprefix("\ufeff").encode()
    return head


def list_type(head: bytes) -> str:
    """The media type of a sitemap or feed that begins so; empty if it is neither."""
    found = FIRST_ELEMENT.match(head)
    if found is None:
        return JSON_FEED if JSON_FEED_MARK.match(head) else ""
    root = found[1].lower()
    if root == b"rdf":
        return RSS if RSS_1.search(head) else ""
    if root == b"feed":
        return ATOM if ATOM_SPACE.search(head) else ""
    return LISTS[root]


def shown_charset(body: bytes) -> str:
    """The charset that the bytes themselves show, by a mark or by their zeros; empty if none."""
    for mark, charset in BYTE_ORDER_MARKS.items():
        if body.startswith(mark):
            return charset
    head = body[:LOOK]
    return _wide_charset(head) if b"\0" in head else ""


def _wide_charset(head: bytes) -> str:
    """UTF-16 without a mark, seen from its zeros; empty if it is not that.

    Blanks, digits and tags have a zero as their higher byte in every language, and hardly
    any letter has one as its lower byte.
    """
    pairs = len(head) // 2
    odd, even = head[1::2].count(0), head[::2].count(0)
    if (
        max(odd, even) < max(FEWEST_ZEROS * pairs, 2)
        or min(odd, even) > max(odd, even) * STRAY_ZEROS
    ):
        return ""
    charset = "utf-16-le" if odd > even else "utf-16-be"
    text = head[: 2 * pairs].decode(charset, "replace")
    if text.count("\ufffd") > 1 or CONTROL_LETTER.search(text):
        return ""
    return charset if 2 * len(ASCII_PAIR.findall(head)) < pairs else ""
