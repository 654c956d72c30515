"""Lines as web pages have them, made of names and of ordinary words: menus, tables, staff.

The annotated texts are prose. In menus and tables a capital proves nothing, and what stands
beside a name there stands nowhere in prose.
"""

import random

from people_names.name_texts import Row

from people_model.annotated_texts import AnnotatedSentence, annotated
from people_model.name_sources import FIRST, LAST, faker_lists, mimesis_lists
from people_model.word_statistics import case_frequencies, german_nouns, places

COUNTRIES = "de en fr es it nl da sv no fi pl cs pt hr hu tr".split()  # noqa: SIM905
LINES = 2_000
NAME_SLOTS = ("{f}", "{l}", "{i}")
EVERY_PART = (
    -1
)  # they belong to no document, so every tagger of a cross-validation learns from them
COMPOSED_SHARE = 0.4
"""Of the last names, so many are composed of two: lists know none of them."""
WITH_NAME = (
    "{t} {f} {l}",
    "{f} {l}",
    "{f} {i} {l}",
    "{f} {l} Tel. {n} {n}",
    "{f} {l} , Raum {n}",
    "{f} {l} ( {w} )",
    "{t} {f} {l} , {w}",
    "{w} : {f} {l}",
    "{w} : {t} {f} {l}",
    "{w} {w} : {f} {l} , {f} {l} und {f} {l}",
    "Kontakt : {f} {l}",
    "Ansprechpartnerin : {f} {l}",
    "Speaker : {f} {l} , {c}",
    "Homepage of {f} {l}",
    "{f} {l} 's Home Page",
    "{w} {n} {f} {l} {w}",
    "{i} {l} and {i} {i} {l}",
    "Frau {l} , {w}",
    "Sprechstunde {t} {l} : {n} Uhr",
)
WITHOUT_NAME = (
    "{w}",
    "{w} {w}",
    "{w} und {w}",
    "{w} & {w}",
    "{e}",
    "{e} {e}",
    "{e} and {e}",
    "Institut für {w}",
    "Lehrstuhl für {w} und {w}",
    "Department of {e}",
    "{w} {c}",
    "{c}",
    "{c} , {c}",
    "University of {c}",
    "{l} straße {n}",
    "{l}-straße {n}",
    "{f}-{l}-Allee {n}",
    "{f}-{l}-Institut",
    "{l} Hall {n}",
    "{f} {l} Building",
    "{f} {l} University",
    "{w} {n} . {w} {n}",
    "{e} {n}",
)
TITLES = ("Prof. Dr.", "Dr.", "Prof.", "Dipl.-Inf.", "Herr", "Frau", "Mr.", "Professor")


def made_lines() -> list[AnnotatedSentence]:
    """Lines with names and without, always the same ones."""
    lot = random.Random(0)
    words = {"f": _names(FIRST), "l": _names(LAST), **_ordinary_words()}
    rows = [
        _row(lot.choice(WITH_NAME if at % 2 else WITHOUT_NAME), lot, words, bool(at % 2))
        for at in range(LINES)
    ]
    return [sentence._replace(fold=EVERY_PART) for sentence in annotated(rows)]


def _row(form: str, lot: random.Random, words: dict[str, list[str]], is_named: bool) -> Row:
    text = ""
    names: list[list[int]] = []
    goes_on = False
    for slot in form.split(" "):
        text += " " if text else ""
        start, text = len(text), text + _filled(slot, lot, words)
        is_name = is_named and slot in NAME_SLOTS
        if is_name and goes_on:
            names[-1][1] = len(text)
        elif is_name:
            names.append([start, len(text)])
        goes_on = is_name
    return {"text": text, "persons": names, "source": "made", "doc": ""}


def _filled(slot: str, lot: random.Random, words: dict[str, list[str]]) -> str:
    if "{" not in slot:
        return slot
    name = lot.choice(words["l"])
    if lot.random() < COMPOSED_SHARE:
        other = lot.choice(words["l"])
        name = name[: len(name) // 2 + 1] + other[len(other) // 2 :].lower()
    return slot.format(
        f=lot.choice(words["f"]),
        l=name,
        i=lot.choice("ABCDEFGHJKLMPRSTW") + ".",
        t=lot.choice(TITLES),
        n=lot.randrange(1, 400),
        w=lot.choice(words["w"]),
        e=lot.choice(words["e"]),
        c=lot.choice(words["c"]),
    )


def _names(kind: str) -> list[str]:
    found: set[str] = set()
    for source, of_kind, weights in (*faker_lists(), *mimesis_lists()):
        country = source.partition(":")[2][:2]
        if of_kind == kind and country in COUNTRIES:
            found.update(name for name in weights if name.isalpha() and name.istitle())
    return sorted(found)


def _ordinary_words() -> dict[str, list[str]]:
    names = {name.lower() for kind in (FIRST, LAST) for name in _names(kind)}
    lower, capital = case_frequencies()
    nouns = [n for n, tags in german_nouns() if tags == {"Substantiv"} and n.isalpha()]
    cities = [word.capitalize() for word, people in places().items() if people > 100_000]
    return {
        "w": [n for n in nouns if capital.get(n.lower(), 0) > 2 and n.lower() not in names],
        "e": sorted(
            word.capitalize()
            for word, value in lower.items()
            if value > 3.5 and word.isascii() and word.isalpha() and word not in names
        ),
        "c": sorted(city for city in cities if city.isalpha() and city.lower() not in names),
    }
