"""The settings that say where the frontier is kept."""

from dataclasses import dataclass
from typing import Annotated

from auslese.recipes.settings import value_kinds as kinds
from auslese.recipes.settings.setting_meaning import SettingMeaning


@dataclass(frozen=True, slots=True)
class FrontierSection:
    """Where the frontier is; `auslese frontier move` brings it from one place to the other."""

    store: Annotated[
        str,
        SettingMeaning(
            kinds.FRONTIER_STORE,
            "In what the frontier is kept: embedded, a file in the collection for one machine; "
            "postgresql, a database that machines share.",
        ),
    ] = "embedded"
    url: Annotated[
        str,
        SettingMeaning(
            kinds.DATABASE,
            "Where that database is, with a schema for each collection. The password comes from "
            "PGPASSWORD or ~/.pgpass.",
        ),
    ] = ""
