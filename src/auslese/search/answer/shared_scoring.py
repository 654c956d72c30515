"""What is a page worth in an index that is one of several?

The library weighs words by its own index alone: how many pages have a word, how long pages are. It
can tell how it came to a score, though (`explain`), down to how often a term stands in a page and
how long the page is. From that the score is computed once more, with the figures of all indexes
that are asked together. It takes a millisecond a page, so only pages are looked at that could be
among the best: nothing can gain more than its rarest word and the length of pages allow.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from heapq import heappush, heappushpop
from typing import NamedTuple

import msgspec
import numpy as np
import tantivy

from auslese.records.joint_answer import IndexStatistics, SharedStatistics
from auslese.search.answer.score_order import AS_GOOD, order_by_score
from auslese.search.answer.scoring import HitCandidate, rounded
from auslese.search.answer.word_queries import IndexQuery, rarity
from auslese.search.index.index_fields import AUTHOR, NAMES, PARTS, STEMMED, WRITTEN, schema

WEIGHED = (*STEMMED, *WRITTEN, PARTS, AUTHOR, NAMES)
"""Fields in which words are weighed."""

TERM = re.compile(r'Term\(field=(\d+), type=Str, "((?:[^"\\]|\\.)*)"\)')
PHRASE = re.compile(
    r'phrase_terms: \[((?:\(\d+, Term\(field=\d+, type=Str, "(?:[^"\\]|\\.)*"\)\)(?:, )?)+)\]'
)
ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]+)\}|(.))")
PLAIN_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}
BOOST = "Boost x"  # how the library explains that something counts more or less
K1, B = 1.2, 0.75  # of BM25, as the library has them
SAME = 1e-4  # as near are two scores that are one: the library has 24 bits of them


class FieldTerm(NamedTuple):
    """A term of a field."""

    name: str
    text: str


class ScoreNode(msgspec.Struct):
    """A part of an explanation by the library."""

    value: float
    description: str
    details: list["ScoreNode"] = []
    context: list[str] = []


read_explanation = msgspec.json.Decoder(ScoreNode).decode


def terms_in(query: IndexQuery) -> set[FieldTerm]:
    """All terms of a query by which pages are weighed, as it spells itself."""
    return set(_terms(str(query)))


def _terms(spelled: str) -> list[FieldTerm]:
    names = field_names()
    found = ((names.get(int(number), ""), text) for number, text in TERM.findall(spelled))
    return [FieldTerm(name, unescaped(text)) for name, text in found if name]


def phrases_in(query: IndexQuery) -> Iterator[list[FieldTerm]]:
    """The terms of each phrase of a query."""
    for inside in PHRASE.findall(str(query)):
        yield _terms(inside)


def unescaped(text: str) -> str:
    """A text as the library spells it in quotes, in plain letters."""
    if "\\" not in text:
        return text
    return ESCAPE.sub(
        lambda found: chr(int(found[1], 16)) if found[1] else PLAIN_ESCAPES.get(found[2], found[2]),
        text,
    )


def frequencies_in(searcher: tantivy.Searcher, query: IndexQuery) -> dict[str, dict[str, int]]:
    """How many pages of an index have each term of a query, by field.

    How rare a form of a word is in texts counts wherever it is looked for.
    """
    terms = terms_in(query)
    terms |= {FieldTerm("text", term) for name, term in terms if name in STEMMED}
    found: dict[str, dict[str, int]] = {}
    for name, term in sorted(terms):
        found.setdefault(name, {})[term] = int(searcher.doc_freq(name, term))
    return found


@cache
def field_names() -> dict[int, str]:
    """The names of the fields by the numbers by which the library tells them."""
    spelled = {name: str(IndexQuery.term_query(schema(), name, "x")) for name in WEIGHED}
    return {int(TERM.findall(text)[0][0]): name for name, text in spelled.items()}


def index_statistics(searcher: tantivy.Searcher, languages: Sequence[str]) -> IndexStatistics:
    """What an index weighs words by, whatever is asked; pages that are gone count until it is
    tidied, for the library counts them, too."""
    figures = {name: figures_of(searcher, name) for name in WEIGHED}
    pages = max((each.pages for each in figures.values()), default=0)
    return IndexStatistics(
        pages or int(searcher.num_docs),
        {code: int(searcher.doc_freq("language", code)) for code in languages},
        {name: each.mean_length * each.pages for name, each in figures.items()},
    )


class FieldFigures(NamedTuple):
    """What the library weighs words of a field by."""

    pages: int
    mean_length: float


def figures_of(searcher: tantivy.Searcher, name: str) -> FieldFigures:
    """What a field is weighed by, as the library explains a page with its most frequent term."""
    for term, _ in searcher.terms_with_prefix(name, "", limit=1):
        query = IndexQuery.term_query(schema(), name, term)
        for _, address in searcher.search(query, 1, count=False).hits:
            _, rarity, fit = read_explanation(query.explain(searcher, address).to_json()).details
            return FieldFigures(int(rarity.details[1].value), fit.details[-1].value)
    return FieldFigures(0, 0.0)


class SharedScorer:
    """Computes scores of pages with the figures of all indexes."""

    def __init__(
        self, searcher: tantivy.Searcher, own: IndexStatistics, shared: SharedStatistics
    ) -> None:
        """`own` is what this index says of itself."""
        self.searcher = searcher
        self.own = own
        self.shared = shared

    def score(self, query: IndexQuery, address: tantivy.DocAddress) -> float:
        """What the words of a query bring a page; 0 if it does not fit."""
        try:
            explained = query.explain(self.searcher, address).to_json()
        except ValueError:  # it does not fit
            return 0.0
        return _Explained(self, query, address).value(read_explanation(explained))

    def gain(self, query: IndexQuery) -> float:
        """By what factor the words of a query can bring more than they bring here, at most."""
        # A term that no page here has brings nothing, however rare it is elsewhere.
        terms = [term for term in terms_in(query) if self.searcher.doc_freq(*term)]
        gains = [self.rarity(term) / self.own_rarity(term) * self._longer(term) for term in terms]
        return max(1.0, *gains, 1.0)

    def _longer(self, term: FieldTerm) -> float:
        """What pages gain at most because theirs are longer than those of this index."""
        own = self.own.mean_length(term.name)
        return max(1.0, self.shared.index.mean_length(term.name) / own) if own else 1.0

    def best(
        self, query: IndexQuery, found: Sequence[HitCandidate], wanted: int
    ) -> list[HitCandidate]:
        """The same pages in the order of all indexes, as far as so many are wanted."""
        if not wanted:
            return list(found)
        if not terms_in(query):  # nothing is weighed: it is worth the same in every index
            return _ordered(list(found))
        gain = self.gain(query)
        weighed: list[HitCandidate] = []
        best: list[float] = []
        likely = sorted(found, key=lambda each: -(gain * each.words + each.score - each.words))
        for place, each in enumerate(likely):
            most = gain * each.words + each.score - each.words
            # A page that is as good may have the lower key.
            if len(best) == wanted and most <= best[0] - AS_GOOD:
                return _ordered(weighed) + likely[place:]
            exact = each._replace(words=self.score(query, each.address))
            weighed.append(exact)
            (heappush if len(best) < wanted else heappushpop)(best, exact.score)
        return _ordered(weighed)

    def rarity(self, term: FieldTerm) -> float:
        count = self.shared.query.pages_with(*term)
        if count is None:
            count = self.searcher.doc_freq(*term)
        return rarity(count, self.shared.index.pages)

    def own_rarity(self, term: FieldTerm) -> float:
        count = self.searcher.doc_freq(*term)
        return rarity(count, self.own.pages)


class _Explained(NamedTuple):
    """A page and a query it fits, whose explanation is computed once more."""

    scorer: SharedScorer
    query: IndexQuery
    address: tantivy.DocAddress

    def value(self, node: ScoreNode) -> float:
        """What a part of the explanation brings."""
        about = node.description
        if about.startswith("TermQuery"):
            return self._term(node)
        parts = [self.value(each) for each in node.details]
        if not parts:
            return node.value
        if about.startswith(BOOST):
            return float(about.removeprefix(BOOST).partition(" ")[0]) * parts[0]
        added = sum(each.value for each in node.details)
        # The best of several alternatives is explained in the same words as the sum of them.
        is_sum = abs(added - node.value) <= SAME * max(1.0, abs(added))
        return sum(parts) if is_sum else max(parts)

    def _term(self, node: ScoreNode) -> float:
        factor, rare, fit = node.details
        times, length = fit.details[0].value, fit.details[3].value
        terms = _terms("".join(node.context)) or self._phrase(rare.value, fit.details[4].value)
        if not terms:
            return node.value
        mean = self.scorer.shared.index.mean_length(terms[0].name) or fit.details[4].value
        weight = times / (times + K1 * (1 - B + B * length / mean))
        return factor.value * sum(map(self.scorer.rarity, terms)) * weight

    def _phrase(self, rare: float, length: float) -> list[FieldTerm]:
        """The phrase that is as rare, in a field as long: an explanation does not name it."""

        def distance(terms: list[FieldTerm]) -> tuple[float, float]:
            other = abs(self.scorer.own.mean_length(terms[0].name) - length)
            return round(other, 1), round(abs(sum(map(self.scorer.own_rarity, terms)) - rare), 3)

        known = list(phrases_in(self.query))
        nearest = min(map(distance, known), default=(0.0, 0.0))
        alike = [terms for terms in known if distance(terms) == nearest]
        return next((terms for terms in alike if all(map(self._has, terms))), [])

    def _has(self, term: FieldTerm) -> bool:
        try:
            IndexQuery.term_query(schema(), *term).explain(self.scorer.searcher, self.address)
        except ValueError:
            return False
        return True


class SharedExplainer:
    """Tells what each part of the query brings a page, by the figures of all indexes."""

    def __init__(self, scorer: SharedScorer, queries: Mapping[str, IndexQuery]) -> None:
        """Ask by one query for each part."""
        self._scorer, self._queries = scorer, queries

    def parts_of(self, found: Sequence[HitCandidate]) -> list[dict[str, float]]:
        """All parts of the score of each page that are more than nothing; they sum to it."""
        return [
            rounded(
                {
                    part: self._scorer.score(query, each.address)
                    for part, query in self._queries.items()
                }
                | each.own
            )
            for each in found
        ]


def _ordered(found: list[HitCandidate]) -> list[HitCandidate]:
    scores = np.array([each.score for each in found], np.float64)
    keys = np.array([each.key for each in found], np.int64)
    return [found[at] for at in order_by_score(scores, keys).tolist()]
