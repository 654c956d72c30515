"""Contacts as vCard 4.0 (RFC 6350), which address books and mail programs read."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from auslese.records.person import ContactKind, PersonName

LONGEST_LINE = 75  # bytes, RFC 6350, 3.2
LINE_END = "\r\n"
ESCAPES = str.maketrans({"\\": "\\\\", ",": "\\,", ";": "\\;", "\n": "\\n", "\r": ""})
KINDS = {ContactKind.PHONE: "voice", ContactKind.FAX: "fax", ContactKind.MOBILE: "cell"}


class CardAddress(NamedTuple):
    """A postal address."""

    street: str = ""
    town: str = ""
    postcode: str = ""
    country: str = ""


class ContactCard(NamedTuple):
    """A person, or a house if it has no name of one."""

    name: PersonName
    organisation: str = ""
    site: str = ""
    emails: Sequence[str] = ()
    numbers: Sequence[tuple[str, str]] = ()
    """Kind and value."""
    addresses: Sequence[CardAddress] = ()
    urls: Sequence[str] = ()
    """Pages that say so."""


def vcard_lines(card: ContactCard) -> Iterator[str]:
    """The lines of a card, folded, each with its end."""
    for line in _lines(card):
        yield folded_line(line) + LINE_END


def _lines(card: ContactCard) -> Iterator[str]:
    name = card.name
    yield "BEGIN:VCARD"
    yield "VERSION:4.0"
    is_person = bool(name.full)
    yield f"KIND:{'individual' if is_person else 'org'}"
    shown = " ".join(filter(None, (name.titles, name.full)))
    yield f"FN:{_escaped(shown or card.organisation or card.site)}"
    if is_person:
        family = " ".join(filter(None, (name.particle, name.family)))
        yield "N:" + ";".join(map(_escaped, (family, name.given, "", name.titles, name.suffixes)))
    if card.organisation:
        yield f"ORG:{_escaped(card.organisation)}"
    yield from (f"EMAIL:{_escaped(mail)}" for mail in card.emails)
    for kind, value in card.numbers:
        yield f"TEL;TYPE={KINDS.get(ContactKind(kind), 'voice')}:{_escaped(value)}"
    for each in card.addresses:
        parts = ("", "", each.street, each.town, "", each.postcode, each.country)
        yield "ADR:" + ";".join(map(_escaped, parts))
    yield from (f"SOURCE:{url}" for url in card.urls)
    yield "END:VCARD"


def folded_line(line: str) -> str:
    """A line in pieces of so many bytes at most; a blank begins each but the first."""
    if len(line.encode()) <= LONGEST_LINE:
        return line
    pieces, piece, size = [], "", 0
    for letter in line:
        length = len(letter.encode())
        if size + length > LONGEST_LINE:
            pieces.append(piece)
            piece, size = "", 1  # the blank
        piece, size = piece + letter, size + length
    return f"{LINE_END} ".join([*pieces, piece])


def _escaped(text: str) -> str:
    return text.translate(ESCAPES)
