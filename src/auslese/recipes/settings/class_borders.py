"""The borders between the classes of scores; read without opening the model: `status` asks, too."""

import json
from pathlib import Path

from auslese.recipes.settings.focus_settings import FocusSection

# For models that do not know what borders fit them: of old times, or of less than four pages.
WERNERS_BORDERS = (600.0, 2000.0, 10_000.0)


def borders_of(collection: Path, focus: FocusSection) -> tuple[float, ...]:
    """The borders that the settings name, or those that fit the model by itself."""
    return focus.borders or _borders_of_model(collection / focus.model) or WERNERS_BORDERS


def _borders_of_model(folder: Path) -> tuple[float, ...]:
    """What is noted beside a model; nothing if it is of old times, or cannot be read."""
    try:
        about = json.loads((folder / "about.json").read_bytes())
        return tuple(float(border) for border in about["note"]["focus"]["borders"])
    except (OSError, ValueError, TypeError, KeyError):
        return ()
