"""The settings of `auslese serve`, and of the records that it shows and takes."""

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


@dataclass(frozen=True, slots=True)
class RecordsSection:
    """Who may see records of institutions and projects, and who may enter some."""

    public: Annotated[
        bool,
        SettingMeaning(
            kinds.YES_NO,
            "Show records where a server is reached by other machines, too; on this machine they "
            "are always shown.",
        ),
    ] = False
    self_entry: Annotated[
        bool,
        SettingMeaning(
            kinds.YES_NO,
            "Let others enter institutions and projects without a token; what they send waits "
            "until somebody with the token has checked it.",
        ),
    ] = False
