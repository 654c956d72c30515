"""Serbian in Latin letters, and what tells it from Croatian and Bosnian.

The old vowel yat became `e` in Serbia and `ije` or `je` in Croatia and Bosnia: vreme, vrijeme. In
all else Bosnian stands between: a word of either side may stand in it, and a text that has words of
both is Bosnian.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set

import numpy as np
import numpy.typing as npt

from auslese.analyse.language.language_arrays import LanguageModel
from auslese.analyse.language.language_learning import SpellingCosts
from language_model.by_letters import Shares, letter_shares

Costs = npt.NDArray[np.float64]
CROATIAN, BOSNIAN, SERBIAN = "hr", "bs", "sr-Latn"

LATIN = dict(zip("абвгдђежзијклмнопрстћуфхцчш", "abvgdđežzijklmnoprstćufhcčš", strict=True))
LATIN |= {"љ": "lj", "њ": "nj", "џ": "dž"}
LONGEST = 5  # letters of an n-gram


def in_latin_letters(grams: Mapping[str, float]) -> dict[str, float]:
    """The n-grams of Serbian as they would have been counted in Latin letters.

    Every letter of a text is the last one of exactly one n-gram that has five letters or begins a
    word. These are enough to count all others anew, though some letters become two.
    """
    counts: dict[str, float] = defaultdict(float)
    for gram, count in grams.items():
        if gram == " " or (len(gram) < LONGEST and not gram.startswith(" ")):
            continue
        before = "".join(LATIN.get(letter, letter) for letter in gram[:-1])
        last = LATIN.get(gram[-1], gram[-1])
        for end in range(1, len(last) + 1):
            text = before + last[:end]
            for length in range(1, min(len(text), LONGEST) + 1):
                counts[text[-length:]] += count
    counts[" "] = grams.get(" ", 0)
    return dict(counts)


def yat_pairs(words: Set[str]) -> Iterator[tuple[str, str]]:
    """Pairs of words that differ as vreme and vrijeme do: the Serbian one first."""
    for word in sorted(words):
        for place, letter in enumerate(word):
            if letter == "e":
                for other in ("ije", "je"):
                    changed = f"{word[:place]}{other}{word[place + 1 :]}"
                    if changed in words:
                        yield word, changed


NEVER = 1e-15
SOFTNESS = 3.0  # nats: smaller differences between Croatian and Serbian are a matter of topics
BETWEEN = 0.25  # nats a word that it costs to be Bosnian: what is clearly one side's is that side's
OWN = 2.0  # nats by which Bosnian's own figures are worse, for its texts have much of both
YAT = 8.0  # nats that a vowel of the other side costs
CLEARLY = 3.0  # times as probable


def bosnian_between(spelling: SpellingCosts) -> None:
    """Spell Bosnian as Croatian or Serbian, whichever costs less."""
    columns = [spelling.languages.index(each) for each in (CROATIAN, SERBIAN)]
    for costs in spelling.costs:
        costs[:, spelling.languages.index(BOSNIAN)] = costs[:, columns].min(axis=1) + 1


def tell_serbo_croatian_apart(letters: LanguageModel, shares: dict[str, Shares]) -> None:
    """Make small differences between these languages smaller, and those of yat decisive."""
    words = sorted({word for each in (CROATIAN, BOSNIAN, SERBIAN) for word in shares[each]})
    croatian, bosnian, serbian = (
        _costs(letter_shares(letters, each, words), shares[each], words)
        for each in (CROATIAN, BOSNIAN, SERBIAN)
    )
    east, west = _yat_rows(words, croatian, serbian)
    least = np.minimum(croatian, serbian)
    croatian, serbian = _softened(croatian, least), _softened(serbian, least)
    croatian[east] = np.maximum(croatian[east], serbian[east] + YAT)
    serbian[west] = np.maximum(serbian[west], croatian[west] + YAT)
    bosnian = np.minimum(np.minimum(croatian, serbian) + BETWEEN, bosnian + OWN)
    bosnian[east] = serbian[east] + YAT
    for each, costs in ((CROATIAN, croatian), (BOSNIAN, bosnian), (SERBIAN, serbian)):
        shares[each] = dict(zip(words, np.exp(-costs).tolist(), strict=True))


def _costs(spelled: Shares, shares: Shares, words: list[str]) -> Costs:
    return -np.log([max(shares.get(word, 0), spelled[word] / 3, NEVER) for word in words])


def _softened(costs: Costs, least: Costs) -> Costs:
    return least + (costs - least) ** 2 / (costs - least + SOFTNESS)


def _yat_rows(words: list[str], croatian: Costs, serbian: Costs) -> tuple[list[int], list[int]]:
    """The rows of words that only Serbian has, and of those that it does not have."""
    rows = {word: row for row, word in enumerate(words)}
    eastern, western = set(), set()
    gap = np.log(CLEARLY)
    for pair in yat_pairs(rows.keys()):
        east, west = (rows[word] for word in pair)
        if croatian[east] - croatian[west] > gap and serbian[west] - serbian[east] > gap:
            eastern.add(east)
            western.add(west)
    return sorted(eastern - western), sorted(western - eastern)
