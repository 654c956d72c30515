"""Links judged by what came of others: better first, learnt, kept, taken up, renewed."""

import random
from dataclasses import replace
from math import inf
from pathlib import Path
from shutil import copytree

import pytest
from tests.focused_collection import focused_collection
from tests.two_topics import ENGINES, KITTENS, prose, write_seeds

from auslese.analyse.focus.focus_model import BY_DIFFERENCE, BY_PERPLEXITY, FocusModel, FocusNote
from auslese.crawl.worker.link_focus import JudgeablePage, LinkFocus
from auslese.recipes.focus import learned_focus, renewed_focus
from auslese.recipes.focus.focus_learning import learn_focus
from auslese.recipes.focus.focus_opening import (
    focus_notes,
    learning_options,
    model_folder_of,
    open_focus,
)
from auslese.recipes.focus.learned_state import state_of
from auslese.recipes.settings.focus_settings import FocusSection
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import SettingsError
from auslese.records.reading import Link
from auslese.records.url import Url, key_of
from auslese.records.visit import FOCUS_BUCKETS, PLAIN_BUCKET
from auslese.store.collection import Collection
from auslese.system.seals.sealed_json import read_sealed_json, sealed_json

SITE = "http://a.example"
START = f"{SITE}/"


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return focused_collection(tmp_path_factory.mktemp("learnt") / "c", START).path


@pytest.fixture
def folder(learnt: Path, tmp_path: Path) -> Path:
    copytree(learnt, tmp_path / "c")
    return tmp_path / "c"


def section(folder: Path, **changes: object) -> FocusSection:
    focus = settings_of(Collection.open(folder)).focus
    return replace(focus, **({"mode": "learned"} | changes))  # type: ignore[arg-type]


def opened(folder: Path, worker: int = 1, **changes: object) -> LinkFocus:
    focus = open_focus(folder, section(folder, **changes), worker)
    assert focus is not None
    return focus


def page(
    name: str, text: str, *links: tuple[str, str], bucket: int = PLAIN_BUCKET
) -> JudgeablePage:
    """A page with links (name, anchor); all of them in one list."""
    urls = [Url(f"{SITE}/{target}") for target, _ in links]
    keys = [key_of(url) for url in urls]
    url = Url(f"{SITE}/{name}")
    return JudgeablePage(
        url,
        bucket,
        text,
        [Link(to, anchor, "", "main", anchor) for to, (_, anchor) in zip(urls, links, strict=True)],
        key_of(url),
        keys,
        keys,
        ["html body ul li"] * len(links),
    )


def text(topic: str, seed: int = 0) -> str:
    return prose(topic, random.Random(f"{topic} {seed}"))


def test_what_scores_are_worth_is_learnt_with_the_topic(learnt: Path) -> None:
    model = FocusModel.open(learnt / "models" / "focus")

    assert set(model.rewards) == {BY_PERPLEXITY, BY_DIFFERENCE}
    on, off = model.both_scores([text(KITTENS), text(ENGINES)]).differences
    good, poor = model.rewards[BY_DIFFERENCE].rewards([on, off])
    assert good > 0.5 > 0.1 > poor


def test_words_and_page_say_which_link_is_better(folder: Path) -> None:
    focus = opened(folder)
    links = (("1", "kitten purr whiskers"), ("2", "diesel piston gear"))

    on, off = focus.judge([page("a", text(KITTENS), *links), page("b", text(ENGINES), *links)])

    assert on.buckets[0] < on.buckets[1]
    assert on.buckets[1] < off.buckets[1]
    assert (on.reward or 0) > 0.5 > (off.reward or 0)
    assert focus.razor == inf


def test_links_of_a_page_without_text_wait_where_its_own_link_waited(folder: Path) -> None:
    (judged,) = opened(folder).judge([page("a", "", ("1", "kitten"), bucket=6)])

    assert (judged.score, judged.buckets, judged.reward) == (None, [6], None)


def test_with_a_step_it_learns_which_addresses_pay(folder: Path) -> None:
    """Anchors say nothing; what is called /good/ turns out well, and what is called /bad/ not."""
    focus = opened(folder, step=0.05)
    for number in range(60):
        names = (f"good/{number}", "more"), (f"bad/{number}", "more")
        focus.judge([page(f"list/{number}", text(KITTENS, number), *names)])
        focus.judge(
            [
                page(f"good/{number}", text(KITTENS, 100 + number)),
                page(f"bad/{number}", text(ENGINES, 100 + number)),
            ]
        )

    (judged,) = focus.judge([page("new", text(KITTENS), ("good/x", "more"), ("bad/x", "more"))])

    assert judged.buckets[0] < judged.buckets[1]


def learn_something(focus: LinkFocus) -> None:
    focus.judge([page("a", text(KITTENS), ("1", "kitten"), ("2", "piston"))])
    focus.judge([page("1", text(KITTENS, 1))])


def test_what_was_learnt_is_taken_up_by_the_same_worker(folder: Path) -> None:
    focus = opened(folder)
    learn_something(focus)
    focus.keep()

    version = focus.name.split()[1]
    options = section(folder)
    kept, why = state_of(folder, "learned", 1, version).scorer(learning_options(options))
    assert (kept.learnt, kept.waiting, why) == (1, 1, None)
    assert list(focus_notes(folder, options)) == []
    nothing, _ = state_of(folder, "learned", 2, version).scorer(learning_options(options))
    assert nothing.learnt == 0


