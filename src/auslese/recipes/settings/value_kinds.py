"""What may stand behind a key of the settings, and how each kind of value is read and told.

A kind turns what TOML, a variable or an option gives (text, numbers, lists) into the value the
house works with, and back into the spelling a person would write.
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from difflib import get_close_matches
from itertools import pairwise
from typing import Any

from auslese.crawl.fetch.credentials import EXPECTED as EXPECTED_CREDENTIALS
from auslese.crawl.fetch.credentials import read_line
from auslese.crawl.politeness.opening_hours import EXPECTED as EXPECTED_HOURS
from auslese.crawl.politeness.opening_hours import read_span
from auslese.crawl.politeness.time_zones import EXPECTED_ENTRY, EXPECTED_ZONE, read_entry, read_zone
from auslese.crawl.scope.rules import RuleKind, parse_rule
from auslese.crawl.scope.scope import COUNTRY_GROUPS
from auslese.extract.main_text.manuals import ALL, PROGRAMS
from auslese.records.errors import SettingsError
from auslese.records.language_names import claimed_language
from auslese.records.url import Url, canonical, host_of, origin_of, path_of

NONE = "none"  # how a person says "no limit"; 0 would be wrong, depth 0 means start pages only

_SPAN_SECONDS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86400}
_SPAN_PART = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)")
_SPAN = re.compile(rf"\s*(?:{_SPAN_PART.pattern}\s*)+")
_LONGEST_SPAN = timedelta(days=36500)  # a century; beyond it somebody slipped

_UNIT_BYTES = {
    "": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12,
    "KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40,
}  # fmt: skip
_AMOUNT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*")
_LITERAL_UNITS = ("TiB", "GiB", "MiB", "KiB", "TB", "GB", "MB", "KB")

MOST_BORDERS = 9  # one less than the buckets that a focused crawl has for its links

_ANYTHING = re.compile(r".*")
_AGENT = re.compile(r"[A-Za-z_-]+")  # robots.txt knows us by this one word: RFC 9309, 2.2.1
_MEDIA_TYPE = re.compile(r"[a-z0-9][a-z0-9.+-]*/[a-z0-9][a-z0-9.+-]*")
_COUNTRY = re.compile(r"[a-z]{2}")
_PROXY = re.compile(r"(?:https?|socks4a?|socks5h?)://[^\s/]+/?")
_DATABASE = re.compile(r"postgres(?:ql)?://(?!.*[?&]password=)(?:[^\s/@:]*@)?[^\s@]*")
_STORAGE = re.compile(r"file:///\S+|s3://[^\s/?]+(?:/[^\s?]*)?(?:\?\S*)?")
_PASSWORD = re.compile(r"(?<=//)[^\s/]*@")
_REWARD = re.compile(r"model|topic:.*\S.*")
_CONTACT = re.compile(r".*[^\s@]@[^\s@].*|https?://\S+")


class UnfitError(ValueError):
    """A value does not fit its kind; each argument is one complaint, "expected …, found …"."""


@dataclass(frozen=True, slots=True)
class SettingKind:
    """One kind of value."""

    expected: str
    """What a person should have written, with an example."""
    read: Callable[[object], Any]
    """Gives the value, or raises UnfitError."""
    schema: Mapping[str, object]
    tell: Callable[[Any], object] = lambda value: value
    """The spelling for TOML, JSON and people, without what is secret."""
    from_text: Callable[[str], object] = lambda text: text
    """What TOML would have given for this text of a variable or an option."""


def toml_literal(value: object) -> str:
    """Return a value as it stands in JSON and in TOML alike."""
    return json.dumps(value, ensure_ascii=False, default=str).replace("\x7f", "\\u007f")


def near_miss(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean …?` if the word looks like a slip of a known one."""
    close = get_close_matches(word, list(known), n=1)
    return f'; did you mean "{close[0]}"?' if close else ""


def unfit(expected: str, found: object, hint: str = "") -> UnfitError:
    """Return the complaint about one value, ready to be raised."""
    return UnfitError(f"expected {expected}, found {toml_literal(found)}{hint}")


