"""What a capitalised word may be in a name, by its lists, its letters and its end.

Numbers are those of `name_lists.WordEvidence`: bearers in a million, share of the places in running
text where the word belongs to a person's name. Borders were set on the half of `persons_ner` whose
documents have an even checksum; see docs/methods/names.md.
"""

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from auslese.analyse.people.name_lists import WordEvidence, shipped_names
from auslese.analyse.people.name_parts import is_initials
from auslese.analyse.people.name_words import listed_words, word_ends
from auslese.analyse.people.person_titles import (
    continues_titles,
    is_title_behind,
    opens_titles,
)

MOST_KNOWN = 1 << 17  # words whose kind is in mind, some 30 MB; a page mix of a site has fewer
LONGEST = 40  # letters of a word of a name; German has none longer but by hyphens
FEW_BEARERS = 5.0  # of a million: names below are noise of the lists, as they say themselves
SOME_BEARERS = 30.0
MANY_BEARERS = 300.0  # Young, Price and Winter are names, though they are words
SURE_SHARE = 0.35
"""From this share on a word is more a name than a word: Müller .57, Hall .48, Will .09."""
USUAL_SHARE = 0.2
"""From this share on a word of many bearers is a name: Dan .30, Rob .25, Hill .25."""
RARE_SHARE = 0.7  # of a word of few bearers that is nothing else: Hinnerk, Weidong
LEAST_SHARE = 0.05  # Berlin has .02, Paris .33
SMALL_WORD = 4.7  # Zipf frequency of a word that begins sentences: The, Der, Gestern
KNOWN_WORD = 2.2  # Zipf frequency from which a word that no list has as a name is none
ORDINARY_WORD = 3.0


class NameRole(IntEnum):
    """How well a word can be part of a name in one place."""

    NO = 0
    """It is a word of another kind."""
    UNKNOWN = 1
    """Nobody knows it: perhaps a rare name."""
    MAYBE = 2
    SURE = 3


class NameWord(NamedTuple):
    """What a written word may be in a name."""

    first: NameRole
    last: NameRole
    is_initial: bool = False
    opens_titles: bool = False
    goes_on_in_titles: bool = False
    is_thing: bool = False
    """It makes a thing of the name before it: University, Straße, Award."""
    is_small: bool = False
    """It begins sentences and is no name: The, Der."""
    is_place: bool = False
    share: float = 0.0


NOTHING = NameWord(NameRole.NO, NameRole.NO)


@lru_cache(MOST_KNOWN)
def name_word(word: str) -> NameWord:
    """What a word may be, as it is written, full stop included."""
    opens, goes_on = opens_titles(word), continues_titles(word)
    if opens or (goes_on and word[-1:] == "."):
        return NOTHING._replace(opens_titles=opens, goes_on_in_titles=True)
    if is_initials(word):
        return NOTHING._replace(first=NameRole.MAYBE, is_initial=True)
    bare = word.rstrip(".").removeprefix("al-").removeprefix("el-")
    if len(bare) > LONGEST and not _hyphen_in(bare):
        return NOTHING
    if _is_thing(bare.lower()):
        known = shipped_names().evidence(bare)
        is_family = known.last >= MANY_BEARERS and known.share >= USUAL_SHARE
        return NOTHING._replace(
            is_thing=True, last=NameRole(NameRole.MAYBE * is_family), share=known.share
        )
    if is_title_behind(bare):
        return NOTHING
    if _is_office(bare.lower()):
        return _by_lists(shipped_names().evidence(bare), bare)._replace(first=NameRole.NO)
    if _hyphen_in(bare) and not shipped_names().evidence(bare).share:
        return _joined([name_word(piece) for piece in bare.replace("‐", "-").split("-") if piece])
    return _by_lists(shipped_names().evidence(bare), bare)


def _by_lists(known: WordEvidence, bare: str) -> NameWord:
    """By its bearers, and how often it is a name where it is written with a capital."""
    is_small = known.share < USUAL_SHARE and (
        known.lower >= SMALL_WORD or bare.lower() in listed_words("dates")
    )
    is_family = known.last >= MANY_BEARERS
    return NameWord(
        NameRole.NO if is_small else _first_role(known),
        NameRole(NameRole.MAYBE * is_family) if is_small else _last_role(known),
        is_small=is_small,
        is_place=known.place,
        share=known.share,
    )


def _first_role(known: WordEvidence) -> NameRole:
    is_usual = known.first >= MANY_BEARERS and known.share >= USUAL_SHARE
    if is_usual or (known.first >= SOME_BEARERS and known.share >= SURE_SHARE):
        return NameRole.SURE
    if known.share >= RARE_SHARE and max(known.first, known.last) > 0:
        return NameRole.SURE if known.first >= FEW_BEARERS else NameRole.MAYBE
    if known.first >= FEW_BEARERS and (known.share >= LEAST_SHARE or _is_rare(known)):
        return NameRole.MAYBE
    return NameRole.UNKNOWN if _is_unknown(known) else NameRole.NO


def _last_role(known: WordEvidence) -> NameRole:
    if known.last >= SOME_BEARERS and known.share >= SURE_SHARE:
        return NameRole.SURE
    if known.last >= FEW_BEARERS and (known.share >= LEAST_SHARE or _is_rare(known)):
        return NameRole.MAYBE
    return NameRole.UNKNOWN if _is_unknown(known) else NameRole.NO


def _is_unknown(known: WordEvidence) -> bool:
    return max(known.lower, known.capital) < KNOWN_WORD or known.share >= SURE_SHARE


def _is_rare(known: WordEvidence) -> bool:
    return max(known.lower, known.capital) < ORDINARY_WORD


def _joined(pieces: list[NameWord]) -> NameWord:
    """A word with hyphens: as good as the worse of its pieces, and a thing if the last is one."""
    if not pieces:
        return NOTHING
    if any(piece.is_thing for piece in pieces):
        return NOTHING._replace(is_thing=pieces[-1].is_thing)
    first = min(piece.first for piece in pieces)
    last = min(piece.last for piece in pieces)
    return NameWord(first, last, share=min(piece.share for piece in pieces))


def _hyphen_in(word: str) -> bool:
    return "-" in word or "‐" in word


def _is_thing(low: str) -> bool:
    end = low.replace("‐", "-").rpartition("-")[2]
    return end in listed_words("things") or (
        low.endswith(word_ends("thing_ends")) and shipped_names().share(low) < SURE_SHARE
    )


def _is_office(low: str) -> bool:
    """Whether it is what somebody is or does, in front of names: Colonel, Bildungsminister."""
    if low in listed_words("offices") or low in listed_words("labels"):
        return True
    return low.endswith(word_ends("office_ends")) and shipped_names().share(low) < SURE_SHARE
