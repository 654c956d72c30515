"""The made university, crawled and analysed by the real commands, and what came of it."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect
from tests.people_web.made_people import MadePerson
from tests.people_web.university_server import serving_university, start_url
from tests.people_web.university_web import Place, UniversityWeb
from tests.people_web.written_names import name_key
from tests.running import auslese

QUICK = ("--workers", 1, "--delay", "0s")


class CrawledUniversity(NamedTuple):
    """A collection that has the web."""

    folder: Path
    web: UniversityWeb
    port: int

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the tables say."""
        with connect(Collection.open(self.folder)) as tables:
            return tables.execute(query).fetchall()


@contextmanager
def crawled_university(folder: Path, web: UniversityWeb) -> Iterator[CrawledUniversity]:
    """A new collection with all pages that a crawl found, while the web is served."""
    with serving_university(web) as port:
        auslese("new", folder, "--start", start_url(port), "--allow", ".localhost")
        auslese("crawl", folder, *QUICK)
        yield CrawledUniversity(folder, web, port)


class KnownPerson(NamedTuple):
    """A row of the table of people."""

    key: int
    names: frozenset[str]
    """Keys of all forms."""
    pages: int
    best: Place
    is_home: bool


class PeopleOutcome(NamedTuple):
    """How well people and their pages were found."""

    people: int
    """With a home page."""
    known: int
    """Whose full name is a form of somebody's name."""
    first: int
    """Whose best page is their home page, whoever has the most pages of several of that name."""
    links: int
    """Pairs of a person and a page that the tables have, for people of the university."""
    right_links: int
    """Of these, pages that name the person, or are about him."""
    missed: tuple[MadePerson, ...]
    """Known, but with another best page."""
    unknown: tuple[MadePerson, ...]

    @property
    def first_share(self) -> float:
        """Of all with a home page."""
        return self.first / self.people


def found_contacts(crawled: CrawledUniversity) -> tuple[float, float, float]:
    """Shares of home pages: mail found, mail tied to its owner, number found where one stands."""
    ways = {
        place_of(url): [(way["kind"], way["value"], name_key(way["person"])) for way in found]
        for url, found in crawled.rows("SELECT url, ways FROM contacts")
    }
    people = [person for person in crawled.web.people if person.home]
    mails = owned = numbers = with_numbers = 0
    for person in people:
        page = crawled.web.pages[person.department.host, person.home]
        with_numbers += person.phone.encode() in page.body
        found = ways.get((person.department.host, person.home), [])
        own = [each for each in found if each[1].lower() == person.mail]
        mails += bool(own)
        owned += any(name == name_key(person.full) for _, _, name in own)
        digits = "".join(filter(str.isdigit, person.phone))
        numbers += any("".join(filter(str.isdigit, value)) == digits for _, value, _ in found)
    return mails / len(people), owned / len(people), numbers / with_numbers


def held_homes(crawled: CrawledUniversity) -> float:
    """Share of all home pages that the collection has."""
    held = {place_of(url) for (url,) in crawled.rows("SELECT url FROM pages WHERE status = 200")}
    homes = [(person.department.host, person.home) for person in crawled.web.people if person.home]
    return sum(home in held for home in homes) / len(homes)


def people_outcome(crawled: CrawledUniversity) -> PeopleOutcome:
    """The tables of people against what is known of the web."""
    by_name = _known_people(crawled)
    namesakes = Counter(name_key(person.full) for person in crawled.web.people)
    missed, unknown = [], []
    people = [person for person in crawled.web.people if person.home]
    for person in people:
        name = name_key(person.full)
        candidates = sorted(by_name.get(name, ()), key=lambda each: -each.pages)
        shown = candidates if namesakes[name] > 1 else candidates[:1]
        if not candidates:
            unknown.append(person)
        elif not any(each.best in crawled.web.homes(person) for each in shown):
            missed.append(person)
    links, right = _links(crawled, by_name)
    known = len(people) - len(unknown)
    return PeopleOutcome(
        len(people), known, known - len(missed), links, right, tuple(missed), tuple(unknown)
    )


def _known_people(crawled: CrawledUniversity) -> dict[str, list[KnownPerson]]:
    found: defaultdict[str, list[KnownPerson]] = defaultdict(list)
    query = "SELECT person, name, forms, pages, best_url, is_home FROM people"
    for key, name, forms, pages, url, is_home in crawled.rows(query):
        names = frozenset(map(name_key, [name, *(form["name"] for form in forms)]))
        person = KnownPerson(key, names, pages, place_of(url), is_home)
        for each in names:
            found[each].append(person)
    return found


def _links(crawled: CrawledUniversity, by_name: dict[str, list[KnownPerson]]) -> tuple[int, int]:
    """Pairs of people with a name that nobody shares, and pages; and how many are true."""
    namesakes = Counter(name_key(person.full) for person in crawled.web.people)
    true: defaultdict[int, set[Place]] = defaultdict(set)
    for place, page in crawled.web.pages.items():
        for number in {page.about, *(name.person for name in page.names)}:
            true[number].add(place)
    by_key = {
        known.key: person.number
        for person in crawled.web.people
        if namesakes[name_key(person.full)] == 1
        for known in by_name.get(name_key(person.full), ())
    }
    pairs = [
        (by_key[key], place_of(url))
        for key, url in crawled.rows("SELECT person, url FROM person_pages")
        if key in by_key
    ]
    return len(pairs), sum(place in true[number] for number, place in pairs)


def place_of(url: str) -> Place:
    """Host and path of an address."""
    parts = urlsplit(url)
    query = f"?{parts.query}" if parts.query else ""
    return parts.hostname or "", parts.path + query
