"""Which titles stand around a name: "Prof. Dr.-Ing. h. c. mult." before it, "PhD, M.A." behind it.

The words lie in `person_titles.toml`. A row of titles before a name begins with a word that opens
it (Prof, Dr, Herr); words as "rer. nat." or "(FH)" only go on. All looks are bounded: titles of a
hundred words are none.
"""

import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

_FILE = Path(__file__).with_suffix(".toml")
MOST_TITLE_WORDS = 12  # "Univ.-Prof. Dr. phil. Dr. rer. nat. Dr. h. c. mult." has ten
MOST_TITLE_LETTERS = 120  # of such a row, with room for long words
LONGEST_TITLE = 40  # letters of a word of it: Universitätsprofessorin has 24
MOST_KNOWN = 1 << 14  # words whose kind is in mind, some 3 MB
_PIECES = re.compile(r"[.\-‐‑()/,]+")
_BLANKS = frozenset(" \t\u00a0")
_BOUNDS = frozenset(" \t\u00a0\n\r;:<>[]|")
_BEHIND = re.compile(r"(?P<comma>[ \t]*,)?[ \t\u00a0]*(?P<word>[^\W\d_][\w.\-]*)")
_SHORT_ROW = re.compile(r"(?:Ph|D|M|B|S|LL)\.[ ](?:D|A|S|Sc|Phil|Ed|Eng|M|B|J)\.")


class TitleWords(NamedTuple):
    """The words of titles, in small letters but for those behind names."""

    openers: frozenset[str]
    address: frozenset[str]
    middles: frozenset[str]
    dotted_only: frozenset[str]
    behind: frozenset[str]
    behind_strict: frozenset[str]
    generations: frozenset[str]


@cache
def title_words() -> TitleWords:
    """The words of all titles."""
    file = tomllib.loads(_FILE.read_text("utf-8"))
    front, behind = file["front"], file["behind"]
    lists = (
        *(front[key] for key in ("openers", "address", "middles", "dotted_only")),
        *(behind[key] for key in ("words", "strict", "generations")),
    )
    return TitleWords(*(frozenset(each.split()) for each in lists))


@lru_cache(MOST_KNOWN)
def opens_titles(word: str) -> bool:
    """Whether a word may be the first, or the only one, of the titles before a name."""
    known = title_words()
    pieces = [piece for piece in _PIECES.split(word.lower()) if piece]
    if not pieces or word[-1] in ",)":
        return False
    if (
        len(pieces) > 1
        and len(pieces[-1]) > 1
        and word[-1] == "."
        and word.replace(".", "") in known.behind
    ):
        return True  # M.Sc. Anna Meier; but M.A. Meier has initials
    joined = "".join(pieces)
    openers = known.openers | known.address
    if joined in openers and (word[-1] == "." or joined not in known.dotted_only):
        return word[0].isupper() or word[-1] == "."
    return len(pieces) > 1 and pieces[0] in openers and _all_go_on(pieces[1:], known)


def _all_go_on(pieces: list[str], known: TitleWords) -> bool:
    return all(piece in known.middles or piece in known.openers for piece in pieces)


@lru_cache(MOST_KNOWN)
def continues_titles(word: str) -> bool:
    """Whether a word may go on in a row of titles: nat., h.c., (FH), and all that open one."""
    if opens_titles(word):
        return True
    known = title_words()
    bare = word.rstrip(",")
    pieces = [piece for piece in _PIECES.split(bare) if piece]
    if not pieces or (bare[-1] not in ".)" and bare not in known.middles):
        return False
    return all(
        piece.lower() in known.middles and (len(piece) > 1 or piece.islower()) for piece in pieces
    )


def is_address(word: str) -> bool:
    """Whether somebody is addressed so: Herr, Frau, Mrs."""
    return word.rstrip(".").lower() in title_words().address


def begin_of_titles(text: str, start: int) -> int:
    """Where the titles before a name begin that begins at `start`; `start` itself without any."""
    begin = at = start
    for _ in range(MOST_TITLE_WORDS):
        word_end = _skip_back(text, at, is_blank=True)
        at = _skip_back(text, word_end, is_blank=False)
        word = text[at:word_end]
        if opens_titles(word):
            begin = at
        elif not (word and continues_titles(word)):
            break
    return begin


def _skip_back(text: str, at: int, *, is_blank: bool) -> int:
    """Where blanks, or what is none, begin that end here; no further than a word can be long."""
    floor = max(0, at - LONGEST_TITLE)
    while at > floor and (text[at - 1] in _BLANKS if is_blank else text[at - 1] not in _BOUNDS):
        at -= 1
    return at


def end_of_titles(text: str, end: int) -> int:
    """Where the titles behind a name end that ends at `end`; `end` itself without any."""
    for _ in range(MOST_TITLE_WORDS):
        found = _BEHIND.match(text, end, end + MOST_TITLE_LETTERS)
        if not found:
            break
        row = _SHORT_ROW.match(text, found.start("word"))
        word_end = row.end() if row else found.end()
        word = text[found.start("word") : word_end]
        if not is_title_behind(word, behind_comma=bool(found["comma"])):
            break
        is_sentence_end = word[-1] == "." and "." not in word[:-1] and not is_generation(word)
        end = word_end - is_sentence_end
    return end


@lru_cache(MOST_KNOWN)
def is_title_behind(word: str, *, behind_comma: bool = False) -> bool:
    """Whether it is a title behind a name: PhD, M.A., Jr."""
    known = title_words()
    bare = re.sub(r"[.\s\-,]", "", word)
    if bare in known.behind:
        return True
    return bare in known.behind_strict and (behind_comma or "." in word[:-1] or word[-1:] == ".")


def is_generation(word: str) -> bool:
    """Whether it tells persons of one name apart: Jr., III."""
    return word.strip(".,") in title_words().generations
