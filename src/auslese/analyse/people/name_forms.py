"""Are two names forms of one: "H. Müller", "Müller, Hans", "Prof. Hans-Peter Mueller"?

Names are compared folded: without case, accents and signs, ue as ü. What one form does not say, it
does not deny: "Müller" may be each Müller, "H. Müller" each one whose name begins with H.
"""

import re
import unicodedata
from functools import lru_cache

from auslese.analyse.people.name_parts import is_initials
from auslese.analyse.people.person_titles import is_generation
from auslese.records.person import PersonName

MOST_KNOWN = 1 << 16  # folded words in mind, some 12 MB
_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "ł": "l", "æ": "a", "œ": "o", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
_UMLAUT = re.compile("([aou])e")
_HYPHENS = re.compile(r"[\s\-‐‑.]+")
_MALE = frozenset(("herr", "herrn", "hr", "mr", "mister", "monsieur", "signor", "señor", "hrn"))
_FEMALE = frozenset(
    ("frau", "fr", "mrs", "ms", "miss", "mme", "madame", "mlle", "signora", "señora", "sra")
)


@lru_cache(MOST_KNOWN)
def folded_part(word: str) -> str:
    """A part of a name without case, accents, signs; Müller, Mueller and Muller are one."""
    apart = unicodedata.normalize("NFKD", word.lower().translate(_LETTERS))
    letters = "".join(sign for sign in apart if sign.isalnum() or sign in " -")
    return _UMLAUT.sub(r"\1", letters)


def name_key(name: PersonName) -> str:
    """What all spellings of one form of a name have in common, as "muller|hans peter"."""
    return f"{' '.join(_words(name.family))}|{' '.join(_parts(name.given))}"


def fullness(name: PersonName) -> int:
    """How much a form says of a name: full given names before initials, more before fewer."""
    given = _parts(name.given)
    full = sum(1 for part in given if len(part) > 1)
    return 4 * full + len(given) + 2 * bool(name.family) + bool(name.particle)


def are_compatible(one: PersonName, other: PersonName) -> bool:
    """Whether two names may be forms of one."""
    if not (one.family and other.family) or _are_of_two_persons(one, other):
        return False
    mine, yours = _words(one.given), _words(other.given)
    if _words(one.family) != _words(other.family):
        return bool(mine and yours) and _is_double_name(one, other) and _are_full(mine, yours)
    return not mine or not yours or _given_agree(_parts(one.given), _parts(other.given))


def _are_of_two_persons(one: PersonName, other: PersonName) -> bool:
    """Whether they are said to be others: Herr and Frau, Jr. and Sr., von and van."""
    mine, yours = folded_part(one.particle), folded_part(other.particle)
    if mine and yours and mine != yours:
        return True
    first, second = _genders(one.titles), _genders(other.titles)
    if first and second and first != second:
        return True
    mine_generation, yours_generation = _generation(one), _generation(other)
    return bool(mine_generation and yours_generation) and mine_generation != yours_generation


def _genders(titles: str) -> frozenset[str]:
    words = {word.strip(".").lower() for word in titles.split()}
    return frozenset((["m"] if words & _MALE else []) + (["f"] if words & _FEMALE else []))


def _generation(name: PersonName) -> str:
    found = (word.strip(".,").lower() for word in name.suffixes.split() if is_generation(word))
    return next(found, "").replace("jnr", "jr").replace("snr", "sr")


def _is_double_name(one: PersonName, other: PersonName) -> bool:
    """Whether the family name of one is a part of the other's: Müller and Müller-Lüdenscheidt."""
    mine, yours = _parts(one.family), _parts(other.family)
    shorter, longer = sorted((mine, yours), key=len)
    return 0 < len(shorter) < len(longer) and shorter in (
        longer[: len(shorter)],
        longer[-len(shorter) :],
    )


def _are_full(mine: list[str], yours: list[str]) -> bool:
    return mine[0] == yours[0] and len(mine[0]) > 1


def _given_agree(mine: list[str], yours: list[str]) -> bool:
    """Whether given names do not contradict each other; "Peter" may be called by his second."""
    shorter, longer = sorted((mine, yours), key=len)
    if not _agree(shorter[0], longer[0]):
        return len(shorter) == 1 and len(shorter[0]) > 1 and shorter[0] in longer[1:]
    rest = iter(longer[1:])
    return all(any(_agree(part, other) for other in rest) for part in shorter[1:])


def _agree(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) == 1 and long.startswith(short))


def _words(written: str) -> list[str]:
    return folded_part(written).replace("-", " ").split()


def _parts(written: str) -> list[str]:
    """Parts of given names, hyphens apart; initials written together are several: J.R.R."""
    parts: list[str] = []
    for word in written.split():
        pieces = [piece for piece in _HYPHENS.split(word) if piece]
        together = is_initials(word) and "." not in word and len(word) > 1
        parts += list(word) if together else pieces
    return [folded for piece in parts if (folded := folded_part(piece))]
