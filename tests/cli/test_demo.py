"""`auslese demo`: the whole way on a web of its own, from serving to showing."""

from pathlib import Path
from urllib.parse import quote

import pytest
from tests.reading_run import rows
from tests.running import auslese, auslese_json

from auslese.cli.demo import folder_for
from auslese.demo.sites.mirror import is_near, mirrored
from auslese.demo.sites.university import university
from auslese.demo.world import MIRROR, UNIVERSITY, World
from auslese.store.collection import Collection


@pytest.mark.slow
def test_the_demo_crawls_and_reads_its_web_and_shows_what_came_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "demo"

    done = auslese("demo", "--once", "--into", folder)
    status = auslese_json("status", folder)

    headings = ["== auslese status", "== auslese trace", "== a page, read", "== auslese outside"]
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
    assert {"de", "en", "fr", "nb"} <= set(status["languages"]["pages"])
    assert status["languages"]["pages"]["de"] > 200
    assert status["languages"]["stale"] == 0
    assert_the_mirror_is_seen_through(folder)


def assert_the_mirror_is_seen_through(folder: Path) -> None:
    """Every page of the mirror is a copy of the university's page: every other one nearly."""
    school = university(World(0, 1997))
    query = """
        SELECT split_part(member.url, '/', 3) AS host, regexp_extract(member.url, '//[^/]*(.*)', 1),
            member.relation, first.url
        FROM duplicates AS member JOIN duplicates AS first ON first.id = member."group"
    """
    mirrors = {
        path: (relation, first)
        for host, path, relation, first in rows(Collection.open(folder), query)
        if host.startswith(MIRROR)
    }
    paths = [quote(path) for path in mirrored(school)]
    assert len(paths) > 10
    for number, path in enumerate(paths):
        relation, first = mirrors[path]
        assert relation == ("near" if is_near(number) else "exact")
        assert first.startswith(f"http://{UNIVERSITY}:")
        assert first.endswith(path)


def test_without_a_folder_of_its_own_the_demo_leaves_nothing_behind() -> None:
    with folder_for(None) as folder:
        folder.mkdir()

    assert not folder.parent.exists()
