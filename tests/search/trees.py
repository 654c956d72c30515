"""Trees of queries as Hypothesis draws them, in the form of `search.query.query_tree`."""

from collections.abc import Callable
from datetime import date

from hypothesis import strategies as st

from auslese.records.query import (
    WORD_FIELDS,
    All,
    Exact,
    Field,
    FieldName,
    Measure,
    Near,
    Prefix,
    Range,
    Term,
    Tree,
    Word,
)
from auslese.search.query.query_tokens import is_operator, pieces_of, tidy
from auslese.search.query.query_tree import both, either, negated, phrase, some

KNOWN = """
    Haus boot and und OR NOT UND NEAR E-Mail don't 3D 1990 www title depth 日本語 한국어 été हिन्दी
"""
WORDS = st.sampled_from(KNOWN.split()) | st.text(min_size=1, max_size=8).map(
    lambda text: (pieces_of(tidy(text)) or ["x"])[0]
)
WISHES = WORDS.filter(lambda word: not is_operator(word))


def terms() -> st.SearchStrategy[Term]:
    words: st.SearchStrategy[Term] = WORDS.map(Word)
    phrases = st.builds(phrase, st.lists(WORDS, min_size=2, max_size=4), st.integers(0, 1000))
    return words | WORDS.map(Exact) | WORDS.map(Prefix) | phrases


VALUES = {
    FieldName.SITE: st.sampled_from(["tum.de", "xn--mnchen-3ya.de", "127.0.0.1", "[::1]:8000"]),
    FieldName.HOST: st.sampled_from(["www.tum.de", "münchen.de"]),
    FieldName.LANGUAGE: st.sampled_from(["de", "en", "sr-Latn", "klingonisch"]),
    FieldName.TYPE: st.sampled_from(["pdf", "application/pdf", "image/svg+xml"]),
    FieldName.URL: st.sampled_from(["https://a.de/b?c=(d)&e,f#g", "blog", "a b", "-x", "(", "a*"]),
    FieldName.TOPIC: st.sampled_from(["energy", "solar power", "Öl", "a>b"]),
    FieldName.CLUSTER: st.sampled_from(["17", "car, bike"]),
}
IN_TEXT = st.builds(Field, st.sampled_from(sorted(WORD_FIELDS)), terms())
WHOLE = st.one_of(
    *(st.builds(Field, st.just(name), text.map(Word)) for name, text in VALUES.items())
)
BEGINNINGS = st.builds(
    Field,
    st.sampled_from([FieldName.URL, FieldName.TYPE]),
    st.sampled_from(["image/", "blog"]).map(Prefix),
)

DAYS = st.dates(date(2, 1, 1), date(9998, 12, 31))
COUNTS = st.integers(-1, 10**15)
SHARES = st.integers(0, 10**9).map(lambda number: number / 10**6)


def ordered(low: date, high: date) -> Range:
    return Range(Measure.DATE, min(low, high), max(low, high))


def limited(measure: Measure, number: float, of: str) -> st.SearchStrategy[Range]:
    kinds = [
        Range(measure, number, number, of=of),
        Range(measure, low=number, of=of),
        Range(measure, high=number, of=of),
    ]
    if measure in (Measure.RANK, Measure.TOPIC):
        kinds.append(Range(measure, low=number, above=True, of=of))
        kinds.append(Range(measure, high=number, below=True, of=of))
    if measure is not Measure.TOPIC:
        kinds.append(Range(measure, number, number + 1))
    return st.sampled_from(kinds)


COUNTED = st.tuples(st.sampled_from([Measure.DEPTH, Measure.WORDS, Measure.SIZE]), COUNTS)
RANGES = st.one_of(
    st.builds(ordered, DAYS, DAYS),
    DAYS.map(lambda day: Range(Measure.DATE, low=day)),
    DAYS.map(lambda day: Range(Measure.DATE, high=day)),
    COUNTED.flatmap(lambda drawn: limited(drawn[0], drawn[1], "")),
    SHARES.flatmap(lambda number: limited(Measure.RANK, number, "")),
    st.tuples(SHARES, VALUES[FieldName.TOPIC]).flatmap(
        lambda drawn: limited(Measure.TOPIC, drawn[0], drawn[1])
    ),
)


def nested(inner: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    several = st.lists(inner, min_size=1, max_size=4)
    wished = st.lists(WISHES.map(Word) | WORDS.map(Prefix), max_size=3)
    makers: list[Callable[..., Tree]] = [both, either]
    joined = st.builds(lambda make, parts: make(parts), st.sampled_from(makers), several)
    return joined | inner.map(negated) | st.builds(some, wished, st.lists(inner, max_size=3))


def trees() -> st.SearchStrategy[Tree]:
    """Trees of any kind."""
    near = st.builds(Near, terms(), terms(), st.integers(1, 1000))
    ends: st.SearchStrategy[Tree] = st.one_of(
        terms(), near, IN_TEXT, WHOLE, BEGINNINGS, RANGES, st.just(All())
    )
    return st.recursive(ends, nested, max_leaves=12)
