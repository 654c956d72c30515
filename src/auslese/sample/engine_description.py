"""How an HTTP engine is asked and how its answers are read, as a file describes it.

A file of TOML or JSON has these keys:

    url        template of a question, as https://search.example/api?q={searchTerms}&n={count}
    hits       where in the JSON the list of hits is, as data.results; empty: it is found
    link       where in a hit its address is
    title      where in a hit its title is
    total      where in the JSON the number of hits is
    text       where in a hit the whole text of the page is; several places may be named
    page_size  hits to ask for at once
    most       hits that the engine gives to one query at most
    join       what stands between two words
    word       how a word is written, as "{word}" with quotes around it
    by_url     template of the question whether a page is there, with {url}
    headers    a table of header lines; ${NAME} is taken from the environment

Templates have the parameters of OpenSearch 1.1: searchTerms, count, startIndex, startPage,
language, inputEncoding, outputEncoding; those with a question mark may stay empty.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from auslese.records.errors import SettingsError
from auslese.records.whatwg import standard_href

PARAMETER = re.compile(r"\{([A-Za-z][\w:]*)(\?)?\}")
VARIABLE = re.compile(r"\$\{(\w+)\}")
HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
PAGE_SIZE = 50
MOST = 1_000
LARGEST = 100_000
FIXED = {"language": "*", "inputEncoding": "UTF-8", "outputEncoding": "UTF-8"}
TEMPLATE_PARAMETERS = frozenset({"searchTerms", "count", "startIndex", "startPage", *FIXED})
NUMBERS = ("page_size", "most", "first_index", "first_page")


@dataclass(frozen=True, slots=True)
class EngineDescription:
    """An HTTP engine, described."""

    url: str
    name: str = ""
    hits: str = ""
    link: str = ""
    title: str = ""
    total: str = ""
    text: tuple[str, ...] = ()
    page_size: int = PAGE_SIZE
    most: int = MOST
    first_index: int = 1
    first_page: int = 1
    join: str = " "
    word: str = "{word}"
    by_url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def can_turn(self) -> bool:
        """Whether it can be asked for more than the first hits."""
        return any(name in ("startIndex", "startPage") for name, _ in PARAMETER.findall(self.url))

    def question(self, words: tuple[str, ...], given: int, page: int, count: int) -> str:
        """The address that asks for hits: after so many, on this page from 0, so many at once."""
        terms = self.join.join(self.word.replace("{word}", word) for word in words)
        return fill_template(
            self.url,
            {
                "searchTerms": terms,
                "count": str(count),
                "startIndex": str(self.first_index + given),
                "startPage": str(self.first_page + page),
                **FIXED,
            },
        )

    def question_by_url(self, url: str) -> str:
        """The address that asks whether a page is there."""
        values = {"url": url, "searchTerms": url, "count": "10", "startIndex": "", "startPage": ""}
        values["startIndex"], values["startPage"] = str(self.first_index), str(self.first_page)
        return fill_template(self.by_url, values | FIXED)

    def header_lines(self, environment: Mapping[str, str]) -> tuple[str, ...]:
        """The header lines, with what the environment says in its places."""
        return tuple(
            f"{name}: {_with_variables(value, environment)}" for name, value in self.headers.items()
        )


def fill_template(template: str, values: Mapping[str, str]) -> str:
    """The template with these values, spelled as addresses want it."""
    text = PARAMETER.sub(lambda found: quote(values.get(found[1], ""), safe=""), template)
    return standard_href(text) or text


def _with_variables(value: str, environment: Mapping[str, str]) -> str:
    text = VARIABLE.sub(lambda found: environment.get(found[1], ""), value)
    return "".join(letter for letter in text if letter.isprintable())


# -- files of TOML and JSON -----------------------------------------------------------------------


def read_description(file: Path, body: bytes) -> EngineDescription:
    """The description in a file of TOML or JSON; SettingsError names what is wrong."""
    try:
        text = body.decode("utf-8")
        given = json.loads(text) if text.lstrip()[:1] == "{" else tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise SettingsError(f"{file} cannot be read as TOML or JSON: {problem}") from None
    if not isinstance(given, dict):
        raise SettingsError(f"{file}: expected keys and values")
    known = {each.name for each in fields(EngineDescription)}
    if unknown := sorted(given.keys() - known):
        words = f"unknown {', '.join(unknown)}; known are {', '.join(sorted(known))}"
        raise SettingsError(f"{file}: {words}")
    values = {key: _value(key, value, file) for key, value in given.items()}
    if "url" not in values:
        raise SettingsError(f"{file}: url is missing: the template of a question")
    description = EngineDescription(**({"name": file.stem} | values))
    check_description(description, str(file))
    return description


def _value(key: str, value: Any, file: Path) -> Any:
    if key in NUMBERS:
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST:
            return value
        raise SettingsError(f"{file}, {key}: expected a number from 0 to {LARGEST}")
    if key == "headers":
        if isinstance(value, dict) and all(isinstance(each, str) for each in value.values()):
            return value
        raise SettingsError(f"{file}, headers: expected a table of texts")
    if key == "text":
        places = [value] if isinstance(value, str) else value
        if isinstance(places, list) and all(isinstance(each, str) for each in places):
            return tuple(places)
    elif isinstance(value, str):
        return value
    raise SettingsError(f"{file}, {key}: expected a text")


def check_description(description: EngineDescription, place: str) -> None:
    """Refuse what cannot be asked; SettingsError names the place and what is wrong."""
    _check_template(description.url, "searchTerms", TEMPLATE_PARAMETERS, f"{place}, url")
    if description.by_url:
        _check_template(description.by_url, "", TEMPLATE_PARAMETERS | {"url"}, f"{place}, by_url")
    if "{word}" not in description.word:
        raise SettingsError(f"{place}, word: expected {{word}} in it")
    if not (description.page_size and description.most):
        raise SettingsError(f"{place}: page_size and most are at least 1")
    for name in description.headers:
        if not HEADER_NAME.fullmatch(name):
            raise SettingsError(f"{place}, headers: {name!r} is not the name of a header")


def _check_template(template: str, needed: str, known: frozenset[str], place: str) -> None:
    parameters = {name: not optional for name, optional in PARAMETER.findall(template)}
    if needed and needed not in parameters:
        raise SettingsError(f"{place}: expected {{{needed}}} in it, where the words go")
    for name, is_needed in parameters.items():
        if is_needed and name not in known:
            raise SettingsError(f"{place}: nobody here knows what to put for {{{name}}}")
    href = standard_href(fill_template(template, {}))
    if href is None or not href.startswith(("http://", "https://")):
        raise SettingsError(f"{place}: expected an address of the web")
    if has_login(href):
        raise SettingsError(f"{place}: expected no user in it; headers are the place for keys")


def has_login(address: str) -> bool:
    """Whether an address names a user: addresses are kept and told, and passwords must not be."""
    return "@" in urlsplit(address).netloc
