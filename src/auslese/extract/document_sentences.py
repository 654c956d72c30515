"""The sentences of a document's running text."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from auslese.extract.sentence_rules import DEFAULT_RULES, SentenceRules
from auslese.records.document import Document, Paragraph, ParagraphKind
from auslese.text.customs import CLUE_LETTERS, likely_language
from auslese.text.sentences import split_sentences
from auslese.text.words import words_of

SOFT_HYPHEN = "\u00ad"  # no reader sees it
WRAPPED_LETTERS = 40  # of a line that was broken because it was full; people set 60 to 80
WRAPPED_SHARE = 0.6  # of the longest line of its paragraph


class Sentence(NamedTuple):
    """A sentence and where it stands."""

    paragraph: int
    """Number of its paragraph, from 0, of those of the main text (or of all, if all are read)."""
    text: str
    words: int


def sentences_of(
    document: Document, rules: SentenceRules = DEFAULT_RULES, *, main_only: bool = True
) -> list[Sentence]:
    """The sentences of the running text, in order; headings, lists, tables have none."""
    read = [each for each in document.paragraphs if each.is_main or not main_only]
    running = [each for each in read if each.kind is ParagraphKind.TEXT]
    language = likely_language(_beginning(running))
    return [
        Sentence(number, sentence, words)
        for number, paragraph in enumerate(read)
        if paragraph.kind is ParagraphKind.TEXT
        for part in unwrapped(paragraph.text.replace(SOFT_HYPHEN, ""))
        for sentence in split_sentences(part, language)
        if (words := rules.count(words_of(sentence)))
    ]


def _beginning(paragraphs: list[Paragraph]) -> str:
    """Enough text to guess the language from."""
    texts: list[str] = []
    letters = 0
    for paragraph in paragraphs:
        texts.append(paragraph.text[:CLUE_LETTERS])
        letters += len(texts[-1])
        if letters >= CLUE_LETTERS:
            break
    return " ".join(texts)


def unwrapped(text: str) -> Iterator[str]:
    """The parts of a paragraph between line breaks that mean something.

    A line break after a full line, or before a small letter, only wraps; others part.
    """
    if "\n" not in text:
        yield text
        return
    lines = text.split("\n")
    full = max(WRAPPED_LETTERS, WRAPPED_SHARE * max(map(len, lines)))
    joined = [lines[0]]
    for line, following in pairwise(lines):
        if len(line) < full and not following[:1].islower():
            yield " ".join(joined)
            joined = []
        joined.append(following)
    yield " ".join(joined)
