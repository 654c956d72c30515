"""The queries that are sent to Wikidata or a copy of it, in SPARQL.

Both are those of the seed (Bumüller 2019, listings 3.2 and 3.4), cut into pages: a subquery chooses
so many entities, and what is told of each is joined to them alone. An answer is small, then,
however many humans there are, and an endpoint that gives a minute for a query has time enough.
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from string import Template

from auslese.records.errors import SettingsError

FOLDER = Path(__file__).with_name("queries")
HUMAN = "Q5"
EDUCATIONAL = "Q5341295"  # educational organisation
INSTANCE_OF, SUBCLASS_OF, SITE, COUNTRY, COUNTRY_CODE = "P31", "P279", "P856", "P17", "P297"
_ITEM = re.compile(r"[Qq][1-9][0-9]{0,11}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}")
_CODE = re.compile(r"[A-Za-z]{2}")


def item(text: str) -> str:
    """The name of an item, as Q5; what is none is a SettingsError."""
    if not _ITEM.fullmatch(text.strip()):
        raise SettingsError(f"expected an item of Wikidata like {HUMAN}, found {text!r}")
    return text.strip().upper()


def language_tag(text: str) -> str:
    """The code of a language, as en or zh-hant; what is none is a SettingsError."""
    if not _LANGUAGE.fullmatch(text.strip()):
        raise SettingsError(f"expected the code of a language like en, found {text!r}")
    return text.strip().lower()


def country_pattern(text: str) -> str:
    """The lines of a query that keep to a country, given as Q183 or as its code, DE."""
    if _CODE.fullmatch(text.strip()):
        code = text.strip().upper()
        return f'?id wdt:{COUNTRY} ?country . ?country wdt:{COUNTRY_CODE} "{code}" .'
    return f"?id wdt:{COUNTRY} wd:{item(text)} ."


class EntityPages:
    """The entities of a pattern, page by page, with what is told of each."""

    def __init__(self, pattern: str, told: str = "", columns: str = "", ordered: bool = False):
        """`pattern` binds ?id; `told` and its `columns` are joined to the entities of a page."""
        self._pattern = pattern
        self._told = told
        self._columns = columns
        self._order = "ORDER BY ?id" if ordered else ""

    def page(self, offset: int, entities: int) -> str:
        """The query for so many entities behind the first `offset`."""
        return self._query(offset, entities, self._columns, self._told)

    def probe(self, offset: int) -> str:
        """The query that asks whether there is any entity behind the first `offset`."""
        return self._query(offset, 1, "", "")

    def _query(self, offset: int, entities: int, columns: str, told: str) -> str:
        return _template("page").substitute(
            columns=columns,
            pattern=self._pattern,
            order=self._order,
            entities=entities,
            offset=offset,
            told=told,
        )


def humans(kind: str, languages: Sequence[str], ordered: bool) -> EntityPages:
    """The instances of a class, with their labels in these languages (listing 3.2)."""
    labels = f"OPTIONAL {{ ?id rdfs:label ?label FILTER(LANG(?label) IN ({_tags(languages)})) }}"
    return EntityPages(f"?id wdt:{INSTANCE_OF} wd:{kind} .", labels, "?label", ordered)


def subclasses(kind: str) -> EntityPages:
    """A class and all that are below it."""
    return EntityPages(f"?id wdt:{SUBCLASS_OF}* wd:{kind} .", ordered=True)


def institutions(kinds: Sequence[str], country: str, languages: Sequence[str]) -> EntityPages:
    """The instances of these classes that have a site, with it and their labels (listing 3.4)."""
    classes = " ".join(f"wd:{kind}" for kind in kinds)
    within = country_pattern(country) if country else ""
    return EntityPages(
        f"VALUES ?class {{ {classes} }} ?id wdt:{INSTANCE_OF} ?class ; wdt:{SITE} ?site . {within}",
        f"?id wdt:{SITE} ?url ."
        f" OPTIONAL {{ ?id rdfs:label ?label FILTER(LANG(?label) IN ({_tags(languages)})) }}",
        "?url ?label",
        ordered=True,
    )


def labels_of(items: Sequence[str]) -> str:
    """The query for all labels of these items."""
    return _template("labels").substitute(items=" ".join(f"wd:{each}" for each in items))


@cache
def _template(name: str) -> Template:
    return Template((FOLDER / f"{name}.rq").read_text("utf-8"))


def _tags(languages: Sequence[str]) -> str:
    return ", ".join(f'"{language_tag(language)}"' for language in languages)
