"""What may name a thing: a cluster, a group of hits, a page that links lead to.

The one place that says so. A name is a word or a few words that somebody who has not read the text
understands as a subject. No names are

    stop words      of any language that the text has, not only of the one it is said to be in
    navigation      what menus say on all pages: "Weiter", "Next", "Startseite"
    measures        times and measures that stand alone: "Jahr", "percent"
    headings        that every book has: "Kapitel 8", "Introduction"
    cut words       parts that a hyphen, a bracket or a line break has left: "Ost-", "(ver)kaufen"
    glued numbers   "plants14", a word and the number of a footnote
    sentences       runs of words with a verb or a pronoun inside: "Tag es erlaubt"

In languages that write nouns with a capital, what is mostly written small is no noun and no name.
Words lie in `name_rules.toml`, stop words in `stop_words`.
"""

import re
import tomllib
from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from pathlib import Path

from auslese.text.late_pattern import late_pattern
from auslese.text.stop_words import languages as listed_languages
from auslese.text.stop_words import stop_words
from auslese.text.words import LETTERS, SINGLE, words_of

_FILE = Path(__file__).with_suffix(".toml")
NOUN_CAPITALS = frozenset(("de", "lb"))
"""Languages that write nouns with a capital, and little else."""
SHORTEST_NAME = 3  # letters, where a script has capitals and not all are such: EU, but not Sc
LEAST_EVIDENCE = 4  # different stop words of another language that say that a text has it, too
EVIDENCE_SHARE = 0.08  # of the different words of a text; where it is the language, 0.2 to 0.5
ENGLISH = "en"
QUOTED = ("en", "de", "fr", "es", "it", "pt", "nl", "ru")
"""Languages that half of the web is in, and so what pages in other languages quote most."""
LONGEST_NUMBER = 2  # digits at the end of a name: Windows 95, Formel 1, but no years
MOST_KNOWN = 1 << 16  # words whose place is in mind, some 15 MB
SHORTEST_WORD = 2

BEGIN, END, ALONE, CONNECTS, SMALL, NUMBER, CAPITAL, IDEOGRAM, BEHIND, BETWEEN = (
    1 << bit for bit in range(10)
)
"""Where in a name a word may stand, and what kind of word it is; a word without any ends names.

`CONNECTS`: a stop word inside of a name, `BEHIND` another one only, or `BETWEEN` capitals only;
`SMALL`: none that is a noun, so one must follow; `NUMBER`: behind a `CAPITAL` only.
"""
TELLING = BEGIN | END
NAMES = ALONE | IDEOGRAM
"""A name needs one of these; Chinese characters are names together."""

# What is left of a word that was cut, behind and before it: "Ost- und Westbahn", "(ver)kaufen",
# "Schüler*innen", "Lehrer(innen)", "std::vector", a hyphen at the end of a line.
CUT_BEHIND = (
    r"(?:[\-‐‑](?![\w])(?:\n[a-zäöüß]\w*+)?+"
    r"|[*:]{1,2}+[^\W\d_]\w*+|\)[^\W\d_]\w*+|\([^\W\d_]++\))"
)
CUT_BEFORE = rf"(?<!\w)[\-‐‑]{{1,2}}+[^\W\d_](?:{LETTERS})?+"
GLUED_NUMBER = re.compile(r"[^\W\d_]{4,}\d{2,}$")  # python3 and utf8 are words, plants14 is none
POSSESSIVE = re.compile(r"['’]s?$")
# English forms that end a piece of a sentence: "conservators cleaned". Names have capitals.
ENGLISH_PAST = re.compile(r"[a-z]{3,}(?<!e)ed$")
IS_IDEOGRAM = late_pattern(rf"[{SINGLE}]")

_SECTION_NUMBER = re.compile(
    r"^(?:\W*(?P<heading>[^\W\d_]+)\s*)?(?:\d+|(?<![^\W\d_])[A-Z](?=\.\d))(?:\.\d+)*[.:,)]*(?:\s+|$)"
)
_FRAME = re.compile(r"^[\s\W_]+|[\s\W_]+$")  # arrows, brackets and quotes around a name
_CODE_END = re.compile(r"\w\([^()]*\)$|\w[+#]+$")  # open(), ls(1), C++, C#
_GLUED_SECTION = re.compile(
    r"^[^\W\d_]+(?:\d|[A-Z]\.\d)[\d.]*\. "
)  # "Précédent5.4. …": two anchors in one


@cache
def word_list(kind: str, language: str = "") -> frozenset[str]:
    """The words of a list of `name_rules.toml`: of a language, or of all."""
    lists = _lists()[kind]
    chosen = [lists.get(language, "")] if language else lists.values()
    return frozenset(word for words in chosen for word in words.split())


@cache
def _lists() -> dict[str, dict[str, str]]:
    return tomllib.loads(_FILE.read_text("utf-8"))


@cache
def silent_words(languages: tuple[str, ...]) -> frozenset[str]:
    """Words that say nothing in a text that has these languages, in small letters."""
    return word_list("everywhere").union(word_list("particles"), *map(stop_words, languages))


@cache
def nameless_words() -> frozenset[str]:
    """Words that alone name nothing in any language: of menus, measures, headings."""
    kinds = "navigation", "measures", "headings", "standing"
    return frozenset[str]().union(*map(word_list, kinds))


