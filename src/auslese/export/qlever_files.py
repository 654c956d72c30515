"""The three files from which QLever makes its index of texts: words, records, triples.

    wordsfile   word⇥0⇥record⇥1 for each word, <Name>⇥1⇥record⇥1 behind each word of a name
    docsfile    record⇥text; a record is a sentence
    triples     <Name> <appears-in> <page> .
                <QLever-internal-function/record-17> <source-url> <page> .

So Bumüller has it (2019, 3.2.2.4): titles are not tagged, every score is 1, no triple is there
twice. The files are those of https://github.com/ad-freiburg/qlever/blob/master/docs/sparql_plus_text.md.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from auslese.export.people_files import iri

SCORE = 1
WORD, ENTITY = 0, 1


class QleverRecord(NamedTuple):
    """A sentence, as the files have it."""

    words: bytes
    document: bytes
    triples: bytes


class FormTagger:
    """Tells the words of a sentence that belong to a name: the longest form that stands there."""

    def __init__(self, names: Mapping[tuple[str, ...], str]) -> None:
        """By the words of each form: the name it is a form of."""
        self._names = names
        self._lengths = sorted({len(form) for form in names}, reverse=True)
        self._begins = {form[0] for form in names}

    def tags(self, words: Sequence[str]) -> list[str]:
        """For each word the name it belongs to, or nothing."""
        tags = [""] * len(words)
        at = 0
        while at < len(words):
            form = self._form_at(words, at) if words[at] in self._begins else ()
            if form:
                tags[at : at + len(form)] = [self._names[form]] * len(form)
            at += max(len(form), 1)
        return tags

    def _form_at(self, words: Sequence[str], at: int) -> tuple[str, ...]:
        for length in self._lengths:
            form = tuple(words[at : at + length])
            if form in self._names:
                return form
        return ()


def tagger_of(
    names: Iterable[tuple[str, Iterable[str]]], words_of: Callable[[str], list[str]]
) -> FormTagger:
    """A tagger for names with their forms, also as "Last, First" has the words."""
    forms: dict[tuple[str, ...], str] = {}
    for name, written in names:
        for form in written:
            words = tuple(words_of(form))
            for order in (words, words[-1:] + words[:-1]):
                if order:
                    forms.setdefault(order, name)
    return FormTagger(forms)


class PageRecords:
    """The records of one page; no triple of it is made twice."""

    def __init__(self, url: str, tagger: FormTagger) -> None:
        """The names are told by this tagger."""
        self._url = f"<{iri(url)}>"
        self._tagger = tagger
        self._told: set[str] = set()

    def record(self, number: int, sentence: str, words: Sequence[str]) -> QleverRecord:
        """A sentence with its words."""
        lines, names = [], []
        for word, name in zip(words, self._tagger.tags(words), strict=True):
            lines.append(f"{word}\t{WORD}\t{number}\t{SCORE}\n")
            if name:
                lines.append(f"{name}\t{ENTITY}\t{number}\t{SCORE}\n")
                names.append(name)
        document = f"{number}\t{' '.join(sentence.split())}\n"
        triples = "".join(self._triples(number, names))
        return QleverRecord(_bytes("".join(lines)), _bytes(document), _bytes(triples))

    def _triples(self, number: int, names: Sequence[str]) -> Iterator[str]:
        for name in dict.fromkeys(names):
            if name not in self._told:
                self._told.add(name)
                yield f"{name} <appears-in> {self._url} .\n"
        if names:
            yield f"<QLever-internal-function/record-{number}> <source-url> {self._url} .\n"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
