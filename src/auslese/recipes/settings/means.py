"""What stands with a field of the settings."""

from typing import NamedTuple

from auslese.recipes.settings.kinds import Kind


class Means(NamedTuple):
    """What a setting is good for, and what may stand there."""

    kind: Kind
    help: str
