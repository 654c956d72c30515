"""Which languages is a page in, paragraph by paragraph, and how much of it is in each?

    paragraphs   each by itself; where the language changes inside one
    lists        many short paragraphs in many languages, as a menu of languages, are in none
    evidence     a short paragraph is read in the light of its page: of all its text, of what stands
                 beside it, and a little of what is claimed for it
    shares       by letters

Evidence multiplies odds. A sentence speaks for itself; a single word, which might be of ten
languages, is likely to be of the language around it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.analyse.language.language_spans import FEW, LEAST_FIT
from auslese.analyse.language.paragraph_languages import (
    LanguageSpan,
    RecognisedParagraph,
    recognise_paragraphs,
)
from auslese.analyse.language.recogniser import Recogniser
from auslese.analyse.language.running_text import least_zipf_share
from auslese.records.language import UNKNOWN, RecognisedLanguage
from auslese.records.language_names import claimed_language, languages_meant_by

MOST_LETTERS = 400_000  # of a page that are looked at: many hours of reading aloud
MOST_PARAGRAPHS = 5_000
CLAIM_ODDS = 3.0  # what somebody's claim is worth
AROUND_ODDS = 60.0  # what it is worth if all text around is in one language
NEAR = 0.5  # how much less the next paragraph but one says than the next
NEAR_SHARE = 0.5  # of the evidence around; the rest is the whole page
ALTERNATIVES = 5
LETTERS_OF_RUNNING_TEXT = 40  # half a line; a few words are running text by chance
SURE = 0.9999  # evidence around does not change this

Shares = tuple[tuple[str, float], ...]
Matrix = npt.NDArray[np.float64]


class ParagraphLanguage(NamedTuple):
    """The language of one paragraph."""

    language: str
    """The one that most of it is in; empty if it was not looked at or has no letters."""
    confidence: float
    running_text: float
    """Share of Zipf words."""
    spans: tuple[LanguageSpan, ...] = ()
    """Its languages one after the other, if it is in several."""

    @property
    def is_running(self) -> bool:
        """Whether it is running text in a language that we know."""
        return is_running(self.language, self.running_text)


NOT_LOOKED_AT = ParagraphLanguage("", 0.0, 0.0)


class LanguageMix(NamedTuple):
    """The languages of a page."""

    language: str
    """The one that most of it is in; `unknown` for none, empty if there are no letters."""
    confidence: float
    """The probability that a letter of it is in this language, unless it is in none."""
    alternatives: Shares
    """Languages with this probability, the likeliest first."""
    running_text: float
    """Share of Zipf words."""
    shares: Shares
    """How much of the letters is in each language, or unknown; the most first."""
    paragraphs: tuple[ParagraphLanguage, ...]

    @property
    def is_running(self) -> bool:
        """Whether it is running text, on the whole."""
        return is_running(self.language, self.running_text)


class LanguageMixInput(NamedTuple):
    """A page whose languages somebody wants to know."""

    paragraphs: Sequence[str]
    claims: Sequence[str] = ()
    """Tags as de-CH: what the page says of itself, what links to it say."""


def is_running(language: str, running_text: float) -> bool:
    """Whether a text with this share of Zipf words is running text in this language."""
    return language not in ("", UNKNOWN) and running_text >= least_zipf_share(language)


def claim_odds(claims: Sequence[str]) -> dict[str, float]:
    """What claims are worth as evidence, by language; what is said twice counts once."""
    meant = {code for tag in claims for code in languages_meant_by(claimed_language(tag))}
    return dict.fromkeys(sorted(meant), CLAIM_ODDS)


def weigh_evidence(
    recognised: RecognisedLanguage, odds: Mapping[str, float], others: int = 0
) -> RecognisedLanguage:
    """What was recognised in the light of evidence, which multiplies the odds of languages.

    What the alternatives leave over belongs to as many `others`, to each the same.
    """
    if recognised.language == UNKNOWN or not recognised.alternatives:
        return recognised
    rest = max(0.0, 1.0 - sum(share for _, share in recognised.alternatives))
    shares = dict(recognised.alternatives)
    for code in odds.keys() - shares.keys() if others else ():
        shares[code] = rest / others
    spared = rest - rest / others * (len(shares) - len(recognised.alternatives)) if others else rest
    weights = {code: share * odds.get(code, 1.0) for code, share in shares.items()}
    every = (sum(weights.values()) + max(spared, 0.0)) or 1.0
    best = _ordered({code: weight / every for code, weight in weights.items()})[:ALTERNATIVES]
    return recognised._replace(language=best[0][0], confidence=best[0][1], alternatives=best)


def recognise_mixes(recogniser: Recogniser, pages: Sequence[LanguageMixInput]) -> list[LanguageMix]:
    """The languages of each page. Many pages at once cost less than one after the other."""
    looked = [_within_bounds(page.paragraphs) for page in pages]
    parts = iter(recognise_paragraphs(recogniser, [text for texts in looked for text in texts]))
    return [
        _mix(recogniser.languages, page, [next(parts) for _ in texts])
        for page, texts in zip(pages, looked, strict=True)
    ]


def in_its_running_text(mix: LanguageMix, page: LanguageMixInput) -> LanguageMix:
    """The languages of a page that is a document: names and code do not tell what it is in.

    Where a page is no running text on the whole, its language is that of the paragraphs that are;
    where none is, it is the one that somebody claims for it, if it looks so, or unknown.
    """
    if mix.is_running or mix.language in ("", UNKNOWN) or mix.language in claim_odds(page.claims):
        return mix
    letters = Counter[str]()
    for text, paragraph in zip(page.paragraphs, mix.paragraphs, strict=True):
        if paragraph.is_running and len(text) >= LETTERS_OF_RUNNING_TEXT:
            letters[paragraph.language] += len(text)
    if not letters:
        return mix._replace(language=UNKNOWN, confidence=1.0 - mix.running_text)
    ((language, most),) = letters.most_common(1)
    if language == mix.language:
        return mix
    return mix._replace(language=language, confidence=most / letters.total())


def _within_bounds(paragraphs: Sequence[str]) -> list[str]:
    texts, room = [], MOST_LETTERS
    for text in paragraphs[:MOST_PARAGRAPHS]:
        if room <= 0:
            break
        texts.append(text[:room])
        room -= len(text)
    return texts


def _mix(
    languages: Sequence[str], page: LanguageMixInput, parts: list[RecognisedParagraph]
) -> LanguageMix:
    parts = list(_without_lists(parts))
    parts = list(_in_their_light(languages, parts, claim_odds(page.claims)))
    letters = Counter[str]()
    likely: dict[str, float] = defaultdict(float)
    for part in parts:
        for code, number in _letters_by_language(part):
            letters[code] += number
        if part.recognised.language != UNKNOWN:
            for code, share in part.recognised.alternatives:
                likely[code] += part.letters * share
    paragraph_languages = [_paragraph_language(part) for part in parts]
    paragraph_languages += [NOT_LOOKED_AT] * (len(page.paragraphs) - len(parts))
    shares = _ordered({code: n / letters.total() for code, n in letters.items() if n})
    every = sum(part.letters for part in parts if part.recognised.language != UNKNOWN)
    alternatives = _ordered({code: n / every for code, n in likely.items()})[:ALTERNATIVES]
    language, confidence = alternatives[0] if alternatives else _none(shares)
    words = sum(part.words for part in parts) or 1
    running = sum(part.words * part.recognised.running_text for part in parts) / words
    return LanguageMix(
        language, confidence, alternatives, running, shares, tuple(paragraph_languages)
    )


def _none(shares: Shares) -> tuple[str, float]:
    return (UNKNOWN, 1.0) if shares else ("", 0.0)


def _ordered(shares: Mapping[str, float]) -> Shares:
    return tuple(sorted(shares.items(), key=lambda item: (-item[1], item[0])))


def _letters_by_language(part: RecognisedParagraph) -> Iterator[tuple[str, int]]:
    if part.spans:
        yield from ((span.language, span.letters) for span in part.spans)
    else:
        yield part.recognised.language, part.letters


def _paragraph_language(part: RecognisedParagraph) -> ParagraphLanguage:
    if not part.letters:
        return NOT_LOOKED_AT
    recognised = part.recognised
    return ParagraphLanguage(
        recognised.language, recognised.confidence, recognised.running_text, part.spans
    )


def _without_lists(parts: list[RecognisedParagraph]) -> Iterator[RecognisedParagraph]:
    """The same; short paragraphs in a row that together fit no language are unknown."""
    for is_short, group in groupby(parts, key=lambda part: part.words < FEW):
        row = list(group)
        words = sum(part.words for part in row)
        if is_short and words >= FEW and len(row) > 1:
            fit = float(np.sum([part.fitting for part in row], axis=0).max()) / words
            if fit < LEAST_FIT:
                row = [_unknown(part, 1.0 - fit) for part in row]
        yield from row


def _unknown(part: RecognisedParagraph, confidence: float) -> RecognisedParagraph:
    return part._replace(
        recognised=part.recognised._replace(language=UNKNOWN, confidence=confidence)
    )


def _in_their_light(
    languages: Sequence[str], parts: list[RecognisedParagraph], claims: Mapping[str, float]
) -> Iterator[RecognisedParagraph]:
    """The same, what is unsure in the light of what stands around it and of what is claimed."""
    unsure = [at for at, part in enumerate(parts) if _is_unsure(part)]
    if not unsure:
        yield from parts
        return
    around = _around(languages, parts)
    for at, part in enumerate(parts):
        if not _is_unsure(part):
            yield part
            continue
        odds = dict(claims)
        for column in np.flatnonzero(around[at] > 1 / AROUND_ODDS).tolist():
            code = languages[column]
            odds[code] = odds.get(code, 1.0) * (1.0 + AROUND_ODDS * float(around[at, column]))
        others = len(languages) - len(part.recognised.alternatives)
        yield part._replace(recognised=weigh_evidence(part.recognised, odds, others))


def _is_unsure(part: RecognisedParagraph) -> bool:
    recognised = part.recognised
    return not part.spans and recognised.language != UNKNOWN and recognised.confidence < SURE


def _around(languages: Sequence[str], parts: list[RecognisedParagraph]) -> Matrix:
    """For each paragraph how much of what stands around it is in each language."""
    numbers = {code: number for number, code in enumerate(languages)}
    own = np.zeros((len(parts), len(languages)))
    for row, part in zip(own, parts, strict=True):
        if part.recognised.language != UNKNOWN:
            for code, share in part.recognised.alternatives:
                row[numbers[code]] = part.letters * share
    page = own.sum(axis=0) - own
    near = _nearest(own) + _nearest(own[::-1])[::-1]
    return NEAR_SHARE * _shared(near) + (1 - NEAR_SHARE) * _shared(page)


def _nearest(own: Matrix) -> Matrix:
    """What stands before each, the farther the less."""
    before = np.zeros_like(own)
    for at in range(1, len(own)):
        before[at] = NEAR * (before[at - 1] + own[at - 1])
    return before


def _shared(weights: Matrix) -> Matrix:
    shares: Matrix = weights / np.maximum(weights.sum(axis=1, keepdims=True), 1.0)
    return shares
