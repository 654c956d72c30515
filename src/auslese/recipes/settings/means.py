"""What a setting is good for."""

from typing import NamedTuple

from auslese.recipes.settings.kinds import Kind


class Means(NamedTuple):
    """What a field of a class of settings is good for, and what may stand there."""

    kind: Kind
    help: str
