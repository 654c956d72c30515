"""By whom the names of a collection are found, and the short name of that."""

from typing import NamedTuple

from xxhash import xxh3_64_hexdigest

from auslese.analyse.people.name_finder import NameFinder
from auslese.recipes.people.finder_choice import open_finder
from auslese.recipes.people.names_folder import with_names_of
from auslese.recipes.settings.people_settings import PeopleSection

METHOD = 1
"""Which way names of a page are gathered: another number when other rows come of the same page."""


class ChosenFinder(NamedTuple):
    """A finder, and how sure it must be."""

    finder: str
    least_confidence: float
    names: str = ""
    """Folder of further lists of names; empty for none."""

    def open(self) -> NameFinder:
        """The finder itself, ready to work."""
        return with_names_of(open_finder(self.finder), self.names)

    @property
    def model(self) -> str:
        """A short name for all that the names found depend on."""
        name = self.open().name
        digest = xxh3_64_hexdigest(f"{METHOD} {name} {self.least_confidence!r}".encode())
        return f"{self.finder[:20]}-{digest}"


def chosen_finder(people_settings: PeopleSection) -> ChosenFinder:
    """The finder that the settings ask for."""
    return ChosenFinder(
        people_settings.finder, people_settings.minimum_confidence, people_settings.names
    )
