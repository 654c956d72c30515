"""Who lives in the demo web? Invented people with names, titles, rooms, phones and mail."""

import unicodedata
from dataclasses import dataclass
from random import Random

from auslese.demo.grammar import words

# Letters that Unicode does not take apart, written as their speakers write them in addresses.
_SPELT_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "o", "å": "a", "æ": "ae", "’": "-", "'": "-"}
)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who does not exist."""

    first: str
    surname: str
    woman: bool
    rank: str
    """A title such as `Prof. Dr.`, or one that follows the name such as `M. Sc.`; may be empty."""
    role: str
    mail: str
    phone: str

    @property
    def name(self) -> str:
        """First name and surname."""
        return f"{self.first} {self.surname}"

    @property
    def full(self) -> str:
        """The name with its title, before or after it as the title demands."""
        if self.rank.startswith("M."):
            return f"{self.name}, {self.rank}"
        return f"{self.rank} {self.name}".strip()

    @property
    def listed(self) -> str:
        """The name as it stands in an alphabetical list."""
        return f"{self.surname}, {self.first}"

    @property
    def cited(self) -> str:
        """The name as it stands in a list of references."""
        return f"{self.surname}, {self.first[0]}."

    @property
    def slug(self) -> str:
        """The name as part of an address."""
        return slug_of(self.name)


@dataclass(frozen=True, slots=True)
class Employer:
    """What the people of one house have in common."""

    language: str
    mail_domain: str
    phone: str
    """The number with `#` for each digit that differs; ranges that no exchange gives out."""
    roles: tuple[tuple[str, str], ...]
    """What they do, in turn: the word for a woman and the word for a man."""
    ranks: tuple[str, ...] = ("",)


def slug_of(text: str) -> str:
    """The text in small ASCII letters, digits and hyphens, for addresses."""
    folded = unicodedata.normalize("NFKD", text.lower().translate(_SPELT_OUT))
    letters = (c for c in folded if not unicodedata.combining(c))
    kept = "".join(c if c.isascii() and c.isalnum() else "-" for c in letters)
    return "-".join(part for part in kept.split("-") if part)


def crew(employer: Employer, count: int, dice: Random) -> list[Person]:
    """That many people of one house, women and men in turn, no surname twice."""
    names = words(employer.language, "names")
    surnames = [head + tail for head in names.lines("head") for tail in names.lines("tail")]
    dice.shuffle(surnames)
    firsts = {True: list(names.lines("woman")), False: list(names.lines("man"))}
    for pool in firsts.values():
        dice.shuffle(pool)
    return [
        _person(employer, number, (firsts[number % 2 == 0].pop(), surnames.pop()), dice)
        for number in range(count)
    ]


def _person(employer: Employer, number: int, name: tuple[str, str], dice: Random) -> Person:
    first, surname = name
    woman = number % 2 == 0
    phone = "".join(str(dice.randint(1, 9)) if c == "#" else c for c in employer.phone)
    return Person(
        first=first,
        surname=surname,
        woman=woman,
        rank=employer.ranks[number % len(employer.ranks)],
        role=employer.roles[number % len(employer.roles)][0 if woman else 1],
        mail=f"{slug_of(first)}.{slug_of(surname)}@{employer.mail_domain}",
        phone=phone,
    )