def test_what_was_learnt_is_kept_from_time_to_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learned_focus, "KEPT_EVERY", 2)
    focus = opened(folder)

    learn_something(focus)  # two pages, and then it is killed

    kept, why = state_of(folder, "learned", 1, focus.name.split()[1]).scorer(
        learning_options(section(folder))
    )
    assert (kept.learnt, why) == (1, None)


def test_a_place_where_nothing_can_be_kept_ends_no_crawl(folder: Path) -> None:
    (folder / "models" / "focus-learned").write_text("no folder")
    focus = opened(folder)
    learn_something(focus)

    focus.keep()

    learn_something(opened(folder))


@pytest.mark.parametrize("harm", ["version", "model", "step", "cut", "emptied"])
def test_what_cannot_be_taken_up_is_learnt_anew_and_said(folder: Path, harm: str) -> None:
    focus = opened(folder)
    learn_something(focus)
    focus.keep()
    kept = folder / "models" / "focus-learned" / "learned-1"
    options = section(folder, step=0.01 if harm == "step" else 0.0)
    if harm == "version":
        _spoil(kept / "about.json")
    elif harm == "model":
        (folder / "seeds" / "positive" / "0.txt").write_text(text(KITTENS, 9))
        learn_focus(Collection.open(folder), settings_of(Collection.open(folder)))
    elif harm == "cut":
        array = kept / "waiting_keys.npy"
        array.write_bytes(array.read_bytes()[:-8])
    elif harm == "emptied":
        for file in kept.iterdir():
            file.unlink()

    (note,) = focus_notes(folder, options)

    assert str(kept) in note
    assert "anew" in note
    learn_something(opened(folder, step=options.step))


def _spoil(about: Path) -> None:
    """Let the note be of another format, sealed as it should be."""
    found = read_sealed_json(about)
    found["note"]["format"] = 99
    about.write_text(sealed_json(found))


def test_without_neutral_pages_it_says_what_it_needs(tmp_path: Path) -> None:
    collection = focused_collection(tmp_path / "c", START)
    for file in (tmp_path / "c" / "seeds" / "neutral").iterdir():
        file.unlink()
    lesson = learn_focus(collection, settings_of(collection))

    assert FocusNote.NO_REWARDS in lesson.notes
    with pytest.raises(SettingsError, match="auslese focus learn"):
        opened(tmp_path / "c")
    assert opened(tmp_path / "c", mode="links").judge([page("a", text(KITTENS))])[0].reward is None


def test_a_topic_that_is_learnt_again_changes_the_running_crawl(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renewed_focus, "LOOKED_EVERY", 1)
    focus = opened(folder, mode="links")
    before = focus.name
    (first,) = focus.judge([page("a", text(ENGINES))])
    seeds = folder / "seeds"
    (seeds / "positive").rename(seeds / "old")
    (seeds / "neutral").rename(seeds / "positive")
    (seeds / "old").rename(seeds / "neutral")
    collection = Collection.open(folder)
    learn_focus(collection, settings_of(collection))

    (second,) = focus.judge([page("a", text(ENGINES))])

    assert (second.reward or 0) > 0.5 > (first.reward or 0)
    assert focus.name != before


def test_a_model_that_has_gone_leaves_the_running_crawl_as_it_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renewed_focus, "LOOKED_EVERY", 1)
    focus = opened(folder, mode="links")
    model = model_folder_of(folder, section(folder))
    model.rename(folder / "away")

    (judged,) = focus.judge([page("a", text(KITTENS))])

    assert (judged.reward or 0) > 0.5


def test_pagerank_needs_no_model_and_what_is_named_again_waits_in_a_better_place(
    tmp_path: Path,
) -> None:
    collection = Collection.create(tmp_path / "c", '[presence]\nstart = ["http://a.example/"]\n')
    focus = opened(collection.path, mode="pagerank")
    many = [(str(number), "x") for number in range(60)]
    (first,) = focus.judge([page("a", "", *many)])

    again = focus.judge([page(f"b{number}", "", ("7", "x")) for number in range(4)])
    focus.keep()

    assert len(set(first.buckets)) == 1
    buckets = [judged.buckets[0] for judged in again]
    assert FOCUS_BUCKETS[0] <= buckets[-1] < buckets[0] < first.buckets[7]
    assert first.score is None
    kept = opened(collection.path, mode="pagerank").judge([page("c", "", ("7", "x"), *many)])
    assert kept[0].buckets[0] == buckets[-1] < kept[0].buckets[1]


def test_seeds_of_few_texts_are_judged_by_what_others_say(tmp_path: Path) -> None:
    write_seeds(tmp_path / "seeds", pages=3)
    collection = Collection.create(
        tmp_path / "c",
        f"""[presence]
start = ["{START}"]
[focus]
positive = ["{tmp_path}/seeds/positive"]
neutral = ["{tmp_path}/seeds/neutral"]
""",
    )

    lesson = learn_focus(collection, settings_of(collection))

    assert "no_rewards" in lesson.notes
