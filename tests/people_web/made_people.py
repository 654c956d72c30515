"""People of a made university: names by culture, titles, roles, departments, mail, home pages."""

import unicodedata
from dataclasses import dataclass, replace
from random import Random

from tests.people_web.name_cultures import CULTURES, GERMAN, NameCulture

SPELT_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "o", "å": "a", "æ": "ae", "ł": "l", "ı": "i"}
)
COMMON_SHARE = 0.16  # real and frequent surnames; the others are composed
PARTICLE_SHARE = 0.12  # of cultures that have any
DOUBLE_SHARE = 0.05
EXCHANGES = ("+49 30 23125-", "+49 221 4710-", "+49 69 90009-", "+49 89 99998-", "+49 40 66969-")
"""Numbers for films: the Federal Network Agency gives them to nobody."""
NAMESAKE_TURN = 60  # every sixtieth has the name of somebody of another department
HOMELESS_SHARE = 0.08  # people who stand in lists alone
OLD_PAGE_SHARE = 0.04
MIDDLE_SHARE = 0.25
WITH_INITIALS = ("english", "american")  # cultures with initials in the middle


@dataclass(frozen=True, slots=True)
class Department:
    """A part of the university with a host, a language and habits of its own."""

    number: int
    subject: str
    """In its language."""
    host: str
    language: str
    path_style: int
    list_style: int
    shell: int


@dataclass(frozen=True, slots=True)
class MadePerson:
    """Somebody who does not exist."""

    number: int
    given: str
    particle: str
    family: str
    is_woman: bool
    culture: str
    titles: str
    suffixes: str
    role: str
    """professor, postdoc, student or office."""
    department: Department
    login: str
    mail: str
    room: str
    phone: str
    home: str
    """Path of the home page on the host of the department; empty if there is none."""
    old_home: str = ""
    layout: int = 0
    is_composed: bool = True
    """Whether the surname was composed by rule."""

    @property
    def full(self) -> str:
        """The name as it is spoken."""
        return " ".join(filter(None, (self.given, self.surname)))

    @property
    def surname(self) -> str:
        """Particle and family name."""
        if self.particle.endswith(("-", "’")):
            return self.particle + self.family
        return f"{self.particle} {self.family}".strip()

    @property
    def initials(self) -> str:
        """Given names as initials: "H.-P."."""
        parts = [
            "-".join(f"{piece[0]}." for piece in word.split("-")) for word in self.given.split()
        ]
        return " ".join(parts)

    @property
    def titled(self) -> str:
        """The name with the titles before and after it."""
        front = f"{self.titles} {self.full}".strip()
        return f"{front}, {self.suffixes}" if self.suffixes else front


def ascii_of(text: str) -> str:
    """Small ASCII letters, as logins and mail addresses are written."""
    folded = unicodedata.normalize("NFKD", text.lower().translate(SPELT_OUT))
    return "".join(c for c in folded if c.isascii() and (c.isalnum() or c in "- "))


TITLES = {
    "professor": ("Prof. Dr.", "Prof. Dr.-Ing.", "Prof. Dr. Dr. h.c.", "Prof.", "Prof. Dr. phil."),
    "postdoc": ("Dr.", "PD Dr.", "Dr.-Ing.", "Dr. rer. nat.", ""),
    "student": ("", "Dipl.-Inf.", "", "M.Sc.", ""),
    "office": ("", "", "", "", ""),
}
SUFFIXES = {
    "professor": ("", "", "", "", "PhD"),
    "postdoc": ("", "", "", "", "PhD"),
    "student": ("M.Sc.", "", "M.A.", "", ""),
    "office": ("", "", "", "", ""),
}
ROLES = ("student", "postdoc", "professor", "student", "office", "student", "postdoc", "student")


def made_people(
    dice: Random,
    departments: list[Department],
    number: int,
    cultures: tuple[NameCulture, ...] = CULTURES,
) -> list[MadePerson]:
    """So many people, no full name twice but where namesakes are planted."""
    people: list[MadePerson] = []
    seen: set[str] = set()
    logins: set[str] = set()
    while len(people) < number:
        department = departments[_place(dice, len(departments))]
        if len(people) % NAMESAKE_TURN == NAMESAKE_TURN - 1:
            twin = dice.choice(people)
            if twin.department.host == department.host or not twin.home:
                continue
            person = replace(twin, number=len(people), department=department)
        else:
            person = _person(dice, len(people), department, cultures)
            if person.full in seen:
                continue
        seen.add(person.full)
        people.append(_housed(dice, person, logins))
    return people


