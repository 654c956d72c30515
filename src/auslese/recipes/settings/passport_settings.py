"""The settings of `auslese passport`: what only its makers know of a collection."""

from dataclasses import dataclass
from typing import Annotated

from auslese.recipes.settings import value_kinds as kinds
from auslese.recipes.settings.setting_meaning import SettingMeaning


@dataclass(frozen=True, slots=True)
class PassportSection:
    """What the passport of the collection, and every data set made of it, say of their origin."""

    about: Annotated[
        str, SettingMeaning(kinds.NAME, "What the collection is and what it was made for.")
    ] = ""
    creators: Annotated[
        tuple[str, ...],
        SettingMeaning(kinds.CREATORS, "Whom to cite: persons or institutions, in their order."),
    ] = ()
    licence: Annotated[
        str,
        SettingMeaning(
            kinds.NAME,
            "Licence of the collection as a whole: an SPDX name or an address; every page stays "
            "under the terms of its owner.",
        ),
    ] = ""
    address: Annotated[
        str,
        SettingMeaning(kinds.NAME, "Where it is published: an address or a DOI."),
    ] = ""
