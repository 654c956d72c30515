"""What languages are called, and what a tag like `de-CH` or `no` claims.

A page says its language in a tag of BCP 47, mostly. The same language has several codes there, one
code may stand for several languages, and some codes are simply wrong. `claimed` makes one spelling
of it, and `languages_meant_by` says which languages of ours that may be.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

_FILE = Path(__file__).with_name("languages.txt")
_TAG = re.compile(r"\s*([A-Za-z]{2,3})(?:[-_]([A-Za-z]{4})(?![A-Za-z]))?(?=[-_\s,;]|\Z)")

# Codes that stand for several languages, as ISO 639-3 has them: a claim of one of these is met by
# each of its members. `sr` says nothing about the script; `sh` was withdrawn and lives on.
MEMBERS = {
    "no": ("nb", "nn"),
    "hbs": ("hr", "bs", "sr", "sr-Latn"),
    "sr": ("sr", "sr-Latn"),
    "msa": ("ms", "id"),
}
_GROUP_NAMES = {
    "no": ("Norwegian", "Norwegisch"),
    "hbs": ("Serbo-Croatian", "Serbokroatisch"),
    "msa": ("Malay languages", "Malaiische Sprachen"),
}
_GROUP_CODES = {"nor": "no", "sh": "hbs", "may": "msa"}
_IN_LATIN = {"sr": "sr-Latn"}
"""Languages of which we know the one in Latin script by a code of its own."""


class LanguageName(NamedTuple):
    """What people call a language."""

    english: str
    german: str


@cache
def all_language_names() -> dict[str, LanguageName]:
    """The names of all languages that we can name, by code."""
    named = {code: LanguageName(*called) for code, _, *called in _lines()}
    groups = {code: LanguageName(*called) for code, called in _GROUP_NAMES.items()}
    return named | groups


def language_name_of(code: str) -> LanguageName:
    """The names of a language; its code if we know no name."""
    return all_language_names().get(code, LanguageName(code, code))


def claimed_language(tag: str) -> str:
    """The language that a tag claims, under the code we know it by; empty if it claims none.

    The country is left out, and the script unless it tells two languages of ours apart.
    """
    found = _TAG.match(tag)
    if found is None:
        return ""
    code = _codes().get(found[1].lower(), "")
    is_latin = (found[2] or "").lower() == "latn"
    return _IN_LATIN.get(code, code) if is_latin else code


def languages_meant_by(claim: str) -> tuple[str, ...]:
    """The languages that a claim may mean: mostly the one it names."""
    return MEMBERS.get(claim, (claim,) if claim else ())


@cache
def _codes() -> dict[str, str]:
    """Every code that we have seen for a language, and ours."""
    further = {each: code for code, others, *_ in _lines() for each in others.split()}
    own = {code: code for code in all_language_names()}
    return further | _GROUP_CODES | own


def _lines() -> list[list[str]]:
    lines = _FILE.read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]
