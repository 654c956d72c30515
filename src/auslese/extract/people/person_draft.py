"""A marked-up person from whatever properties the markup has, in the words of four vocabularies.

schema.org, FOAF, vCard and microformats call the same things by other names; a `PersonDraft` takes
any of them and gives one value.
"""

from dataclasses import dataclass, field
from functools import lru_cache

from auslese.extract.about.bylines import is_login
from auslese.extract.people.person_identifiers import identifier_in
from auslese.extract.people.reach_links import mails_in, number_in
from auslese.extract.tidying import tidy
from auslese.records.person import MarkedPerson

LONGEST_NAME = 200  # letters; what is longer is a sentence
LONGEST_FIELD = 300
MOST_VALUES = 20  # of one property of one person
LONGEST_URL = 1_000
BEGINS_ADDRESS = ("http:", "https:", "/", "./", "../", "?")  # other words are names of things

NAME, GIVEN, FAMILY, PREFIX, SUFFIX, ROLE, HOUSE, MAIL, NUMBER, LINK = (
    *("name", "given", "family", "titles", "suffixes", "role", "organisation"),
    *("emails", "phones", "urls"),
)
CALLED = {
    NAME: "name fn",
    GIVEN: "givenname given-name firstname first_name given additionalname",
    FAMILY: "familyname family-name surname lastname last_name family family_name",
    PREFIX: "honorificprefix honorific-prefix honorific_prefix",
    SUFFIX: "honorificsuffix honorific-suffix honorific_suffix",
    ROLE: "jobtitle job-title role title hasoccupation",
    HOUSE: "worksfor affiliation memberof org organization organization-name company",
    MAIL: "email mbox",
    NUMBER: "telephone tel phone mobile",
    LINK: "url sameas homepage workplacehomepage uid identifier weblog mainentityofpage @id",
}
FIELD_OF = {word: name for name, words in CALLED.items() for word in words.split()}
"""Which field a property is for, by its name in small letters without its vocabulary."""


@lru_cache(maxsize=4_096)
def local_name(name: str) -> str:
    """The name of a property or type without its vocabulary, in small letters."""
    return name.rpartition("/")[2].rpartition("#")[2].rpartition(":")[2].lower()


@dataclass(slots=True)
class PersonDraft:
    """What was said of a person so far."""

    source: str
    values: dict[str, list[str]] = field(default_factory=dict)
    is_main: bool = False

    def add(self, property_name: str, value: str) -> None:
        """Note a property by whatever name a vocabulary gives it; others than known are dropped."""
        place = FIELD_OF.get(property_name)
        if place is None:
            return
        known = self.values.setdefault(place, [])
        if len(known) < MOST_VALUES and (value := tidy(value, LONGEST_FIELD)):
            if place == LINK:
                value = value[:LONGEST_URL]
            if value not in known:
                known.append(value)

    def add_link(self, href: str) -> None:
        """Note a link that stands among what is said of the person."""
        if mails := mails_in(href):
            for mail in mails:
                self.add("email", mail)
        elif number := number_in(href):
            self.add("telephone", number.value)
        elif identifier_in(href):
            self.add("sameas", href)

    def finished(self) -> MarkedPerson | None:
        """The person; None if nobody is named."""
        person = self.named_or_not()
        return person if person.name else None

    def named_or_not(self) -> MarkedPerson:
        """The person, also one without a name."""
        name = self._name()
        links = self.values.get(LINK, ())
        identifiers = dict.fromkeys(filter(None, map(identifier_in, links)))
        return MarkedPerson(
            name=name,
            **{each: self._first(each) for each in (GIVEN, FAMILY, PREFIX, SUFFIX, ROLE, HOUSE)},
            emails=tuple(self._mails()),
            phones=tuple(self.values.get(NUMBER, ())),
            urls=tuple(each for each in links if each.startswith(BEGINS_ADDRESS)),
            identifiers=tuple(identifiers),
            source=self.source,
            is_main=self.is_main,
        )

    def _first(self, name: str) -> str:
        return next(iter(self.values.get(name, ())), "")

    def _name(self) -> str:
        parts = filter(None, (self._first(GIVEN), self._first(FAMILY)))
        written = self._first(NAME) or " ".join(parts)
        is_doubtful = "@" in written or "://" in written or not any(map(str.isalpha, written))
        if is_doubtful or len(written) > LONGEST_NAME:
            return ""
        return "" if is_login(written) and not self._first(FAMILY) else written

    def _mails(self) -> list[str]:
        mails: dict[str, None] = {}
        for value in self.values.get(MAIL, ()):
            mails |= dict.fromkeys(mails_in(value if ":" in value else f"mailto:{value}"))
        return list(mails)
