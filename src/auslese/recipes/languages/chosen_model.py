"""By which model the languages of a collection are told, and its short name."""

from pathlib import Path
from typing import NamedTuple

from xxhash import xxh3_64

from auslese.analyse.language.language_method import METHOD, NOISE, SHIPPED
from auslese.recipes.settings.analysis_settings import LanguageSection
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.system.seals.file_pieces import add_file

TRAINED_FOLDER = "language"  # the folder of the model that a collection taught
LETTERS = 8  # of the fingerprint: enough to tell the models of a collection apart


class ChosenLanguageModel(NamedTuple):
    """A model, and how the table calls it."""

    folder: Path
    candidates: tuple[str, ...]
    name: str


def chosen_language_model(
    collection: Collection, language_settings: LanguageSection
) -> ChosenLanguageModel:
    """The model that the settings of a collection ask for."""
    folder = SHIPPED if language_settings.model == "shipped" else collection.models / TRAINED_FOLDER
    if not folder.is_dir():
        raise SettingsError(
            f'language.model = "{language_settings.model}": there is none in {folder};'
            f" `auslese language train {collection.path}` makes it"
        )
    return ChosenLanguageModel(
        folder,
        language_settings.candidates,
        f"{language_settings.model}-{_fingerprint(folder, language_settings)}",
    )


def _fingerprint(folder: Path, language_settings: LanguageSection) -> str:
    """Short for all that answers depend on: files, candidates, method, what noise is."""
    digest = xxh3_64(f"{METHOD} {' '.join(sorted(language_settings.candidates))}".encode())
    for file in (NOISE, *sorted(folder.iterdir())):
        if file.is_file():
            digest.update(file.name.encode())
            add_file(digest, file)
    return digest.hexdigest()[:LETTERS]