def _text(expected: str, shape: re.Pattern[str], *, may_be_empty: bool = True) -> SettingKind:
    """Return the kind for a line of text of this shape."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not value.isprintable():
            raise unfit(expected, value)
        if not shape.fullmatch(value) and (value or not may_be_empty):
            raise unfit(expected, value)
        return value

    return SettingKind(expected, read, {"type": "string"})


def _choice(*known: str) -> SettingKind:
    """Return the kind for one word out of a few."""
    expected = "one of " + ", ".join(toml_literal(word) for word in known)

    def read(value: object) -> str:
        if value not in known:
            hint = near_miss(value, known) if isinstance(value, str) else ""
            raise unfit(expected, value, hint)
        return str(value)

    return SettingKind(expected, read, {"enum": list(known)})


def number(least: int, most: int = 2**63 - 1) -> SettingKind:
    """Return the kind for a whole number within bounds."""
    expected = f"a whole number from {least}" + (f" to {most}" if most < 2**63 - 1 else " upwards")

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise unfit(expected, value)
        return value

    schema = {"type": "integer", "minimum": least, "maximum": most}
    return SettingKind(expected, read, schema, from_text=_number_or_text)


def share(least: float, most: float = 1.0) -> SettingKind:
    """Return the kind for a fraction within bounds."""
    expected = f"a number from {least:g} to {most:g}"

    def read(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise unfit(expected, value)
        if not least <= value <= most:
            raise unfit(expected, value)
        return float(value)

    schema = {"type": "number", "minimum": least, "maximum": most}
    return SettingKind(expected, read, schema, from_text=_fraction_or_text)


def _number_or_text(words: str) -> object:
    """Return the number these words spell, or the words, which will then be complained about."""
    try:
        return int(words)
    except ValueError:
        return words


def _yes_no() -> SettingKind:
    """Return the kind for true or false."""
    expected = "true or false"

    def read(value: object) -> bool:
        if not isinstance(value, bool):
            raise unfit(expected, value)
        return value

    spelled = {"true": True, "false": False}
    return SettingKind(
        expected, read, {"type": "boolean"}, from_text=lambda text: spelled.get(text, text)
    )


def or_none(kind: SettingKind, word: str = NONE) -> SettingKind:
    """Return the same kind with a word that reads as None: "none" for "no limit", or another."""
    expected = f'{kind.expected}, or "{word}"'

    def read(value: object) -> object:
        if value == word:
            return None
        try:
            return kind.read(value)
        except UnfitError:
            raise unfit(expected, value) from None

    def tell(value: object) -> object:
        return word if value is None else kind.tell(value)

    schema = {"anyOf": [{"const": word}, kind.schema]}
    return SettingKind(expected, read, schema, tell, kind.from_text)


def _duration() -> SettingKind:
    """Return the kind for a time span: "250ms", "1s", "1h 30m"; a bare number is seconds."""
    expected = 'a duration like "1s"'

    def read(value: object) -> timedelta:
        seconds = _seconds(value)
        if seconds is None or not 0 <= seconds <= _LONGEST_SPAN.total_seconds():
            raise unfit(expected, value)
        return timedelta(seconds=seconds)

    schema = {"anyOf": [{"type": "string"}, {"type": "number", "minimum": 0}]}
    return SettingKind(expected, read, schema, duration_literal, _fraction_or_text)


def _seconds(value: object) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, int | float):
        return float(value) if math.isfinite(value) else None
    if not isinstance(value, str) or not _SPAN.fullmatch(value):
        return None
    return sum(float(n) * _SPAN_SECONDS[unit] for n, unit in _SPAN_PART.findall(value))


def _fraction_or_text(words: str) -> object:
    try:
        return float(words)
    except ValueError:
        return words


def duration_literal(span: timedelta) -> str:
    """Return the time span in the largest unit that needs no fraction."""
    for unit, step in (("d", 86400), ("h", 3600), ("m", 60), ("s", 1)):
        if span and not span % timedelta(seconds=step):
            return f"{span // timedelta(seconds=step)}{unit}"
    if not span:
        return "0s"
    milliseconds = span / timedelta(milliseconds=1)
    return f"{milliseconds:.3f}".rstrip("0").rstrip(".") + "ms"


def _size() -> SettingKind:
    """Return the kind for a number of bytes: 500000, "10MB" (a thousand each), "1GiB" (1024)."""
    expected = 'a size like "10MB" or "1GiB"'

    def read(value: object) -> int:
        count = _bytes(value)
        if count is None or not 0 < count < 2**63:
            raise unfit(expected, value)
        return count

    schema = {"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 1}]}
    return SettingKind(expected, read, schema, size_literal)


def _bytes(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    found = _AMOUNT.fullmatch(value) if isinstance(value, str) else None
    step = _UNIT_BYTES.get(found[2].upper()) if found else None
    return int(Decimal(found[1]) * step) if found and step else None


def size_literal(count: int) -> str | int:
    """Return a number of bytes in the largest unit that needs no fraction."""
    for unit in _LITERAL_UNITS:
        if count and not count % _UNIT_BYTES[unit.upper()]:
            return f"{count // _UNIT_BYTES[unit.upper()]}{unit}"
    return count


def _many(
    expected: str,
    read_one: Callable[[str], str],
    from_text: Callable[[str], list[str]] = str.split,
) -> SettingKind:
    """Return the kind for a list of texts, each read by itself; every bad one is named."""

    def read(value: object) -> tuple[str, ...]:
        if not isinstance(value, list | tuple):
            raise unfit(f"a list of {expected}", value)
        good, complaints = [], []
        for one in value:
            try:
                good.append(_one_text(one, expected, read_one))
            except (UnfitError, SettingsError) as problem:
                complaints += [str(complaint) for complaint in problem.args]
        if complaints:
            raise UnfitError(*complaints)
        return tuple(dict.fromkeys(good))

    schema = {"type": "array", "items": {"type": "string"}}
    return SettingKind(f"a list of {expected}", read, schema, list, from_text)


def _parted_by_commas(text: str) -> list[str]:
    """Return the entries of a list whose entries hold blanks."""
    return [entry.strip() for entry in text.split(",") if entry.strip()]


def _one_text(value: object, expected: str, read_one: Callable[[str], str]) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise unfit(expected, value)
    return read_one(value)


def _read_start(words: str) -> Url:
    """Return the start page these words name."""
    expected = "a start page like https://www.example.org/"
    url = canonical(words.strip())
    if url is None:
        guess = canonical(f"https://{words.strip()}") if "://" not in words else None
        raise unfit(expected, words, f'; did you mean "{guess}"?' if guess else "")
    return url


def _read_rule(words: str) -> str:
    """Return the text of a rule that can be understood."""
    return parse_rule(words).text


def _read_country(words: str) -> str:
    """Return a country as the two letters its addresses end with, or the name of some."""
    country = words.strip().lower().removeprefix(".")
    if not _COUNTRY.fullmatch(country) and country not in COUNTRY_GROUPS:
        groups = " or ".join(f'"{name}"' for name in COUNTRY_GROUPS)
        raise unfit(f'a country of two letters like "de", or {groups}', words)
    return country


def _read_media_type(words: str) -> str:
    """Return a media type in small letters."""
    media_type = words.strip().lower()
    if not _MEDIA_TYPE.fullmatch(media_type):
        raise unfit('a media type like "text/html"', words)
    return media_type


def _read_manual(words: str) -> str:
    """Return the name of a program that makes manuals, or "all"."""
    name = words.strip().lower()
    if name not in PROGRAMS and name != ALL:
        raise unfit('a program like "javadoc", or "all"', words, near_miss(name, [*PROGRAMS, ALL]))
    return name


def _read_language(words: str) -> str:
    """Return a language under the code we know it by."""
    code = claimed_language(words)
    if not code:
        raise unfit('a language like "de"', words)
    return code


def _read_host(words: str) -> str:
    """Return a host as our URLs spell it; an address is one too."""
    look = parse_rule(words).look
    url = (
        canonical(f"http://{words.strip()}/") if look in (RuleKind.HOST, RuleKind.ADDRESS) else None
    )
    if url is None or path_of(url) != "/" or origin_of(url) != f"http://{host_of(url)}":
        raise unfit('a host like "www.example.org"', words)
    return host_of(url)


def _rising_numbers() -> SettingKind:
    """Return the kind for a few numbers above 0, each above the one before."""
    expected = f"1 to {MOST_BORDERS} rising numbers above 0, as [600, 2000, 10000]"

    def read(value: object) -> tuple[float, ...]:
        if not isinstance(value, list | tuple) or not 1 <= len(value) <= MOST_BORDERS:
            raise unfit(expected, value)
        if not all(isinstance(one, int | float) and not isinstance(one, bool) for one in value):
            raise unfit(expected, value)
        rising = tuple(map(float, value))
        if not all(low < high < math.inf for low, high in pairwise((0.0, *rising))):
            raise unfit(expected, value)
        return rising

    schema = {"type": "array", "items": {"type": "number"}, "maxItems": MOST_BORDERS}
    return SettingKind(expected, read, schema, list, _numbers_or_text)


def _numbers_or_text(words: str) -> object:
    """Return the numbers of a text like `600 2000 10000`, parted by blanks or commas."""
    try:
        return [float(word) for word in words.replace(",", " ").split()]
    except ValueError:
        return words


def _zone() -> SettingKind:
    """Return the kind for the name of a time zone."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise unfit(EXPECTED_ZONE, value)
        try:
            return read_zone(value)
        except SettingsError as problem:
            raise UnfitError(str(problem)) from None

    return SettingKind(EXPECTED_ZONE, read, {"type": "string"})


