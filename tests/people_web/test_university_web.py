"""The made university keeps what tests and benches build on."""

import re
from collections import Counter
from functools import cache
from urllib.parse import urljoin

from auslese.extract.document_reader import Source, read_document
from auslese.records.document import Document
from auslese.records.url import canonical
from tests.people_web.name_cultures import CULTURES
from tests.people_web.university_web import START, MadePage, UniversityWeb

PEOPLE = 240
LINK = re.compile(r'href="([^"#][^"]*)"', re.IGNORECASE)
BASE = re.compile(r'<base href="([^"]+)"')


@cache
def university() -> UniversityWeb:
    return UniversityWeb(7, PEOPLE)


def visible(page: MadePage) -> str:
    url = canonical(page.url())
    assert url is not None
    media_type = page.media_type.partition(";")[0]
    head = f"content-type: {page.media_type}\r\n".encode()
    found = read_document(Source(url, page.sent(), media_type, head))
    assert isinstance(found, Document)
    return f"{found.about.title}\n{found.visible_text}"


def links_of(page: MadePage) -> set[str]:
    text = page.sent().decode("latin-1")
    base = BASE.search(text)
    start = base[1] if base else page.url()
    return {urljoin(start, found.replace("&amp;", "&")) for found in LINK.findall(text)}


def test_the_same_seed_makes_the_same_university() -> None:
    again = UniversityWeb(7, PEOPLE)

    assert again.people == university().people
    assert again.pages == university().pages
    assert UniversityWeb(8, PEOPLE).people != again.people


def test_every_name_of_the_gold_stands_on_its_page() -> None:
    lost = [
        (page.url(), name.full)
        for page in university().pages.values()
        for text in [visible(page).casefold()]
        for name in page.names
        if name.is_required
        and any(word not in text for word in name.full.replace(".", " ").casefold().split())
    ]

    assert lost == []


def test_every_page_can_be_reached_from_the_first() -> None:
    by_url = {page.url(): page for page in university().pages.values()}
    waiting, seen = [f"http://{START}/"], set()
    while waiting:
        url = waiting.pop()
        if url in by_url and url not in seen:
            seen.add(url)
            waiting.extend(links_of(by_url[url]))

    assert set(by_url) - seen == set()


def test_all_hard_cases_are_planted() -> None:
    people = university().people
    names = Counter(person.full for person in people)

    assert {person.culture for person in people} == {culture.name for culture in CULTURES}
    assert max(names.values()) > 1, "no namesakes"
    assert sum(person.is_composed for person in people) > len(people) / 2
    assert any(person.old_home for person in people)
    assert any(not person.home for person in people)
    assert any(person.particle for person in people)
    assert len({person.mail for person in people}) == len(people)
    kinds = {page.kind for page in university().pages.values()}
    assert {"unnamed", "title_alone", "first_person", "curriculum", "pdf", "traps"} <= kinds


def test_pages_without_people_have_no_names() -> None:
    empty = [page for page in university().pages.values() if page.kind in ("empty", "traps")]

    assert empty
    assert {len(page.names) for page in empty} <= {0, 1}, "more than the webmaster"
