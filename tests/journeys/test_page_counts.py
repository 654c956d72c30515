"""One number of pages: commands, pages of the server and Python tell the same."""

from pathlib import Path

import pytest

from tests.changing_site import Article, ChangingSite, serving_changes
from tests.page_numbers import numbers_of_pages
from tests.running import auslese, auslese_json

pytestmark = pytest.mark.slow

QUICK = ("--delay", "0s")


def test_all_tell_one_number_of_pages_after_several_crawls(tmp_path: Path) -> None:
    articles = {f"/{name}": Article(f"text {name}") for name in "abcdef"}
    articles["/copy"] = Article("text a")
    folder = tmp_path / "c"
    with serving_changes(ChangingSite(articles, gone={"/f"}, moved={"/e": "/a"})) as site:
        auslese("new", folder, "--start", site.url())
        auslese("crawl", folder, *QUICK)
        # the start page, a, b, c, d, the copy; e leads to a, f is dead
        assert set(numbers_of_pages(folder).values()) == {6}

        site.articles["/b"] = Article("text b, written anew")
        site.gone.add("/c")
        site.articles["/new"] = Article("a new page")
        text = (folder / "auslese.toml").read_text("utf-8")
        (folder / "auslese.toml").write_text(text + '\n[again]\nrest = "0s"\n', "utf-8")
        auslese("crawl", folder, "--again", *QUICK)

    # b was fetched twice and counts once, c has gone, one page is new
    assert numbers_of_pages(folder) == dict.fromkeys(numbers_of_pages(folder), 6)
    assert auslese_json("status", folder)["tables"]["pages"] == 7  # with the one that has gone
