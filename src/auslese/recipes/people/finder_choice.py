"""Which finder of names is used: that of the house, or one that a package offers.

A package names a function in the group `auslese.name_finders`, which makes its finder:
`"spacy" = "my_package:make_finder"`. Nothing is imported before the finder is asked for.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from auslese.analyse.people.combined_finder import MODES, USUAL
from auslese.analyse.people.name_finder import NameFinder, shipped_finder
from auslese.analyse.people.name_states import StateNameFinder, shipped_name_sets
from auslese.records.errors import AusleseError, NotFoundError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "auslese.name_finders"
SEED = "seed"
"""The state machine of the seed with the lists of the house, to compare with."""
SHIPPED = {"": USUAL, "shipped": USUAL} | {mode: mode for mode in MODES}


def open_finder(name: str = "") -> NameFinder:
    """The finder of a name: `shipped`, `strict`, `seed`, or what a package offers under it."""
    if name == SEED:
        return StateNameFinder(shipped_name_sets())
    if name in SHIPPED:
        return shipped_finder(SHIPPED[name])
    entry = offered_finders().get(name)
    if entry is None:
        known = ", ".join(finder_names())
        raise NotFoundError(f'there is no finder of names "{name}"; there are: {known}')
    return _made(entry)


def finder_names() -> list[str]:
    """The names of all finders that can be opened."""
    return [*filter(None, SHIPPED), SEED, *sorted(offered_finders())]


@cache
def offered_finders() -> dict[str, "EntryPoint"]:
    """What installed packages offer; of two of one name the first by what it names."""
    metadata = import_module("importlib.metadata")  # 20 ms, for the few who need it
    found = sorted(metadata.entry_points(group=GROUP), key=lambda entry: entry.value, reverse=True)
    return {entry.name: entry for entry in found}


def _made(entry: "EntryPoint") -> NameFinder:
    try:
        finder = entry.load()()
    except Exception as error:  # foreign code may raise whatever it likes
        raise AusleseError(f"the finder {entry.value} cannot be made: {error}") from error
    if not (callable(getattr(finder, "find", None)) and isinstance(finder.name, str)):
        raise AusleseError(f"{entry.value} makes no finder: it needs a `name` and `find`")
    checked: NameFinder = finder
    return checked
