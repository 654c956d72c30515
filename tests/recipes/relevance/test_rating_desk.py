"""Which page comes next, what is learnt from the answers, and what survives."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.rated_collection import (
    PAGES,
    RATER,
    URLS,
    add_topic,
    answer_page,
    gold,
    rate_next,
    rated_collection,
    score,
)
from tests.stage_runs import make_clusters
from tests.topic_collection import TOPICS, add_pages, add_topics, topic_url

from auslese.recipes.relevance.learning_report import (
    evaluation_report,
    simulation_report,
    training_report,
)
from auslese.recipes.relevance.rating_desk import MOST_RATERS, RatingDesk
from auslese.recipes.relevance.rating_progress import rating_progress
from auslese.recipes.relevance.relevance_stage import why_unscored
from auslese.recipes.settings.analysis_settings import TopicsSection
from auslese.records.errors import NotFoundError
from auslese.records.rating import ChoiceReason, PageRating, RatingAnswer
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.relevance_lookups import relevance_of
from auslese.store.tables.sql_views import connect

ENOUGH = 24  # answers after which four things that share no word are told apart


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return rated_collection(tmp_path_factory.mktemp("rated") / "things")


@pytest.fixture
def collection(prepared: Collection) -> Collection:
    """The prepared pages, with no rating yet."""
    (prepared.path / "ratings.jsonl").unlink(missing_ok=True)
    return prepared


def test_every_cluster_is_seen_before_any_is_seen_for_the_third_time(
    collection: Collection,
) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    tasks = [rate_next(desk, topic) for _ in range(2 * len(TOPICS))]
    seen = Counter(task.cluster for task in tasks if task and task.why is ChoiceReason.CLUSTER)
    assert max(seen.values()) <= 2
    assert any(task.is_representative for task in tasks if task)


def test_what_an_expert_likes_comes_first_after_some_answers(collection: Collection) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    for _ in range(ENOUGH):
        rate_next(desk, topic)
    standing = desk.standing(topic)
    labels = [gold()[int(page)] for page in standing.pages.ids]
    best = sorted(zip(standing.scores.tolist(), labels, strict=True), reverse=True)[:PAGES]
    assert sum(label for _, label in best) == PAGES


def test_a_page_stays_until_it_is_answered_and_never_comes_twice(collection: Collection) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    shown = []
    while True:
        first = desk.next_task(topic, RATER)
        assert desk.next_task(topic, RATER) == first
        if rate_next(desk, topic) is None:
            break
        assert first is not None
        shown.append(first.page)
    assert len(shown) == len(set(shown)) == PAGES * len(TOPICS)


def test_whoever_opens_the_desk_again_sees_the_same_page_for_the_same_reason(
    collection: Collection,
) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    for _ in range(9):
        rate_next(desk, topic)
        assert RatingDesk(collection).next_task(topic, RATER) == desk.next_task(topic, RATER)


def test_an_answer_after_a_restart_keeps_the_reason_for_which_its_page_was_shown(
    collection: Collection,
) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    reasons = []
    for _ in range(20):
        task = desk.next_task(topic, RATER)
        assert task is not None
        reasons.append(task.why)
        desk = RatingDesk(collection)  # as if the server had been killed
        answer_page(desk, topic, task.page, 0.0)
    assert [rating.chosen for rating in desk.book.ratings_of(topic.number)] == reasons


def test_two_raters_do_not_get_one_page_at_once(collection: Collection) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    for _ in range(5):
        ann, bea = desk.next_task(topic, "ann"), desk.next_task(topic, "bea")
        assert ann is not None
        assert bea is not None
        assert ann.page != bea.page
        rate_next(desk, topic, "ann")
        rate_next(desk, topic, "bea")


def test_some_pages_are_rated_by_two_so_that_they_can_be_compared(collection: Collection) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    for _ in range(15):
        rate_next(desk, topic, "ann")
        rate_next(desk, topic, "bea")
    report = evaluation_report(collection, topic.name)
    assert report["agreement"]["pages"] >= 2
    assert report["agreement"]["alpha"]["value"] == 1.0


def test_something_else_is_another_page(collection: Collection) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    for _ in range(8):
        rate_next(desk, topic)
    before = desk.next_task(topic, RATER)
    other = desk.next_task(topic, RATER, other=True)
    assert other is not None
    assert other.why is ChoiceReason.OTHER
    assert before != other
    assert desk.next_task(topic, RATER) == other


def test_an_answer_taken_back_brings_its_page_again(collection: Collection) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    rate_next(desk, topic)
    answered = rate_next(desk, topic)
    assert answered is not None
    assert desk.take_back(topic, RATER).page == answered.page
    again = desk.next_task(topic, RATER)
    assert again is not None
    assert (again.page, again.why) == (answered.page, answered.why)


def test_a_page_put_aside_does_not_come_by_itself(collection: Collection) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    task = desk.next_task(topic, RATER)
    assert task is not None
    later = RatingAnswer.LATER
    desk.rate(PageRating(topic.number, task.page, URLS[task.page], RATER, 0.0, later))
    pages = set()
    while (next_task := rate_next(desk, topic)) is not None:
        pages.add(next_task.page)
    assert task.page not in pages


def test_a_page_that_the_collection_does_not_have_cannot_be_rated(collection: Collection) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    url = Url("http://nowhere.example/")
    with pytest.raises(NotFoundError, match="has no page"):
        desk.rate(PageRating(topic.number, key_of(url), url, RATER, 0.0))
    assert desk.book.history_of(topic.number) == []


@pytest.mark.parametrize("grade", [0.0, 1.0])
def test_answers_all_alike_are_borne_and_said(collection: Collection, grade: float) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    for _ in range(6):
        task = desk.next_task(topic, RATER)
        assert task is not None
        answer_page(desk, topic, task.page, grade)
    rating_progress(desk, topic)
    with pytest.raises(NotFoundError, match="at least one of"):
        training_report(collection, topic.name)
    assert score(collection).is_finished


def test_reports_say_what_spoke_for_a_topic_and_how_well_it_is_known(
    collection: Collection,
) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    for _ in range(ENOUGH):
        rate_next(desk, topic)
    strongest = {each["name"] for each in training_report(collection, "bees")["for"]}
    assert strongest & set(TOPICS["bees"][1])
    report = evaluation_report(collection, "bees")
    assert report["by_model"][3]["recall"]["value"] > 0.7
    progress = rating_progress(desk, topic)
    assert progress["relevant"] == progress["curve"][-1]["found"] == PAGES
    assert not progress["advice"]["certified"]["may_stop"]  # too few pages to be certain


def test_labels_that_are_known_play_the_expert(collection: Collection) -> None:
    report = simulation_report(collection, gold())
    assert report["relevant"] == PAGES
    assert report["judged_at"]["1.0"] < PAGES * len(TOPICS)


# -- all pages scored -----------------------------------------------------------------------------


def scores_in(collection: Collection, topic: str, url: str) -> float:
    with connect(collection) as tables:
        found = {each.topic: each.score for each in relevance_of(tables, key_of(Url(url)))}
    return found[topic]


def test_all_pages_are_scored_and_new_ones_as_soon_as_they_are_read(tmp_path: Path) -> None:
    collection = rated_collection(tmp_path / "things")
    topic, desk = add_topic(collection), RatingDesk(collection)
    assert score(collection).topics == {}  # nothing is known yet
    for _ in range(ENOUGH):
        rate_next(desk, topic)
    assert score(collection).topics["Bees"]["reaching"] == PAGES
    assert why_unscored(collection, desk.book) == ""
    add_topics(collection, [PAGES])
    assert "have changed" in why_unscored(collection, desk.book)
    score(collection)
    assert scores_in(collection, "Bees", topic_url("bees", PAGES)) > 0.5
    assert scores_in(collection, "Bees", topic_url("wine", PAGES)) < 0.5


def test_a_renamed_topic_is_scored_under_its_new_name(collection: Collection) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    for _ in range(ENOUGH):
        rate_next(desk, topic)
    score(collection)
    desk.book.change_topic(topic.number, lambda old: replace(old, name="Honey"))
    score(collection)
    assert scores_in(collection, "Honey", topic_url("bees", 0)) > 0.5
    with pytest.raises(KeyError):
        scores_in(collection, "Bees", topic_url("bees", 0))


def test_a_removed_topic_leaves_nothing_in_the_table(collection: Collection) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    for _ in range(ENOUGH):
        rate_next(desk, topic)
    score(collection)
    desk.book.change_topic(topic.number, lambda old: replace(old, is_removed=True))
    score(collection)
    with connect(collection) as tables:
        assert relevance_of(tables, key_of(Url(topic_url("bees", 0)))) == []


def test_pages_unlike_those_that_taught_are_told_when_they_are_scored(tmp_path: Path) -> None:
    collection = rated_collection(tmp_path / "things", 15)
    topic, desk = add_topic(collection), RatingDesk(collection)
    for number in range(PAGES):
        answer_page(desk, topic, key_of(Url(topic_url("bees", number))), 1.0)
        answer_page(desk, topic, key_of(Url(topic_url("wine", number))), 0.0)
    assert score(collection).topics["Bees"]["drift"] is None
    strange = [
        (f"http://strange.example/{number}", " ".join(f"qx{number * 40 + k}z" for k in range(40)))
        for number in range(50)
    ]
    add_pages(collection, [(url, text, "en") for url, text in strange], timedelta(days=1))
    make_clusters(collection, TopicsSection(clusters=4))
    drift = score(collection).topics["Bees"]["drift"]
    assert drift["pages"] == 50
    assert drift["is_strong"]


def test_a_script_with_any_number_of_names_is_not_remembered_for_ever(
    collection: Collection,
) -> None:
    topic, desk = add_topic(collection), RatingDesk(collection)
    for number in range(MOST_RATERS + 20):
        desk.next_task(topic, f"rater {number}")
    assert desk.next_task(topic, "somebody else") is not None
    assert len(desk._states[topic.number].at_hand) <= MOST_RATERS
