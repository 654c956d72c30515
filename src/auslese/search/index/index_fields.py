"""What does the index have of a page?"""

from functools import cache

import tantivy

from auslese.search.index.person_terms import PERSON_NAMES, PERSONS

STEMMED = ("title", "headings", "text", "rest", "anchor", "address")
"""Fields in which forms of a word are one."""
TITLE_WORDS, ALL_WORDS, ANCHOR_WORDS = "title_words", "words", "anchor_words"
WRITTEN = (TITLE_WORDS, ALL_WORDS, ANCHOR_WORDS)
"""Fields with words as they are written; `words` has title, text and the rest."""
PARTS = "parts"
AUTHOR = "author"
NAMES = "names"
"""Whole names, each one term; see `page_names`."""
FACETS = ("language", "site", "type", "year", "topic", "cluster", "standing")
"""By what answers are counted and filtered, as queries and pages call it."""
TOPIC_LEVELS = "topic_levels"
"""How well a page fits each topic, a term for each; see `topic_term`."""
RELEVANCE = "relevance"
"""What topics bring a page whatever is asked for, -1 to 1; pages without it have none."""
SHOWN = "shown"
"""What a hit shows, as it is kept with the page: records of `pages.Shown`."""
WORD_TOKENS = "whitespace"
WHOLE_TOKENS = "raw"


def field_of(facet: str) -> str:
    """The field that a facet counts; empty if there is no such facet."""
    if facet in {"type", "page_type"}:  # the second is what tables and hits call it
        return "page_type"
    return facet if facet in FACETS else ""


def topic_term(name: str, level: int) -> str:
    """The term of pages that fit a topic so well, in steps; no name has a colon in it."""
    return f"{level}:{name}"


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
    builder.add_text_field(NAMES, tokenizer_name=WHOLE_TOKENS, index_option="freq")
    for name in (TOPIC_LEVELS, PERSONS, PERSON_NAMES):
        builder.add_text_field(name, tokenizer_name=WHOLE_TOKENS, index_option="basic")
    for name in ("language", "site", "page_type", "media_type", "topic", "standing"):
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
    ):
        builder.add_integer_field(name, indexed=True, fast=True)
    builder.add_float_field("rank", indexed=True, fast=True)
    builder.add_float_field(RELEVANCE, indexed=False, fast=True)
    builder.add_bytes_field(SHOWN, stored=True, indexed=False)
    return builder.build()
