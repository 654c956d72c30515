"""Opens the model by which the languages of a collection are told."""

from auslese.analyse.language.language_candidates import (
    FEWEST,
    codes_among,
    open_model,
    restrict_model,
)
from auslese.analyse.language.recogniser import Recogniser
from auslese.recipes.languages.chosen_model import ChosenLanguageModel
from auslese.records.errors import SettingsError


def recogniser_of(chosen: ChosenLanguageModel) -> Recogniser:
    """The recogniser of this model, for the candidates alone if there are some."""
    model = open_model(chosen.folder)
    if len(model.languages) < FEWEST:
        raise SettingsError(
            f"{chosen.folder} knows one language, and of one nothing can be told apart;"
            ' language.model = "shipped" takes the model that comes with Auslese'
        )
    if chosen.candidates:
        model = restrict_model(model, codes_among(chosen.candidates, model.languages))
    return Recogniser(model)
