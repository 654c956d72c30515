"""A written name taken apart: "Müller, Prof. Dr. Hans von der" and "Prof. Dr. Hans von der Müller".

The seed's rules (Bumüller 3.2.1, 3.2.2): of a name without titles the last part is the family name,
the others are given names; a single part is a family name; a name in its one spelling is
`<Dennis_Armbruster>`. Beyond them: titles behind the name, particles (von der, de la), what stands
before a comma is the family name, as is what alone is in capitals, or what comes before initials.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from auslese.analyse.people.name_words import listed_words
from auslese.analyse.people.person_titles import (
    continues_titles,
    is_title_behind,
    opens_titles,
)
from auslese.records.person import PersonName

MOST_LETTERS = 400  # of a written name that is looked at; longer ones are no names of persons
MOST_KNOWN = 1 << 13  # names whose parts are in mind, some 5 MB
SHORTEST_CAPITALS = 3  # letters of a word in capitals that is no abbreviation: JFK, but also LEE
_INITIAL = re.compile(r"(?:[^\W\d_]{1,2}\.[\-‐‑]?)+|[^\W\d_](?:[\-‐‑][^\W\d_])?")
_NO_INITIALS = frozenset(("St.", "Jr.", "Sr.", "Nr.", "No.", "Co.", "Mt.", "Ft.", "Dr.", "Hr."))
_SIGNS_AROUND = '"“”„»«‚‘()[]{}<>*†‡,;:!?…|/\\=+#_~^`´ \t\n\u00a0'
_POSSESSIVE = re.compile(r"(?:['’]s|(?<=[sxzß])['’])$")
_MARKUP = re.compile(r"<[^<>]*>")


class NamePartSets(NamedTuple):
    """The parts of many names, each once (B5)."""

    first: frozenset[str]
    middle: frozenset[str]
    """Without those that are first names, too."""
    last: frozenset[str]


def name_part_sets(
    names: Iterable[str],
    *,
    split_hyphens: bool = False,
    least_letters: int = 1,
    without_numbers: bool = True,
) -> NamePartSets:
    """First, middle and last names out of full ones, by the seed's rules (3.2.1)."""
    first: set[str] = set()
    middle: set[str] = set()
    last: set[str] = set()
    for name in names:
        parts = (name.replace("-", " ") if split_hyphens else name).split()
        last.update(parts[-1:])
        first.update(parts[:1] if len(parts) > 1 else ())
        middle.update(parts[1:-1])
    kept = (
        frozenset(
            part
            for part in parts
            if len(part) >= least_letters and not (without_numbers and part.isnumeric())
        )
        for parts in (first, middle - first, last)
    )
    return NamePartSets(*kept)


def normalised_name(name: PersonName | str) -> str:
    """A name in its one spelling, titles off: "Herr Dennis Armbruster" is <Dennis_Armbruster>."""
    full = name.full if isinstance(name, PersonName) else split_name(name).full
    return f"<{'_'.join(full.replace('<', '').replace('>', '').split())}>"


def untitled_name(written: str) -> str:
    """A name as somebody asks for it, titles off: persons are known without theirs."""
    for spelling in (written, written.title()) if written.islower() else (written,):
        name = split_name(spelling)
        if name.family and (name.titles or name.suffixes):
            return name.full
    return written


def split_name(written: str) -> PersonName:
    """A name as it is written, taken apart; titles may stand before, behind and after the comma."""
    return _split(written[:MOST_LETTERS])


@lru_cache(MOST_KNOWN)
def _split(written: str) -> PersonName:
    pieces = [piece.split() for piece in _cleaned(written).split(",")]
    pieces = [words for words in pieces if words]
    if not pieces:
        return PersonName()
    titles, head = _without_titles(pieces[0])
    behind: list[str] = []
    given: list[str] = []
    for piece in pieces[1:]:
        if all(is_title_behind(word, behind_comma=True) for word in piece) or given:
            behind += piece
            continue
        more, rest = _without_titles(piece)
        titles += more
        rest, suffixes = _without_suffixes(rest)
        behind += suffixes
        given = rest
    head, suffixes = _without_suffixes(head)
    return _placed(head, given, titles, suffixes + behind)


def _placed(
    head: list[str], given: list[str], titles: list[str], suffixes: list[str]
) -> PersonName:
    """A name of its words before and behind the comma."""
    head, given = _recased(head), _recased(given)
    if given:
        particle_behind, given = _particle_at_end(given)
        particle, family = _particle_at_begin(head)
        particle = particle_behind + particle
    else:
        given, particle, family = _in_order(head)
    return PersonName(
        " ".join(given), " ".join(particle), " ".join(family), " ".join(titles), " ".join(suffixes)
    )


