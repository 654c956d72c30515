"""By which model the languages of a collection are told, and its short name."""

from pathlib import Path
from typing import NamedTuple

from xxhash import xxh3_64

from auslese.analyse.language.method import METHOD, NOISE, SHIPPED
from auslese.recipes.settings.parts import Language
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection

LEARNT = "language"  # the folder of the model that a collection taught
LETTERS = 8  # of the fingerprint: enough to tell the models of a collection apart


class ChosenModel(NamedTuple):
    """A model, and how the table calls it."""

    folder: Path
    candidates: tuple[str, ...]
    name: str


def chosen_model(collection: Collection, wanted: Language) -> ChosenModel:
    """The model that the settings of a collection ask for."""
    folder = SHIPPED if wanted.model == "shipped" else collection.models / LEARNT
    if not folder.is_dir():
        raise SettingsError(
            f'language.model = "{wanted.model}": there is none in {folder};'
            f" `auslese language train {collection.path}` makes it"
        )
    return ChosenModel(folder, wanted.candidates, f"{wanted.model}-{_fingerprint(folder, wanted)}")


def _fingerprint(folder: Path, wanted: Language) -> str:
    """Short for all that answers depend on: files, candidates, method, what noise is."""
    digest = xxh3_64(f"{METHOD} {' '.join(sorted(wanted.candidates))}".encode())
    for file in (NOISE, *sorted(folder.iterdir())):
        if file.is_file():
            digest.update(file.name.encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:LETTERS]
