"""Which pages fit a query, and on what grounds?

A leaf of the query becomes one clause for each field it may be found in; the score of a page is the
sum over all clauses that fit. So the part of each field can be told by asking for it alone.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice, product
from math import isqrt
from typing import NamedTuple

import tantivy
from tantivy import Occur

from auslese.records.media_names import SHORT_NAMES
from auslese.records.query import (
    All,
    And,
    Exact,
    Field,
    FieldName,
    Measure,
    Near,
    Not,
    Nothing,
    Or,
    Phrase,
    Prefix,
    Range,
    Some,
    Term,
    Tree,
    Word,
    has_search_terms,
)
from auslese.search.answer.person_queries import PersonLexicon
from auslese.search.answer.topic_queries import topic_query
from auslese.search.answer.weights import SignalWeights
from auslese.search.answer.word_queries import (
    SHORTEST_PART,
    WRITTEN_IN,
    IndexQuery,
    WordForms,
    any_of,
    any_window,
    best_of,
    phrase_query,
    rarity,
    terms_query,
    together,
    word_in_field,
)
from auslese.search.index.index_fields import (
    ALL_WORDS,
    PARTS,
    STEMMED,
    schema,
)
from auslese.search.index.term_forms import (
    GERMAN,
    TAG,
    TermMaker,
    name_terms,
    plain_words,
    tag_of,
    windows_of,
)

MOST_BEGINNINGS = 50  # words with a beginning that are ranked each by itself; others count alike
MOST_LONGER = 20  # words that begin with a compound
MOST_PAIRS = 256
"""Of words that are to be near each other, all of a query together: each is six phrases, and a
beginning stands for many words."""
MOST_WINDOWS = 128
"""Of all words without blanks together: every one is looked for in six fields."""
A_TEXT = 20
"""So many words side by side are a text that was pasted: what is quoted in it is a wish."""
EXACT = "exact"
MEASURED_IN = {
    Measure.DEPTH: "depth",
    Measure.WORDS: "length",
    Measure.SIZE: "bytes",
    Measure.RANK: "rank",
    Measure.DATE: "day",
}
FIRST_DAY = date(1, 1, 1).toordinal()
MOST = 2**62
_SPECIAL = re.compile(r"[\\.+*?()|\[\]{}^$]")
LONGEST_PATTERN = 200
"""Letters of a beginning that the index takes as a pattern: it has 1,000 states for one, and a
letter takes up to four. The few terms that have a longer beginning are looked up."""
MOST_LONG = 10_000  # of those that are looked up


class SignalClause(NamedTuple):
    """One ground on which a page may fit."""

    part: str
    """The part of the score it brings; see `weights.Weights`."""
    query: IndexQuery


@dataclass(frozen=True, slots=True)
class Matcher:
    """Turns trees into queries of the index."""

    maker: TermMaker
    languages: tuple[str, ...]
    """Of the collection, most pages first: a word is looked for with the stems of those in which it
    is one, each in pages of its language."""
    weights: SignalWeights
    beginnings: Callable[[str, str, int], Iterable[str]]
    """Terms of a field that begin like this, so many at most, the most frequent first."""
    frequency: Callable[[str, str], int] = lambda _field, _term: 0
    """How many pages have a term in a field."""
    pages: int = 0
    """Of the index."""
    clusters: Mapping[str, int] = field(default_factory=dict)
    """Clusters by number and by label, in small letters."""
    topics: Mapping[str, str] = field(default_factory=dict)
    """Topics by how their names are compared."""
    persons: PersonLexicon | None = None
    """Who is named in pages; None if that is not known."""
    relaxed: bool = False
    """Take what is demanded of a text as a wish."""
    windows: int = MOST_WINDOWS
    """Of a word without blanks that are asked for."""
    pairs: int = MOST_PAIRS
    """Of words near each other that are asked for in place of one pair."""
    has_more_languages: bool = False
    """Whether there are pages in languages that are none of these."""
    strict: bool = False
    """A word stands for its own forms alone, as it must where it is excluded."""
    _made: dict[tuple[str, tuple[str, ...]], list[SignalClause]] = field(
        default_factory=dict, init=False
    )
    """The clauses of words: both the query and its explanation are made of them."""

    def query(self, node: Tree) -> IndexQuery:
        """Ask for the pages that fit."""
        match node:
            case Some():
                return self._some(node)
            case And(parts):
                return IndexQuery.boolean_query([(Occur.Must, self.query(each)) for each in parts])
            case Or(parts):
                return any_of([self.query(each) for each in parts])
            case Not(part):
                excluded = replace(self, strict=True, relaxed=False).query(part)
                return IndexQuery.boolean_query(
                    [(Occur.Must, all_pages_query()), (Occur.MustNot, excluded)]
                )
            case All():
                return all_pages_query()
            case Nothing():
                return IndexQuery.empty_query()
            case Range():
                return unranked(self._range(node))
            case _:
                return any_of([clause.query for clause in self.clauses(node)])

    def _some(self, node: Some) -> IndexQuery:
        """Words side by side, and what is demanded with them; in a long text nothing is."""
        is_text = self.relaxed or len(node.wanted) >= A_TEXT
        clauses = [(Occur.Should, self.query(each)) for each in node.wanted]
        clauses += [
            (
                Occur.Should if is_text and has_search_terms(each) else Occur.Must,
                self.query(each),
            )
            for each in node.demanded
        ]
        least = 1 if is_text else node.least
        found = IndexQuery.boolean_query(clauses, least if node.wanted or is_text else None)
        single = [(Occur.Should, clause.query) for clause in self._single_parts(node)]
        return IndexQuery.boolean_query([(Occur.Must, found), *single]) if single else found

    def _single_parts(self, node: Some) -> list[SignalClause]:
        """Parts of compounds, each by itself: they find no page, but tell more of what is found.

        In a question other words say what it is about; a compound alone would find all that has
        one of its parts.
        """
        return [
            SignalClause(PARTS, self._boosted(PARTS, any_of(each)))
            for word in (*node.wanted, *node.demanded)
            if isinstance(word, Word) and (each := self._parts_apart(word.text))
        ]

    def _parts_apart(self, text: str) -> list[IndexQuery]:
        languages = self.maker.languages_of(text, self.languages)
        chains = {code: self.maker.chain_of(text, code) for code in languages}
        return [
            best_of([terms_query("text", tag_of(code) + part), terms_query(PARTS, part)])
            for code, chain in chains.items()
            for part in chain
            if len(part) >= SHORTEST_PART
        ]

    def clauses(self, node: Tree) -> list[SignalClause]:
        """All grounds that can bring a page something, whatever is demanded."""
        match node:
            case Some(wanted, demanded):
                found = [each for part in (*wanted, *demanded) for each in self.clauses(part)]
                return found + self._single_parts(node)
            case And(parts) | Or(parts):
                return [each for part in parts for each in self.clauses(part)]
            case Word():
                return self._word(node.text)
            case Exact() if name_terms(node.text):
                return [self._name(name_terms(node.text)[0])]
            case Exact() | Prefix() | Phrase():
                return [
                    SignalClause(part, self._boosted(part, self._written(name, node)))
                    for part, name in WRITTEN_IN.items()
                ]
            case Near():
                return self._near(node)
            case Field():
                return self._field(node)
            case _:
                return []

    def _boosted(self, part: str, query: IndexQuery) -> IndexQuery:
        return IndexQuery.boost_query(query, getattr(self.weights, part))

    def _word(self, text: str, fields: tuple[str, ...] = STEMMED) -> list[SignalClause]:
        if (text, fields) not in self._made:
            self._made[text, fields] = self._new_word(text, fields)
        return self._made[text, fields]

    def _new_word(self, text: str, fields: tuple[str, ...]) -> list[SignalClause]:
        words = plain_words(text)
        if not words:
            return []
        names = name_terms(text)
        if len(words) == 1 and names and self.frequency(PARTS, names[0]):
            # C++ and .NET: to part them from their signs would find C and the net.
            return [self._name(names[0])]
        forms = self._forms(text)
        windows = () if self.strict else windows_of(text)[: self.windows]
        found = [
            SignalClause(part, self._boosted(part, any_window(part, windows)))
            if windows
            else SignalClause(part, self._boosted(part, word_in_field(part, forms)))
            for part in fields
        ]
        if fields != STEMMED:
            return found
        found.append(
            SignalClause(EXACT, self._boosted(EXACT, terms_query(ALL_WORDS, forms.written)))
        )
        found += map(self._name, names)
        if not self.strict and not windows:
            parts = self._parts(text, forms)
            found.append(SignalClause(PARTS, self._boosted(PARTS, best_of(parts))))
        return found

    def _forms(self, text: str) -> WordForms:
        languages = self.maker.languages_of(text, self.languages)
        terms = self.maker.query_terms(text, languages)
        is_foreign = self.has_more_languages or len(languages) < len(self.languages)
        written = " ".join(plain_words(text))
        return WordForms(languages, terms, self._evening(terms), written, is_foreign)

    def _name(self, name: str) -> SignalClause:
        """A name with signs in it as a whole, which is worth as much as a word of the text."""
        return SignalClause(PARTS, self._boosted("text", terms_query(PARTS, name)))

    def _evening(self, terms: Sequence[str]) -> dict[str, float]:
        """What makes a word as rare in each of its languages as it is in all together.

        Else the few Norwegian pages with Einstein would stand before all English ones, and those in
        no language before both.
        """
        counts = {term: self.frequency("text", term) for term in terms if " " not in term}
        together = rarity(sum(counts.values()), self.pages)
        return {
            term: together / rarity(count, self.pages) for term, count in counts.items() if count
        }

    def _parts(self, text: str, forms: WordForms) -> list[IndexQuery]:
        """Words of which this one is a part, and all of what it is itself made of together."""
        whole = [
            terms_query(PARTS, term) for term in forms.terms if not (TAG in term or " " in term)
        ]
        chains = {
            code: chain for code in forms.languages if (chain := self.maker.chain_of(text, code))
        }
        found = [query for code, chain in chains.items() for query in together(chain, code)]
        if len(words := plain_words(text)) > 1:  # a name that dots join: all of it, wherever
            each = [word_in_field("text", self._forms(word)) for word in words]
            found.append(IndexQuery.boolean_query([(Occur.Must, query) for query in each]))
        return whole + found + (self._longer_words(forms) if GERMAN in chains else [])

    def _longer_words(self, forms: WordForms) -> list[IndexQuery]:
        """Words that begin with a German compound; not all of them can be taken apart."""
        stems = [term for term in forms.terms if forms.written.startswith(term)]
        begin = min([forms.written, *stems], key=len)
        longer = self.beginnings(ALL_WORDS, begin, MOST_LONGER)
        return [terms_query(ALL_WORDS, word) for word in longer if word not in stems]

    def _written(self, name: str, leaf: Term) -> IndexQuery:
        """A leaf in a field with words as they are written."""
        match leaf:
            case Prefix(text):
                return self._beginning(name, text)
            case Phrase(words, slop):
                flat = [each for word in words for each in plain_words(word)]
                return phrase_query(name, flat, slop)
            case _:
                return phrase_query(name, plain_words(leaf.text), 0)

    def _beginning(self, name: str, text: str) -> IndexQuery:
        *before, last = plain_words(text) or [text.lower()]
        if before:
            return phrase_query(name, [*before, last], 0)
        found = [terms_query(name, word) for word in self.beginnings(name, last, MOST_BEGINNINGS)]
        if len(found) < MOST_BEGINNINGS:
            return best_of(found)
        every = self._begins(name, last)
        return IndexQuery.boolean_query(
            [(Occur.Must, unranked(every)), (Occur.Should, best_of(found))]
        )

    def _begins(self, name: str, text: str) -> IndexQuery:
        """Terms that begin like this, however many."""
        if len(text) <= LONGEST_PATTERN:
            return IndexQuery.regex_query(schema(), name, _SPECIAL.sub(r"\\\g<0>", text) + ".*")
        return any_of([terms_query(name, term) for term in self.beginnings(name, text, MOST_LONG)])

    def _near(self, node: Near) -> list[SignalClause]:
        """Both orders; forms of words if both are plain words, else as they are written."""
        if isinstance(node.left, Word) and isinstance(node.right, Word):
            pairs = [
                (left.split(), right.split())
                for language in (*self.languages, "")
                for left in (self.maker.term_in(node.left.text, language),)
                for right in (self.maker.term_in(node.right.text, language),)
            ]
            fields = {part: part for part in ("title", "text", "rest", "anchor")}
        else:
            left, right = self._spellings(node.left), self._spellings(node.right)
            if len(left) > 1 and len(right) > 1:
                left, right = left[: isqrt(self.pairs)], right[: isqrt(self.pairs)]
            pairs = list(islice(product(left, right), self.pairs))
            fields = WRITTEN_IN
        return [
            SignalClause(
                part, self._boosted(part, best_of(_both_orders(name, pairs, node.distance)))
            )
            for part, name in fields.items()
        ]

    def _spellings(self, leaf: Term) -> list[list[str]]:
        match leaf:
            case Prefix(text):
                return [
                    [word] for word in self.beginnings(ALL_WORDS, text.lower(), MOST_BEGINNINGS)
                ]
            case Phrase(words, _):
                return [[each for word in words for each in plain_words(word)]]
            case _:
                return [plain_words(leaf.text)]

    def _field(self, node: Field) -> list[SignalClause]:
        name, value = node.name, node.value
        if name in (FieldName.TITLE, FieldName.TEXT, FieldName.ANCHOR):
            part = str(name)
            if isinstance(value, Word):
                return self._word(value.text, (part,))
            return [SignalClause(part, self._boosted(part, self._written(WRITTEN_IN[part], value)))]
        if name is FieldName.TOPIC:
            return [SignalClause("text", unranked(topic_query(node, self.topics)))]
        if name is FieldName.PERSON and self.persons is not None:
            return [SignalClause("text", self.persons.pages(value))]
        if name in (FieldName.AUTHOR, FieldName.PERSON):
            return [SignalClause("text", unranked(self._written("author", value)))]
        text = " ".join(value.words) if isinstance(value, Phrase) else value.text
        return [SignalClause("text", unranked(self._whole(name, text, isinstance(value, Prefix))))]

    def _whole(self, name: FieldName, text: str, is_beginning: bool) -> IndexQuery:
        """A value that is compared as a whole."""
        low = text.lower()
        match name:
            case FieldName.URL:
                return self._address(text)
            case FieldName.SITE | FieldName.HOST:
                where = "hosts" if name is FieldName.SITE else "host"
                return self._compared(where, low.removeprefix("*."), is_beginning)
            case FieldName.LANGUAGE:
                # A language in all its scripts: sr has sr-Latn.
                return any_of(
                    [
                        self._compared("language", each, is_beginning)
                        for each in (text, f"{text}-Latn")
                    ]
                )
            case FieldName.TYPE:
                kinds = [
                    self._compared("page_type", low, is_beginning),
                    self._compared("media_type", SHORT_NAMES.get(low, low), is_beginning),
                ]
                return any_of(kinds)
            case FieldName.CLUSTER:
                number = self.clusters.get(low)
                if number is None:
                    return IndexQuery.empty_query()
                return IndexQuery.term_query(schema(), "cluster", number)
            case _:
                return IndexQuery.empty_query()

    def _compared(self, name: str, value: str, is_beginning: bool) -> IndexQuery:
        if is_beginning:
            return self._begins(name, value)
        return IndexQuery.term_query(schema(), name, value)

    def _address(self, text: str) -> IndexQuery:
        if "://" in text:
            return self._begins("url_key", text)
        words = plain_words(re.sub(r"[\W_]+", " ", text))
        wanted = [
            best_of(
                [
                    terms_query("address", term)
                    for term in self.maker.query_terms(word, self.languages)
                    if TAG not in term
                ]
            )
            for word in words
        ]
        return (
            IndexQuery.boolean_query([(Occur.Must, each) for each in wanted])
            if wanted
            else IndexQuery.empty_query()
        )

    def _range(self, node: Range) -> IndexQuery:
        if node.measure is Measure.TOPIC:
            return topic_query(node, self.topics)
        name = MEASURED_IN[node.measure]
        low, high = (_number(bound) for bound in (node.low, node.high))
        is_float = name == "rank"
        kind = tantivy.FieldType.Float if is_float else tantivy.FieldType.Integer
        least, most = (0.0, 1e9) if is_float else (FIRST_DAY if name == "day" else 0, MOST)
        low = least if low is None else max(low, least)
        high = most if high is None else min(high, most)
        made = float if is_float else int
        if low > high:
            return IndexQuery.empty_query()
        return IndexQuery.range_query(
            schema(), name, kind, made(low), made(high), not node.above, not node.below
        )


def all_pages_query() -> IndexQuery:
    """All pages, alike."""
    return IndexQuery.const_score_query(IndexQuery.all_query(), 0.0)


def unranked(query: IndexQuery) -> IndexQuery:
    """The same pages, without any score."""
    return IndexQuery.const_score_query(query, 0.0)


def _both_orders(
    name: str, pairs: list[tuple[list[str], list[str]]], distance: int
) -> list[IndexQuery]:
    found = dict.fromkeys(
        (*first, *second)
        for left, right in pairs
        if left and right
        for first, second in ((left, right), (right, left))
    )
    return [phrase_query(name, list(words), distance - 1) for words in found]


def _number(bound: float | date | None) -> float | None:
    return float(bound.toordinal()) if isinstance(bound, date) else bound
