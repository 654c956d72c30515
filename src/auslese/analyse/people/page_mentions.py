"""The names on one page: each form once, with where it stands and what fits it.

What is marked up for machines counts first; then what the finder sees in title, author line, main
text and all other text.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from auslese.analyse.people.address_fit import PageMails, SubjectLine, mails_in, url_fit
from auslese.analyse.people.first_person import speaks_in_first_person
from auslese.analyse.people.name_parts import split_name
from auslese.records.person import FoundName, MarkedPerson, NameSource, PersonName
from auslese.text.name_folding import folded_name

MOST_FORMS = 200_000
"""Forms of names that a page may bring: more do not stand in the letters that are looked at."""
LETTERS_AT_ONCE = 1_000_000
"""Of a page that are searched as one text, which takes 100 MB; only lists of tens of thousands of
names are longer."""
TITLE, HEADING, TEXT, REST = "title", "heading", "text", "rest"
SUBJECT, MARKUP, MAIN, AUTHOR, URL, EMAIL = "subject", "markup", "main", "author", "url", "email"
NOWHERE = -1
MOST_WORDS = 8  # of a marked-up name: longer ones are sentences
_ORGANISATION_WORDS = """
    the project team group gruppe gmbh inc ltd llc ag corp university universitat universite
    institute institut department foundation stiftung contributors developers authors community
    redaktion editors admin administrator webmaster office verlag press company
