"""How many words of addresses a text has: the rule and the ranking of the first robot.

Nitsche's robot (2004, 4.3.2.3.11) counted German and English words such as "tel" or "strasse", each
once, since lists of numbers would win otherwise: of pages with four or more, 80 % had an address,
of those with fewer 6 %. What is really there is found by `contact_finder`; this is what it is
compared with.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

LEAST_WORDS = 4  # from which a page is one with an address, by the rule
MOST_LETTERS = 400_000  # of a text that are looked at; more are not read for languages either
STREET, SIGN_OF_STREET = "strasse", "str"


class AddressWords(NamedTuple):
    """The words of addresses that a text has."""

    words: tuple[str, ...] = ()
    """Each once, in the order of the alphabet."""
    rank: float = 0.0
    """The sum of how rare they are: tf·idf, where a word is there or not."""

    @property
    def is_contact(self) -> bool:
        """Whether the rule takes the page for one with an address."""
        return len(self.words) >= LEAST_WORDS


def address_words_of(text: str) -> AddressWords:
    """The words of addresses in a text."""
    small = text[:MOST_LETTERS].lower().replace("ß", "ss").replace("-", "")
    rarities = word_rarities()
    # Most words are not there at all, and to see that takes a hundredth of the time of a pattern.
    found = {
        word
        for word in rarities
        if (SIGN_OF_STREET if word == STREET else word) in small and _pattern(word).search(small)
    }
    return AddressWords(
        tuple(sorted(found)), round(sum((rarities[word] for word in found), 0.0), 1)
    )


@cache
def _pattern(word: str) -> re.Pattern[str]:
    """Where a word stands by itself; streets stand in longer words, too."""
    written = "str(?:asse)?" if word == STREET else rf"(?<![^\W\d_]){word}"
    return re.compile(rf"{written}(?![^\W\d_])")


@cache
def word_rarities() -> dict[str, float]:
    """How rare each word of addresses is."""
    text = Path(__file__).with_name("address_words.toml").read_text("utf-8")
    return {
        word: rarity for words in tomllib.loads(text).values() for word, rarity in words.items()
    }
