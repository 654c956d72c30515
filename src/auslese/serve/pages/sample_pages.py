"""What other programs need to know in order to measure this engine: its words, and what it has."""

import msgspec

from auslese.recipes.samples.held_page import held_page
from auslese.sample.query_words import MOST_WORDS as MOST_WORDS
from auslese.serve.page_request import PageRequest, number_of
from auslese.serve.page_result import RawResponse

JSON_TYPE = "application/json"


def held(request: PageRequest) -> RawResponse:
    """Whether the index has a page, or one that stands for it, and the words it is found by."""
    page = held_page(request.here, request.here.tables(), request.url())
    return RawResponse(msgspec.json.encode(page.as_json()), JSON_TYPE)


def lexicon(request: PageRequest) -> RawResponse:
    """The words of all pages as they are written, and how many pages have each."""
    most = number_of(request.values.get("most", ""), 1, MOST_WORDS, MOST_WORDS)
    pages, words = request.here.cached("lexicon", lambda: request.here.lexicon(MOST_WORDS))
    return RawResponse(msgspec.json.encode({"pages": pages, "words": words[:most]}), JSON_TYPE)
