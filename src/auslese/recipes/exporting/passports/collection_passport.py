"""The passport of a collection: what it is, where it comes from, and how to cite it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from json import dumps
from typing import Any

from auslese import __version__
from auslese.recipes.exporting.passports.citation import counted_citation
from auslese.recipes.exporting.passports.datasheet import DatasheetFacts, datasheet
from auslese.recipes.rights.rights_report import rights_counts
from auslese.recipes.settings.setting_tables import SETTINGS, Settings
from auslese.recipes.settings.settings_loading import settings_of
from auslese.recipes.settings.settings_reference import settings_listing
from auslese.store.collection import Collection
from auslese.store.exports.passport_counts import PassportCounts, passport_counts, shown_people
from auslese.store.lookups.people_lookups import are_people_known, hidden_people
from auslese.store.migrations import format_of
from auslese.store.people_book import PeopleBook
from auslese.store.tables.sql_views import Connection
from auslese.wording.coded_sentence import CodedSentence

PASSPORT_VERSION = 1
"""Of the keys of the report; raised when one of them means something else."""
MATTERING = frozenset(
    {
        "presence", "limits", "politeness", "again", "traps", "focus", "reading", "language",
        "duplicates", "topics", "people", "crawl",
    }
)  # fmt: skip
"""Tables of settings that change what is in a collection; the others say how it is shown."""
TOLD_APART = frozenset({"presence.name", "presence.start"})
HIDDEN = frozenset(
    f"crawl.{name}"
    for name in ("browser", "bytes_under_way", "credentials", "hosts_at_once", "log", "proxy",
                 "remember_types", "workers")
)  # fmt: skip
"""Settings of the machine, which do not change what is found, or are nobody's business."""


@dataclass(frozen=True, slots=True)
class CollectionPassport:
    """All that the passport says; the answers of the data sheet know both languages."""

    report: Mapping[str, Any]
    """As `passport --json` prints it, but for the data sheet."""
    answers: Mapping[str, str | CodedSentence]
    """By the question, as `purpose`; what the makers have said is no sentence of ours."""

    def as_json(self) -> dict[str, Any]:
        """What programs get."""
        return dict(self.report) | {
            "datasheet": {question: str(answer) for question, answer in self.answers.items()}
        }


def passport_of(collection: Collection, tables: Connection) -> CollectionPassport:
    """Count the collection and tell what it is."""
    settings, counts = settings_of(collection), passport_counts(tables)
    people = _people(collection, tables)
    rights = rights_counts(tables)
    facts = DatasheetFacts(settings, counts.totals, counts.by, rights["uses"], people)
    report = {
        "passport": PASSPORT_VERSION,
        **_identity(collection, settings),
        "presence": _presence(settings),
        "fetched": _span(counts),
        "counts": _counts(counts),
        "people": people,
        **{name: dict(counts.by[name]) for name in ("languages", "media_types", "hosts")},
        "rights": rights,
        "versions": {
            "house": __version__,
            "format": format_of(collection.path),
            "readers": dict(counts.by["readers"]),
            "models": dict(counts.by["models"]),
        },
        **_settings(settings, counts.contents),
    }
    cited = counted_citation(report["title"], settings.passport, counts)
    return CollectionPassport(report | {"citation": cited._asdict()}, datasheet(facts))


def _identity(collection: Collection, settings: Settings) -> dict[str, Any]:
    name = collection.path.resolve().name
    section = settings.passport
    return {
        "name": name,
        "title": settings.presence.name or name,
        "about": section.about,
        "creators": list(section.creators),
        "licence": section.licence,
        "address": section.address,
        "contact": settings.politeness.contact,
    }


def _presence(settings: Settings) -> dict[str, Any]:
    presence = settings.presence
    return {
        "start": list(presence.start),
        "scope": presence.scope,
        "allow": list(presence.allow),
        "deny": list(presence.deny),
        "countries": list(presence.countries),
    }


def _span(counts: PassportCounts) -> dict[str, str]:
    return {"first": _moment(counts.totals.first), "last": _moment(counts.totals.last)}


def _moment(at: datetime | None) -> str:
    return at.isoformat(timespec="seconds") if at else ""


def _counts(counts: PassportCounts) -> dict[str, Any]:
    told = counts.totals._asdict()
    return {name: value for name, value in told.items() if name not in ("first", "last")}


def _people(collection: Collection, tables: Connection) -> int | None:
    """How many persons are known and may be shown; None if nobody has looked for any."""
    if not are_people_known(tables):
        return None
    hidden = hidden_people(tables, PeopleBook(collection.path).opt_outs)
    return shown_people(tables, hidden.people)


def _settings(settings: Settings, contents: str) -> dict[str, Any]:
    """Settings that matter and are no defaults, and digests of all of them and of the pages."""
    listing = settings_listing(settings)
    mattering = {
        key: listing[key]["value"]
        for key in listing
        if SETTINGS[key].table in MATTERING and key not in HIDDEN
    }
    changed = {
        key: value
        for key, value in mattering.items()
        if mattering[key] != SETTINGS[key].kind.tell(SETTINGS[key].default)
        and key not in TOLD_APART
    }
    told = dumps(mattering, sort_keys=True, default=str, ensure_ascii=False)
    digest = sha256(told.encode("utf-8", "replace")).hexdigest()
    return {"settings": changed, "digests": {"contents": contents, "settings": digest}}
