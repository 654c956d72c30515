"""Does a page look as if it was made for search engines, not for readers?

After the contents that Ntoulas, Najork, Manasse and Fetterly (2006) found to give spam away: titles
that are lists of words, texts that repeat themselves, one word over and over, words without the
little ones between them. Each sign is seen on honest pages, too (a table, a list of parts), so two
are needed.
"""

import zlib
from collections import Counter
from collections.abc import Callable, Collection
from typing import NamedTuple

LONGEST_TITLE = 24  # words
LEAST_WORDS = 100  # in a text that is judged by its words; of fewer, chance makes any pattern
REPEATED = 6.0  # times smaller when packed: prose shrinks to a half or a third
STUFFED = 0.08  # of all words that are one word; of prose the most frequent content word has 3 %
LITTLE_WORDS = 0.06  # of all words; running text has 20 to 30 % (Stein 1997)
SHORTEST = 3  # letters of a word that can be stuffed
SIGNS_NEEDED = 2


class JudgedText(NamedTuple):
    """What a page says, and in which language."""

    title: str
    text: str
    language: str = ""


def spam_signs(
    page: JudgedText, words_of: Callable[[str], list[str]], little: Collection[str]
) -> list[str]:
    """The signs of spam on a page; `little` has the stop words of its language, or is empty."""
    found = []
    if len(words_of(page.title)) > LONGEST_TITLE:
        found.append("title")
    words = [word.casefold() for word in words_of(page.text)]
    if len(words) < LEAST_WORDS:
        return found
    plain = page.text.encode("utf-8", "replace")
    if len(plain) > REPEATED * len(zlib.compress(plain)):
        found.append("repetition")
    telling = Counter(word for word in words if len(word) >= SHORTEST and word not in little)
    if telling and telling.most_common(1)[0][1] > STUFFED * len(words):
        found.append("stuffing")
    if little and sum(word in little for word in words) < LITTLE_WORDS * len(words):
        found.append("word list")
    return found


def looks_like_spam(
    page: JudgedText, words_of: Callable[[str], list[str]], little: Collection[str]
) -> bool:
    """Whether enough signs are there."""
    return len(spam_signs(page, words_of, little)) >= SIGNS_NEEDED