"""
ORGANISATIONS = frozenset(_ORGANISATION_WORDS.split())
"""Words in the name of an author who is no person."""


class NamesFinder(Protocol):
    """Who finds names: a `NameFinder`, of which no more is needed here."""

    def find(self, text: str, language: str = "") -> list[FoundName]:
        """The names in a text, in order."""


class PageWithNames(NamedTuple):
    """What of a page may have names."""

    url: str = ""
    title: str = ""
    text: str = ""
    headings: Sequence[tuple[int, int]] = ()
    """Where headings begin and end in the text."""
    rest: str = ""
    author: str = ""
    language: str = ""
    people: Sequence[MarkedPerson] = ()
    mails: Sequence[str] = ()
    """That are marked up as such."""


@dataclass(slots=True)
class Mention:
    """A form of a name on a page."""

    name: PersonName
    count: int = 0
    start: int = NOWHERE
    end: int = NOWHERE
    places: set[str] = field(default_factory=set)
    confidence: float = 0.0
    source: str = NameSource.RULES
    emails: list[str] = field(default_factory=list)
    phones: list[str] = field(default_factory=list)
    identifiers: list[str] = field(default_factory=list)
    role: str = ""
    organisation: str = ""


class PageMentions(NamedTuple):
    """All names of a page, and what of the page counts for them."""

    mentions: list[Mention]
    words: int
    is_first_person: bool


def mentions_of(
    finder: NamesFinder, page: PageWithNames, least_confidence: float = 0.0
) -> PageMentions:
    """The names on a page; of those that the finder sees, the ones it is so sure of."""
    gathered = _Gathered(least_confidence)
    gathered.take_marked(page.people)
    sections = _Sections(page)
    # As one text: what stands in one place helps to find it in another.
    for begin, piece in _pieces(sections.text):
        gathered.take_found(finder.find(piece, page.language), sections, begin)
    if gathered.mentions:
        gathered.add_evidence(page, [*page.mails, *mails_in(sections.text)])
    words = sum(len(each.split()) for each in (page.title, page.text, page.rest))
    return PageMentions(
        list(gathered.mentions.values()), words, speaks_in_first_person(page.text or page.rest)
    )


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """A text in pieces of whole lines, each with where it begins; nearly always one."""
    begin = 0
    while len(text) - begin > LETTERS_AT_ONCE:
        most = begin + LETTERS_AT_ONCE
        ends = (text.rfind(sign, most - LETTERS_AT_ONCE // 2, most) + 1 for sign in ("\n", " "))
        end = next(filter(None, ends), most)
        yield begin, text[begin:end]
        begin = end
    yield begin, text[begin:]


class _Sections:
    """All texts of a page one below the other, and which place is of which."""

    def __init__(self, page: PageWithNames) -> None:
        parts = ((TITLE, page.title), (AUTHOR, page.author), (TEXT, page.text), (REST, page.rest))
        self._places: list[str] = []
        self._begins: list[int] = []
        texts: list[str] = []
        begin = 0
        for place, text in parts:
            if text:
                self._places.append(place)
                self._begins.append(begin)
                texts.append(text)
                begin += len(texts[-1]) + 1
        self.text = "\n".join(texts)
        headings = sorted(page.headings)
        self._heading_begins = [start for start, _ in headings]
        self._heading_ends = [end for _, end in headings]

    def place_of(self, start: int) -> tuple[str, int]:
        """In which part this letter stands, and which letter of it it is."""
        part = max(bisect_right(self._begins, start) - 1, 0)
        place, letter = self._places[part], start - self._begins[part]
        if place == TEXT and self._is_in_heading(letter):
            return HEADING, letter
        return place, letter

    def _is_in_heading(self, letter: int) -> bool:
        heading = bisect_right(self._heading_begins, letter) - 1
        return heading >= 0 and letter < self._heading_ends[heading]


class _Gathered:
    """The forms of names on a page, by how they are compared."""

    def __init__(self, least_confidence: float) -> None:
        self._least = least_confidence
        self.mentions: dict[str, Mention] = {}

    def take_marked(self, people: Iterable[MarkedPerson]) -> None:
        for person in people:
            name = marked_name(person)
            mention = self._of(name, NameSource.MARKUP, 1.0) if _is_of_person(name) else None
            if mention:
                mention.places |= {MARKUP, MAIN} if person.is_main else {MARKUP}
                mention.emails += [mail.lower() for mail in person.emails]
                mention.phones += person.phones
                mention.identifiers += person.identifiers
                mention.role = mention.role or person.role
                mention.organisation = mention.organisation or person.organisation

    def take_found(self, found: Iterable[FoundName], sections: _Sections, begin: int = 0) -> None:
        for each in found:
            mention = self._found(each)
            if mention is None:
                continue
            place, letter = sections.place_of(begin + each.start)
            mention.places.add(place)
            if mention.start == NOWHERE and place in (TEXT, HEADING):
                mention.start, mention.end = letter, letter + each.end - each.start

    def _found(self, found: FoundName) -> Mention | None:
        if found.confidence < self._least:
            return None
        mention = self._of(found.name, found.source, found.confidence)
        if mention:
            mention.count += 1
        return mention

    def _of(self, name: PersonName, source: str, confidence: float) -> Mention | None:
        key = folded_name(name.full.replace(",", " "))
        mention = self.mentions.get(key)
        if not key or (mention is None and len(self.mentions) >= MOST_FORMS):
            return None
        if mention is None:
            mention = self.mentions[key] = Mention(name, source=source)
        titles = max(mention.name.titles, name.titles, key=len)
        suffixes = max(mention.name.suffixes, name.suffixes, key=len)
        mention.name = mention.name._replace(titles=titles, suffixes=suffixes)
        mention.confidence = max(mention.confidence, confidence)
        return mention

    def add_evidence(self, page: PageWithNames, mails: Sequence[str]) -> None:
        """What of the page fits each of its names."""
        known = PageMails(mail.lower() for mail in mails)
        heads = [
            SubjectLine(page.title),
            *(SubjectLine(page.text[begin:end]) for begin, end in page.headings[:1]),
        ]
        for mention in self.mentions.values():
            mention.emails = list(dict.fromkeys([*mention.emails, *known.fitting(mention.name)]))
            if mention.emails:
                mention.places.add(EMAIL)
            if url_fit(mention.name, page.url):
                mention.places.add(URL)
            if any(head.is_just(mention.name) for head in heads):
                mention.places.add(SUBJECT)


def _is_of_person(name: PersonName) -> bool:
    """Whether a marked-up name may be that of a person, and not of a project or an account."""
    words = name.full.split()
    return (
        bool(name.family)
        and len(words) <= MOST_WORDS
        and not ({folded_name(word) for word in words} & ORGANISATIONS)
    )


def marked_name(person: MarkedPerson) -> PersonName:
    """The name of a marked-up person, taken apart."""
    if person.family:
        return PersonName(person.given, "", person.family, person.titles, person.suffixes)
    name = split_name(person.name)
    return name._replace(
        titles=name.titles or person.titles, suffixes=name.suffixes or person.suffixes
    )