@cache
def little_words() -> frozenset[str]:
    """Articles and prepositions of many languages; in small letters they name nothing anywhere."""
    joining = "connecting", "connecting_behind", "connecting_capitals"
    kinds = "everywhere", "particles", "articles", *joining
    return frozenset[str]().union(*map(word_list, kinds))


def words_behind_verbs(language: str) -> frozenset[str]:
    """Words before which verbs stand and nouns hardly ever do; none where nobody has listed them.

    A word that is followed so time and again is a verb: "module provides" is no name.
    """
    return word_list("articles", language)


def languages_in(
    words: AbstractSet[str], language: str, candidates: Iterable[str]
) -> tuple[str, ...]:
    """The languages of a text, told by its different words, of which small ones count; own first.

    Pages quote, and pages are half translated. A text whose own language has no stop words here,
    or is unknown, is looked at in all languages.
    """
    others = candidates if stop_words(language) else sorted(listed_languages())
    least = max(LEAST_EVIDENCE, EVIDENCE_SHARE * len(words))
    return language, *(
        other
        for other in others
        if other != language and len(_foreign_words(language, other) & words) >= least
    )


@cache
def _foreign_words(language: str, other: str) -> frozenset[str]:
    return stop_words(other) - stop_words(language)


@lru_cache(MOST_KNOWN)
def place_in_name(word: str, languages: tuple[str, ...], writes_nouns_large: bool) -> int:
    """Where a word may stand in a name, in a text that has these languages; capitals count."""
    folded = word.lower()
    if folded in silent_words(languages):
        return _connecting(folded, languages)
    if word[:1].isdecimal():
        return END | NUMBER if len(word) <= LONGEST_NUMBER else 0
    if len(word) < SHORTEST_WORD:
        return TELLING | IDEOGRAM if IS_IDEOGRAM.match(word) else 0
    if writes_nouns_large and word == folded:
        return BEGIN | SMALL
    capital = 0 if word[:1] == folded[:1] else CAPITAL
    if not may_end_name(word, languages[0]):
        return BEGIN | capital
    return TELLING | capital | (ALONE if may_stand_alone(word) else 0)


def _connecting(folded: str, languages: tuple[str, ...]) -> int:
    """What a stop word does inside of a name; any may be there if nobody has listed them."""
    found = CONNECTS | BETWEEN if folded in word_list("particles") else 0
    for language in languages:
        listed = word_list("connecting", language)
        if folded in (listed or stop_words(language)):
            return CONNECTS
        if folded in word_list("connecting_capitals", language):
            found = CONNECTS | BETWEEN
        elif folded in word_list("connecting_behind", language):
            return CONNECTS | BEHIND
    return found


def may_stand_alone(word: str) -> bool:
    """Whether a word that is no stop word may be a name of its own; capitals count."""
    folded = word.lower()
    if folded in nameless_words() or word in little_words():
        return False
    if not word.isalpha() and (POSSESSIVE.search(word) or GLUED_NUMBER.search(word)):
        return False
    if len(word) >= SHORTEST_NAME or folded == word.upper():
        return True
    return len(word) > 1 and word.isupper()


def may_end_name(word: str, language: str) -> bool:
    """Whether a word that is no stop word may be the last one of a name, or the only one."""
    if word.isalpha():
        return not (language == ENGLISH and word.endswith("ed") and ENGLISH_PAST.fullmatch(word))
    return not (POSSESSIVE.search(word) or GLUED_NUMBER.search(word))


@lru_cache(MOST_KNOWN)
def link_name(anchor: str) -> str:
    """What a link calls the page it leads to, without its section number; empty if it names none.

    Whose language an anchor is in nobody knows: it names nothing if all of its words are of menus,
    or all of them stop words of one language.
    """
    if _GLUED_SECTION.match(anchor):
        return ""
    name = _without_frame(_without_number(anchor.strip()))
    words = [word.lower() for word in words_of(name)]
    if _CODE_END.search(name):
        return name
    nameless = nameless_words()
    if name.lower() in nameless or nameless.issuperset(words) or not any(map(_says, words)):
        return ""
    return "" if _is_silent(name, words) else name


def _without_number(anchor: str) -> str:
    found = _SECTION_NUMBER.match(anchor)
    if not found or (found["heading"] or "").lower() not in {"", *word_list("headings")}:
        return anchor
    return anchor[found.end() :]


def _without_frame(name: str) -> str:
    if _CODE_END.search(name):
        return name
    if name[:1].isalnum() and name[-1:].isalnum():
        return name
    bare = _FRAME.sub("", name)
    return f"{bare})" if bare.count("(") > bare.count(")") else bare


def _says(word: str) -> bool:
    """Whether it is neither a number nor a single letter."""
    return not word.isdecimal() and (len(word) > 1 or not word.isascii())


def _is_silent(name: str, words: Collection[str]) -> bool:
    """Whether all words are stop words of one language; "War" is a subject, "war" is not."""
    if stop_words(ENGLISH).issuperset(words) and not name.isupper():
        return True
    return name == name.lower() and any(each.issuperset(words) for each in _silent_lists())


@cache
def _silent_lists() -> list[frozenset[str]]:
    """Of each language what names nothing."""
    return [stop_words(language) | nameless_words() for language in sorted(listed_languages())]
