"""Settings of what several machines share."""

from dataclasses import dataclass
from typing import Annotated

from auslese.recipes.settings import value_kinds as kinds
from auslese.recipes.settings.setting_meaning import SettingMeaning


@dataclass(frozen=True, slots=True)
class FleetSection:
    """Work on several machines."""

    storage: Annotated[
        str,
        SettingMeaning(
            kinds.STORAGE,
            "Shared storage to which a crawl brings pages and tables as they come:"
            " file:///a/folder or s3://bucket/prefix; empty: they are kept here alone.",
        ),
    ] = ""
