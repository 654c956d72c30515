"""Makes a collection for a Python program."""

from collections.abc import Mapping
from pathlib import Path

from auslese.crawl.scope.scope import Presence
from auslese.recipes.settings.setting_tables import read_values
from auslese.recipes.settings.settings_template import new_settings_text
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection

PRESENCE = "presence."


def make_collection(path: Path, settings: Mapping[str, object]) -> Collection:
    """A new collection with these settings, given by their names."""
    if not settings["presence.start"]:
        raise SettingsError("start: expected at least one start page")
    named = {"presence.name": path.resolve().name, **settings}
    read = read_values(str(path), named)
    presence = Presence(
        **{
            key.removeprefix(PRESENCE): value
            for key, value in read.items()
            if key.startswith(PRESENCE)
        }
    )
    others = {key: value for key, value in named.items() if not key.startswith(PRESENCE)}
    return Collection.create(path, new_settings_text(presence, others))
