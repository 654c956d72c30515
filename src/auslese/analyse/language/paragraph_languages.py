"""The language of paragraphs, each by itself, with the spans of those that are in several."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from auslese.analyse.language.language_spans import (
    FEW,
    LanguageStretch,
    Places,
    costs_of,
    fitting,
    is_doubtful,
    places_of,
    stretches,
)
from auslese.analyse.language.recogniser import Recogniser
from auslese.analyse.language.word_letters import LetterWord, placed_letter_words
from auslese.records.language import UNKNOWN, RecognisedLanguage


class LanguageSpan(NamedTuple):
    """A stretch of text in one language."""

    start: int
    """In letters of the text, as `end`."""
    end: int
    language: str
    confidence: float
    letters: int
    """How many of it are letters of words."""


class RecognisedParagraph(NamedTuple):
    """A paragraph on its way to its language."""

    recognised: RecognisedLanguage
    words: int
    letters: int
    fitting: Places
    """How many of its words fit each language."""
    spans: tuple[LanguageSpan, ...] = ()
    """Several if it is in several languages; else none."""


def recognise_paragraphs(recogniser: Recogniser, texts: Sequence[str]) -> list[RecognisedParagraph]:
    """What is to be said of each paragraph by itself."""
    recognised = recogniser.recognise(texts)
    words = [placed_letter_words(text) for text in texts]
    costs = costs_of(recogniser.model, [[word.letters for word in each] for each in words])
    numbers = {code: number for number, code in enumerate(recogniser.languages)}
    closer: dict[int, list[LanguageStretch]] = {}
    parts = []
    for at, cost in enumerate(costs):
        likely = [numbers[code] for code, _ in recognised[at].alternatives[:2]]
        if len(cost) >= FEW and (
            recognised[at].language == UNKNOWN or is_doubtful(cost, likely[0])
        ):
            closer[at] = stretches(cost, likely)
        parts.append(
            RecognisedParagraph(recognised[at], len(cost), _letters(words[at]), fitting(cost))
        )
    for at, spans in _spans(recogniser, _ParagraphWords(texts, words), closer).items():
        parts[at] = _in_several(parts[at], spans)
    return parts


class _ParagraphWords(NamedTuple):
    texts: Sequence[str]
    words: Sequence[list[LetterWord]]


def _letters(words: Sequence[LetterWord]) -> int:
    return sum(word.end - word.start for word in words)


def _spans(
    recogniser: Recogniser, paragraphs: _ParagraphWords, closer: Mapping[int, list[LanguageStretch]]
) -> dict[int, list[LanguageSpan]]:
    """The stretches with what the recogniser says of each, equal neighbours joined."""
    to_recognise = [
        (at, stretch, place)
        for at, found in closer.items()
        for stretch, place in zip(
            found, places_of(paragraphs.texts[at], paragraphs.words[at], found), strict=True
        )
    ]
    answers = recogniser.recognise(
        [paragraphs.texts[at][slice(*place)] for at, _, place in to_recognise]
    )
    spans: dict[int, list[LanguageSpan]] = {at: [] for at in closer}
    for (at, stretch, place), recognised in zip(to_recognise, answers, strict=True):
        letters = _letters(paragraphs.words[at][stretch.first : stretch.last])
        language, confidence = recognised.language, recognised.confidence
        if not stretch.is_text:
            language, confidence = UNKNOWN, 1.0 - stretch.fit
        _join(spans[at], LanguageSpan(*place, language, confidence, letters))
    return spans


def _join(spans: list[LanguageSpan], new: LanguageSpan) -> None:
    """Put a span behind the others, or make the last one longer if it is in the same language."""
    if not spans or spans[-1].language != new.language:
        spans.append(new)
        return
    last = spans.pop()
    confidence = max(last.confidence, new.confidence)
    spans.append(
        LanguageSpan(last.start, new.end, new.language, confidence, last.letters + new.letters)
    )


def _in_several(part: RecognisedParagraph, spans: list[LanguageSpan]) -> RecognisedParagraph:
    """The paragraph as its spans say: the language of most of it, or unknown if that is none."""
    letters: dict[str, int] = {}
    for span in spans:
        letters[span.language] = letters.get(span.language, 0) + span.letters
    every = sum(letters.values()) or 1
    shares = sorted(((code, n / every) for code, n in letters.items()), key=lambda it: -it[1])
    language, share = shares[0]
    known = tuple((code, share) for code, share in shares if code != UNKNOWN)
    if language == UNKNOWN:
        return part._replace(
            recognised=part.recognised._replace(language=UNKNOWN, confidence=share)
        )
    if len(shares) == 1:  # a second look that comes to the same
        return part
    recognised = part.recognised._replace(language=language, confidence=share, alternatives=known)
    return part._replace(recognised=recognised, spans=tuple(spans))
