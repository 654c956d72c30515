"""Names as pages write them, each noted with the person that is meant: the gold of a page."""

from html import escape
from typing import NamedTuple

from tests.people_web.made_people import MadePerson


class GoldName(NamedTuple):
    """A name that stands on a page, in one form."""

    full: str
    """Without titles, as it is spoken: "H. von Müller"."""
    person: int
    """Number of the person; -1 for somebody who is none of the university."""
    is_required: bool = True
    """False where a finder may find it or not: first names alone, parts of names in cells."""


def name_key(full: str) -> str:
    """Names are the same if these are: case, dots and white space do not matter."""
    plain = full.replace(".", " ").replace("’", "'").replace("ı", "i")  # as I is in small letters
    return " ".join(plain.casefold().split())


class NamesOnPage:
    """Gives names in the forms of pages, as HTML, and notes them."""

    def __init__(self) -> None:
        self._names: dict[str, GoldName] = {}

    @property
    def noted(self) -> tuple[GoldName, ...]:
        """All that were written; a name that is required once is required."""
        return tuple(self._names.values())

    def note(self, full: str, person: int = -1, *, is_required: bool = True) -> None:
        """The page has this name."""
        key = name_key(full)
        if key not in self._names or (is_required and not self._names[key].is_required):
            self._names[key] = GoldName(full, person, is_required)

    def _write(self, person: MadePerson, full: str, written: str) -> str:
        self.note(full, person.number)
        return escape(written, quote=False)

    def full(self, person: MadePerson) -> str:
        """As "Hans von Müller"."""
        return self._write(person, person.full, person.full)

    def titled(self, person: MadePerson) -> str:
        """As "Prof. Dr. Hans von Müller, PhD"."""
        return self._write(person, person.full, person.titled)

    def listed(self, person: MadePerson) -> str:
        """As "Müller, Hans von" or "von Müller, Hans": by what the department does."""
        if person.department.list_style % 2 and person.particle and person.surname[-1:].isalpha():
            if person.particle.endswith(("-", "’")):
                return self._write(person, person.full, f"{person.surname}, {person.given}")
            written = f"{person.family}, {person.given} {person.particle}"
            return self._write(person, person.full, written)
        return self._write(person, person.full, f"{person.surname}, {person.given}")

    def initial(self, person: MadePerson) -> str:
        """As "H. von Müller"."""
        short = f"{person.initials} {person.surname}"
        return self._write(person, short, short)

    def cited(self, person: MadePerson) -> str:
        """As "von Müller, H."."""
        short = f"{person.initials} {person.surname}"
        return self._write(person, short, f"{person.surname}, {person.initials}")

    def capitals(self, person: MadePerson) -> str:
        """As "HANS VON MÜLLER"."""
        return self._write(person, person.full, person.full.upper())

    def formal(self, person: MadePerson) -> str:
        """As "Frau von Müller", "Professor von Müller", "Ms. von Müller"."""
        if person.role == "professor":
            title = "Professorin" if person.is_woman else "Professor"
            title = title if person.department.language == "de" else "Professor"
        elif person.department.language == "de":
            title = "Frau" if person.is_woman else "Herr"
        else:
            title = "Ms." if person.is_woman else "Mr."
        return self._write(person, person.surname, f"{title} {person.surname}")

    def lone(self, person: MadePerson) -> str:
        """As "von Müller", in running text."""
        return self._write(person, person.surname, person.surname)

    def first(self, person: MadePerson) -> str:
        """As "Hans": a finder may find it or not."""
        self.note(person.given, person.number, is_required=False)
        return escape(person.given, quote=False)

    def cells(self, person: MadePerson, between: str) -> str:
        """Surname and first name in cells of their own: whole, in parts or not at all."""
        for part in (person.full, person.surname, person.family, person.given):
            self.note(part, person.number, is_required=False)
        return between.join(escape(part) for part in (person.surname, person.given))

    def other(self, full: str) -> str:
        """Somebody who is none of the university, as people of the past."""
        self.note(full)
        return escape(full, quote=False)
