"""Where queries come from: the words of collections, servers and files, made a pool."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from auslese.recipes.samples.collection_engine import CollectionEngine
from auslese.recipes.samples.engine_opening import OpenEngine
from auslese.records.errors import AusleseError, SettingsError
from auslese.sample.query_pool import (
    FEWEST_EXPECTED,
    FrequencyWindow,
    QueryPool,
    pool_of,
    window_for,
)
from auslese.sample.query_words import SampleLexicon, lexicon_in, union_of
from auslese.store.collection import SETTINGS_FILE

MOST_BYTES = 64_000_000  # of a lexicon: more than so many words have
FEWEST_WORDS = 10
"""Words below which a pool is not worth drawing from: every query would come again and again."""


def lexicon_for(engines: Sequence[OpenEngine], named: Sequence[Path]) -> SampleLexicon:
    """The lexicon that is named, or the words of all engines together.

    A lexicon of one side alone would find the pages of that side better.
    """
    if named:
        return union_of(map(lexicon_at, named))
    return union_of(engine.lexicon() for engine in engines)


def lexicon_at(place: Path) -> SampleLexicon:
    """The words of a collection, or of a file."""
    if (place / SETTINGS_FILE).is_file():
        engine = CollectionEngine(place)
        try:
            return engine.lexicon()
        finally:
            engine.close()
    return read_lexicon(place)


def read_lexicon(file: Path) -> SampleLexicon:
    """The words of a file: one a line, perhaps with a tab and the number of pages that have it."""
    try:
        with file.open("rb") as opened:
            body = opened.read(MOST_BYTES + 1)
    except OSError as problem:
        raise AusleseError(f"{file} cannot be read: {problem.strerror}") from None
    if len(body) > MOST_BYTES:
        raise SettingsError(f"{file} is too large for a lexicon: more than {MOST_BYTES:,} bytes")
    return lexicon_in(body.decode("utf-8", "replace").splitlines(), file)


def pool_from(lexicon: SampleLexicon, together: int, first: int) -> QueryPool:
    """The queries that find neither too few nor more pages than are looked at."""
    window = FrequencyWindow(0.0, float("inf"))
    if lexicon.pages:
        window = window_for(lexicon.pages, together, (FEWEST_EXPECTED, float(first)))
    pool = pool_of(lexicon.frequencies, window, together)
    if len(pool.words) < max(FEWEST_WORDS, together):
        raise AusleseError(
            f"only {len(pool.words)} of {len(lexicon.frequencies):,} words stand in"
            f" {window.low:,.0f} to {window.high:,.0f} pages each: too few to ask for. A larger"
            " lexicon or another number of --words may help."
        )
    return pool


def pool_report(pool: QueryPool, lexicon: SampleLexicon) -> dict[str, Any]:
    """What is asked for, as programs get it."""
    return {
        "words": len(pool.words),
        "together": pool.together,
        "queries": pool.size,
        "least_pages": pool.window.low,
        "most_pages": pool.window.high,
        "lexicon": len(lexicon.frequencies),
        "lexicon_pages": lexicon.pages,
    }