def _cleaned(written: str) -> str:
    """Without signs around words, line breaks, control signs and a possessive s."""
    text = unicodedata.normalize("NFC", _MARKUP.sub(" ", written))
    if not text.isprintable():
        blank = {"Cc", "Cf", "Zs"}
        text = "".join(" " if unicodedata.category(sign) in blank else sign for sign in text)
    return _POSSESSIVE.sub("", text.strip(_SIGNS_AROUND + "-–—"))


def _without_titles(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The titles in front, and the rest; the last word is a name, whatever it is."""
    end = 0
    while end < len(words) - 1 and (
        continues_titles(words[end]) if end else opens_titles(words[end])
    ):
        end += 1
    return list(words[:end]), list(words[end:])


def _without_suffixes(words: list[str]) -> tuple[list[str], list[str]]:
    """A name without the titles behind it, and these."""
    end = len(words)
    while end > 1 and is_title_behind(words[end - 1]):
        end -= 1
    return words[:end], words[end:]


def _in_order(words: list[str]) -> tuple[list[str], list[str], list[str]]:
    """Given names, particle and family name of words that a comma does not part."""
    if len(words) <= 1:
        return [], [], words
    words = _turned(words)
    if is_particle(words[0]) and not words[0][0].isupper():
        particle, family = _particle_at_begin(words)
        return [], particle, family
    for begin in range(1, len(words) - 1):
        if begin > 1 and words[begin] in listed_words("double_family"):
            return words[: begin - 1], [], words[begin - 1 :]
        if is_particle(words[begin]):
            particle, family = _particle_at_begin(words[begin:])
            return words[:begin], particle, family
    return words[:-1], [], words[-1:]


def _turned(words: list[str]) -> list[str]:
    """In the order of speaking: "Müller H." and "MÜLLER Hans" turned round."""
    if is_initials(words[-1]) and not is_initials(words[0]):
        begin = len(words)
        while begin > 1 and is_initials(words[begin - 1]):
            begin -= 1
        return words[begin:] + words[:begin]
    alone = _in_capitals(words[0]) and not any(_in_capitals(word) for word in words[1:])
    return [*words[1:], words[0].title()] if alone and words[-1][1:2].islower() else words


def _particle_at_begin(words: list[str]) -> tuple[list[str], list[str]]:
    end = 0
    while end < len(words) - 1 and is_particle(words[end], behind=end > 0):
        if words[end].lower().strip("'’.") in listed_words("family_particles"):
            break
        end += 1
    return words[:end], words[end:]


def _particle_at_end(words: list[str]) -> tuple[list[str], list[str]]:
    """Of "Hans von der" the particle, and the rest."""
    begin = len(words)
    while begin > 1 and is_particle(words[begin - 1], behind=True) and words[begin - 1].islower():
        begin -= 1
    return words[begin:], words[:begin]


@lru_cache(MOST_KNOWN)
def is_particle(word: str, *, behind: bool = False) -> bool:
    """Whether a word may stand between given and family name; some only behind another one."""
    if word in listed_words("capital_particles"):
        return True
    if word.isupper() and len(word) > 1:
        word = word.lower()
    bare = word.strip("'’.")
    return (
        word.islower()
        and bare in listed_words("particles")
        and (behind or bare not in listed_words("connecting_particles"))
    )


def is_initials(word: str) -> bool:
    """Whether it is the first letter of a name, or those of several: H., J.R.R., H.-P., Chr."""
    return bool(_INITIAL.fullmatch(word)) and word[0].isupper() and word not in _NO_INITIALS


def _in_capitals(word: str) -> bool:
    letters = word.replace("-", "").replace("'", "").replace("’", "")
    return len(letters) >= SHORTEST_CAPITALS and letters.isalpha() and letters.isupper()


def _recased(words: list[str]) -> list[str]:
    """Names that are wholly in capitals, as they are written elsewhere."""
    long = [word for word in words if not is_initials(word)]
    if not any(map(_in_capitals, long)) or not all(word.isupper() for word in long):
        return words
    lowered = (word.lower() for word in words)
    return [
        word
        if is_initials(word)
        else low
        if place and low in listed_words("particles") and place < len(words) - 1
        else low.title()
        for place, (word, low) in enumerate(zip(words, lowered, strict=True))
    ]
