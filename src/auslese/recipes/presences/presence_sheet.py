"""A presence on its way between files: the presence, and what its file tells besides."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import NamedTuple

from auslese.crawl.scope.rules import UrlRule, parse_rule
from auslese.crawl.scope.scope import Presence, country_rules, scope_rules
from auslese.recipes.settings.setting_tables import SETTINGS, Settings, read_values
from auslese.recipes.settings.value_kinds import NONE
from auslese.records.errors import AusleseError
from auslese.records.url import Url, canonical


@dataclass(frozen=True, slots=True)
class PresenceSheet:
    """One presence as a file of ours or of older programs describes it."""

    presence: Presence
    agent: str = ""
    contact: str = ""
    proxy: str = ""
    remark: str = ""
    ignored: tuple[str, ...] = ()
    """Keys of the file that mean nothing to us; old files must keep working."""

    @property
    def settings(self) -> dict[str, object]:
        """What a collection has to be told besides the presence."""
        given_settings = {
            "politeness.agent": self.agent,
            "politeness.contact": self.contact,
            "crawl.proxy": self.proxy,
        }
        return {key: value for key, value in given_settings.items() if value}


class PresenceExport(NamedTuple):
    """The text of a file, and what it says differently from the presence."""

    text: str
    notes: tuple[str, ...] = ()


def sheet_of(settings: Settings) -> PresenceSheet:
    """Return the sheet of a collection; what was left at its default is left out."""
    agent, contact, proxy = (
        settings.politeness.agent,
        settings.politeness.contact,
        settings.crawl.proxy,
    )
    if agent == SETTINGS["politeness.agent"].default:
        agent = ""
    return PresenceSheet(settings.presence, agent, contact, proxy)


def canonical_starts(starts: Iterable[str]) -> tuple[Url, ...]:
    """Return start pages in our spelling; what is no URL stays, for `checked` to complain about."""
    return tuple(dict.fromkeys(canonical(start) or Url(start) for start in starts))


def including_rules(presence: Presence) -> Iterator[UrlRule]:
    """Give all rules that take URLs in: those of `allow`, the countries, the scope."""
    yield from map(parse_rule, presence.allow)
    yield from map(parse_rule, country_rules(presence))
    yield from scope_rules(presence)


def omission_notes(presence: Presence) -> Iterator[str]:
    """Give notes on what no old format has a word for."""
    if presence.max_depth is not None:
        yield f"the depth limit of {presence.max_depth} is left out"


def inexpressible_error(format_name: str, things: Iterable[str]) -> AusleseError:
    """Return the error for a presence that a format cannot hold."""
    return AusleseError(
        f"the {format_name} format has no words for {'; '.join(things)}; --format toml has"
    )


def checked_sheet(sheet: PresenceSheet, where: str) -> PresenceSheet:
    """Return the sheet as a collection would take it, or complain about all that it would not."""
    parts = {part.name: getattr(sheet.presence, part.name) for part in fields(sheet.presence)}
    depth = parts.pop("max_depth")
    values = {f"presence.{name}": value for name, value in parts.items()}
    values["limits.depth"] = NONE if depth is None else depth
    read = read_values(where, {**values, **sheet.settings})
    presence = Presence(
        **{name: read[f"presence.{name}"] for name in parts}, max_depth=read["limits.depth"]
    )
    return replace(sheet, presence=presence)
