"""The questions of a data sheet for data sets, answered by what a collection knows of itself.

The questions follow "Datasheets for Datasets" (Gebru et al., 2018) in our own words.
"""

from collections.abc import Mapping
from typing import NamedTuple

from auslese.recipes.settings.setting_tables import Settings
from auslese.recipes.settings.value_kinds import duration_literal
from auslese.store.exports.passport_counts import PassportTotals
from auslese.wording.coded_sentence import CodedSentence
from auslese.wording.passports.passport_sentences import DatasheetAnswer

ABOUT, LICENCE, CONTACT = "passport.about", "passport.licence", "politeness.contact"
RESTRICTED = ("conditional", "reserved")
DAY = "%Y-%m-%d"
NONE = "–"

Answer = str | CodedSentence


class DatasheetFacts(NamedTuple):
    """What the answers are made of."""

    settings: Settings
    totals: PassportTotals
    by: Mapping[str, Mapping[str, int]]
    uses: Mapping[str, Mapping[str, int]]
    """By use, pages by what is permitted."""
    people: int | None
    """Persons that are known; None if nobody has looked for any."""


def datasheet(facts: DatasheetFacts) -> dict[str, Answer]:
    """An answer to each question, by its key in the wording."""
    settings, totals = facts.settings, facts.totals
    contents = DatasheetAnswer.CONTENTS.of(
        pages=totals.pages, hosts=totals.hosts, words=totals.words
    )
    gaps = DatasheetAnswer.GAPS.of(
        unreadable=totals.unreadable,
        gone=totals.gone,
        copies=totals.copies if totals.exact is None else totals.exact + (totals.near or 0),
    )
    return {
        "purpose": settings.passport.about or DatasheetAnswer.UNKNOWN.of(setting=ABOUT),
        "contents": contents,
        "sample": _sample(settings),
        "gaps": gaps,
        "people": _people(facts.people),
        "gathered": _gathered(settings, totals),
        "processed": _processed(facts.by),
        "uses": _uses(facts.uses),
        "terms": _terms(settings),
        "contact": settings.politeness.contact or DatasheetAnswer.UNKNOWN.of(setting=CONTACT),
    }


def _sample(settings: Settings) -> Answer:
    presence = settings.presence
    if not presence.start:
        return DatasheetAnswer.GIVEN.of()
    return DatasheetAnswer.SAMPLE.of(starts=len(presence.start), scope=presence.scope)


def _people(people: int | None) -> Answer:
    if people is None:
        return DatasheetAnswer.NO_PEOPLE.of()
    return DatasheetAnswer.PEOPLE.of(people=people)


def _gathered(settings: Settings, totals: PassportTotals) -> Answer:
    if totals.first is None or totals.last is None:
        return DatasheetAnswer.EMPTY.of()
    return DatasheetAnswer.GATHERED.of(
        agent=settings.politeness.agent,
        first=f"{totals.first:{DAY}}",
        last=f"{totals.last:{DAY}}",
        delay=duration_literal(settings.politeness.delay),
    )


def _processed(by: Mapping[str, Mapping[str, int]]) -> Answer:
    reader, model = (", ".join(by[name]) or NONE for name in ("readers", "models"))
    return DatasheetAnswer.PROCESSED.of(reader=reader, model=model)


def _uses(uses: Mapping[str, Mapping[str, int]]) -> Answer:
    restricted = {
        use: sum(pages.get(permission, 0) for permission in RESTRICTED)
        for use, pages in uses.items()
    }
    return DatasheetAnswer.USES.of(
        train=restricted.get("ai-train", 0),
        model_input=restricted.get("ai-input", 0),
        search=restricted.get("search", 0),
    )


def _terms(settings: Settings) -> Answer:
    licence = settings.passport.licence
    if not licence:
        return DatasheetAnswer.OWNERS.of(setting=LICENCE)
    return DatasheetAnswer.LICENCE.of(licence=licence)
