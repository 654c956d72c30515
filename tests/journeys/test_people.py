"""A made university is crawled and analysed: every page is held, home pages come first."""

from collections.abc import Iterator

import pytest

from tests.people_web.crawled_university import (
    CrawledUniversity,
    crawled_university,
    found_contacts,
    held_homes,
    people_outcome,
    place_of,
)
from tests.people_web.made_people import MadePerson
from tests.people_web.university_web import UniversityWeb
from tests.people_web.written_names import name_key
from tests.running import auslese, auslese_json

pytestmark = pytest.mark.slow

PEOPLE = 240
# Floors a little below what was measured; bench/people has the figures at 3,200 people.
LEAST_PRECISION, LEAST_RECALL = 0.90, 0.85
ADDRESSES = {"url", "email"}  # whose names stand in no text
LEAST_MAILS, LEAST_OWNED, LEAST_NUMBERS = 0.98, 0.65, 0.98
LEAST_FIRST, LEAST_TRUE = 0.90, 0.97


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CrawledUniversity]:
    folder = tmp_path_factory.mktemp("people") / "university"
    with crawled_university(folder, UniversityWeb(7, PEOPLE)) as found:
        auslese("analyse", folder, "reading", "people", "contacts")
        yield found


def test_the_crawl_holds_every_page(crawled: CrawledUniversity) -> None:
    rows = crawled.rows("SELECT url FROM pages WHERE status = 200")

    assert {place_of(url) for (url,) in rows} == set(crawled.web.pages)
    assert held_homes(crawled) == 1.0


def test_names_on_pages_are_found_and_little_else(crawled: CrawledUniversity) -> None:
    right = wrong = missed = 0
    found: dict[tuple[str, str], set[str]] = {}
    for url, name, places in crawled.rows("SELECT url, name, places FROM mentions"):
        if set(places or ()) - ADDRESSES:
            found.setdefault(place_of(url), set()).add(name_key(name))
    for place, page in crawled.web.pages.items():
        wanted = {name_key(name.full) for name in page.names if name.is_required}
        allowed = wanted | {name_key(name.full) for name in page.names}
        names = found.get(place, set())
        right, missed = right + len(names & wanted), missed + len(wanted - names)
        wrong += len(names - allowed)

    assert right / (right + wrong) >= LEAST_PRECISION
    assert right / (right + missed) >= LEAST_RECALL


def test_the_page_about_a_person_comes_first(crawled: CrawledUniversity) -> None:
    outcome = people_outcome(crawled)

    assert outcome.first_share >= LEAST_FIRST
    assert outcome.right_links / outcome.links >= LEAST_TRUE


def test_a_page_that_names_its_owner_in_the_title_alone_is_the_best_of_its_owner(
    crawled: CrawledUniversity,
) -> None:
    assert share_first(crawled, "title_alone") >= LEAST_FIRST


def test_a_page_that_has_its_owner_in_its_address_alone_is_found(
    crawled: CrawledUniversity,
) -> None:
    assert share_first(crawled, "unnamed") >= 0.5


def test_two_people_of_one_name_in_two_departments_are_two(crawled: CrawledUniversity) -> None:
    twins: dict[str, list[MadePerson]] = {}
    for person in crawled.web.people:
        twins.setdefault(person.full, []).append(person)
    apart = [
        people
        for name, people in twins.items()
        if len(people) > 1 and all(person.home for person in people)
        for rows in [auslese_json("people", crawled.folder, name)]
        if len(rows["people"]) > 1
    ]

    assert apart, "no pair of namesakes is told apart"


def test_pages_without_people_have_nobody(crawled: CrawledUniversity) -> None:
    empty = {place for place, page in crawled.web.pages.items() if page.kind == "empty"}
    footers = {name_key(each.full) for place in empty for each in crawled.web.pages[place].names}
    rows = crawled.rows("SELECT url, name FROM mentions WHERE name <> ''")

    assert empty
    assert {name_key(name) for url, name in rows if place_of(url) in empty} <= footers


def test_mails_and_numbers_of_home_pages_are_found_and_tied_to_their_owners(
    crawled: CrawledUniversity,
) -> None:
    mails, owned, numbers = found_contacts(crawled)

    assert mails >= LEAST_MAILS
    assert owned >= LEAST_OWNED
    assert numbers >= LEAST_NUMBERS


def share_first(crawled: CrawledUniversity, kind: str) -> float:
    """Of the pages of a kind, those that are the best page of their person."""
    pages = {place: page for place, page in crawled.web.pages.items() if page.kind == kind}
    best = {place_of(url) for (url,) in crawled.rows("SELECT best_url FROM people")}
    return len(best & set(pages)) / len(pages)
