"""Who wrote it? Names as they stand in bylines and author fields, made clean."""

import re
from collections.abc import Iterator
from itertools import islice

from auslese.extract.about.byline_words import WORDS, one_of
from auslese.extract.about.days import days_in
from auslese.extract.about.titles import plain_of
from auslese.extract.tidying import visible_line

LONGEST_BYLINE = 300
LONGEST_NAME = 60
MOST_WORDS = 5
MOST_NAMES = 20
MOST_WORDS_OF_A_LOGIN = 3

_CAPITAL = r"[^\W\d_a-zß-öø-ÿ]"
# Possessive, as "by by by …" could be cut in too many ways.
STARTS_BYLINE = re.compile(
    rf"(?:(?:{one_of('verbs')})\s*+)?(?:(?:{one_of('by')})\b[\s:|]*+)++(?=[^\W\d_])"
    rf"|(?:{one_of('verbs')})\s*+[:|]|thread starter\s",
    re.IGNORECASE,
)
# "Von" and "di" are parts of names as well: within a line only before a capital.
INSIDE_BYLINE = re.compile(rf"(?:^|[\s|,·•–—-])(?i:by|von|par|por)\s+(?={_CAPITAL})")
ENDS_BYLINE = re.compile(
    rf"\s*[|•·–—»→(<]\s*|\s+-\s+|[,\s]+(?:{one_of('ends')}|\d+)\b", re.IGNORECASE
)
BETWEEN = re.compile(rf"\s*[;,/]\s*|\s+(?:{one_of('and')})\s+", re.IGNORECASE)
MAIL = re.compile(r"\S+@\S+")
LINK = re.compile(r"https?:\S*|www\.\S+|^/\S*|^@")
SURNAME_FIRST = re.compile(r"\s*([^,;]{2,40}),\s*([^,;]{1,40})\s*")
HOUSE = re.compile(rf"(?<!\w)(?:{one_of('houses')})(?!\w)|©", re.IGNORECASE)
ROLE = re.compile(rf"\b(?:{one_of('roles')})\b", re.IGNORECASE)
BEGINS_WITH_CAPITAL = re.compile(_CAPITAL).match
PARTICLES, NOBODY, BEHIND = (frozenset(WORDS[each]) for each in ("particles", "nobody", "behind"))
FIRST_WORDS = frozenset(word.split()[0] for kind in ("verbs", "by") for word in WORDS[kind])
QUOTES = " .,:;-–—|\"'„“”«»()[]"


def names_of(text: str) -> Iterator[str]:
    """The names in a field that is said to hold them."""
    text = _without_address(text[:LONGEST_BYLINE])
    label = STARTS_BYLINE.match(text)
    text = _before_day(text[label.end() :] if label else text)
    text = ENDS_BYLINE.split(text, maxsplit=1)[0]
    parts = [part for part in BETWEEN.split(text) if part]
    if len(parts) > 1 and ROLE.search(parts[-1]) and not ROLE.search(parts[0]):
        parts.pop()
    for part in islice(parts, MOST_NAMES):
        name = part.strip(QUOTES)
        if _is_name(name):
            yield name


def may_be_byline(text: str) -> bool:
    """Whether a line begins as a byline does."""
    first = text.split(None, 1)[0].rstrip(":|").lower() if text else ""
    return first in FIRST_WORDS and STARTS_BYLINE.match(text) is not None


def surname_last(text: str) -> str:
    """A name that a library wrote, as people say it: `Curie, Marie` is Marie Curie."""
    found = SURNAME_FIRST.fullmatch(text)
    return f"{found[2]} {found[1]}" if found else text


def people_in(line: str) -> list[str]:
    """Names in a line of which nobody says that it holds any: only what looks like people."""
    line = _without_address(line[:LONGEST_BYLINE])
    if not STARTS_BYLINE.match(line) and (label := INSIDE_BYLINE.search(line)):
        line = line[label.end() :]
    people = (_beginning_in_capitals(name.split()) for name in names_of(_behind_day(line)))
    return [person for person in people if " " in person and not is_house(person)]


def logins_in(line: str) -> list[str]:
    """The name in a short line that holds nothing else, as forums write it."""
    return list(names_of(line)) if len(line.split()) <= MOST_WORDS_OF_A_LOGIN else []


def is_login(name: str) -> bool:
    """Whether a name is one to log in with: `anna.schmidt`, `aschmidt2`."""
    return " " not in name and (name == name.lower() or "_" in name)


def is_house(name: str) -> bool:
    """Whether a name is that of a company."""
    return HOUSE.search(name) is not None


def _without_address(text: str) -> str:
    text = visible_line(text)
    if "@" in text:
        text = MAIL.sub(" ", text)
    return LINK.sub(" ", text).strip(" |:")


def _before_day(text: str) -> str:
    day = next(days_in(text), None)
    return text[: day.begin] if day else text


def _behind_day(line: str) -> str:
    """A line without the day it begins with."""
    day = next(days_in(line), None)
    return line[day.end :].lstrip(QUOTES + "·•") if day and day.begin == 0 else line


def _is_name(name: str) -> bool:
    plain = plain_of(name)
    if not plain or len(name) > LONGEST_NAME or plain in NOBODY or plain.isdigit():
        return False
    return "admin" not in plain and len(name.split()) <= MOST_WORDS


def _beginning_in_capitals(words: list[str]) -> str:
    """As many words as can be of a name: with a capital, or small ones like `von` between."""
    last = 0
    for place, word in enumerate(words):
        small = word.lower()
        if small in BEHIND or any(map(str.isdigit, word)):
            break
        if BEGINS_WITH_CAPITAL(word):
            last = place + 1
        elif small not in PARTICLES or not place:
            break
    return " ".join(words[:last])