NAME = _text("a name", _ANYTHING)
SECRET = replace(NAME, tell=lambda value: "")
PATH = _text("a path", _ANYTHING)
AGENT = _text('a word like "Auslese"', _AGENT, may_be_empty=False)
CONTACT = _text("a mail address or a web page", _CONTACT)
PROXY = replace(
    _text("a proxy like http://proxy.example.org:8080", _PROXY),
    tell=lambda value: _PASSWORD.sub("", value),
)
DATABASE = _text(
    "a database like postgresql://user@db.example.org/name?schema=mine, without a password",
    _DATABASE,
)
FRONTIER_STORE = _choice("embedded", "postgresql")
STORAGE = _text("storage like file:///mnt/shared or s3://bucket/prefix", _STORAGE)
SCOPE = _choice("domain", "host", "prefix", "none")
SITEMAPS = _choice("listed", "probe", "off")
FOCUS_MODE = _choice("none", "page", "links", "learned", "pagerank")
REWARD = _text('"model" or "topic:NAME"', _REWARD, may_be_empty=False)
TRAP_MODE = _choice("stop", "throttle", "off")
READERS = _choice("owner", "group", "everyone")
PICTURE_HOSTS = _choice("any", "presence")
LANGUAGE_MODEL = _choice("shipped", "collection")
CLUSTERING = _choice("communities", "bisecting", "kmeans", "som", "wordcon")
SIMILARITY = _choice("cosine", "euclid", "dot", "p", "unico")
YES_NO = _yes_no()
DURATION = _duration()
SIZE = _size()
STARTS = _many("start pages", _read_start)
RULES = _many("rules", _read_rule)
COUNTRIES = _many("countries", _read_country)
MEDIA_TYPES = _many("media types", _read_media_type)
HOSTS = _many("hosts", _read_host)
SOURCES = _many("pages and files", str.strip)
CREATORS = _many("names", str.strip, _parted_by_commas)
BORDERS = _rising_numbers()
OPTOUTS = _many("words that reserve a use", str.lower)
LANGUAGES = _many("languages", _read_language)
MANUALS = _many("programs that make manuals", _read_manual)
CREDENTIALS = _many(EXPECTED_CREDENTIALS, read_line, _parted_by_commas)
HOURS = _many(EXPECTED_HOURS, read_span, _parted_by_commas)
TIME_ZONE = _zone()
TIME_ZONES = _many(EXPECTED_ENTRY, read_entry, _parted_by_commas)
