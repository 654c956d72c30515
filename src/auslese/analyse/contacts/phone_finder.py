"""Numbers of telephones in a text, fax and mobile told apart; no dates, accounts, books and rooms.

Candidates are found by one pattern without choices; whether one is a number is asked of
`phonenumbers`, which knows the plans of all countries.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat, PhoneNumberType

from auslese.analyse.contacts.contact_values import FoundWay
from auslese.records.person import ContactKind

MOST_NUMBERS = 2_000  # of a text
MOST_CANDIDATES = 10_000
LEAST_DIGITS, MOST_DIGITS = 6, 15  # E.164 allows fifteen
LETTERS_OF_LABEL = 30  # in front of a number in which a word says what it is
CANDIDATE = re.compile(
    r"(?<![\w.,/@#=+-])\+?[(\[]?\+?\d(?:\d"
    r"|[ \xa0()./\[\]–‑-](?=[ \xa0()\d/\[–‑-])){4,30}\d(?![\w@])"
)
LABEL = re.compile(
    r"(?P<fax>\b(?:tele)?fax(?:nummer)?\b|\bfacsimile\b|\bF\b(?=[.:]))"
    r"|(?P<mobile>\bmobil(?:e|funk|telefon)?\b|\bhandy\b|\bcell(?:ular|phone)?\b|\bnatel\b|\bM\b(?=[.:]))"
    r"|(?P<phone>\btel(?:efon|ephone|ephon|\.|:|éfono?)?\b|\b(?:tele)?phone\b|\bfon\b|\bruf(?:nummer)?\b"
    r"|\bdurchwahl\b|\bzentrale\b|\bsekretariat\b|\bhotline\b|\btél\b|\bvoice\b|\b(?:T|P|Ph)\b(?=[.:])"
    r"|☎|✆|📞)"
    r"|(?P<other>\b(?:IBAN|ISBN|ISSN|DOI|BLZ|Konto(?:nummer)?|Kto|account|BIC|HRB|HRA|VR|UID|EIN|GND"
    r"|USt|Ust-?Id\w*|Steuernummer|St-?Nr|Matrikel\w*|Nummer|Nr|No|number|Seiten?|pp?|Bd|Vol|Raum|room"
    r"|Zimmer|zip|PLZ|RFC|Artikel|Art|ID|Version|Stand|Datum|date|vom|seit|Aktenzeichen|Az|Kennung)\b)",
    re.IGNORECASE,
)
LABEL_BEHIND = re.compile(
    r" ?[(\[] ?(?:(?P<fax>(?:tele)?fax)|(?P<mobile>mobile?|handy|cell)|(?P<phone>tel|phone|office"
    r"|voice))\b",
    re.IGNORECASE,
)
FAX_EXTENSION = re.compile(r"[ ,;/]{0,4}(?:tele)?fax:? ?[-–] ?(\d{1,6})(?!\d)", re.IGNORECASE)
DATE = re.compile(
    r"[(\[]?(?:\d{1,2}[./-]\s?\d{1,2}[./-]\s?(?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2})(?!\d)"
)
BOOK = re.compile(r"97[89][ -]?\d")
DECIMAL = re.compile(r"\d{1,3}\.\d+|\d{1,3}(?:\.\d{3})+")
DOTTED_FOUR = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
YEARS = re.compile(r"[(\[]?(?:1[5-9]|20)\d\d\s?[-–/]\s?(?:1[5-9]|20)\d\d[)\]]?")
AMERICAN = re.compile(r"(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ ./-])\d{3}[ .-]\d{4}")
TRUNK = re.compile(r"\(?0[1-9]")
SEPARATED = re.compile(r"\d[ \xa0()/–‑-]")
BETWEEN_TWO = re.compile(r"[ \xa0]+[/–-][ \xa0]*|[ \xa0]{2,}")
"""What may stand between two numbers in a line."""
NORTH_AMERICA = frozenset(("US", "CA"))
CALLED = {"fax": ContactKind.FAX, "mobile": ContactKind.MOBILE, "phone": ContactKind.PHONE}
# Top-level domains that say nothing of a country although they are those of one.
NO_COUNTRIES = frozenset(("io", "ai", "tv", "me", "co", "cc", "ws", "eu", "fm", "ly", "to"))
OF_DOMAIN = {"uk": "GB", "edu": "US", "gov": "US", "mil": "US"}
OF_LANGUAGE = {"de": "DE", "fr": "FR", "it": "IT", "es": "ES", "nl": "NL", "da": "DK", "sv": "SE"}
OF_LANGUAGE |= {"pl": "PL", "pt": "PT", "cs": "CZ", "hu": "HU", "fi": "FI", "nb": "NO", "en": "US"}


def regions_of(domain: str, language: str = "", countries: Sequence[str] = ()) -> tuple[str, ...]:
    """In whose plan a number without a country may be, the likeliest first.

    By the top-level domain of the page, the countries of addresses on it, its language.
    """
    of_domain = OF_DOMAIN.get(domain, "" if domain in NO_COUNTRIES else domain.upper())
    told = (of_domain, *countries, OF_LANGUAGE.get(language.partition("-")[0], ""))
    return tuple(dict.fromkeys(each for each in told if each in phonenumbers.SUPPORTED_REGIONS))


def numbers_of(text: str, regions: Sequence[str] = ()) -> list[FoundWay]:
    """The numbers of a text, in order."""
    found: list[FoundWay] = []
    for way in _numbers(text, tuple(regions)):
        found.append(way)
        if len(found) >= MOST_NUMBERS:
            break
    return found


def _numbers(text: str, regions: tuple[str, ...]) -> Iterator[FoundWay]:
    end_before = 0
    for candidate in islice(CANDIDATE.finditer(text), MOST_CANDIDATES):
        begin = max(end_before, candidate.start() - LETTERS_OF_LABEL)
        label = _label(text[begin : candidate.start()])
        if behind := LABEL_BEHIND.match(text, candidate.end()):
            label = behind.lastgroup or label
        for written in (candidate[0], BETWEEN_TWO.split(candidate[0], maxsplit=1)[0]):
            if known := _number_in(written, label, regions):
                end_before = candidate.start() + len(written)
                way = FoundWay(candidate.start(), end_before, *known, written)
                yield way
                yield from _extension(text, way, regions)
                break


def _extension(text: str, way: FoundWay, regions: tuple[str, ...]) -> Iterator[FoundWay]:
    """The fax of which only the extension stands behind a number: "203-1234, Fax -1235"."""
    found = FAX_EXTENSION.match(text, way.end)
    line, dash, _ = way.written.rpartition("-")
    if found and dash and (known := known_number(f"{line}-{found[1]}", regions)):
        yield FoundWay(found.start(1), found.end(), ContactKind.FAX, known[1], found[1])


def _label(before: str) -> str:
    """What the words in front of a number say it is; the last of them counts."""
    before = before.rpartition("\n\n")[2]
    found = ""
    for word in LABEL.finditer(before):
        found = word.lastgroup or ""
    return found


def _number_in(written: str, label: str, regions: tuple[str, ...]) -> tuple[str, str] | None:
    """The kind and the usual spelling of a number; None if it is none."""
    digits = sum(map(str.isdigit, written))
    if not LEAST_DIGITS <= digits <= MOST_DIGITS or label == "other":
        return None
    if not _may_be_number(written, bool(label), regions):
        return None
    if (known := known_number(written, regions)) is None:
        return None
    usual, value = known
    called = CALLED.get(label, usual)
    return (usual if called is ContactKind.PHONE else called), value


def known_number(written: str, regions: Sequence[str]) -> tuple[str, str] | None:
    """The kind and the usual spelling of what is said to be a number; None if no plan knows it."""
    for region in regions if not written.lstrip("([").startswith("+") else ("ZZ",):
        if found := _parsed(written, region):
            value, is_mobile = found
            return ContactKind.MOBILE if is_mobile else ContactKind.PHONE, value
    return None


def _may_be_number(written: str, is_labelled: bool, regions: tuple[str, ...]) -> bool:
    """Whether it is written as a number is, and not as a date, a book or a price."""
    if written.lstrip("([").startswith("+"):
        return True
    if any(pattern.match(written) for pattern in (DATE, BOOK)):
        return False
    if any(pattern.fullmatch(written) for pattern in (DECIMAL, DOTTED_FOUR, YEARS)):
        return False
    if is_labelled:
        return True
    if not NORTH_AMERICA.isdisjoint(regions[:1]) and AMERICAN.fullmatch(written):
        return True
    return bool(TRUNK.match(written) and SEPARATED.search(written))


@lru_cache(maxsize=8_192)
def _parsed(written: str, region: str) -> tuple[str, bool] | None:
    """The usual spelling of a number of a region, and whether it is mobile; None if it is none."""
    try:
        number = phonenumbers.parse(written, region)
    except NumberParseException:
        return None
    if not phonenumbers.is_valid_number(number):
        return None
    is_mobile = phonenumbers.number_type(number) == PhoneNumberType.MOBILE
    return phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL), is_mobile
