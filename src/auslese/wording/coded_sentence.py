"""A sentence that knows its code, so that it can be said in another language without being read.

Rooms say a thing by a form and its parts: `BrakeReason.OWN_PACE.of(rate=2.5)`. What they get is
its English text, which goes into JSON like any other, and `in_language` gives the German one.
"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from auslese.wording.counted_nouns import NOUNS, CountedNumber, counted
from auslese.wording.figures import figure
from auslese.wording.ui_languages import ENGLISH, GERMAN


class SentenceForm(Enum):
    """A thing that is said, in English and in German; its name is the code.

    Both texts have the same named places. A figure has a format there, as `{pages:,}`, or the noun
    that it counts, as `{pages:page}`; what has none is put in as it is.
    """

    def __init__(self, english: str, german: str) -> None:
        self.english = english
        self.german = german

    def of(self, **parts: object) -> "CodedSentence":
        """The sentence with its parts; a part may be a sentence itself."""
        return CodedSentence(self.text(**parts), self, parts)

    def text(self, **parts: object) -> str:
        """The English text alone, for messages and files that take nothing else."""
        named = {
            name: CountedNumber(part) if type(part) is int else part for name, part in parts.items()
        }
        return self.english.format_map(named)


class CodedSentence(str):
    """English text that remembers what it was made of."""

    __slots__ = ("form", "parts")
    form: SentenceForm
    parts: Mapping[str, object]

    def __new__(cls, text: str, form: SentenceForm, parts: Mapping[str, object]) -> "CodedSentence":
        """The text is that of the form with these parts."""
        made = super().__new__(cls, text)
        made.form, made.parts = form, parts
        return made

    def __getnewargs__(self) -> tuple[str, SentenceForm, Mapping[str, object]]:  # type: ignore[override]
        """What a copy is made of."""
        return str(self), self.form, self.parts


class SpokenText(NamedTuple):
    """A text, and the language it is in if that is not the one asked for."""

    words: str
    language: str = ""


def in_language(sentence: CodedSentence, ui_language: str) -> str:
    """The sentence in this language."""
    if ui_language != GERMAN:
        return str(sentence)
    parts = {name: _GermanPart(part) for name, part in sentence.parts.items()}
    return sentence.form.german.format_map(parts)


def spoken(text: str, ui_language: str) -> SpokenText:
    """A text of another room; one that is no sentence of ours stays English, and says so."""
    if isinstance(text, CodedSentence):
        return SpokenText(in_language(text, ui_language))
    is_foreign = ui_language != ENGLISH and " " in text
    return SpokenText(text, ENGLISH if is_foreign else "")


class _GermanPart:
    """A part of a sentence, put in as Germans write it."""

    def __init__(self, part: object) -> None:
        self._part = part

    def __repr__(self) -> str:
        return repr(self._part)

    def __format__(self, spec: str) -> str:
        if isinstance(self._part, CodedSentence):
            return in_language(self._part, GERMAN)
        if isinstance(self._part, int) and spec in NOUNS:
            return counted(self._part, spec, GERMAN)
        text = format(self._part, spec)
        if spec and isinstance(self._part, int | float):
            return figure(text, GERMAN)
        return text
