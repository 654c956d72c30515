"""The settings of `auslese serve`."""

from dataclasses import dataclass
from typing import Annotated

from auslese.recipes.settings import value_kinds as kinds
from auslese.recipes.settings.setting_meaning import SettingMeaning


@dataclass(frozen=True, slots=True)
class ServeSection:
    """How `auslese serve` treats its clients."""

    token: Annotated[
        str,
        SettingMeaning(
            kinds.SECRET,
            "What changes of state must show where other machines are served; empty for none, and "
            "nothing can be changed.",
        ),
    ] = ""
    rate: Annotated[
        int | None,
        SettingMeaning(
            kinds.or_none(kinds.number(0)),
            "Requests a second that one client may make, 0 for any number; if none is said, any "
            "on this machine and 10 elsewhere.",
        ),
    ] = None
    client_connections: Annotated[
        int,
        SettingMeaning(
            kinds.number(0),
            "Connections that one client may have at once, 0 for any number; a proxy before the "
            "server counts as one client.",
        ),
    ] = 100
    """A browser opens 6, a proxy a few dozens; of 500 that there are, others keep most."""
