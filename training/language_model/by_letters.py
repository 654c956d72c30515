"""How probable words are by their letters alone."""

from dataclasses import replace

import numpy as np

from auslese.analyse.language.language_arrays import STEP, GramTable, LanguageModel

Shares = dict[str, float]
AT_ONCE = 100_000  # words


def letter_shares(letters: LanguageModel, language: str, words: list[str]) -> Shares:
    """How probable words are by their letters."""
    column = letters.languages.index(language)
    alone = replace(
        letters,
        languages=(language,),
        grams=tuple(GramTable(each.keys, each.costs[:, [column]]) for each in letters.grams),
    )
    costs = [
        alone.spelling_costs(*letters.alphabet.spell(words[begin : begin + AT_ONCE]))[:, 0]
        for begin in range(0, len(words), AT_ONCE)
    ]
    return dict(zip(words, np.exp(-STEP * np.concatenate(costs)).tolist(), strict=True))
