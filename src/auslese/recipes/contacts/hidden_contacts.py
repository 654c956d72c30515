"""What of contacts is not to be shown, as somebody asked for, or not to be kept any longer."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from xxhash import xxh3_64_hexdigest

from auslese.recipes.people.people_making import kept_since
from auslese.recipes.settings.people_settings import PeopleSection
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.people_edits import OptOut, OptOutKind
from auslese.store.collection import Collection
from auslese.store.people.hidden_names import HiddenName, hidden_names
from auslese.store.people_book import PeopleBook

KEPT_FOR_EVER = PeopleSection()
EMPTIED: Mapping[str, Any] = {"ways": [], "addresses": [], "responsible": [], "organisation": ""}
"""A page of which no contact is shown."""


class HiddenContacts:
    """Takes out of contacts what opt-outs name: by name, mail address, page or site."""

    def __init__(
        self, opt_outs: Iterable[OptOut], people_settings: PeopleSection = KEPT_FOR_EVER
    ) -> None:
        """Heed these, and for how long the settings let people be kept."""
        self._since = kept_since(people_settings, datetime.now(UTC))
        by_kind: dict[OptOutKind, set[str]] = {kind: set() for kind in OptOutKind}
        wishes = list(opt_outs)
        for each in wishes:
            by_kind[each.kind].add(each.value.lower())
        self._names = hidden_names(wishes)
        self._mails, self._pages = by_kind[OptOutKind.MAIL], by_kind[OptOutKind.PAGE]
        self._sites = by_kind[OptOutKind.SITE]
        said = sorted(f"{each.name} {each.site}" for each in self._names)
        said += sorted(f"{kind} {value}" for kind in OptOutKind for value in by_kind[kind])
        said += [f"keep {people_settings.keep_days}"] if people_settings.keep_days else []
        self.mark = xxh3_64_hexdigest("\n".join(said).encode()) if said else ""
        """A short name for all of them; empty if there are none."""

    def without(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """A row of contacts without what is not to be shown."""
        if not self.mark:
            return dict(row)
        if self._is_emptied(row):
            return {**row, **EMPTIED} | ({"author": ""} if "author" in row else {})
        names = [each for each in self._names if each.site in ("", row["site"])]
        ways = [way for way in row["ways"] if not self._hides(way, names)]
        responsible = [
            name for name in row["responsible"] if not any(each.means(name) for each in names)
        ]
        told = {**row, "ways": ways, "responsible": responsible}
        if any(each.is_among(row.get("author", "")) for each in names):
            told["author"] = ""
        return told

    def _is_emptied(self, row: Mapping[str, Any]) -> bool:
        """Whether no contact of a page is shown: it is hidden, or was fetched too long ago."""
        if row["site"] in self._sites or row["url"].lower() in self._pages:
            return True
        return bool(row["fetched_at"] < self._since)

    def _hides(self, way: Mapping[str, str], names: list[HiddenName]) -> bool:
        if way["value"].lower() in self._mails:
            return True
        return any(each.means(way["person"]) or each.has_mail(way["value"]) for each in names)


def hidden_contacts(collection: Collection) -> HiddenContacts:
    """What is not to be shown of a collection, as its journal and settings have it now."""
    return HiddenContacts(PeopleBook(collection.path).opt_outs, settings_of(collection).people)
