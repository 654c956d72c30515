"""`auslese demo`: the whole way on a web of its own, from serving to showing."""

import re
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from tests.analyse.duplicates.plain import plain_similarity
from tests.page_numbers import numbers_of_pages
from tests.reading_run import rows
from tests.running import auslese, auslese_json

from auslese.cli.crawling.demo_command import folder_for
from auslese.demo.sites.mirror import is_near, mirrored
from auslese.demo.sites.university import university
from auslese.demo.world import MIRROR, UNIVERSITY, World
from auslese.recipes.duplicates.mirror_report import mirrors_of
from auslese.store.collection import Collection

TAUGHT = "== auslese search with a topic that an expert taught"


@pytest.mark.slow
def test_the_demo_crawls_and_reads_its_web_and_shows_what_came_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "demo"

    done = auslese("demo", "--once", "--into", folder)
    status = auslese_json("status", folder)

    shown = ["status", "trace", "rank", "clusters", "search", "outside"]
    headings = [f"== auslese {command}" for command in shown]
    headings.insert(2, "== a page, read")
    headings[-1:-1] = ["== auslese topic", TAUGHT, "== auslese people"]
    headings.append("== auslese harvest")
    assert [line for line in done.stdout.splitlines() if line.startswith("==")] == headings
    assert "is served at http://" in done.stderr
    assert status["queued"] == 0
    assert status["pages"] > 100
    assert f"{status['pages']:,} pages from" in done.stdout
    assert all(status["tables"][table] for table in ("documents", "links", "sentences"))
    assert status["reading"]["unread"] == 0
    assert status["reading"]["read"] > 300
    assert "some of its sentences\n  1. " in done.stdout
    assert "  read: text/html" in done.stdout
    assert "  language: German (de)" in done.stdout
    assert "  copy of http://uni.localhost" in done.stdout
    assert f" of {status['tables']['pages']:,} pages are copies" in done.stdout
    assert {"de", "en", "fr", "nb"} <= set(status["languages"]["pages"])
    assert status["languages"]["pages"]["de"] > 200
    assert status["languages"]["stale"] == 0
    assert " 100.00  http://uni.localhost" in done.stdout
    assert "Institut für Gletscherkunde" in done.stdout.partition("== auslese clusters")[2]
    assert status["tables"]["page_clusters"] > 300
    assert set(numbers_of_pages(folder).values()) == {status["pages"]}
    assert_pages_were_learnt_from(done.stdout, folder)


def assert_pages_were_learnt_from(shown: str, folder: Path) -> None:
    """Topics, pictures, copies and mirrors of the demo web are known."""
    assert_topics_are_taught(shown, folder)
    assert_people_are_known(shown)
    assert_pictures_are_harvested(shown, folder)
    assert_the_mirror_is_seen_through(folder)
    assert_mirrors_are_named(folder)


def assert_people_are_known(shown: str) -> None:
    """Who is named most has a page about them, and that comes first."""
    listed = shown.partition("== auslese people")[2].splitlines()
    name = listed[1].split("  ")[0]
    surname = name.split()[-1].lower()
    assert surname in listed[1].split("/")[-1]
    best = next(line for line in listed if line.strip().startswith("1. "))
    assert surname in best


def assert_pictures_are_harvested(shown: str, folder: Path) -> None:
    """The best pictures for the topic of bees are of bees, and small ones are left out."""
    harvested = shown.partition("== auslese harvest")[2]
    best = [line for line in harvested.splitlines() if "/pictures/" in line]
    assert len(best) == 5
    assert all("/pictures/bees/" in line for line in best[:4])  # there are four within the bounds
    outcomes = dict(
        rows(Collection.open(folder), "SELECT outcome, count(*) FROM harvest GROUP BY ALL")
    )
    assert outcomes["kept"] > 20
    assert outcomes["stated_small"] > 10


def assert_topics_are_taught(shown: str, folder: Path) -> None:
    """Pages have scores for the topics of the demo, and an answer shows them."""
    assert "Bees: 48 pages rated, 16 of them relevant" in shown
    # Some models are certain: what they teach depends a little on the port, for it is in all ids.
    assert re.search(r"topics: Bees [01]\.\d\d", shown.partition(TAUGHT)[2])
    twice = "SELECT id, topic FROM relevance GROUP BY ALL HAVING count(*) > 1"
    assert rows(Collection.open(folder), twice) == []


def _host(prefix: str) -> str | None:
    return urlsplit(prefix).hostname


def assert_mirrors_are_named(folder: Path) -> None:
    """The mirror of the institute, and the print versions of the news."""
    found = [each.as_json() for each in mirrors_of(Collection.open(folder))]
    told = {(each["kind"], _host(each["copy"]), _host(each["original"])) for each in found}
    assert told == {
        ("mirror", "spiegel.localhost", "uni.localhost"),
        ("print", "uni.localhost", "uni.localhost"),
    }


def assert_the_mirror_is_seen_through(folder: Path) -> None:
    """Its pages are copies of the university's: exact ones, and near ones if they are so alike."""
    collection = Collection.open(folder)
    texts = {_place(url): text for url, text in rows(collection, "SELECT url, text FROM documents")}
    found = {_place(url): (told, _place(first)) for url, told, first in rows(collection, COPIES)}
    paths = [quote(path) for path in mirrored(university(World(0, 1997)))]

    for number, path in enumerate(paths):
        here, there = (MIRROR, path), (UNIVERSITY, path)
        if not is_near(number):
            assert found[here] == ("exact", there)
        elif plain_similarity(texts[here], texts[there], 5) >= 0.8:
            assert found[here] == ("near", there)
        else:
            assert found[here] == ("alone", here)
    relations = [found[MIRROR, path][0] for path in paths]
    assert relations.count("near") >= len(paths) // 2 - 1


COPIES = """
    SELECT member.url, member.relation, first.url
    FROM duplicates AS member JOIN duplicates AS first ON first.id = member."group"
"""


def _place(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.hostname or "", parts.path


def test_without_a_folder_of_its_own_the_demo_leaves_nothing_behind() -> None:
    with folder_for(None) as folder:
        folder.mkdir()

    assert not folder.parent.exists()
