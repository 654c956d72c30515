"""Where a topic is learnt from: files, pages, ratings; and what is said of what is missing."""

import random
from dataclasses import replace
from pathlib import Path
from shutil import rmtree

import pytest
from tests.focused_collection import crawl, focused_collection
from tests.rated_collection import add_topic, gold, rated_collection
from tests.reading_run import read
from tests.two_topics import ENGINES, KITTENS, prose, two_topics, write_seeds

from auslese.analyse.focus.focus_model import FocusModel, FocusNote, SeedsWithoutTextError
from auslese.analyse.focus.score_borders import ScoreQuantiles, borders_between
from auslese.crawl.worker.link_focus import JudgeablePage
from auslese.recipes.focus.focus_learning import learn_focus
from auslese.recipes.focus.focus_opening import open_focus
from auslese.recipes.focus.focus_sources import texts_of_sources
from auslese.recipes.focus.focus_training import learn_subject
from auslese.recipes.settings.class_borders import WERNERS_BORDERS, borders_of
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.rating import PageRating
from auslese.records.reading import Link
from auslese.records.url import Url
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook

LINK = Link(Url("http://a.example/x"), "", "")
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


def test_a_manual_in_another_language_is_noticed_though_it_is_full_of_commands() -> None:
    german = (
        "Die Verwaltung der Pakete ist eine der wichtigsten Aufgaben, und wer sie versteht,"
        " hat weniger Ärger mit seinem Rechner. Dieses Kapitel zeigt, wie es geht. "
    )
    commands = "".join(
        f"apt-get install lib{number}-dev=1.{number} foo/sid\n" for number in range(2500)
    )
    neutral = "The weather was fine that day, and we went out to see the old town with its walls. "

    model = learn_subject([german * 8 + commands], [neutral * 8])

    assert FocusNote.OTHER_LANGUAGE in model.notes


def test_an_empty_entry_is_not_the_folder_of_the_collection(tmp_path: Path) -> None:
    collection = collection_of(tmp_path / "c")

    (found,) = texts_of_sources(collection, settings_of(collection), [" "])

    assert (found.text, found.problem) == ("", "the entry is empty")


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


def learnt(folder: Path, texts: int = 8) -> Collection:
    """A collection that has learnt from so many pages, and whose settings name no borders."""
    collection = collection_of(folder, "seeds/positive")
    write_seeds(folder / "seeds", texts)
    with collection.settings.open("a") as file:
        file.write('neutral = ["seeds/neutral"]\n')
    learn_focus(collection, settings_of(collection))
    return collection


def test_borders_fit_the_model_by_themselves(tmp_path: Path) -> None:
    collection = learnt(tmp_path / "c")
    focus = settings_of(collection).focus

    borders = borders_of(collection.path, focus)

    model = FocusModel.open(collection.models / "focus")
    dice = random.Random("unseen")
    good, plain = (
        model.page_scores([prose(topic, dice) for _ in range(9)]) for topic in (KITTENS, ENGINES)
    )
    assert (len(borders), list(borders)) == (9, sorted(set(borders)))
    assert borders == model.borders
    # Werner's are of another world: all pages of this web lie below his first.
    assert borders[0] < max(good) < borders[3] < borders[6] < min(plain) < 2 * borders[-1]
    assert max(plain) < WERNERS_BORDERS[0]


def test_links_fall_into_the_classes_of_the_model(tmp_path: Path) -> None:
    collection = learnt(tmp_path / "c")
    focus = open_focus(collection.path, settings_of(collection, {"focus.mode": "page"}).focus)
    assert focus is not None
    pages = [
        JudgeablePage(Url("http://a.example/"), 8, prose(topic, random.Random(7)), [LINK])
        for topic in (KITTENS, ENGINES)
    ]

    good, plain = (judged.buckets[0] for judged in focus.judge(pages))

    assert good <= 6 < 10 <= plain


@pytest.mark.parametrize("harm", ["old", "few", "none"])
def test_a_model_without_borders_has_those_of_werner(tmp_path: Path, harm: str) -> None:
    collection = learnt(tmp_path / "c", texts=3 if harm == "few" else 8)
    folder = collection.models / "focus"
    if harm == "old":
        replace(FocusModel.open(folder), borders=()).save(folder)
        assert "borders" not in (folder / "about.json").read_text()
        assert FocusModel.open(folder).borders == ()
    elif harm == "none":
        rmtree(folder)

    assert borders_of(collection.path, settings_of(collection).focus) == WERNERS_BORDERS


def test_borders_of_the_settings_come_before_those_of_the_model(tmp_path: Path) -> None:
    collection = learnt(tmp_path / "c")
    with collection.settings.open("a") as file:
        file.write("borders = [600, 2000, 10000]\n")

    assert borders_of(collection.path, settings_of(collection).focus) == WERNERS_BORDERS


def test_without_neutral_texts_borders_are_spread_as_werners_are() -> None:
    borders = borders_between(ScoreQuantiles((100.0, 200.0, 300.0)))

    assert borders[0] == pytest.approx(100)
    assert borders[-1] == pytest.approx(300 * 10_000 / 600)


def test_neutral_texts_that_look_like_the_topic_leave_room_between_borders() -> None:
    borders = borders_between(ScoreQuantiles((100.0, 200.0, 300.0), (20.0, 30.0, 40.0)))

    assert borders[-1] == pytest.approx(200)
