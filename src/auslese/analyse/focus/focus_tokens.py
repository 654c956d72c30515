"""Texts as a language model reads them: small letters, no numbers, no punctuation.

Words are those of the house (`text.words`). Sentences are cut at a mark with white space behind it
and at line breaks: texts of pages have a line for each paragraph. Abbreviations are not looked at,
which takes a twentieth of the time of `text.sentences`; the same cut is made in what is learnt
and in what is scored, so it favours neither.
"""

import re

from auslese.text.words import words_of

SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*+\s++|(?<=[。！？])|\n++")


def focus_tokens(text: str) -> list[str]:
    """The words of a text in small letters; what has no letter, as a number, is none."""
    return [word for word in words_of(text.lower()) if word[0] > "9" or _has_letter(word)]


def focus_sentences(text: str) -> list[list[str]]:
    """The words of each sentence that has some."""
    sentences = map(focus_tokens, SENTENCE_END.split(text))
    return [words for words in sentences if words]


def _has_letter(word: str) -> bool:
    return any(map(str.isalpha, word))
