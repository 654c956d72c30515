"""`auslese demo`: the whole way on a web of its own, from serving to showing."""

from pathlib import Path

import pytest
from tests.running import auslese, auslese_json

from auslese.cli.demo import folder_for


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


def test_without_a_folder_of_its_own_the_demo_leaves_nothing_behind() -> None:
    with folder_for(None) as folder:
        folder.mkdir()

    assert not folder.parent.exists()
