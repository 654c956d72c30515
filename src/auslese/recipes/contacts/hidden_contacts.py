"""What of contacts is not to be shown, as somebody asked for."""

from collections.abc import Iterable, Mapping
from typing import Any

from xxhash import xxh3_64_hexdigest

from auslese.records.people_edits import OptOut, OptOutKind
from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook
from auslese.text.name_folding import family_key, folded_name, name_spellings

LEAST_OF_FAMILY = 4  # letters of a family name that say whose mail address it is
EMPTIED: Mapping[str, Any] = {"ways": [], "addresses": [], "responsible": [], "organisation": ""}
"""A page of which no contact is shown."""


class HiddenContacts:
    """Takes out of contacts what opt-outs name: by name, mail address, page or site."""

    def __init__(self, opt_outs: Iterable[OptOut]) -> None:
        """Heed these."""
        by_kind: dict[OptOutKind, set[str]] = {kind: set() for kind in OptOutKind}
        self._names: list[_HiddenName] = []
        for each in opt_outs:
            by_kind[each.kind].add(each.value.lower())
            named = (each.value,) if each.kind is OptOutKind.NAME else ()
            self._names += [_HiddenName(name, each.site) for name in (*named, *each.names)]
        self._mails, self._pages = by_kind[OptOutKind.MAIL], by_kind[OptOutKind.PAGE]
        self._sites = by_kind[OptOutKind.SITE]
        said = sorted(f"{each.name} {each.site}" for each in self._names)
        said += sorted(f"{kind} {value}" for kind in OptOutKind for value in by_kind[kind])
        self.mark = xxh3_64_hexdigest("\n".join(said).encode()) if said else ""
        """A short name for all of them; empty if there are none."""

    def without(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """A row of contacts without what is not to be shown."""
        if not self.mark:
            return dict(row)
        if row["site"] in self._sites or row["url"].lower() in self._pages:
            return {**row, **EMPTIED}
        names = [each for each in self._names if each.site in ("", row["site"])]
        ways = [way for way in row["ways"] if not self._hides(way, names)]
        responsible = [
            name for name in row["responsible"] if not any(each.means(name) for each in names)
        ]
        return {**row, "ways": ways, "responsible": responsible}

    def _hides(self, way: Mapping[str, str], names: list["_HiddenName"]) -> bool:
        if way["value"].lower() in self._mails:
            return True
        return any(each.means(way["person"]) or each.has_mail(way["value"]) for each in names)


class _HiddenName:
    """A name that is not to be shown, in all its forms."""

    def __init__(self, name: str, site: str = "") -> None:
        self.name, self.site = name, site
        self._spellings = frozenset(name_spellings(name))
        words = folded_name(name).split() or [""]
        self._given, self._family = words[0] if len(words) > 1 else "", family_key(words[-1])

    def means(self, other: str) -> bool:
        """Whether another name may be a form of it: the same family, the same given or initial."""
        if not other:
            return False
        if not self._spellings.isdisjoint(name_spellings(other)):
            return True
        words = folded_name(other).split()
        if not words or family_key(words[-1]) != self._family:
            return False
        given = words[0] if len(words) > 1 else ""
        shorter, longer = sorted((given, self._given), key=len)
        return longer.startswith(shorter) and len(shorter) <= 1

    def has_mail(self, value: str) -> bool:
        """Whether it is a mail address made of the name."""
        local, at, _ = value.lower().partition("@")
        plain = family_key(local)
        if not at or len(self._family) < LEAST_OF_FAMILY or self._family not in plain:
            return False
        rest = plain.replace(self._family, "", 1)
        return bool(self._given) and (rest in (self._given, self._given[:1]))


def hidden_contacts(collection: Collection) -> HiddenContacts:
    """What is not to be shown of a collection, as its journal has it now."""
    return HiddenContacts(PeopleBook(collection.path).opt_outs)
