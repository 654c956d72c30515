"""Every setting there is: key, kind, default and what it is for, in one place.

The JSON schema, the reference page, `auslese config show` and all checks are made from these
classes; a new setting is one more field.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_type_hints

from auslese.crawl.scope.scope import Presence
from auslese.recipes.settings.analysis_settings import (
    DuplicatesSection,
    LanguageSection,
    ReadingSection,
    TopicsSection,
)
from auslese.recipes.settings.crawl_settings import (
    ArchiveSection,
    CrawlSection,
    FrontierSection,
    LimitsSection,
    PolitenessSection,
    PresenceSection,
    RecrawlSection,
    TrapsSection,
)
from auslese.recipes.settings.fleet.fleet_settings import FleetSection
from auslese.recipes.settings.focus_settings import FocusSection
from auslese.recipes.settings.harvest_settings import HarvestSection
from auslese.recipes.settings.passport_settings import PassportSection
from auslese.recipes.settings.people_settings import PeopleSection
from auslese.recipes.settings.search_settings import SearchSection
from auslese.recipes.settings.serve_settings import RecordsSection, ServeSection
from auslese.recipes.settings.value_kinds import SettingKind, UnfitError, near_miss
from auslese.records.errors import SettingsError

OriginName = Literal["flag", "env", "file", "user", "default"]
VARIABLE_PREFIX = "AUSLESE_"


class SettingOrigin(NamedTuple):
    """Where a value came from."""

    name: OriginName
    place: str = ""
    """File and line, or the name of the variable."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a collection can be told."""

    presence: Presence = field(default_factory=Presence)
    limits: LimitsSection = field(default_factory=LimitsSection)
    politeness: PolitenessSection = field(default_factory=PolitenessSection)
    crawl: CrawlSection = field(default_factory=CrawlSection)
    again: RecrawlSection = field(default_factory=RecrawlSection)
    archive: ArchiveSection = field(default_factory=ArchiveSection)
    frontier: FrontierSection = field(default_factory=FrontierSection)
    traps: TrapsSection = field(default_factory=TrapsSection)
    focus: FocusSection = field(default_factory=FocusSection)
    reading: ReadingSection = field(default_factory=ReadingSection)
    language: LanguageSection = field(default_factory=LanguageSection)
    duplicates: DuplicatesSection = field(default_factory=DuplicatesSection)
    topics: TopicsSection = field(default_factory=TopicsSection)
    harvest: HarvestSection = field(default_factory=HarvestSection)
    people: PeopleSection = field(default_factory=PeopleSection)
    records: RecordsSection = field(default_factory=RecordsSection)
    passport: PassportSection = field(default_factory=PassportSection)
    serve: ServeSection = field(default_factory=ServeSection)
    search: SearchSection = field(default_factory=SearchSection)
    fleet: FleetSection = field(default_factory=FleetSection)
    origins: Mapping[str, SettingOrigin] = field(default_factory=dict, compare=False)
    """Where each value came from, by its key (`politeness.delay`)."""


TABLES: Mapping[str, type[Any]] = MappingProxyType(
    {
        "presence": PresenceSection,
        "limits": LimitsSection,
        "politeness": PolitenessSection,
        "crawl": CrawlSection,
        "again": RecrawlSection,
        "archive": ArchiveSection,
        "frontier": FrontierSection,
        "traps": TrapsSection,
        "focus": FocusSection,
        "reading": ReadingSection,
        "language": LanguageSection,
        "duplicates": DuplicatesSection,
        "topics": TopicsSection,
        "harvest": HarvestSection,
        "people": PeopleSection,
        "records": RecordsSection,
        "passport": PassportSection,
        "serve": ServeSection,
        "search": SearchSection,
        "fleet": FleetSection,
    }
)


class Setting(NamedTuple):
    """The definition of one setting."""

    table: str
    name: str
    kind: SettingKind
    default: Any
    help: str

    @property
    def key(self) -> str:
        """Its name in messages and flags, as `politeness.delay`."""
        return f"{self.table}.{self.name}"

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return f"{VARIABLE_PREFIX}{self.table}_{self.name}".upper()


def _settings_of(table: str, parts: type[Any]) -> list[Setting]:
    meanings = get_type_hints(parts, include_extras=True)
    return [
        Setting(table, part.name, *_kind_default_help(meanings[part.name], part.default))
        for part in fields(parts)
    ]


def _kind_default_help(meaning: Any, default: object) -> tuple[SettingKind, object, str]:
    (means,) = meaning.__metadata__
    return means.kind, default, means.help


SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        setting.key: setting
        for table, parts in TABLES.items()
        for setting in _settings_of(table, parts)
    }
)


def setting_of(key: str) -> Setting:
    """Return the definition of a setting."""
    if key not in SETTINGS:
        raise SettingsError(f"there is no setting {key}{near_miss(key, SETTINGS)}")
    return SETTINGS[key]


def read_values(where: str, values: Mapping[str, object]) -> dict[str, Any]:
    """Return the values by their keys as the house works with them, or complain about all."""
    read: dict[str, Any] = {}
    complaints: list[str] = []
    for key, value in values.items():
        try:
            read[key] = setting_of(key).kind.read(value)
        except UnfitError as problem:
            complaints += [f"{where}, {key}: {complaint}" for complaint in problem.args]
    if complaints:
        raise SettingsError("\n".join(complaints))
    return read
