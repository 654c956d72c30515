"""Languages that nobody speaks, made from a seed, so that the truth about a sentence is known."""

import random
from collections.abc import Iterator

VOWELS = "aeiouyäöüåæø"
CONSONANTS = "bcdfghjklmnpqrstvwxz"
WORDS = 400
SENTENCE = (6, 14)  # words


class PlantedLanguage:
    """Words with a distribution as Zipf's, from syllables that this language likes."""

    def __init__(
        self, seed: int, like: "PlantedLanguage | None" = None, shared: float = 0.0
    ) -> None:
        """`shared`: share of the words that are taken over from the language it is like."""
        dice = random.Random(seed)
        syllables = [
            dice.choice(CONSONANTS) + dice.choice(VOWELS) + dice.choice(["", "n", "r", "s", "l"])
            for _ in range(30)
        ]
        own: dict[str, None] = {}
        while len(own) < WORDS:
            own["".join(dice.choice(syllables) for _ in range(dice.randint(1, 3)))] = None
        self.words: list[str] = [
            like.words[rank] if like and dice.random() < shared else word
            for rank, word in enumerate(own)
        ]
        self._weights = [1 / (rank + 3) for rank in range(len(self.words))]

    def sentences(self, number: int, seed: int) -> Iterator[str]:
        """So many sentences, the same for the same seed."""
        dice = random.Random(f"{self.words[0]} {seed}")
        for _ in range(number):
            words = dice.choices(self.words, self._weights, k=dice.randint(*SENTENCE))
            yield " ".join(words).capitalize() + "."


def mixed(parts: list[list[str]], seed: int) -> list[str]:
    """All these sentences in some order."""
    every = [sentence for part in parts for sentence in part]
    random.Random(seed).shuffle(every)
    return every
