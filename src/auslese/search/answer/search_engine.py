"""Answers questions from an index: finds, orders, explains, shows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import tantivy
from tantivy import Occur

from auslese.records.answer import (
    FacetValue,
    Hit,
    HitTopic,
    LanguagePreference,
    SearchQuery,
)
from auslese.records.joint_answer import IndexStatistics, QueryStatistics, SharedStatistics
from auslese.records.person_level import NOBODY_HIDDEN, HiddenPeople
from auslese.records.query import (
    ParsedQuery,
    Some,
    Tree,
    Word,
)
from auslese.records.topic_use import topics_by_key
from auslese.search.answer.facets import (
    MOST_SHARED_VALUES,
    MOST_VALUES,
    CountedPages,
    facets_of,
    narrowed,
)
from auslese.search.answer.hit_ordering import order_field, ordering_clauses
from auslese.search.answer.living_pages import asks_for_left_out, tiers_of, without_left_out
from auslese.search.answer.marking import marks_for_query
from auslese.search.answer.matching import (
    MOST_PAIRS,
    MOST_WINDOWS,
    Matcher,
    SignalClause,
    unranked,
)
from auslese.search.answer.name_queries import (
    NAME,
    is_only_words,
    name_in,
    name_query,
    whole_name_query,
)
from auslese.search.answer.person_queries import (
    PersonLexicon,
)
from auslese.search.answer.scoring import (
    DIGITS,
    WINDOW,
    HitCandidate,
    ScoreExplainer,
    by_part,
    in_field_order,
    reordered,
)
from auslese.search.answer.shared_scoring import SharedExplainer, SharedScorer, frequencies_in
from auslese.search.answer.snippets import MarkTargets, snippet_of
from auslese.search.answer.weights import SignalWeights
from auslese.search.answer.word_queries import any_of
from auslese.search.index.index_fields import ALL_WORDS, SHOWN, schema
from auslese.search.index.index_pages import StoredHit, decode_stored_hit
from auslese.search.index.term_forms import GAP, TermMaker
from auslese.search.query.query_tree import adds_up, leaves_of, pairs_in
from auslese.search.query.term_rules import ENOUGH, with_all_words, without_stop_words
from auslese.system.late_mapping import LateMapping

LANGUAGE = "language"
DEEPEST = 10_000  # hits that can be turned to; nobody looks farther, and each costs memory
MOST_NESTED = 32
"""Words of alternatives made of several things whose explanation is told by fields: it takes time
with each of them, and beyond that all counts as text."""
MOST_LANGUAGES = 8  # whose stems a word of a query is looked for with


@dataclass(frozen=True, slots=True)
class SearchEngine:
    """An open index with all that is needed to ask it."""

    index: tantivy.Index
    maker: TermMaker
    languages: tuple[str, ...]
    """Of the collection, that of most pages first."""
    weights: SignalWeights = field(default_factory=SignalWeights)
    clusters: Mapping[int, str] = field(default_factory=dict)
    """Labels of clusters."""
    topics: tuple[str, ...] = ()
    """Names of topics that were taught."""
    left_out: tuple[str, ...] = ()
    """Those of them whose pages are no answers."""
    has_people: bool = False
    """Whether it is known who is named in pages."""
    hidden: HiddenPeople = NOBODY_HIDDEN
    """Who asked not to be found."""
    own: IndexStatistics | None = None
    """What the index says of itself, where it is one of several that are asked together."""
    shared: SharedStatistics | None = None
    """What all of these say together."""
    named_clusters: Mapping[str, int] = field(init=False)
    """Clusters by number and by label, in small letters."""

    def __post_init__(self) -> None:
        clusters = self.clusters

        def named() -> Mapping[str, int]:
            numbers = {str(number): number for number in clusters}
            return {label.lower(): number for number, label in clusters.items()} | numbers

        object.__setattr__(self, "named_clusters", LateMapping(named))

    def compile(self, query: ParsedQuery, question: SearchQuery) -> "IndexMatches":
        """Find the pages; what is told about them is worked out when it is wanted."""
        tree = without_stop_words(query.tree, self.languages)
        question = replace(question, text=name_in(query.tree))
        searcher = self.index.searcher()
        strict = None if question.every_word else with_all_words(tree)
        if self.shared is not None:
            return self._found_together(searcher, tree, strict, question)
        have_all = 0
        if strict is not None:
            found = self._found(searcher, strict, question)
            have_all = found.total
            if found.living >= ENOUGH:
                return found
        found = self._found(searcher, tree, question)
        if not found.total and isinstance(tree, Some) and not question.every_word:
            relaxed = self._found(searcher, tree, question, relaxed=True)
            return relaxed._replace(softened=relaxed.total > 0)
        return found._replace(softened=strict is not None and found.total > have_all)

    def _found_together(
        self, searcher: tantivy.Searcher, tree: Tree, strict: Tree | None, question: SearchQuery
    ) -> "IndexMatches":
        """As `compile`, where all indexes together decide how the query is taken."""
        assert self.shared is not None
        counts = self.shared.query
        if strict is not None and counts.with_all_words >= ENOUGH:
            return self._found(searcher, strict, question)
        is_relaxed = not counts.found and isinstance(tree, Some) and not question.every_word
        found = self._found(searcher, tree, question, relaxed=is_relaxed)
        has_less = strict is not None and counts.found > counts.have_all
        return found._replace(softened=found.total > 0 if is_relaxed else has_less)

    def query_statistics(self, query: ParsedQuery, question: SearchQuery) -> QueryStatistics:
        """What this index says of a query that is asked of several."""
        tree = without_stop_words(query.tree, self.languages)
        question = replace(question, text=name_in(query.tree), first=0, most=1)
        searcher = self.index.searcher()
        strict = None if question.every_word else with_all_words(tree)
        found = self._found(searcher, tree, question)
        all_words = self._found(searcher, strict, question) if strict is not None else None
        with_all, have_all = (all_words.living, all_words.total) if all_words else (0, 0)
        frequencies = frequencies_in(searcher, found.asked)
        return QueryStatistics(frequencies, with_all, found.total, have_all)

    def shown(self, ids: Sequence[int]) -> dict[int, StoredHit]:
        """What the index shows of these pages; those it does not have are left out."""
        if not ids:
            return {}
        searcher = self.index.searcher()
        these = [tantivy.Query.term_query(schema(), "id", each) for each in ids]
        query = unranked(any_of(these))  # a set of terms takes ten times as long
        hits = searcher.search(query, len(ids), count=False).hits
        found = [decode_stored_hit(searcher.doc(address).get_first(SHOWN)) for _, address in hits]
        return {each.id: each for each in found}

    @property
    def pages(self) -> int:
        """How many pages the index has, also those that are known by links alone."""
        return int(self.index.searcher().num_docs)

    def lexicon(self, most: int) -> list[tuple[str, int]]:
        """Words as they are written in pages, and in how many; the most frequent first."""
        found = self.index.searcher().terms_with_prefix(ALL_WORDS, "", limit=most + 1)
        return [(word, pages) for word, pages in found if word != GAP.split()[0]][:most]

    def with_words(self, words: Iterable[tuple[str, str]], most: int) -> list[tuple[int, float]]:
        """The ids of pages that have most of these words, each with its language; and scores."""
        terms = {
            term
            for word, language in words
            for code in (language, "")
            for term in self.maker.term_in(word, code).split()
        }
        wanted = [
            (Occur.Should, tantivy.Query.term_query(schema(), "text", term)) for term in terms
        ]
        if not wanted:
            return []
        searcher = self.index.searcher()
        hits = searcher.search(tantivy.Query.boolean_query(wanted), most, count=False).hits
        ids = searcher.fast_field_values("id", [address for _, address in hits])
        return [(int(page or 0), score) for page, (score, _) in zip(ids, hits, strict=True)]

    def _found(
        self,
        searcher: tantivy.Searcher,
        tree: Tree,
        question: SearchQuery,
        *,
        relaxed: bool = False,
    ) -> "IndexMatches":
        words = sum(1 for _ in leaves_of(tree))
        windows = max(1, MOST_WINDOWS // max(1, words))
        pairs = max(1, MOST_PAIRS // max(1, pairs_in(tree)))
        matcher = self.matcher(searcher, with_people=question.with_people)
        matcher = replace(matcher, relaxed=relaxed, windows=windows, pairs=pairs)
        clauses = matcher.clauses(tree)
        brings = is_only_words(tree) and not question.every_word
        query, named = self._by_name(searcher, matcher.query(tree), question.text, brings)
        query, more = self._in_languages(query, question)
        more += named
        every = query = narrowed(query, question.filters)
        if not asks_for_left_out(tree, question.filters, topics_by_key(self.left_out)):
            query = without_left_out(searcher, every)
        counted = CountedPages(query, every)
        by = order_field(tree, question.order)
        ordering = ordering_clauses(matcher, tree, question, by)
        if ordering:
            liked = [(Occur.Should, clause.query) for clause in ordering]
            query = tantivy.Query.boolean_query([(Occur.Must, query), *liked])
            by, more = "", [*more, *ordering]
        living, total, candidates = self._in_tiers(searcher, query, question, by)
        parts = _each_alone(matcher, tree, clauses) | by_part(more)
        explainer = self._explainer(searcher, parts)
        return IndexMatches(
            self, searcher, tree, counted, living, total, candidates, explainer, query
        )

    def _in_tiers(
        self, searcher: tantivy.Searcher, query: tantivy.Query, question: SearchQuery, by: str
    ) -> tuple[int, int, list[HitCandidate]]:
        """How many living pages fit, how many in all, and the first of them in their order."""
        wanted = min(question.first + question.most, DEEPEST)
        limit = max(1, -(-wanted // WINDOW) * WINDOW)
        first, below = tiers_of(searcher, query, question.filters)
        ranking = CandidateOptions(limit, by, min(wanted, WINDOW))
        living, candidates = self._candidates(searcher, first, ranking)
        if below is None:
            return living, living, candidates
        # Beyond what is wanted only their number is.
        left = max(0, ranking.wanted - living)
        rest = ranking._replace(limit=max(1, limit - living), wanted=left)
        others, behind = self._candidates(searcher, below, rest)
        return living, living + others, candidates + (behind if living < limit else [])

    def _explainer(
        self, searcher: tantivy.Searcher, parts: Mapping[str, tantivy.Query]
    ) -> ScoreExplainer | SharedExplainer:
        scorer = self._shared_scorer(searcher)
        return SharedExplainer(scorer, parts) if scorer else ScoreExplainer(searcher, parts)

    def _candidates(
        self, searcher: tantivy.Searcher, query: tantivy.Query, ranking: "CandidateOptions"
    ) -> tuple[int, list[HitCandidate]]:
        """How many pages fit, and the first of them in their order."""
        if ranking.by:
            result = searcher.search(query, ranking.limit, order_by_field=ranking.by)
            return _count(result), in_field_order(searcher, result.hits, ranking.by)
        result = searcher.search(query, ranking.limit)
        found = reordered(searcher, result.hits, self.weights)
        if scorer := self._shared_scorer(searcher):
            found[:WINDOW] = scorer.best(query, found[:WINDOW], ranking.wanted)
        return _count(result), found

    def _shared_scorer(self, searcher: tantivy.Searcher) -> SharedScorer | None:
        """Who weighs pages by all indexes that are asked; None if this one is asked alone."""
        if self.shared is None or self.own is None:
            return None
        return SharedScorer(searcher, self.own, self.shared)

    @property
    def persons(self) -> PersonLexicon | None:
        """The persons of the index; None if nobody knows who is named in pages."""
        if not self.has_people:
            return None
        return PersonLexicon(beginnings_in(self.index.searcher()), self.hidden)

    def matcher(self, searcher: tantivy.Searcher, *, with_people: bool = True) -> Matcher:
        """Who makes queries for the index out of trees."""

        beginnings = beginnings_in(searcher)
        return Matcher(
            self.maker,
            self.languages[:MOST_LANGUAGES],
            self.weights,
            beginnings,
            self._frequency(searcher),
            self.shared.index.pages if self.shared else searcher.num_docs,
            self.named_clusters,
            topics_by_key(self.topics),
            PersonLexicon(beginnings, self.hidden) if self.has_people and with_people else None,
            has_more_languages=len(self.languages) > MOST_LANGUAGES,
        )

    def _frequency(self, searcher: tantivy.Searcher) -> Callable[[str, str], int]:
        """Tells how many pages have a term in a field: of all indexes that are asked."""
        if self.shared is None:
            return searcher.doc_freq
        shared = self.shared.query

        def frequency(name: str, term: str) -> int:
            count = shared.pages_with(name, term)
            return int(searcher.doc_freq(name, term)) if count is None else count

        return frequency

    def _by_name(
        self,
        searcher: tantivy.Searcher,
        query: tantivy.Query,
        name: str,
        brings: bool,
    ) -> tuple[tantivy.Query, list[SignalClause]]:
        """What it does to a query that pages are called like it.

        It `brings` pages that are called so as a whole and do not have its words in that form.
        """
        if not self.weights.name or not name:
            return query, []
        frequency = self._frequency(searcher)
        called = name_query(name, self.weights.name, frequency)
        if called is None:
            return query, []
        if brings and (whole := whole_name_query(name, frequency)) is not None:
            query = any_of([query, unranked(whole)])
        both = tantivy.Query.boolean_query([(Occur.Must, query), (Occur.Should, called)])
        return both, [SignalClause(NAME, called)]

    def _in_languages(
        self, query: tantivy.Query, question: SearchQuery
    ) -> tuple[tantivy.Query, list[SignalClause]]:
        """What a choice of languages does to a query."""
        if question.preference is LanguagePreference.ANY or not question.languages:
            return query, []
        terms = [
            tantivy.Query.term_query(schema(), "language", code) for code in question.languages
        ]
        chosen = tantivy.Query.boolean_query([(Occur.Should, each) for each in terms])
        if question.preference is LanguagePreference.ONLY:
            both = [(Occur.Must, query), (Occur.Must, unranked(chosen))]
            return tantivy.Query.boolean_query(both), []
        liked = tantivy.Query.const_score_query(chosen, self.weights.language)
        either = [(Occur.Must, query), (Occur.Should, liked)]
        return tantivy.Query.boolean_query(either), [SignalClause(LANGUAGE, liked)]


class CandidateOptions(NamedTuple):
    """Which of the pages found are wanted, and in which order."""

    limit: int
    """So many at most."""
    by: str
    """A field by which they are ordered; empty for how well they fit."""
    wanted: int
    """So many must stand where they stand in all indexes together."""


class IndexMatches(NamedTuple):
    """Pages that were found."""

    engine: SearchEngine
    searcher: tantivy.Searcher
    tree: Tree
    counted: CountedPages
    living: int
    """Pages that come before those that are gone or were never fetched."""
    total: int
    candidates: list[HitCandidate]
    explainer: ScoreExplainer | SharedExplainer
    asked: tantivy.Query
    """What the index was asked in the end."""
    softened: bool = False

    def hits(self, first: int, most: int) -> list[Hit]:
        """Some of the pages, as an answer shows them."""
        wanted = self.sought()
        found = self.candidates[first : first + most]
        parts = self.explainer.parts_of(found)
        return [self._hit(*each, wanted) for each in zip(found, parts, strict=True)]

    @property
    def is_by_value(self) -> bool:
        """Whether pages are ordered by a value that they have, and not by what words bring."""
        return any(each.value is not None for each in self.candidates[:1])

    @property
    def total_of_all(self) -> int:
        """Pages that were found, also in other indexes that are asked together with this one."""
        if self.engine.shared is None:
            return self.total
        counts = self.engine.shared.query
        return counts.with_all_words if counts.with_all_words >= ENOUGH else counts.found

    def ids(self, most: int) -> list[int]:
        """The ids of the best pages."""
        addresses = [each.address for each in self.candidates[:most]]
        values = self.searcher.fast_field_values("id", addresses)
        return [int(value) for value in values if value is not None]

    def ranking(self, first: int, most: int) -> list[tuple[str, float]]:
        """The names of some of the pages, and their scores."""
        found = self.candidates[first : first + most]
        pages = zip(self.shown(first, most), found, strict=True)
        return [(shown.name, each.score) for shown, each in pages]

    def scores(self, first: int, most: int) -> list[float]:
        """What some of the pages are ordered by; indexes that are asked together are, too."""
        return [each.place for each in self.candidates[first : first + most]]

    def shown(self, first: int, most: int) -> list[StoredHit]:
        """What the index shows of some of the pages, without snippets and explanations."""
        found = self.candidates[first : first + most]
        return [
            decode_stored_hit(self.searcher.doc(each.address).get_first(SHOWN)) for each in found
        ]

    def texts(self, most: int) -> list[tuple[str, str, str]]:
        """Title, snippet and language of the best pages."""
        hits = self.hits(0, most)
        return [(hit.title, "".join(p.text for p in hit.snippet), hit.language) for hit in hits]

    def facets(
        self, question: SearchQuery, labelling: Callable[[str, str], str]
    ) -> dict[str, list[FacetValue]]:
        """How all pages found are spread."""
        most = MOST_VALUES if self.engine.shared is None else MOST_SHARED_VALUES
        return facets_of(self.searcher, self.counted, question.filters, labelling, most)

    def pages_with(self, word: str) -> int:
        """How many pages have a word, in whatever form."""
        query = self.engine.matcher(self.searcher).query(Word(word))
        return _count(self.searcher.search(query, 1))

    def sought(self) -> MarkTargets:
        """What is to be marked in texts."""
        return marks_for_query(self.tree, self.engine.maker, self.engine.languages[:MOST_LANGUAGES])

    def _hit(self, found: HitCandidate, parts: dict[str, float], wanted: MarkTargets) -> Hit:
        shown = decode_stored_hit(self.searcher.doc(found.address).get_first(SHOWN))
        return Hit(
            id=shown.id,
            name=shown.name,
            url=shown.url,
            title=shown.title,
            snippet=snippet_of(shown.text, wanted, shown.language),
            language=shown.language,
            score=round(sum(parts.values(), 0.0), DIGITS),
            parts=parts,
            site=shown.site,
            page_type=shown.page_type,
            date=shown.date,
            cluster=shown.cluster,
            rank=shown.rank,
            copies=shown.copies,
            is_fetched=shown.is_fetched,
            standing=shown.standing,
            entry=shown.entry,
            topics=tuple(HitTopic(*each) for each in shown.topics),
        )


def beginnings_in(searcher: tantivy.Searcher) -> Callable[[str, str, int], Iterable[str]]:
    """Tells terms of a field that begin like a text, so many at most."""

    def beginnings(name: str, text: str, most: int) -> Iterable[str]:
        return [word for word, _ in searcher.terms_with_prefix(name, text, limit=most)]

    return beginnings


def _each_alone(matcher: Matcher, tree: Tree, clauses: list[SignalClause]) -> dict[str, Any]:
    """A query for each part of the score."""
    if adds_up(tree):
        return by_part(clauses)
    # What a page has may be in vain: the whole is asked, with all other parts worth nothing.
    parts = dict.fromkeys(clause.part for clause in clauses)
    if sum(1 for _ in leaves_of(tree)) > MOST_NESTED:
        return {"text": matcher.query(tree)}
    return {
        part: replace(matcher, weights=matcher.weights.alone(part)).query(tree) for part in parts
    }


def _count(result: Any) -> int:
    """How many pages fit; the stub of the library lacks it."""
    return int(result.count or 0)
