"""The normal form of a content: what is left when all is taken away that nobody reads.

White space goes, and the comments of markup, in which servers write the time and their own speed.
Nothing else does: a page with another date in its text is another page. What a content is, its
bytes alone decide: two servers that call the same bytes by different names must not make two
contents of them.
"""

import re

WHITE_SPACE = b" \t\n\r\f\v"
LOOK = 1445  # bytes: WHATWG MIME Sniffing, 7: the resource header
SCRIPT_LOOK = 300  # bytes before a comment that may be the start tag of its script

# WHATWG MIME Sniffing, 3: bytes that no text has. UTF-16 has zeros wherever it holds Latin letters.
_BINARY = bytes({*range(0x20)} - {*b"\t\n\f\r\x1b"})
_MARKUP = re.compile(rb"(?:\xef\xbb\xbf)?\s*+<")
_OTHER_FORMS = (b"%PDF-", b"%!PS", b"{\\rtf", b"\xff\xfe", b"\xfe\xff")
_OPEN, _CLOSE, _ODD_CLOSE = b"<!--", b"-->", b"--!>"
# What looks like a comment there is the code itself: a habit of the nineties.
_CODE_TAG = re.compile(rb"<(?:script|style)\b[^>]*+>\s*+\Z", re.IGNORECASE)


def normal_form(content: bytes) -> bytes:
    """Return what is compared of a content; what has nothing but white space is as it is."""
    start = content[:LOOK]
    is_binary = len(start.translate(None, _BINARY)) < len(start)  # ten times as fast as a search
    if is_binary or start.startswith(_OTHER_FORMS):
        return content
    text = _without_comments(content) if _MARKUP.match(start) else content
    return text.translate(None, WHITE_SPACE) or content


def _without_comments(markup: bytes) -> bytes:
    """Cut out the comments; every byte is looked at a fixed number of times."""
    kept, place = [], 0
    begin = markup.find(_OPEN)
    while begin >= 0:
        end = markup.find(_CLOSE, begin + 2)  # `<!-->` is a whole comment: HTML, 13.2.5.43
        if end < 0:
            break
        end += len(_CLOSE)
        if not _is_meant(markup, begin, end):
            kept.append(markup[place:begin])
            place = end
        begin = markup.find(_OPEN, end)
    return b"".join((*kept, markup[place:])) if kept else markup


def _is_meant(markup: bytes, begin: int, end: int) -> bool:
    """Whether a comment is more than that: code, or one that ends before its end."""
    if markup.find(_ODD_CLOSE, begin, end) >= 0:
        return True
    tag = markup.rfind(b"<", max(0, begin - SCRIPT_LOOK), begin)
    return tag >= 0 and _CODE_TAG.match(markup, tag, begin) is not None
