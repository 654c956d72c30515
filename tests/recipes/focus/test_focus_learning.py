"""Where a topic is learnt from: files, pages, ratings; and what is said of what is missing."""

import random
from pathlib import Path

import pytest
from tests.focused_collection import crawl, focused_collection
from tests.rated_collection import add_topic, gold, rated_collection
from tests.reading_run import read
from tests.two_topics import KITTENS, prose, two_topics

from auslese.analyse.focus.focus_model import FocusModel, SeedsWithoutTextError
from auslese.recipes.focus.focus_learning import learn_focus
from auslese.recipes.focus.focus_sources import texts_of_sources
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.rating import PageRating
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook

SETTINGS = """
[presence]
start = ["http://a.example/"]
[focus]
positive = {positive}
"""


def collection_of(folder: Path, *positive: str) -> Collection:
    return Collection.create(folder, SETTINGS.format(positive=list(positive)).replace("'", '"'))


def test_files_and_folders_are_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    collection = collection_of(tmp_path / "c")
    (collection.path / "texts").mkdir()
    (collection.path / "texts" / "b.txt").write_text("Second text.")
    (collection.path / "texts" / "a.html").write_text(
        "<html><body><script>no</script><p>First text.</p></body></html>"
    )

    found = texts_of_sources(collection, settings_of(collection), ["texts", "none.txt"])

    assert [each.text for each in found] == ["First text.", "Second text.", ""]
    assert [bool(each.problem) for each in found] == [False, False, True]


def test_what_cannot_be_read_is_named_and_the_rest_is_learnt_from(tmp_path: Path) -> None:
    collection = collection_of(tmp_path / "c", "good.txt", "missing.txt", "empty.txt")
    (collection.path / "good.txt").write_text(prose(KITTENS, random.Random(1), 30))
    (collection.path / "empty.txt").write_text("")

    lesson = learn_focus(collection, settings_of(collection))

    left_out = [Path(one["source"]).name for one in lesson.left_out]
    assert (lesson.positive, left_out) == (1, ["missing.txt", "empty.txt"])
    assert {"one_seed", "no_neutral"} <= set(lesson.notes)
    assert "kitten" in lesson.keywords
    assert FocusModel.open(collection.models / "focus").notes


def test_without_any_text_nothing_is_learnt(tmp_path: Path) -> None:
    collection = collection_of(tmp_path / "c", "missing.txt")

    with pytest.raises(SeedsWithoutTextError):
        learn_focus(collection, settings_of(collection))
    assert not (collection.models / "focus").exists()


def test_pages_are_fetched_politely_and_those_of_the_collection_are_not_asked_again(
    tmp_path: Path,
) -> None:
    with two_topics() as web:
        collection = focused_collection(tmp_path / "c", web.url())
        crawl(collection, "none", 1)
        read(collection)
        before = len(web.heads)
        sources = [web.url(), web.url(f"/{KITTENS}/3"), web.url("/nowhere")]

        found = texts_of_sources(collection, settings_of(collection), sources)

        asked = [head.split()[1].decode() for head in web.heads[before:]]
    assert asked == ["/robots.txt", f"/{KITTENS}/3", "/nowhere"]
    assert [bool(each.text) for each in found] == [True, True, False]
    assert "404" in found[2].problem


def test_ratings_of_an_expert_take_the_place_of_lists(tmp_path: Path) -> None:
    collection = rated_collection(tmp_path / "c")
    topic, grades = add_topic(collection), gold()
    book = RatingBook(collection.path)
    book.rate(
        [
            PageRating(topic.number, page, f"http://a.example/{page}", "somebody", 0.0, grade=grade)
            for page, grade in grades.items()
        ]
    )

    lesson = learn_focus(collection, settings_of(collection), topic.name)

    assert lesson.positive == sum(grade >= 0.5 for grade in grades.values())
    assert lesson.neutral == sum(grade == 0 for grade in grades.values())
    assert {"comb", "drone"} & {word.rstrip("s") for word in lesson.keywords}