def _place(dice: Random, departments: int) -> int:
    """The first department is three times as large as the others: lists of 400 names."""
    place = dice.randrange(departments + 2)
    return 0 if place >= departments else place


def _person(
    dice: Random, number: int, department: Department, cultures: tuple[NameCulture, ...]
) -> MadePerson:
    culture = dice.choices(cultures, [each.share for each in cultures])[0]
    is_woman = dice.random() < 0.45
    family, is_composed = _family(dice, culture, is_woman)
    role = dice.choice(ROLES)
    turn = dice.randrange(5)
    return MadePerson(
        number,
        _given(dice, culture, is_woman),
        _particle(dice, culture),
        family,
        is_woman,
        culture.name,
        TITLES[role][turn],
        SUFFIXES[role][turn],
        role,
        department,
        "",
        "",
        "",
        "",
        "",
        layout=dice.randrange(1_000),
        is_composed=is_composed,
    )


def _given(dice: Random, culture: NameCulture, is_woman: bool) -> str:
    names = culture.women if is_woman else culture.men
    first, second = dice.sample(names, 2)
    if culture.name in WITH_INITIALS and dice.random() < MIDDLE_SHARE:
        return f"{first} {second[0]}."
    if culture is GERMAN and dice.random() < MIDDLE_SHARE:
        return f"{first}{dice.choice('- ')}{second}"
    return first


def _particle(dice: Random, culture: NameCulture) -> str:
    if culture.particles and dice.random() < PARTICLE_SHARE:
        return dice.choice(culture.particles)
    return ""


def _family(dice: Random, culture: NameCulture, is_woman: bool) -> tuple[str, bool]:
    if dice.random() < COMMON_SHARE:
        return dice.choice(culture.common), False
    tails = culture.tails_of_women if is_woman and culture.tails_of_women else culture.tails
    one, two = (dice.choice(culture.heads) + dice.choice(tails) for _ in range(2))
    if culture.name == "spanish" and dice.random() < 0.5:
        return f"{one} {two}", True
    if dice.random() < DOUBLE_SHARE:
        return f"{one}-{dice.choice(culture.common)}", True
    return one, True


def _housed(dice: Random, person: MadePerson, logins: set[str]) -> MadePerson:
    """With login, mail, room, telephone and home page."""
    first = ascii_of(person.given.split()[0].rstrip("."))
    last = ascii_of(person.surname).replace(" ", "")
    style = dice.randrange(4)
    login = (last, first[0] + last[:7], first, last[:6] + first[0])[style].replace("-", "")
    while login in logins:
        login += str(dice.randrange(10))
    logins.add(login)
    host = person.department.host.replace(".localhost", ".example")
    mail = f"{(f'{first}.{last}', login, last)[dice.randrange(3)]}@{host}"
    if mail in logins:  # of a colleague
        mail = f"{login}.{person.number}@{host}"
    logins.add(mail)
    has_home = dice.random() >= HOMELESS_SHARE
    old = f"/alt/{login}.html" if has_home and dice.random() < OLD_PAGE_SHARE else ""
    return replace(
        person,
        login=login,
        mail=mail,
        room=f"{dice.choice('ABC')} {dice.randrange(1, 5)}.{dice.randrange(10, 60)}",
        phone=f"{dice.choice(EXCHANGES)}{dice.randrange(100, 1_000)}",
        home=_home_path(person, login, first, last) if has_home else "",
        old_home=old,
    )


def _home_path(person: MadePerson, login: str, first: str, last: str) -> str:
    number = person.number
    return (
        f"/~{login}/",
        f"/people/{first}.{last}.{number}",
        f"/staff/{last}{number}.html",
        f"/person.php?id={number}",
        f"/team/{first}-{last}-{number}/index.html",
        f"/mitarbeiter/{last.capitalize()}_{first.capitalize()}_{number}.htm",
    )[person.department.path_style]
