"""Which written names and mail addresses are those of whoever is not to be shown?"""

import re
from collections.abc import Iterable, Sequence

from auslese.records.people_edits import OptOut, OptOutKind
from auslese.records.suffixes import registrable_domain
from auslese.records.url import Url, host_of
from auslese.text.name_folding import family_key, folded_name, name_spellings

LEAST_OF_FAMILY = 4  # letters of a family name that say whose mail address it is
BETWEEN_NAMES = re.compile(r"\s*(?:[,;/&]|\b(?:and|und|et)\b)\s*")


class HiddenName:
    """A name that is not to be shown, in all its forms."""

    def __init__(self, name: str, site: str = "") -> None:
        """Hide it on this site, or everywhere."""
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

    def is_among(self, written: str) -> bool:
        """Whether it is this name, or one of several: of Hans Müller and Anna Koch."""
        parts = BETWEEN_NAMES.split(written)
        several = (part for part in parts if " " in part) if len(parts) > 1 else ()
        return self.means(written) or any(map(self.means, several))

    def has_mail(self, value: str) -> bool:
        """Whether it is a mail address made of the name."""
        local, at, _ = value.lower().partition("@")
        plain = family_key(local)
        if not at or len(self._family) < LEAST_OF_FAMILY or self._family not in plain:
            return False
        rest = plain.replace(self._family, "", 1)
        return bool(self._given) and (rest in (self._given, self._given[:1]))


def hidden_names(opt_outs: Iterable[OptOut]) -> list[HiddenName]:
    """The names that wishes mean: those they name, and whose mail addresses they name."""
    return [
        HiddenName(name, each.site)
        for each in opt_outs
        for name in ((each.value,) * (each.kind is OptOutKind.NAME) + tuple(each.names))
    ]


def hides_author(opt_outs: Sequence[OptOut], author: str, url: Url) -> bool:
    """Whether the author of a page is not to be shown: by name, or by the page or its site."""
    if not author or not opt_outs:
        return False
    site = registrable_domain(host_of(url))
    places = {OptOutKind.PAGE: url, OptOutKind.SITE: site}
    if any(each.value == places.get(each.kind) for each in opt_outs):
        return True
    return any(each.site in ("", site) and each.is_among(author) for each in hidden_names(opt_outs))
