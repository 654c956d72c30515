"""No page keeps people out: axe-core finds nothing, whoever looks and however."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import pytest

from auslese.recipes.annotation.annotation_desk import AnnotationDesk
from auslese.recipes.annotation.round_setup import set_round_up
from auslese.recipes.curating.entered_records import curated_row, put, submission_of
from auslese.recipes.settings.analysis_settings import TopicsSection
from auslese.records.annotation import AnnotationAnswer, AnnotationPhase
from auslese.records.rating import PageRating
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook
from auslese.store.rating_book import RatingBook
from auslese.store.records.record_journal import RecordJournal
from auslese.store.records.record_table import ROBOT, replace_records
from tests.annotated_collection import CATS, answer_all, items_of, write_items
from tests.browsers import BROWSER, needs_browser
from tests.crawls import toy_collection
from tests.named_people import ADA, HANS, TALK, named_collection
from tests.rated_collection import add_topic, score
from tests.running import auslese
from tests.serve.served import EVIL, HIVE, ONLY_LINKED, PAPER, served_collection
from tests.serve.test_server import serving
from tests.stage_runs import make_clusters, make_index
from tests.topic_collection import topic_collection, topic_url
from tests.toyweb import ToyWeb

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

playwright = pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.base")
pytestmark = needs_browser

PATIENCE = 30_000  # milliseconds
# WCAG 2.1 AA and what the makers of axe-core call good practice, down to minor findings. A frame
# with a stored copy runs no script, so nothing can be looked for in it: what is there is not ours.
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
    "resultTypes": ["violations"],
    "iframes": False,
}
UNFOLD = "document.querySelectorAll('details').forEach(each => { each.open = true })"
# Every two of language, colours and width meet in one of them.
LOOKS: dict[str, list[tuple[Literal["light", "dark"], int]]] = {
    "en": [("light", 1280), ("dark", 360)],
    "de": [("light", 360), ("dark", 1280)],
}
ROBOTS_KEY = 1 << 60
PAGES = (
    "",
    "collections",
    "c/bees/",
    "c/bees/search?q=honey",
    "c/bees/search?q=honey&groups=1&filter=language:en&filter=site:bees.example",
    "c/bees/search?q=honey&page=2",
    "c/bees/search?q=hnoey (",
    "c/bees/search?q=nothingtofind",
    f"c/bees/page?url={HIVE}",
    f"c/bees/page?url={EVIL}&view=original",
    f"c/bees/page?url={PAPER}&view=original",
    f"c/bees/page?url={ONLY_LINKED}",
    "c/bees/page?url=http://never.example/",
    "c/bees/page?url=no-address",
    "c/bees/crawl?rule=.example.org",
    "c/bees/clusters",
    "c/bees/help",
    "c/bees/no/such/page",
    "c/topics/",
    "c/topics/search?q=honey&groups=1",
    f"c/topics/page?url={topic_url('bees', 1)}",
    "c/topics/clusters",
    "c/topics/cluster?number=1",
    "c/topics/cluster?number=99",
    "c/topics/topics",
    "c/topics/passport",
    "c/topics/rate?topic=Bees",
    f"c/topics/rate?topic=Bees&rater=ann&last={key_of(Url(topic_url('bees', 1)))}",
    "c/topics/ratings?topic=Bees&rater=ann",
    "c/topics/rate?topic=Moon",
    "c/topics/annotate",
    "c/topics/annotate?round=cats",
    "c/topics/annotate?round=cats&annotator=ann&done=saved",
    "c/topics/annotate?round=texts&annotator=new",
    "c/topics/annotate/help?round=cats",
    "c/topics/annotate/agreement?round=cats",
    "c/topics/annotate/adjudicate?round=cats&by=ann&done=decided",
    "c/topics/annotate/agreement?round=none",
    "c/uni/people",
    "c/uni/people?q=hans%20mueller&done=forgotten&number=1",
    "c/uni/people?q=nobody%20at%20all",
    f"c/uni/person?key={HANS}",
    f"c/uni/person?key={ADA}&done=joined&number=2",
    "c/uni/people/notice?kind=mail&value=a@b.example",
    "c/uni/people/log",
    "c/uni/records?done=accept&number=1",
    "c/uni/records?source=robot",
    "c/uni/records/entry?key=1",
    "c/uni/records/entry?key=2",
    f"c/uni/records/entry?source=robot&key={ROBOTS_KEY}",
    "c/uni/records/enter?kind=project&sent=3",
    "c/uni/records/enter?key=1",
    "c/uni/records/check",
    f"c/uni/page?url={TALK}",
    "c/uni/search?q=person:müller",
    "c/toy/crawl",
    "c/toy/crawl?rule=*/1*&side=deny&done=pause",
    "c/toy/search?q=anything",
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of a collection with an archive, one with clusters, one that was only crawled."""
    room = tmp_path_factory.mktemp("accessible")
    bees, topics = served_collection(room / "bees"), _topics(topic_collection(room / "topics", 5))
    with toy_collection(room, ToyWeb(seed=5, hosts=2, pages_per_host=30)) as toy:
        auslese("crawl", toy.folder, "--max-pages", 20, "--delay", "0s")
        toy.folder.rename(room / "toy")
    uni = named_collection(room / "uni")
    book = PeopleBook(uni.path)
    book.opt_out("name", "Nobody Here", "asked by letter")
    book.join("uni.example", ["Ada von der Łęcka", "A. Łęcka"])
    _enter_records(uni)
    with serving(bees.path, topics.path, room / "toy", uni.path) as (_, address):
        yield address


