"""Postal addresses in a text: Germany, Austria, Switzerland, France, Great Britain, the USA.

An address is found by its last line, the town with its postcode; street or box, and the house whose
address it is, are looked for in front of it, over so many letters at most.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from auslese.analyse.contacts.contact_values import FoundAddress

MOST_ADDRESSES = 500  # of a text
MOST_TOWNS = 5_000  # that are looked at: 0.7 s
LETTERS_BEFORE = 220  # of the text in front of a town in which street and house may stand
MOST_PARTS_BEFORE = 5  # lines, or what stands between commas
MOST_OF_HOUSE = 3  # parts in front of the street that may name the house
LONGEST_HOUSE = 120

CAPITAL = r"[A-ZÄÖÜÉÈÎÔ]"
WORD = rf"{CAPITAL}[\w'’.-]{{1,30}}"
TOWN = (
    rf"{WORD}(?:[ /](?:(?:am|an der|an|im|in|ob der|ob|bei|vor der|auf|sur|les?|la|de|du|en|St\.)"
    rf" )?{WORD}){{0,3}}"
)
# It begins with digits, so that places without are passed over; what stands before is looked at
# behind that.
GERMAN_TOWN = re.compile(rf"(?P<postcode>\d{{4,5}}) (?P<town>{TOWN})")
COUNTRY_BEFORE = re.compile(r"(?<![\w,.-])(?P<country>D|DE|A|AT|CH|F|FR|FL)[ –-]{1,3}\Z")
LETTERS_OF_COUNTRY = 6
NO_BEGINNING = frozenset(",.-–_")
"""Behind these digits are the rest of a number or a word."""
STATES = (
    "A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]"
    "|UT|V[AT]|W[AIVY]"
)
STATE_NAMES = (
    "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii"
    "|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan"
    "|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico"
    "|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island"
    "|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia"
    "|Wisconsin|Wyoming"
)
AMERICAN_TOWN = re.compile(
    rf"(?P<town>\b{CAPITAL}[a-z.'-]{{1,25}}(?: {CAPITAL}[a-z.'-]{{1,25}}){{0,2}}),? "
    rf"(?:(?:{STATES})|{STATE_NAMES})\.?,? {{1,3}}(?P<postcode>\d{{5}}(?:-\d{{4}})?)(?![\d-])"
)
BRITISH_TOWN = re.compile(
    rf"(?P<town>\b{CAPITAL}[a-z'-]{{1,25}}(?: {CAPITAL}[a-z'-]{{1,25}}){{0,2}})[,\s]{{1,3}}"
    r"(?P<postcode>[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2})(?!\w)"
)
ENGLISH_TOWNS = (
    (re.compile(r"[A-Za-z.,] {1,3}\d{5}"), AMERICAN_TOWN, "US"),
    (re.compile(r"\d[A-Z\d]? \d[A-Z]{2}"), BRITISH_TOWN, "GB"),
)
"""What a page must have that has such a town, the town, and its country."""

NUMBER = r"\d{1,4}(?: ?[a-hA-H](?![\w]))?(?: ?[-–/+] ?\d{1,4} ?[a-hA-H]?(?![\w]))?"
KINDS_OF_STREETS = (
    "stra(?:ß|ss)e|str\\.?|weg|platz|allee|gasse|ring|damm|ufer|chaussee|hof|berg|promenade|steig|stieg"
    "|markt|graben|zeile|kai|winkel|pfad|park|tor|anlage|steinweg|wall|garten|feld|bruecke|brücke"
    "|lände|gürtel|wiese|rain|höhe|campus|quai"
)
GERMAN_STREET = re.compile(
    rf"(?P<street>(?:(?:{WORD}|[a-zß]{{2,4}})[ -]){{0,4}}(?:{CAPITAL}[\wß-]{{0,40}}?)?"
    rf"(?i:{KINDS_OF_STREETS}) ?{NUMBER})\Z"
)
NO_STREETS = (
    "Chapter|Section|Figure|Fig|Table|Part|Page|Volume|Vol|Version|Room|Kapitel|Abschnitt|Abb|Tab|Seite"
    "|Teil|Band|Nr|Raum|Zimmer|Januar|Februar|April|Mai|Juni|Juli|August|September|Oktober|November"
    "|Dezember|January|February|March|May|June|July|October|December|Tel|Telefon|Fax|Artikel"
)
PLAIN_STREET = re.compile(
    rf"(?P<street>(?:Am|An der|An den|Auf der|Auf dem|Beim|Hinter der|Im|In der|In den|Unter den"
    rf"|Unter der"
    rf"|Unterm|Zum|Zur|Alte[rn]?|Neue[rn]?|Große|Kleine|Hohe[rn]?) (?:{WORD}[ -]){{1,3}}{NUMBER}"
    rf"|(?:(?!(?:{NO_STREETS})\b){WORD}[ -]){{1,3}}{NUMBER})\Z"
)
FRENCH_STREET = re.compile(
    r"(?P<street>\d{1,4}(?: ?(?:bis|ter))?,? (?i:rue|avenue|av\.|boulevard|bd|place|chemin|allée"
    r"|allee|quai"
    r"|impasse|route|cours|square|passage)\b[^,;\n]{2,60})\Z"
)
BOX = re.compile(
    r"(?P<street>(?i:postfach|p\. ?o\. ?box|po box|case postale|b\.p\.|boîte postale"
    r"|pf\.?) ?(?:\d[\d ]{0,9})?)\Z"
)
ENGLISH_STREET = re.compile(
    rf"(?P<street>\d{{1,6}}[A-Z]?,? (?:(?:N|S|E|W|NE|NW|SE|SW)\.? )?(?:(?:{WORD}|\d{{1,3}}(?:st"
    rf"|nd|rd|th)|of|and|the) )"
    r"{0,4}(?:Street|St\.?|Avenue|Ave\.?|Road|Rd\.?|Drive|Dr\.?|Lane|Ln\.?|Boulevard|Blvd\.?|Way|Place|Pl\.?"
    r"|Court|Ct\.?|Square|Sq\.?|Parkway|Pkwy\.?|Highway|Hwy\.?|Circle|Terrace|Row|Crescent|Gardens|Hill|Mall"
    r"|Broadway|Plaza)(?: (?:N|S|E|W|NE|NW|SE|SW)\.?)?(?:,? (?:Suite|Ste\.?|Room|Rm\.?|Floor"
    r"|Apt\.?|#) ?[\w-]{1,8})?)\Z"
)
HOUSE = re.compile(
    r"(?i:universit|hochschule|fachhochschule|institut|fakultät|faculty|lehrstuhl|department|dept\b|college|school"
    r"|laborator|verlag|ministeri|stiftung|foundation|verein|museum|bibliothek|library|klinik|hospital|schule\b"
    r"|akademie|academy|zentrum|cent(?:er|re)\b|gesellschaft|society|association|agentur|stadt\b|gemeinde|landkreis"
    r"|bundes|church|kirche|company|group\b|office\b|division|bank\b|redaktion|team\b)"
    r"|\b(?:GmbH|AG|KG|OHG|UG|SE|e\. ?V\.|eG|mbH|Ltd|Inc|LLC|Corp|S\.A\.|SARL|Amt|Co)\b"
    r"|[a-zä-ü]amt\b"
)
NUMBERS_OR_MAILS = re.compile(r"@|\d{3}[ )./-]{1,2}\d{3}")
COUNTRIES = re.compile(
    r"[\s,]{1,3}(?P<name>Germany|Deutschland|Austria|Österreich|Switzerland|Schweiz|Suisse|France|Frankreich"
    r"|United Kingdom|UK|England|U\.?S\.?A\.?|United States)(?!\w)"
)
COUNTRY_CALLED = {
    "germany": "DE",
    "deutschland": "DE",
    "austria": "AT",
    "österreich": "AT",
    "switzerland": "CH",
    "schweiz": "CH",
    "suisse": "CH",
    "france": "FR",
    "frankreich": "FR",
}
OF_PREFIX = {"D": "DE", "A": "AT", "F": "FR", "FL": "LI"}
BETWEEN = re.compile(r"\s*(?:[,;|·•]|\n|\r| – | - )\s*")
FOUR_DIGITS = frozenset(("at", "be", "ch", "dk", "li", "lu"))
"""Domains of countries whose postcodes have four digits."""
FIVE = 5  # digits of a postcode of Germany and France; Austria and Switzerland have four
# Words behind a number of four or five digits that are no towns.
NO_TOWNS = re.compile(
    r"(?i:euro?s?|eur|chf|uhr|jahre?n?|studierende\w*|mitarbeiter\w*|einwohner\w*|students?|members?|pages?"
    r"|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|january|february"
    r"|march|may|june|july|october|december|kilometer|meter|personen|tel|fax|copyright|alle|all|the|und|and)\b"
)


class TownLine(NamedTuple):
    """The last line of an address."""

    start: int
    end: int
    town: str
    postcode: str
    country: str
    is_sure: bool
    """Whether it is one also without a street in front of it."""


def addresses_of(text: str, domain: str = "") -> list[FoundAddress]:
    """The postal addresses of a text, in order; `domain` is the top-level domain of its page."""
    found: list[FoundAddress] = []
    end_before = 0
    for town in sorted(islice(_towns(text, domain), MOST_TOWNS)):
        if town.start < end_before or len(found) >= MOST_ADDRESSES:
            continue
        if address := _address(text, town, end_before):
            found.append(address)
            end_before = address.end
    return found


def _towns(text: str, domain: str) -> Iterator[TownLine]:
    for found in GERMAN_TOWN.finditer(text):
        if not NO_TOWNS.match(found["town"]) and (line := _german_town(text, found, domain)):
            yield line
    for sign, pattern, code in ENGLISH_TOWNS:
        for found in pattern.finditer(text) if sign.search(text) else ():
            yield TownLine(
                found.start(), found.end(), found["town"], found["postcode"], code, code == "US"
            )


def _german_town(text: str, found: re.Match[str], domain: str) -> TownLine | None:
    """The line of a town with its postcode in front; None if that is the end of something else."""
    start = found.start()
    prefix = COUNTRY_BEFORE.search(text, max(0, start - LETTERS_OF_COUNTRY), start)
    before = text[start - 1] if start else " "
    if prefix is None and (before.isalnum() or before in NO_BEGINNING):
        return None
    town = _trimmed_town(found["town"])
    country, end = _country(text, found, prefix["country"] if prefix else "", domain)
    end = max(end, found.start("town") + len(town))
    start = prefix.start() if prefix else start
    return TownLine(start, end, town, found["postcode"], country, prefix is not None)


def _trimmed_town(town: str) -> str:
    """A town without what follows it in the line, as "Tel"."""
    words = town.split(" ")
    while len(words) > 1 and re.match(
        r"(?i:tel|fax|phone|e-?mail|mail|germany|deutschland)", words[-1]
    ):
        words.pop()
    return " ".join(words).rstrip(".")


def _country(text: str, found: re.Match[str], prefix: str, domain: str) -> tuple[str, int]:
    """The country of a town, and where its name ends in the text; 0 if it stands nowhere."""
    named = COUNTRIES.match(text, found.end())
    if prefix:
        return OF_PREFIX.get(prefix, prefix), 0
    if named and (code := COUNTRY_CALLED.get(named["name"].lower())):
        return code, named.end()
    if len(found["postcode"]) == FIVE:
        return ("FR" if domain == "fr" else "DE"), 0
    return (domain.upper() if domain in FOUR_DIGITS else ""), 0


def _address(text: str, town: TownLine, earliest: int) -> FoundAddress | None:
    """The address that ends with a town; None if nothing in front of it is a street."""
    begin = max(earliest, town.start - LETTERS_BEFORE)
    parts = _parts_before(text, begin, town.start)
    street, start, used = _street(text, parts, town)
    if not street and not town.is_sure:
        return None
    house = _house(text, parts[used:])
    start = start if street else town.start
    written = " ".join(text[start : town.end].split())
    return FoundAddress(
        start, town.end, written, street, town.postcode, town.town, town.country, house
    )


def _parts_before(text: str, begin: int, end: int) -> list[tuple[int, int]]:
    """Where the parts in front of a place stand, the nearest first: lines, or between commas."""
    borders = [found.span() for found in BETWEEN.finditer(text, begin, end)]
    parts, stop = [], end
    for start, behind in reversed(borders):
        if behind < stop:
            parts.append((behind, stop))
        stop = start
    parts.append((begin, stop))
    return [part for part in parts if text[part[0] : part[1]].strip()][
        : MOST_PARTS_BEFORE + MOST_OF_HOUSE
    ]


def _street(text: str, parts: list[tuple[int, int]], town: TownLine) -> tuple[str, int, int]:
    """The street in front of a town, where it begins, and how many parts lie behind that."""
    kinds = {"US": (ENGLISH_STREET, BOX), "GB": (ENGLISH_STREET, BOX)}.get(
        town.country, (BOX, GERMAN_STREET, FRENCH_STREET, PLAIN_STREET)
    )
    for number, (start, end) in enumerate(parts[:2] if town.country != "US" else parts[:3]):
        part = text[start:end].rstrip(" ,")
        for kind in kinds:
            if (found := kind.search(part[-LETTERS_BEFORE // 2 :])) and found["street"].strip():
                offset = start + max(0, len(part) - LETTERS_BEFORE // 2) + found.start("street")
                rest = text[start:offset].strip()
                return " ".join(found["street"].split()), offset, number + (not rest)
    return "", town.start, 0


def _house(text: str, parts: list[tuple[int, int]]) -> str:
    """The house that stands in front of a street; the name that says most."""
    for start, end in parts[:MOST_OF_HOUSE]:
        part = " ".join(text[start:end].split()).strip("*•·-–|>() ")
        is_short = len(part) <= LONGEST_HOUSE and not NUMBERS_OR_MAILS.search(part)
        if is_short and HOUSE.search(part) and ":" not in part:
            return part
    return ""
