"""A recogniser that knows only the languages that can be meant."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from auslese.analyse.language.language_arrays import GramTable, LanguageModel, ModelDictionary
from auslese.analyse.language.recogniser import Recogniser
from auslese.analyse.language.word_letters import Codes
from auslese.records.errors import SettingsError
from auslese.records.language_names import claimed_language, languages_meant_by

FEWEST = 2  # of one language nothing can be told apart


def open_model(folder: Path) -> LanguageModel:
    """The model in a folder, or words about what is wrong with it."""
    if not (folder / "languages.json").is_file():
        raise SettingsError(f"{folder} is no model of languages: it has no languages.json")
    try:
        model = LanguageModel.load(folder)
        _check(model)
        return model
    except (OSError, EOFError, ValueError, TypeError, IndexError, MemoryError) as error:
        raise SettingsError(f"{folder} is no model of languages: {error}") from None


def _check(model: LanguageModel) -> None:
    """ValueError where files do not belong together: they would fail at some later word."""
    languages, words = len(model.languages), model.dictionary
    by_language = (model.beyond, model.rarity)
    by_entry = (words.languages, words.costs, words.is_zipf)
    belongs = (
        languages > 0
        and all(isinstance(code, str) for code in model.languages)
        and all(each.shape == (languages,) for each in by_language)
        and all(each.costs.shape == (len(each.keys), languages) for each in model.grams)
        and len(words.starts) == len(words.prints) + 1
        and all(each.shape == (int(words.starts[-1]),) for each in by_entry)
        and int(words.languages.max(initial=0)) < languages
    )
    if not belongs:
        raise ValueError("its files do not belong together")


def codes_among(wanted: Sequence[str], languages: Sequence[str]) -> list[str]:
    """The codes that are wanted, in the order of the model; `no` stands for nb and nn.

    Codes that the model does not have are complained about, with those it has.
    """
    chosen: set[str] = set()
    for word in wanted:
        found = set(languages_meant_by(claimed_language(word)) or (word,)).intersection(languages)
        if not found:
            known = ", ".join(sorted(languages))
            raise SettingsError(f"there is no language {word!r} in the model; there are {known}")
        chosen |= found
    if len(chosen) < FEWEST:
        raise SettingsError("name at least two languages; of one nothing can be told apart")
    return [code for code in languages if code in chosen]


def restrict_model(model: LanguageModel, codes: Sequence[str]) -> LanguageModel:
    """The model with these of its languages and no others."""
    columns = np.array([model.languages.index(code) for code in codes])
    return replace(
        model,
        languages=tuple(codes),
        grams=tuple(GramTable(each.keys, each.costs[:, columns]) for each in model.grams),
        dictionary=_only_words(model.dictionary, columns),
        beyond=model.beyond[columns],
        rarity=model.rarity[columns],
    )


def _only_words(words: ModelDictionary, columns: Codes) -> ModelDictionary:
    numbers = np.full(int(words.languages.max(initial=0)) + 1 + int(columns.max()), -1)
    numbers[columns] = np.arange(len(columns))
    renumbered = numbers[words.languages]
    kept = renumbered >= 0
    before = np.append(0, np.cumsum(kept))
    return ModelDictionary(
        words.prints,
        before[words.starts].astype(np.uint32),
        renumbered[kept].astype(np.uint8),
        words.costs[kept],
        words.is_zipf[kept],
    )


def restrict_recogniser(recogniser: Recogniser, wanted: Sequence[str]) -> Recogniser:
    """A recogniser of these languages; the same if none are named."""
    if not wanted:
        return recogniser
    model = restrict_model(recogniser.model, codes_among(wanted, recogniser.languages))
    return Recogniser(model, recogniser.judge)
