"""The settings of people: who finds names, what is shown of people, and for how long."""

from dataclasses import dataclass
from typing import Annotated

from auslese.recipes.settings import value_kinds as kinds
from auslese.recipes.settings.setting_meaning import SettingMeaning

SHIPPED = "shipped"
"""The finder that comes with Auslese."""


@dataclass(frozen=True, slots=True)
class PeopleSection:
    """Which names are found, and who may see people."""

    finder: Annotated[
        str,
        SettingMeaning(
            kinds.NAME,
            "Who finds names: the finder that comes with Auslese, or one of another package by its "
            "name among the entry points `auslese.name_finders`.",
        ),
    ] = SHIPPED
    names: Annotated[
        str,
        SettingMeaning(
            kinds.PATH,
            "Folder with further lists of names, as `auslese wikidata names` makes it; empty for "
            "those that come with Auslese alone.",
        ),
    ] = ""
    # Half of what a finder is half sure of is no name, by the meaning of a probability.
    minimum_confidence: Annotated[
        float,
        SettingMeaning(
            kinds.share(0), "How sure the finder must be of a name for it to count, 0 to 1."
        ),
    ] = 0.5
    public: Annotated[
        bool,
        SettingMeaning(
            kinds.YES_NO,
            "Show people where a server is reached by other machines, too; on this machine they "
            "are always shown.",
        ),
    ] = False
    keep_days: Annotated[
        int | None,
        SettingMeaning(
            kinds.or_none(kinds.number(1)),
            "Days for which names and contacts of a page are kept after it was fetched; pages that "
            "are fetched again count anew.",
        ),
    ] = None
