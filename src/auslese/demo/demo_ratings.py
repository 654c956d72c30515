"""Two topics of the demo web with the ratings of an expert who knows every page of it."""

from typing import NamedTuple

from auslese.demo.web import DemoWeb
from auslese.demo.world import place_path

LANGUAGES = ("de", "en", "fr", "no")
RELEVANT_PAGES, OTHER_PAGES = 16, 32
"""Rated for each topic: half a minute of work for a person, and enough to tell pages apart."""


class DemoTopic(NamedTuple):
    """A topic, and pages with their grades."""

    name: str
    criteria: str
    grades: dict[str, float]
    """By address."""


TOPICS = {
    "ice": ("Glaciers", "Glaciers, ice and their research, in any language."),
    "bees": ("Bees", "Bees, beekeeping and honey, in any language."),
}


def demo_topics(web: DemoWeb) -> list[DemoTopic]:
    """The topics; the same pages are rated every time."""
    urls = web.page_urls()
    return [DemoTopic(name, about, _grades(urls, theme)) for theme, (name, about) in TOPICS.items()]


def _grades(urls: list[str], theme: str) -> dict[str, float]:
    places = [place_path(language, theme) for language in LANGUAGES]
    relevant = [url for url in urls if any(place in url for place in places)]
    others = [url for url in urls if url not in set(relevant)]
    grades = dict.fromkeys(_evenly(relevant, RELEVANT_PAGES), 1.0)
    return grades | dict.fromkeys(_evenly(others, OTHER_PAGES), 0.0)


def _evenly(urls: list[str], number: int) -> list[str]:
    """So many of them, evenly spread over all sites."""
    return [urls[at * len(urls) // number] for at in range(min(number, len(urls)))]
