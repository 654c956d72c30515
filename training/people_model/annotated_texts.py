"""Annotated texts as the tagger reads them: words with labels, and their part."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from people_names.name_texts import Row, fold_of, gold_spans

from auslese.analyse.people.name_tokens import NO_WORD, token_row
from auslese.analyse.people.tagger_decoding import BEGIN, END, INSIDE, OUTSIDE, SINGLE


class AnnotatedSentence(NamedTuple):
    """Words of one sentence, each with its label."""

    words: list[str]
    labels: list[int]
    fold: int


def annotated(rows: Iterable[Row]) -> list[AnnotatedSentence]:
    """All sentences of texts; a name whose edges are within a word is left out."""
    found = []
    for row in rows:
        fold, names = fold_of(row), gold_spans(row)
        for sentence in sentences_of(row["text"]):
            words = [word for word, _ in sentence]
            found.append(AnnotatedSentence(words, labels_of(sentence, names), fold))
    return found


def sentences_of(text: str) -> Iterator[list[tuple[str, int]]]:
    """Sentences of words with their places."""
    row = token_row(text)
    places = zip(row.words, row.starts, strict=True)
    for is_word, sentence in groupby(places, key=lambda place: place[0] != NO_WORD):
        if is_word:
            yield list(sentence)


def labels_of(words: list[tuple[str, int]], names: Iterable[tuple[int, int]]) -> list[int]:
    """The label of each word of a sentence, from names in letters of the text."""
    labels = [OUTSIDE] * len(words)
    starts = {start: at for at, (_, start) in enumerate(words)}
    ends = {start + len(word): at for at, (word, start) in enumerate(words)}
    for start, end in names:
        if start in starts and end in ends:
            first, last = starts[start], ends[end]
            labels[first : last + 1] = [INSIDE] * (last + 1 - first)
            labels[first], labels[last] = (SINGLE, SINGLE) if first == last else (BEGIN, END)
    return labels
