"""What stands with a field of the settings."""

from typing import NamedTuple

from auslese.recipes.settings.value_kinds import SettingKind


class SettingMeaning(NamedTuple):
    """What a setting is good for, and what may stand there."""

    kind: SettingKind
    help: str
