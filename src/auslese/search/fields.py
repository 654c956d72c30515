"""What the index has of a page, and what is it worth when a word is found there?"""

from dataclasses import dataclass, fields
from functools import cache

import tantivy

STEMMED = ("title", "headings", "text", "rest", "anchor", "address")
"""Fields in which forms of a word are one."""
TITLE_WORDS, ALL_WORDS, ANCHOR_WORDS = "title_words", "words", "anchor_words"
WRITTEN = (TITLE_WORDS, ALL_WORDS, ANCHOR_WORDS)
"""Fields with words as they are written; `words` has title, text and the rest."""
PARTS = "parts"
AUTHOR = "author"
FACETS = ("language", "site", "page_type", "year", "cluster")
SHOWN = "shown"
"""What a hit shows, as it is kept with the page: records of `pages.Shown`."""
WORD_TOKENS = "whitespace"
WHOLE_TOKENS = "raw"


@dataclass(frozen=True, slots=True)
class Weights:
    """What each ground for a place in an answer is worth."""

    title: float = 0.35
    headings: float = 0.2
    text: float = 1.0
    rest: float = 0.2
    anchor: float = 0.8
    address: float = 0.4
    exact: float = 0.2
    """A word in just the form that was asked for, wherever it stands."""
    parts: float = 0.4
    """A word of which the one asked for is a part, or the other way round."""
    rank: float = 1.5
    freshness: float = 0.4
    language: float = 4.0
    """A page in a language that is preferred."""

    def alone(self, part: str) -> "Weights":
        """This one as it is, and all others nothing."""
        return Weights(**dict.fromkeys(NAMES_OF_WEIGHTS, 0.0) | {part: getattr(self, part)})

    def of_field(self, name: str) -> float:
        """The weight of words found in this field."""
        return float(getattr(self, "exact" if name in WRITTEN else name))


NAMES_OF_WEIGHTS = tuple(each.name for each in fields(Weights))


@cache
def schema() -> tantivy.Schema:
    """The fields of the index."""
    builder = tantivy.SchemaBuilder()
    for name in (*STEMMED, *WRITTEN, PARTS, AUTHOR):
        builder.add_text_field(name, tokenizer_name=WORD_TOKENS, index_option="position")
    for name in ("host", "url_key"):
        builder.add_text_field(name, tokenizer_name=WHOLE_TOKENS, index_option="basic")
    # A page is also found by the domains above its host: site:example.org has www.example.org.
    builder.add_text_field("hosts", tokenizer_name=WORD_TOKENS, index_option="basic")
    for name in ("language", "site", "page_type", "media_type"):
        builder.add_text_field(name, tokenizer_name=WHOLE_TOKENS, index_option="basic", fast=True)
    for name in ("id", "digest"):
        builder.add_integer_field(name, indexed=name == "id", fast=True)
    # What comes last: pages without a day, by `day` from above as by `age` from above.
    for name in (
        "day",
        "age",
        "depth",
        "length",
        "bytes",
        "year",
        "cluster",
        "copies",
        "is_fetched",
    ):
        builder.add_integer_field(name, indexed=True, fast=True)
    builder.add_float_field("rank", indexed=True, fast=True)
    builder.add_bytes_field(SHOWN, stored=True, indexed=False)
    return builder.build()
