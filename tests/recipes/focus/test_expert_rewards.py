"""An expert's ratings say what pages are worth to a crawl, also when they change on the way."""

from dataclasses import replace
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest
from tests.rated_collection import ABOUT, URLS, add_topic, gold, rated_collection, score
from tests.topic_collection import TOPICS, topic_text

from auslese.crawl.worker.link_focus import JudgeablePage, LinkFocus
from auslese.recipes.focus import renewed_focus
from auslese.recipes.focus.expert_rewards import open_expert
from auslese.recipes.focus.focus_learning import learn_focus
from auslese.recipes.focus.focus_opening import open_focus
from auslese.recipes.settings.focus_settings import FocusMode
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import NotFoundError
from auslese.records.rating import PageRating, RatedTopic
from auslese.records.reading import Link
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook

OTHER = next(topic for topic in TOPICS if topic != ABOUT)
UNSEEN = 99  # the number of a text that no page of the collection has


def rate_all(collection: Collection, topic: RatedTopic, about: str) -> None:
    """Rate every page as somebody would who looks for this, and learn from it."""
    RatingBook(collection.path).rate(
        [
            PageRating(topic.number, page, URLS[page], "ann", 0.0, grade=grade)
            for page, grade in gold(about=about).items()
        ]
    )
    score(collection)


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    collection = rated_collection(tmp_path_factory.mktemp("taught") / "c")
    rate_all(collection, add_topic(collection), ABOUT)
    learn_focus(collection, settings_of(collection), "Bees")
    return collection


def page(topic: str, *anchors: str, language: str = "en") -> JudgeablePage:
    url = Url(f"http://new.example/{topic}")
    links = [Link(Url(f"{url}/{number}"), words, "") for number, words in enumerate(anchors)]
    keys = [key_of(link.url) for link in links]
    text = topic_text(topic, UNSEEN)
    return JudgeablePage(url, 8, text, links, key_of(url), keys, keys, (), "", language)


def opened(collection: Collection, mode: FocusMode) -> LinkFocus:
    focus = replace(settings_of(collection).focus, mode=mode, reward="topic:Bees")
    found = open_focus(collection.path, focus, 1)
    assert found is not None
    return found


@pytest.mark.parametrize("language", ["en", "", "en-GB"])
def test_pages_are_worth_what_the_expert_would_say(taught: Collection, language: str) -> None:
    pages = [page(ABOUT, language=language), page(OTHER, language=language)]

    on, off, nothing = open_expert(taught, "Bees").of(
        [*pages, pages[0]._replace(text=" ")], np.empty(0)
    )

    assert on > 0.7 > 0.3 > off
    assert np.isnan(nothing)


@pytest.mark.parametrize("mode", ["page", "links", "learned"])
def test_every_mode_takes_the_expert_at_his_word(taught: Collection, mode: FocusMode) -> None:
    focus = opened(taught, mode)

    on, off = focus.judge([page(ABOUT, "more"), page(OTHER, "more")])

    assert (on.reward or 0) > 0.7 > 0.3 > (off.reward or 0)
    assert focus.name.endswith(" topic:Bees")
    assert on.score is not None
    assert off.score is not None
    assert on.score < off.score


def test_a_topic_without_a_model_is_told_before_the_crawl(taught: Collection) -> None:
    RatingBook(taught.path).add_topic(RatedTopic(0, "Stones"))

    with pytest.raises(NotFoundError, match="analyse"):
        open_expert(taught, "Stones")
    with pytest.raises(NotFoundError):
        open_expert(taught, "Nobody knows it")


def test_ratings_that_change_the_model_change_the_running_crawl(
    taught: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renewed_focus, "LOOKED_EVERY", 1)
    copytree(taught.path, tmp_path / "c")
    collection = Collection.open(tmp_path / "c")
    topic = RatingBook(collection.path).topic("Bees")
    focus = opened(collection, "learned")
    before = [judged.reward or 0 for judged in focus.judge([page(ABOUT), page(OTHER)])]

    rate_all(collection, topic, OTHER)
    after = [judged.reward or 0 for judged in focus.judge([page(ABOUT), page(OTHER)])]

    assert before[0] > 0.5 > before[1]
    assert after[1] > 0.5 > after[0]
