"""A collection of the web of two topics, with texts that its topic can be learnt from."""

from pathlib import Path

from auslese.recipes.crawling.crawl_run import CrawlSummary, CrawlWatchers, crawl_collection
from auslese.recipes.focus.focus_learning import learn_focus
from auslese.recipes.settings.settings_loading import settings_of
from auslese.store.collection import Collection
from tests.two_topics import write_seeds

# The words of this web are few, so all its perplexities are small: its borders are, too.
SETTINGS = """
[presence]
start = ["{start}"]
[politeness]
delay = "0s"
response_factor = 0
[crawl]
workers = 1
[focus]
positive = ["seeds/positive"]
neutral = ["seeds/neutral"]
borders = [12, 30, 60]
razor = 95
"""


def focused_collection(folder: Path, start: str) -> Collection:
    """A collection that has learnt what kittens are."""
    collection = Collection.create(folder, SETTINGS.format(start=start))
    write_seeds(folder / "seeds")
    learn_focus(collection, settings_of(collection))
    return collection


def crawl(collection: Collection, mode: str, pages: int) -> CrawlSummary:
    """Crawl it, or go on, for so many pages."""
    flags = {"focus.mode": mode, "limits.pages": pages}
    return crawl_collection(collection, settings_of(collection, flags), CrawlWatchers())
