"""What do all hosts of the demo web know of each other? Addresses, people, themes and dice."""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from urllib.parse import quote

from auslese.demo.grammar import words
from auslese.demo.people import Employer, Person, crew

THEMES = ("bees", "maps", "organs", "ice", "wine", "stars")
STAFF_PER_HOUSE = 6

UNIVERSITY = "uni.localhost"
UNIVERSITY_ALIAS = "www.uni.localhost"
MUSEUM = "museum.localhost"
MAGAZINE = "presse.localhost"
LIBRARY = "bibliotek.localhost"
MIRROR = "spiegel.localhost"
EVENTS = "termine.localhost"
BENCH = "netzlabor.localhost"

# Where each language treats a theme, with the theme's slug in that language.
_PLACES = {
    "de": (UNIVERSITY, "/institute/{}/"),
    "en": (MUSEUM, "/halls/{}/"),
    "fr": (MAGAZINE, "/rubriques/{}/"),
    "no": (LIBRARY, "/emner/{}/"),
}

# Phone numbers from ranges kept for films and books, so that nobody is ever called.
_PHONES = {
    "de": "+49 30 23125-###",
    "en": "+44 20 7946 0###",
    "fr": "+33 1 99 00 ## ##",
    "no": "+47 00 ## ## ##",
}


@dataclass(frozen=True)
class World:
    """The frame in which every site is built."""

    port: int
    seed: int

    def url(self, host: str, path: str = "/") -> str:
        """The full address of a path on one of our hosts, percent-encoded where it must be."""
        return f"http://{host}:{self.port}{quote(path, safe='/?=&;%#')}"

    def dice(self, *key: str) -> Random:
        """Dice that fall the same for the same seed and key, whoever else has thrown before."""
        return Random("/".join((str(self.seed), *key)))

    def place(self, language: str, theme: str) -> str:
        """The full address of the page where this language treats the theme."""
        host, _ = _PLACES[language]
        return self.url(host, place_path(language, theme))

    @cached_property
    def scholars(self) -> dict[str, list[Person]]:
        """The staff of each institute of the university, by theme, the director first."""
        names = words("de", "names")
        roles = tuple(zip(names.lines("role_woman"), names.lines("role_man"), strict=True))
        house = Employer("de", UNIVERSITY, _PHONES["de"], roles, tuple(names.lines("rank")))
        size = len(roles)
        everybody = crew(house, size * len(THEMES), self.dice("scholars"))
        return {
            theme: everybody[number * size : (number + 1) * size]
            for number, theme in enumerate(THEMES)
        }

    @cached_property
    def curators(self) -> list[Person]:
        """The staff of the museum."""
        return self._house_crew("en", MUSEUM, ("Dr", "Professor", "", "Dr", "", ""))

    @cached_property
    def journalists(self) -> list[Person]:
        """The staff of the magazine."""
        return self._house_crew("fr", MAGAZINE, ("",))

    @cached_property
    def librarians(self) -> list[Person]:
        """The staff of the library."""
        return self._house_crew("no", LIBRARY, ("",))

    def _house_crew(self, language: str, domain: str, ranks: tuple[str, ...]) -> list[Person]:
        roles = tuple((role, role) for role in words(language, "names").lines("role"))
        house = Employer(language, domain, _PHONES[language], roles, ranks)
        return crew(house, STAFF_PER_HOUSE, self.dice("crew", language))


def place_path(language: str, theme: str) -> str:
    """The path of the page where this language treats the theme."""
    return _PLACES[language][1].format(words(language, theme).line("slug"))
