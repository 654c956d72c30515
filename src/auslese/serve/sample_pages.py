"""What other programs need to know in order to measure this engine: its words, and what it has."""

import msgspec

from auslese.recipes.samples.held_page import held_page
from auslese.recipes.samples.lexicon import MOST_WORDS as MOST_WORDS
from auslese.serve.asked import Asked, number_of
from auslese.serve.shown import Raw

JSON_TYPE = "application/json"


def held(asked: Asked) -> Raw:
    """Whether the index has a page, or one that stands for it, and the words it is found by."""
    page = held_page(asked.here, asked.here.tables(), asked.url())
    return Raw(msgspec.json.encode(page.as_json()), JSON_TYPE)


def lexicon(asked: Asked) -> Raw:
    """The words of all pages as they are written, and how many pages have each."""
    most = number_of(asked.values.get("most", ""), 1, MOST_WORDS, MOST_WORDS)
    pages, words = asked.here.kept("lexicon", lambda: asked.here.lexicon(MOST_WORDS))
    return Raw(msgspec.json.encode({"pages": pages, "words": words[:most]}), JSON_TYPE)