def _enter_records(collection: Collection) -> None:
    """An institution with a project, a record of robots, a new entry and a change that wait."""
    mill = {"name": "Chair of Mills", "research": "wind\nwater", "address": "http://m.example/"}
    wishes = [submission_of("institution", mill), submission_of("project", {"name": "Wheels"})]
    records = put(collection, [wishes[0], wishes[1]._replace(parent=-1)])
    robot = curated_row(records[0])._replace(id=ROBOTS_KEY, source=ROBOT, wrapper="chairs")
    replace_records(collection.tables, ["chairs"], [robot])
    journal = RecordJournal(collection.path)
    journal.submit(submission_of("project", {"name": "Sails"}, "a@b.example"))
    journal.submit(submission_of("institution", {"name": "Old Mill", "key": "1"}))


def _topics(collection: Collection) -> Collection:
    make_clusters(collection, TopicsSection(clusters=4))
    _teach(collection)
    _annotate(collection)
    with collection.lock():
        make_index(collection)
    return collection


def _teach(collection: Collection) -> None:
    """One topic with the answers of two raters."""
    topic = add_topic(collection)
    score(collection, wanted=True)
    urls = [topic_url(name, number) for name in ("bees", "wine") for number in range(3)]
    RatingBook(collection.path).rate(
        [
            PageRating(topic.number, key_of(Url(url)), url, rater, 1e9, grade=float("bees" in url))
            for url in urls
            for rater in ("ann", "bea")
        ]
    )
    score(collection)


def _annotate(collection: Collection) -> None:
    """A round that is finished, and one in which texts are asked."""
    file = write_items(collection.path.parent / "items", items_of(10, gold=1, examples=2))
    answer_all(AnnotationDesk(set_round_up(collection, CATS, file).book))
    one = write_items(collection.path.parent / "one", items_of(1))
    book = set_round_up(collection, replace(CATS, name="texts", annotators=1), one).book
    assert book.answer(AnnotationAnswer(1, AnnotationPhase.PICTURE, "ann", 0))


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with playwright.sync_playwright() as program:
        started = program.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield started
        started.close()


def findings(page: "Page") -> list[str]:
    """What axe-core has to say about a page: each finding with the first place it is at."""
    told: dict[str, Any] = page.evaluate("rules => axe.run(document, rules)", RULES)
    return [
        f"{found['impact']} {found['id']}: {found['nodes'][0]['html'][:200]}"
        for found in told["violations"]
    ]


@pytest.mark.parametrize("door", LOOKS)
def test_axe_finds_nothing_on_any_page(browser: "Browser", address: str, door: str) -> None:
    context = browser.new_context(locale={"en": "en-US", "de": "de-DE"}[door])
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    found = {}
    for path in PAGES:
        page.goto(f"{address}{path}")
        assert page.get_attribute("html", "lang") == door
        page.evaluate(axe.AXE_SCRIPT)
        page.evaluate(UNFOLD)
        for scheme, width in LOOKS[door]:
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 800})
            found[path, scheme, width] = findings(page)
    context.close()

    assert {look: told for look, told in found.items() if told} == {}


def test_axe_finds_nothing_where_the_keys_are_shown(browser: "Browser", address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}c/bees/search?q=honey")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    page.evaluate(axe.AXE_SCRIPT)
    told = findings(page)
    context.close()

    assert told == []


def test_axe_does_find_what_keeps_people_out(browser: "Browser", address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}c/bees/help")
    page.evaluate(axe.AXE_SCRIPT)
    page.evaluate("document.documentElement.removeAttribute('lang')")
    told = findings(page)
    context.close()

    assert [words for words in told if "html-has-lang" in words]
