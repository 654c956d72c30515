"""Where does a page stop being one? At a tag with more attributes than anybody writes.

The parser compares every attribute of a tag with all before it, so its work grows with the
square of their number: 20,000 take 0.8 s, a page full of them an hour.
"""

import re

MOST_ATTRIBUTES = 1_000  # 2 ms; the longest tags of real pages have some hundred
MOST_COMPARED = 50_000_000  # attributes with attributes, in all tags: 0.2 s
# Different names need three letters and a blank each: tags that are shorter have 250 at most, and a
# page full of them takes a second.
LONG_TAG = 1_000
# A shorter page has 25,000 attributes at most, which is a second, and most pages are shorter: to
# look through one costs a seventh of what it costs to read it.
LONG_PAGE = 100_000

# As the HTML standard, 13.2.5, reads it. What is once matched is never given back.
ATTRIBUTE_PATTERN = (
    r"""[\s/]*+=?[^\s/>=]++(?:\s*+=\s*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\s>"'][^\s>]*+)?+)?+"""
)
_TAG = rf"<[a-zA-Z][^\s/>]*+(?:{ATTRIBUTE_PATTERN})*+[\s/]*+>?+"
_RAW = "(?i:script|style|textarea|title|xmp|iframe|noembed|noframes)"
# Text and tags too short to be a flood, many at a time: nearly all of nearly every page.
_HARMLESS = (
    rf"(?:[^<]++|</[a-zA-Z][^<>]{{0,100}}+>|<(?:[^sStTxXiInN\W\d_]|(?!{_RAW}[\s/>])[a-zA-Z])"
    r"[^<>\"']{0,100}+(?:\"[^\"<>]{0,2000}+\"[^<>\"']{0,100}+){0,9}+>)++"
)
TOKEN = re.compile(
    rf"{_HARMLESS}|<!--(?:-?>|.*?(?:--!?>|\Z))"
    rf"|(?=<(?P<raw>{_RAW})[\s/>])(?P<opening>{_TAG})(?:[^<]++|<(?!/(?i:(?P=raw))))*+|(?P<tag>{_TAG})",
    re.DOTALL,
)
ATTRIBUTE = re.compile(ATTRIBUTE_PATTERN)


def before_flood(text: str) -> str:
    """The page up to the tag with which its attributes become a flood; nearly always all of it."""
    if len(text) < LONG_PAGE:
        return text
    compared = 0
    for token in TOKEN.finditer(text):
        tag = token["tag"] or token["opening"]
        if tag and len(tag) >= LONG_TAG:
            attributes = sum(1 for _ in ATTRIBUTE.finditer(tag, 1))
            compared += attributes**2
            if attributes > MOST_ATTRIBUTES or compared > MOST_COMPARED:
                return text[: token.start()]
    return text
