"""The archive of crawls, imported into a new collection, gives the same pages."""

from pathlib import Path

import pytest

from tests.changing_site import Article, ChangingSite, serving_changes
from tests.import_run import rows
from tests.running import auslese, auslese_json

pytestmark = pytest.mark.slow

QUICK = ("--delay", "0s")
SAME = (
    "SELECT url, digest, epoch_ms(fetched_at), title, copy_of IS NULL FROM pages ORDER BY url",
    "SELECT url, digest, epoch_ms(fetched_at) FROM pages_ever ORDER BY ALL",
    "SELECT source, target, anchor FROM links ORDER BY ALL",
    "SELECT DISTINCT url, detail FROM outcomes WHERE reason = 'redirect' ORDER BY url",
)


def test_the_archive_of_two_crawls_gives_the_same_pages_copies_links_and_redirects(
    tmp_path: Path,
) -> None:
    articles = {f"/{name}": Article(f"text {name}", has_tag=name == "d") for name in "abcdef"}
    articles["/copy"] = Article("text a")
    old, new = tmp_path / "old", tmp_path / "new"
    with serving_changes(ChangingSite(articles, gone={"/f"}, moved={"/e": "/a"})) as site:
        auslese("new", old, "--start", site.url())
        auslese("crawl", old, *QUICK)
        site.articles["/b"] = Article("text b, written anew")
        site.gone.add("/c")
        text = (old / "auslese.toml").read_text("utf-8")
        (old / "auslese.toml").write_text(text + '\n[again]\nrest = "0s"\n', "utf-8")
        auslese("crawl", old, "--again", *QUICK)

    files = sorted((old / "archive").glob("*.warc.gz"), reverse=True)
    first = auslese_json("import", new, *files)
    again = auslese_json("import", new, *files)

    for query in SAME:
        assert rows(new, query) == rows(old, query)
    assert (first["new"], first["changed"], first["redirects"], first["gone"]) == (6, 1, 1, 1)
    assert (again["new"], again["changed"], again["redirects"], again["gone"]) == (0, 0, 0, 0)
