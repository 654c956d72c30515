"""The rules of wrappers, as a file of TOML has them, read and checked."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

from auslese.extract.wrappers.element_paths import ElementPath, parse_path
from auslese.records.errors import SettingsError
from auslese.system.regex_safety import is_costly, is_explosive

LONGEST_FILE = 1_000_000  # letters
MOST_WRAPPERS, MOST_FIELDS = 200, 100
LONGEST_NAME = 100
NAME = re.compile(r"[\w-]{1,100}")
WRAPPER_KEYS = {"name", "kind", "pages", "block", "starts", "fields", "key", "follow"}
FIELD_KEYS = {"css", "xpath", "label", "attribute", "regex", "split", "all"}
FOLLOW_KEYS = {"link", "fields"}


class FieldRule(NamedTuple):
    """Where a value stands in a block."""

    name: str
    path: ElementPath | None = None
    label: str = ""
    """The words before it: the rest of their line, or the next one, is the value."""
    attribute: str = ""
    regex: re.Pattern[str] | None = None
    """What of the text is the value: the first group, or all that fits."""
    split: str = ""
    """What parts several values in one text."""
    is_all: bool = False
    """Whether each element that the path leads to has a value, not only the first."""


class WrapperRule(NamedTuple):
    """Which pages hold records of a kind, where on them, and what stands where in a record."""

    name: str
    kind: str
    pages: tuple[str, ...]
    """Rules for URLs, as those of presences."""
    fields: tuple[FieldRule, ...]
    block: ElementPath | None = None
    """What leads to the element of each record; without it the page is one record."""
    starts: bool = False
    """Whether the block is only the first element of a record, which goes on to the next one."""
    key: tuple[str, ...] = ()
    """Fields that tell records of a page apart."""
    link: FieldRule | None = None
    """The link to a further page of the record."""
    linked_fields: tuple[FieldRule, ...] = ()
    """What stands where on that page."""


def parse_wrappers(text: str) -> list[WrapperRule]:
    """The wrappers of a file; a SettingsError says what is wrong with it."""
    if len(text) > LONGEST_FILE:
        raise SettingsError(f"a file of wrappers has at most {LONGEST_FILE:,} letters")
    try:
        read = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingsError(f"no TOML: {error}") from None
    listed = read.get("wrapper")
    if not isinstance(listed, list) or not listed or not all(isinstance(e, dict) for e in listed):
        raise SettingsError("expected [[wrapper]]")
    rules = [_wrapper(each) for each in listed[:MOST_WRAPPERS]]
    if len({rule.name for rule in rules}) < len(rules):
        raise SettingsError("two wrappers have the same name")
    return rules


def _wrapper(read: Mapping[str, Any]) -> WrapperRule:
    name = read.get("name")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise SettingsError("wrapper: expected a name of letters, digits, _ and -")
    try:
        return _named_wrapper(name, read)
    except SettingsError as error:
        raise SettingsError(f"wrapper {name}: {error}") from None


def _named_wrapper(name: str, read: Mapping[str, Any]) -> WrapperRule:
    _refuse_unknown(read, WRAPPER_KEYS)
    block, start = _text(read, "block"), _text(read, "starts")
    if block and start:
        raise SettingsError("either block or starts, not both")
    fields = _fields(read.get("fields"))
    key = _texts(read, "key") or (fields[0].name,)
    if missing := set(key) - {field.name for field in fields}:
        raise SettingsError(f"key: there is no field {min(missing)}")
    follow = read.get("follow")
    link, linked = _follow(follow) if follow is not None else (None, ())
    return WrapperRule(
        name,
        _text(read, "kind") or "record",
        _texts(read, "pages"),
        fields,
        parse_path(block or start) if block or start else None,
        bool(start),
        key,
        link,
        linked,
    )


def _follow(read: Any) -> tuple[FieldRule, tuple[FieldRule, ...]]:
    if not isinstance(read, dict) or "link" not in read:
        raise SettingsError("follow: expected a table with link and fields")
    _refuse_unknown(read, FOLLOW_KEYS)
    link = _field("link", read["link"])
    return link._replace(attribute=link.attribute or "href"), _fields(read.get("fields"))


def _fields(read: Any) -> tuple[FieldRule, ...]:
    if not isinstance(read, dict) or not 0 < len(read) <= MOST_FIELDS:
        raise SettingsError(f"expected fields, 1 to {MOST_FIELDS}")
    return tuple(_field(name, rule) for name, rule in read.items())


def _field(name: str, read: Any) -> FieldRule:
    try:
        if isinstance(read, str):
            path = parse_path(read)
            return FieldRule(name[:LONGEST_NAME], path, attribute=path.attribute)
        if not isinstance(read, dict):
            raise SettingsError("expected a path or a table")
        return _field_of_table(name, read)
    except SettingsError as error:
        raise SettingsError(f"{name}: {error}") from None


def _field_of_table(name: str, read: Mapping[str, Any]) -> FieldRule:
    _refuse_unknown(read, FIELD_KEYS)
    written = _text(read, "css") or _text(read, "xpath")
    path = parse_path(written) if written else None
    attribute = _text(read, "attribute").lower() or (path.attribute if path else "")
    is_all = read.get("all", False)
    if not isinstance(is_all, bool):
        raise SettingsError("all: expected true or false")
    label, regex = _text(read, "label"), _regex(_text(read, "regex"))
    return FieldRule(
        name[:LONGEST_NAME], path, label, attribute, regex, _text(read, "split"), is_all
    )


def _regex(written: str) -> re.Pattern[str] | None:
    if not written:
        return None
    try:
        compiled = re.compile(written)
    except (re.error, RecursionError, OverflowError) as error:
        raise SettingsError(f"regex: {error}") from None
    if is_explosive(written) or is_costly(written):
        raise SettingsError(f"regex: {written} may take for ever; use possessive repeats, as \\w++")
    return compiled


def _refuse_unknown(read: Mapping[str, Any], known: set[str]) -> None:
    if unknown := set(read) - known:
        raise SettingsError(f"unknown: {min(unknown)}; known are {', '.join(sorted(known))}")


def _text(read: Mapping[str, Any], name: str) -> str:
    value = read.get(name, "")
    if not isinstance(value, str):
        raise SettingsError(f"{name}: expected a text")
    return value


def _texts(read: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = read.get(name, ())
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        raise SettingsError(f"{name}: expected a list of texts")
    return tuple(value)
