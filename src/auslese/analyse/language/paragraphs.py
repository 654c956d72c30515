"""The language of paragraphs, each by itself, with the spans of those that are in several."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from auslese.analyse.language.letters import Word, placed_words
from auslese.analyse.language.recogniser import Recogniser
from auslese.analyse.language.spans import (
    FEW,
    Places,
    Stretch,
    costs_of,
    fitting,
    is_doubtful,
    places_of,
    stretches,
)
from auslese.records.language import UNKNOWN, Recognised


class Span(NamedTuple):
    """A stretch of text in one language."""

    start: int
    """In letters of the text, as `end`."""
    end: int
    language: str
    confidence: float
    letters: int
    """How many of it are letters of words."""


class Part(NamedTuple):
    """A paragraph on its way to its language."""

    said: Recognised
    words: int
    letters: int
    fitting: Places
    """How many of its words fit each language."""
    spans: tuple[Span, ...] = ()
    """Several if it is in several languages; else none."""


def recognise_parts(recogniser: Recogniser, texts: Sequence[str]) -> list[Part]:
    """What is to be said of each paragraph by itself."""
    said = recogniser.recognise(texts)
    words = [placed_words(text) for text in texts]
    costs = costs_of(recogniser.model, [[word.letters for word in each] for each in words])
    numbers = {code: number for number, code in enumerate(recogniser.languages)}
    closer: dict[int, list[Stretch]] = {}
    parts = []
    for at, cost in enumerate(costs):
        likely = [numbers[code] for code, _ in said[at].alternatives[:2]]
        if len(cost) >= FEW and (said[at].language == UNKNOWN or is_doubtful(cost, likely[0])):
            closer[at] = stretches(cost, likely)
        parts.append(Part(said[at], len(cost), _letters(words[at]), fitting(cost)))
    for at, spans in _spans(recogniser, _Paragraphs(texts, words), closer).items():
        parts[at] = _in_several(parts[at], spans)
    return parts


class _Paragraphs(NamedTuple):
    texts: Sequence[str]
    words: Sequence[list[Word]]


def _letters(words: Sequence[Word]) -> int:
    return sum(word.end - word.start for word in words)


def _spans(
    recogniser: Recogniser, paragraphs: _Paragraphs, closer: Mapping[int, list[Stretch]]
) -> dict[int, list[Span]]:
    """The stretches with what the recogniser says of each, equal neighbours joined."""
    asked = [
        (at, stretch, place)
        for at, found in closer.items()
        for stretch, place in zip(
            found, places_of(paragraphs.texts[at], paragraphs.words[at], found), strict=True
        )
    ]
    answers = recogniser.recognise([paragraphs.texts[at][slice(*place)] for at, _, place in asked])
    spans: dict[int, list[Span]] = {at: [] for at in closer}
    for (at, stretch, place), said in zip(asked, answers, strict=True):
        letters = _letters(paragraphs.words[at][stretch.first : stretch.last])
        language, confidence = said.language, said.confidence
        if not stretch.is_text:
            language, confidence = UNKNOWN, 1.0 - stretch.fit
        _join(spans[at], Span(*place, language, confidence, letters))
    return spans


def _join(spans: list[Span], new: Span) -> None:
    """Put a span behind the others, or make the last one longer if it is in the same language."""
    if not spans or spans[-1].language != new.language:
        spans.append(new)
        return
    last = spans.pop()
    confidence = max(last.confidence, new.confidence)
    spans.append(Span(last.start, new.end, new.language, confidence, last.letters + new.letters))


def _in_several(part: Part, spans: list[Span]) -> Part:
    """The paragraph as its spans say: the language of most of it, or unknown if that is none."""
    letters: dict[str, int] = {}
    for span in spans:
        letters[span.language] = letters.get(span.language, 0) + span.letters
    every = sum(letters.values()) or 1
    shares = sorted(((code, n / every) for code, n in letters.items()), key=lambda it: -it[1])
    language, share = shares[0]
    known = tuple((code, share) for code, share in shares if code != UNKNOWN)
    if language == UNKNOWN:
        return part._replace(said=part.said._replace(language=UNKNOWN, confidence=share))
    if len(shares) == 1:  # a second look that comes to the same
        return part
    said = part.said._replace(language=language, confidence=share, alternatives=known)
    return part._replace(said=said, spans=tuple(spans))
