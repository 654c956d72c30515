"""Which words are written so alike that they are forms of one?

Two words are as alike as the share of their digrams that they have in common (Adamson and Boreham
1974): twice the common ones by those of both, Dice's coefficient. Words of a list that are alike
enough make a group; its shortest word stands for it.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

DIGRAM = 2
ALIKE = 0.6  # Adamson and Boreham's; measured in docs/methods/stems.md
SAME_BEGINNING = 3  # letters that two forms of a word share; spares comparing all with all
MOST_COMPARED = 200  # words with the same beginning; of more, longer beginnings are asked for
LONGEST = 64  # letters; what is longer is no word


def ngrams(word: str, length: int = DIGRAM) -> frozenset[str]:
    """The different rows of so many letters in a word."""
    return frozenset(word[at : at + length] for at in range(len(word) - length + 1))


def dice(one: frozenset[str], other: frozenset[str]) -> float:
    """From 0, nothing in common, to 1, the same."""
    return 2 * len(one & other) / max(len(one) + len(other), 1)


def groups_of(words: Iterable[str], alike: float = ALIKE) -> dict[str, str]:
    """For each word that is not its own: the word that stands for its group.

    Words come by length and alphabet; each joins the group whose word it is most like, or opens
    one. So no group drifts from word to word, and the order of the list does not matter.
    """
    ordered = sorted({word for word in words if SAME_BEGINNING <= len(word) <= LONGEST})
    found: dict[str, str] = {}
    for block in _blocks(ordered, SAME_BEGINNING):
        leaders: dict[str, frozenset[str]] = {}
        for word in sorted(block, key=lambda word: (len(word), word)):
            grams = ngrams(word)
            best = max(
                ((dice(grams, theirs), name) for name, theirs in leaders.items()), default=None
            )
            if best and best[0] >= alike:
                found[word] = best[1]
            else:
                leaders[word] = grams
    return found


def _blocks(ordered: list[str], length: int) -> Iterator[list[str]]:
    """Words with the same beginning, few enough that each can be compared with each."""
    for _, same in groupby(ordered, lambda word: word[:length]):
        block = list(same)
        if len(block) <= MOST_COMPARED:
            yield block
        else:
            yield from _blocks(block, length + 1)
