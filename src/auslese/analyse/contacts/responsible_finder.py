"""Who is named as responsible for a page or a site: content, press law, webmaster, contact."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from auslese.analyse.contacts.contact_values import FoundResponsible
from auslese.analyse.contacts.postal_finder import HOUSE
from auslese.records.person import FoundName

FindNames = Callable[[str], Sequence[FoundName]]
"""The names of persons in a text, in order: `auslese.analyse.people.name_finder` has one."""

LETTERS_BETWEEN = 60  # of a label and a name: "i.S.d.P.: the dean, Prof. Dr. …"
MOST_LABELS = 50  # of a text
LETTERS_BEHIND = 160  # of a label in which a name stands
LONGEST_NAME = 100
CONTENT, PRESS, WEBMASTER, CONTACT, LEGAL = "content", "press", "webmaster", "contact", "legal"
LABELS = re.compile(
    r"(?P<press>V\. ?i\. ?S\. ?d\. ?P\.?|ViSdP|im Sinne des Presserechts|§ ?18(?: Abs\.? ?2)? MStV"
    r"|§ ?55(?: Abs\.? ?2)? RStV)"
    r"|(?P<content>(?:inhaltlich |redaktionell )?verantwortliche?r?(?: für den Inhalt"
    r"| für die Inhalte"
    r"| für diese Seiten?| i\. ?S\. ?d\.? ?\w+| Redakteur(?:in)?| gemäß [^:\n]{1,40}"
    r"| nach [^:\n]{1,40})?"
    r"|responsible for (?:the )?(?:content|this page)s?|content editor|page maintained by"
    r"|maintained by"
    r"|maintainer)"
    r"|(?P<webmaster>web-?master(?:in)?|webadministrator(?:in)?|web ?administrator"
    r"|technische Umsetzung)"
    r"|(?P<contact>Ansprechpartner(?:in|innen)?|Ansprechperson(?:en)?|Kontaktperson(?:en)?"
    r"|contact person"
    r"|contacts?(?= ?:)|Kontakt(?= ?:))"
    r"|(?P<legal>vertreten durch|gesetzlich vertreten durch|vertretungsberechtigt\w{0,2}"
    r"(?: Vorstand| Geschäftsführer(?:in)?)?|Geschäftsführer(?:in)?(?= ?:)|represented by"
    r"|Dienste?anbieter|Herausgeber(?:in)?|publisher)",
    re.IGNORECASE,
)
SIGNS = (
    *("verantwort", "responsib", "maintain", "editor", "master", "administrator", "umsetzung"),
    *("ansprechp", "kontakt", "contact", "vertret", "geschäftsf", "represented", "anbieter"),
    *("herausg", "publisher", "presser", "s. d. p", "s.d.p", "visdp", "mstv", "rstv"),
)
"""Of which one stands in every label; most pages have none."""
BEHIND_LABEL = re.compile(r"[\s:(),.–-]*(?:(?:ist|is|are|durch|by|:)\s+)?")
CAPITALISED = re.compile(
    r"(?:(?:Prof|Dr|Dipl|Mag|PD|Univ|Ing|Inf|Herr|Frau|Mr|Ms|Mrs|h\. ?c)\.?[ -]?){0,5}+"
    r"((?:[A-ZÄÖÜ][\w.'’-]{0,30} (?:(?:von|van|der|de|zu|und|für|of"
    r"|the) ){0,2}){1,6}[A-ZÄÖÜ][\w.'’-]{1,30})"
)


def responsible_of(text: str, find_names: FindNames) -> list[FoundResponsible]:
    """Those whom a text names as responsible, each once, in order."""
    found: dict[tuple[str, str], FoundResponsible] = {}
    for each in _responsible(text, find_names):
        found.setdefault((each.name, each.role), each)
    return list(found.values())


def _labels(text: str) -> Iterator[re.Match[str]]:
    """The words that say who is responsible: only lines that may have them are looked through."""
    small = text.lower()
    signs = [sign for sign in SIGNS if sign in small] if len(small) == len(text) else SIGNS
    start = 0
    for line in text.split("\n") if signs else ():
        small = line.lower()
        if any(sign in small for sign in signs):
            yield from LABELS.finditer(text, start, start + len(line))
        start += len(line) + 1


def _responsible(text: str, find_names: FindNames) -> Iterator[FoundResponsible]:
    for label in islice(_labels(text), MOST_LABELS):
        begin = BEHIND_LABEL.match(text, label.end(), label.end() + LETTERS_BEHIND)
        start = begin.end() if begin else label.end()
        window = text[start : start + LETTERS_BEHIND]
        names = find_names(window)
        near = next((name for name in names if " " in name.name.full), None)
        if near and window.count("\n", 0, near.start) <= 1 and near.start <= LETTERS_BETWEEN:
            place = (start + near.start, start + near.end)
            yield FoundResponsible(
                *place, near.name.full or text[slice(*place)], label.lastgroup or ""
            )
        elif house := _house(window, text[label.end() : start]):
            yield FoundResponsible(start, start + len(house), house, label.lastgroup or "")


def _house(window: str, between: str) -> str:
    """The house that stands behind a label and its colon; empty if there is none."""
    found = CAPITALISED.match(window) if ":" in between else None
    return found[0][:LONGEST_NAME] if found and HOUSE.search(found[0]) else ""
