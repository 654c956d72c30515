"""The demo web: the same at every start, whole, and wrong only where it is meant to be."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.demo.walk import ask, next_urls, walk

from auslese.demo.demo_answers import DemoResponse
from auslese.demo.sites.mirror import is_near, mirrored
from auslese.demo.sites.museum import STORE
from auslese.demo.sites.university import university
from auslese.demo.web import DemoWeb
from auslese.demo.world import (
    BENCH,
    EVENTS,
    LIBRARY,
    MAGAZINE,
    MIRROR,
    MUSEUM,
    UNIVERSITY,
    UNIVERSITY_ALIAS,
    World,
)

PORT = 8000
ERRORS = {"/fehlt": 404, "/geloescht": 410, "/kaputt": 500}


@pytest.fixture(scope="module")
def web() -> DemoWeb:
    return DemoWeb(PORT)


@pytest.fixture(scope="module")
def seen(web: DemoWeb) -> dict[str, DemoResponse]:
    return walk(web, web.start_urls()[0])


def main_words(answer: DemoResponse) -> list[str]:
    html = answer.body.decode()
    main = html[html.index("<main") : html.index("</main>")]
    return re.findall(r"\w+", re.sub(r"<[^>]*>", " ", main))


def similarity(one: DemoResponse, other: DemoResponse) -> float:
    """The share of common word pairs."""
    left, right = set(pairwise(main_words(one))), set(pairwise(main_words(other)))
    return len(left & right) / len(left | right)


def test_the_same_seed_gives_the_same_web(web: DemoWeb) -> None:
    again = DemoWeb(PORT)

    assert again.page_urls() == web.page_urls()
    assert all(ask(again, url) == ask(web, url) for url in web.page_urls())


def test_another_seed_gives_other_people_and_texts(web: DemoWeb) -> None:
    other = DemoWeb(PORT, seed=4)

    assert set(other.page_urls()) != set(web.page_urls())
    assert other.page_count == web.page_count


def test_there_are_about_three_hundred_different_pages(web: DemoWeb) -> None:
    bodies = {ask(web, url).body for url in web.page_urls()}

    assert 250 <= len(bodies) <= web.page_count <= 400
    assert web.page_count == sum(web.page_counts().values()) == len(set(web.page_urls()))


def test_every_page_but_one_can_be_reached_from_every_start_page(
    web: DemoWeb, seen: dict[str, DemoResponse]
) -> None:
    first, *others = web.start_urls()

    assert set(web.page_urls()) - set(seen) == {f"http://{MUSEUM}:{PORT}{STORE}"}
    for start in others:
        assert first in next_urls(start, seen[start])


def test_every_link_answers_as_the_bench_says(seen: dict[str, DemoResponse]) -> None:
    for url, answer in seen.items():
        parts = urlsplit(url)
        expected = ERRORS.get(parts.path) if parts.hostname == BENCH else None
        if expected:
            assert answer.status == expected, url
        else:
            assert answer.status in {200, 301, 302, 308}, url


def test_redirects_stay_in_the_web_and_only_the_mirror_and_the_bench_have_them(
    web: DemoWeb, seen: dict[str, DemoResponse]
) -> None:
    moved = {url: answer for url, answer in seen.items() if answer.header("Location")}

    assert {urlsplit(url).hostname for url in moved} == {MIRROR, BENCH}
    assert Counter(answer.status for answer in moved.values()).keys() == {301, 302, 308}
    for url, answer in moved.items():
        assert ask(web, next_urls(url, answer)[0]).status in {200, 302}


def test_every_page_says_its_language_title_and_subject(web: DemoWeb) -> None:
    languages: Counter[str] = Counter()
    for url in web.page_urls():
        html = ask(web, url).body.decode()
        assert html.startswith("<!doctype html>\n<html lang=")
        assert re.search(r"<title>[^<]{3,}</title>", html), url
        assert '<meta name="description" content="' in html, url
        assert html.count("<h1>") == html.count("<main") == 1, url
        languages[re.search(r'lang="(\w+)"', html)[1]] += 1  # type: ignore[index]  # matched above

    assert languages.keys() == {"de", "en", "fr", "no"}
    assert min(languages.values()) >= 40


def test_every_page_closes_what_it_opens(web: DemoWeb) -> None:
    for url in web.page_urls():
        html = ask(web, url).body.decode()
        opened = Counter(re.findall(r"<(\w+)[\s>]", html))
        closed = Counter(re.findall(r"</(\w+)>", html))
        for empty in ("meta", "link", "img", "br", "base"):
            del opened[empty]
        assert opened == closed, url


def test_the_university_has_two_names(web: DemoWeb) -> None:
    for path in ("/", "/personen/", "/robots.txt"):
        assert web.answer(UNIVERSITY_ALIAS, path) == web.answer(UNIVERSITY, path)


def test_the_mirror_has_exact_and_near_copies(web: DemoWeb) -> None:
    school = university(World(PORT, 1997))

    shares = [
        similarity(web.answer(MIRROR, path), web.answer(UNIVERSITY, path))
        for path in mirrored(school)
    ]
    assert len(shares) == 18
    for number, share in enumerate(shares):
        assert 0.6 < share < 1 if is_near(number) else share == 1


def test_exact_copies_are_exact_to_the_byte(web: DemoWeb) -> None:
    paths = mirrored(university(World(PORT, 1997)))[1::2]

    assert all(web.answer(MIRROR, path) == web.answer(UNIVERSITY, path) for path in paths)


def test_pages_that_are_no_copies_are_not_alike(web: DemoWeb) -> None:
    urls = [url for url in web.page_urls() if MIRROR not in url and "druck" not in url]
    answers = [ask(web, url) for url in urls if "/halls/" in url or "/rubriques/" in url]

    for number, one in enumerate(answers):
        assert all(similarity(one, other) < 0.7 for other in answers[number + 1 :])


def test_the_calendar_has_no_end(web: DemoWeb) -> None:
    url = f"http://{EVENTS}:{PORT}/kalender/2024/05"
    for _ in range(200):
        answer = ask(web, url)
        assert answer.status == 200
        url = next(u for u in next_urls(url, answer) if "/kalender/" in u and u > url)

    assert ask(web, url).status == 200


def test_the_hall_of_mirrors_grows_but_stays_the_same_page(web: DemoWeb) -> None:
    url = f"http://{EVENTS}:{PORT}/saal/"
    first = ask(web, url)
    for _ in range(20):
        url = max(next_urls(url, ask(web, url)), key=len)

    assert url.count("/saal") == 21
    assert ask(web, url) == first


def test_people_are_on_their_own_pages_and_in_the_directory(web: DemoWeb) -> None:
    directory = web.answer(UNIVERSITY, "/personen/").body.decode()
    staff = [url for url in web.page_urls() if re.search(r"//uni\..*/mitarbeiter/.", url)]

    assert len(staff) == 30
    for url in staff:
        html = ask(web, url).body.decode()
        assert urlsplit(url).path in directory
        assert "mailto:" in html
        assert "tel:+49" in html
        assert "00417 Ahornfurt" in html


def test_session_and_tracking_marks_do_not_change_the_page(web: DemoWeb) -> None:
    plain = web.answer(BENCH, "/ziel")

    for marked in ("/ziel?utm_source=x&fbclid=1", "/ziel;jsessionid=5", "/ziel?PHPSESSID=abc"):
        assert web.answer(BENCH, marked) == plain


def test_a_folder_answers_under_its_index_file_and_without_slash(web: DemoWeb) -> None:
    folder = web.answer(MUSEUM, "/halls/bees/")
    short = web.answer(MUSEUM, "/halls/bees")

    assert web.answer(MUSEUM, "/halls/bees/index.html") == folder
    assert (short.status, short.header("Location")) == (301, "/halls/bees/")


@pytest.mark.parametrize(
    ("host", "closed"),
    [
        (UNIVERSITY, "/intern/"),
        (MUSEUM, "/basket/"),
        (MAGAZINE, "/abonnes/dossier"),
        (LIBRARY, "/l%C3%A5n/"),
        (EVENTS, "/geheim/"),
        (BENCH, "/gesperrt/"),
    ],
)
def test_what_robots_txt_closes_is_linked_and_would_answer(
    web: DemoWeb, seen: dict[str, DemoResponse], host: str, closed: str
) -> None:
    robots = web.answer(host, "/robots.txt").body.decode()
    rules = [line.partition(": ")[2] for line in robots.splitlines() if line.startswith("Disal")]

    assert any(closed.startswith(rule) for rule in rules if rule != "/")
    assert seen[f"http://{host}:{PORT}{closed}"].status == 200
    assert f"http://{host}:{PORT}{closed}" not in web.page_urls()


def test_the_mirror_has_no_robots_txt(web: DemoWeb) -> None:
    assert web.answer(MIRROR, "/robots.txt").status == 404


def test_sitemaps_name_only_pages_that_are_there(web: DemoWeb) -> None:
    for host in (UNIVERSITY, MUSEUM, MAGAZINE, LIBRARY):
        named = re.findall(r"<loc>(.*?)</loc>", web.answer(host, "/sitemap.xml").body.decode())
        for url in named:
            assert ask(web, url.replace("&amp;", "&")).status == 200
        assert len(named) >= 2


def test_the_page_that_nobody_links_to_is_in_the_sitemap_that_robots_txt_names(
    web: DemoWeb,
) -> None:
    sitemap = f"http://{MUSEUM}:{PORT}/sitemap.xml"

    assert f"Sitemap: {sitemap}" in web.answer(MUSEUM, "/robots.txt").body.decode()
    assert f"<loc>http://{MUSEUM}:{PORT}{STORE}</loc>" in ask(web, sitemap).body.decode()
    assert ask(web, f"http://{MUSEUM}:{PORT}{STORE}").status == 200


def test_the_base_of_a_page_is_where_its_links_lead(
    web: DemoWeb, seen: dict[str, DemoResponse]
) -> None:
    url = f"http://{BENCH}:{PORT}/grundlage/"

    assert f"{url}tief/unten/ankunft" in next_urls(url, seen[url])
    assert seen[f"{url}tief/unten/ankunft"].status == 200


def test_the_guide_tells_how_many_pages_each_host_has(web: DemoWeb) -> None:
    guide = Path(__file__).parents[2] / "docs" / "guides" / "demo.md"
    rows = re.findall(r"^\| `([\w.]+)` \| \w+ \| (\d+) \|", guide.read_text("utf-8"), re.M)

    assert {host: int(count) for host, count in rows} == web.page_counts()
    assert f"{web.page_count} pages" in guide.read_text("utf-8")


def test_an_unknown_host_is_not_found(web: DemoWeb) -> None:
    assert web.answer("nirgends.localhost", "/").status == 404
    assert web.answer("", "/").status == 404


def test_a_host_is_known_with_its_port_and_in_capitals(web: DemoWeb) -> None:
    assert web.answer(f"UNI.localhost:{PORT}", "/") == web.answer(UNIVERSITY, "/")


def test_links_to_the_outside_exist_but_none_is_part_of_the_web(web: DemoWeb) -> None:
    url = f"http://{BENCH}:{PORT}/draussen"
    outside = [u for u in next_urls(url, ask(web, url)) if "example" in u]

    assert len(outside) >= 3
    assert all(urlsplit(u).hostname not in web.allow_rules() for u in outside)
