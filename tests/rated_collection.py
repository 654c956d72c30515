"""Pages on four things, clustered and prepared for rating, and an expert who knows them."""

from pathlib import Path

from auslese.recipes.relevance.rating_desk import RatingDesk, RatingTask
from auslese.recipes.relevance.relevance_stage import RelevanceStage, RelevanceSummary
from auslese.recipes.settings.analysis_settings import TopicsSection
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.records.rating import PageRating, RatedTopic
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from tests.stage_runs import make_clusters
from tests.topic_collection import TOPICS, topic_collection, topic_url

PAGES = 12
ABOUT = "bees"
RATER = "ann"
URLS = {
    key_of(Url(topic_url(topic, number))): topic_url(topic, number)
    for topic in TOPICS
    for number in range(PAGES + 1)
}


def rated_collection(path: Path, pages: int = PAGES) -> Collection:
    """A collection with so many pages on each thing; nobody has rated any."""
    collection = topic_collection(path, pages)
    make_clusters(collection, TopicsSection(clusters=4))
    score(collection, wanted=True)
    return collection


def score(collection: Collection, **options: bool) -> RelevanceSummary:
    """Prepare, learn and score what is stale."""
    return run_stage(RelevanceStage(), collection, StageOptions(**options))  # type: ignore[arg-type]


def gold(pages: int = PAGES, about: str = ABOUT) -> dict[int, float]:
    """What an expert says about each page."""
    return {
        key_of(Url(topic_url(topic, number))): float(topic == about)
        for topic in TOPICS
        for number in range(pages)
    }


def add_topic(collection: Collection, name: str = "Bees") -> RatedTopic:
    """Begin a topic."""
    return RatingDesk(collection).book.add_topic(RatedTopic(0, name))


def answer_page(
    desk: RatingDesk, topic: RatedTopic, page: int, grade: float, rater: str = RATER
) -> PageRating:
    """Answer a page."""
    return desk.rate(PageRating(topic.number, page, URLS[page], rater, 0.0, grade=grade))


def rate_next(desk: RatingDesk, topic: RatedTopic, rater: str = RATER) -> RatingTask | None:
    """Answer the next page as the expert would; None if there is none."""
    task = desk.next_task(topic, rater)
    if task is not None:
        answer_page(desk, topic, task.page, gold()[task.page], rater)
    return task
