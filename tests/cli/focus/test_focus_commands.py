"""`auslese focus learn|compare|tune` and `crawl --focus`: what they say, and of what is wrong."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from tests.two_topics import write_seeds

from auslese.analyse.focus.focus_model import SeedsWithoutTextError
from auslese.cli.focus.focus_tune_command import proposal_words
from auslese.cli.main import program
from auslese.recipes.focus.focus_tuning import proposal_of
from auslese.records.errors import AusleseError, NotFoundError, SettingsError
from auslese.store.collection import Collection
from auslese.system.seals.sealed_json import read_sealed_json, sealed_json

SETTINGS = """
[presence]
start = ["http://a.example/"]
[politeness]
contact = "tests@example.org"
[focus]
positive = ["seeds/positive"]
neutral = ["seeds/neutral"]
"""
GERMAN = "Das kleine Kätzchen schläft den ganzen Tag auf der warmen Decke und schnurrt leise dabei."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    collection = Collection.create(tmp_path / "c", SETTINGS)
    write_seeds(collection.path / "seeds")
    return collection.path


def run(*words: object) -> Result:
    return CliRunner().invoke(program, [str(word) for word in words])


def shown(*words: object) -> str:
    done = run(*words)
    assert done.exit_code == 0, done.output
    return done.stdout


def keep_seeds(folder: Path, kind: str, most: int) -> None:
    for file in sorted((folder / "seeds" / kind).iterdir())[most:]:
        file.unlink()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("learn", ("Learn the topic of the collection in DIR", "--topic NAME", "focus.positive")),
        ("compare", ("Compare crawls", "--model FOLDER", "--threshold SCORE", "--plot FILE.svg")),
        ("tune", ("Propose borders", "--pages N", "thrown away")),
    ],
)
def test_help_says_what_it_is_for(command: str, words: tuple[str, ...]) -> None:
    text = " ".join(shown("focus", command, "--help").split())

    assert all(each in text for each in words)


def test_help_of_crawl_names_all_modes() -> None:
    text = " ".join(shown("crawl", "--help").split())

    assert all(mode in text for mode in ("none", "page", "links", "learned", "pagerank"))


def test_a_lesson_says_from_what_and_what_is_next(folder: Path) -> None:
    text = shown("focus", "learn", folder)

    assert text.startswith("learnt from 8 pages on the topic and 8 neutral pages: ")
    assert "median perplexity of pages on the topic that were held back" in text
    assert "note:" not in text
    assert text.splitlines()[-1].startswith("next: ")


def test_seeds_without_text_teach_nothing(folder: Path) -> None:
    for file in (folder / "seeds" / "positive").iterdir():
        file.write_text(" \n 123 \n")

    done = run("focus", "learn", folder)

    assert isinstance(done.exception, SeedsWithoutTextError)
    assert str(done.exception) == "the seeds of the subject have no text to learn from"
    assert not (folder / "models" / "focus").exists()


def test_one_seed_is_learnt_from_with_a_note(folder: Path) -> None:
    keep_seeds(folder, "positive", 1)

    text = shown("focus", "learn", folder)

    assert "learnt from 1 page on the topic and 8 neutral pages" in text
    assert "note: one good page alone" in text
    assert "note: what scores are worth cannot be told" in text


def test_seeds_of_another_language_are_noted(folder: Path) -> None:
    for file in (folder / "seeds" / "positive").iterdir():
        file.write_text(GERMAN * 5)
    for file in (folder / "seeds" / "neutral").iterdir():
        file.write_text("The car drove along the old road to the town and back again. " * 5)

    assert "note: the good texts are in another language" in shown("focus", "learn", folder)


def test_an_empty_neutral_set_is_noted(folder: Path) -> None:
    keep_seeds(folder, "neutral", 0)

    text = shown("focus", "learn", folder)

    assert "note: no neutral texts" in text
    assert "note: what scores are worth cannot be told" in text


def test_a_missing_source_is_named_and_the_rest_is_learnt(folder: Path) -> None:
    settings = folder / "auslese.toml"
    settings.write_text(
        SETTINGS.replace('["seeds/positive"]', '["seeds/positive", "seeds/none.txt"]')
    )

    text = shown("focus", "learn", folder)

    assert "none.txt: No such file or directory" in text
    assert "learnt from 8 pages" in text


@pytest.mark.parametrize("words", [("crawl", "--focus", "links"), ("focus", "compare")])
def test_a_model_of_another_version_says_what_to_do(folder: Path, words: tuple[str, ...]) -> None:
    shown("focus", "learn", folder)
    about = folder / "models" / "focus" / "about.json"
    found = read_sealed_json(about)
    found["note"]["focus"]["format"] = 99
    about.write_text(sealed_json(found))

    error = run(*words, folder).exception

    assert isinstance(error, AusleseError)
    assert "another version (format 99" in str(error)
    assert "`auslese focus learn DIR` makes a new one" in str(error)


def test_without_a_model_the_way_to_one_is_named(folder: Path) -> None:
    for words in (("crawl", "--focus", "learned"), ("focus", "compare")):
        error = run(*words, folder).exception
        assert isinstance(error, NotFoundError)
        assert "`auslese focus learn DIR` makes one" in str(error)


def test_a_learned_crawl_without_neutral_pages_says_what_it_needs(folder: Path) -> None:
    keep_seeds(folder, "neutral", 0)
    shown("focus", "learn", folder)

    error = run("crawl", folder, "--focus", "learned").exception

    assert isinstance(error, SettingsError)
    assert "four pages on the topic and four neutral ones" in str(error)


def test_a_collection_of_which_nothing_was_read_cannot_be_compared(folder: Path) -> None:
    shown("focus", "learn", folder)

    error = run("focus", "compare", folder).exception

    assert isinstance(error, NotFoundError)
    assert "no page has been read" in str(error)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--focus", "learnt"), '"learned", "pagerank"'),
        (("--focus", ""), "one of"),
    ],
)
def test_a_mode_that_there_is_not_is_told(
    folder: Path, words: tuple[str, ...], expected: str
) -> None:
    error = run("crawl", folder, *words).exception

    assert isinstance(error, SettingsError)
    assert expected in str(error)


@pytest.mark.parametrize("reward", ["expert", "topic:", ""])
def test_a_reward_that_there_is_not_is_told(folder: Path, reward: str) -> None:
    with (folder / "auslese.toml").open("a") as settings:
        settings.write(f'reward = "{reward}"\n')

    error = run("crawl", folder, "--focus", "links").exception

    assert isinstance(error, SettingsError)
    assert '"model" or "topic:NAME"' in str(error)


def test_a_topic_that_nobody_has_begun_is_told(folder: Path) -> None:
    with (folder / "auslese.toml").open("a") as settings:
        settings.write('reward = "topic:Bees"\n')
    shown("focus", "learn", folder)

    error = run("crawl", folder, "--focus", "links").exception

    assert isinstance(error, NotFoundError)
    assert "Bees" in str(error)


def test_borders_are_spread_over_a_trial_that_has_much_else_in_it() -> None:
    scores = np.random.default_rng(1).lognormal(6.0, 1.0, 500)

    proposal = proposal_of(scores.tolist(), [])

    classes = np.bincount(np.searchsorted(proposal.borders, scores), minlength=10)
    assert classes.min() >= 20, "Werner's shares put 462 of 500 into the best class"
    assert classes.max() <= 120


def test_a_proposal_can_be_put_into_the_settings() -> None:
    scores = [float(number) for number in range(100, 1100)]

    text = proposal_words(proposal_of([*scores, None], [500, 300, 200, 0, 1]), (600, 800, 1100))

    assert "1,001 pages of the trial by today's borders: 500 up to 600, 300 up to 800" in text
    assert "0 beyond, 1 without text" in text
    assert "if nearly all of these pages are on the topic: [1020, 2040, 4080]" in text
    lines = text.splitlines()
    assert lines[-3] == "  [focus]"
    assert lines[-2].startswith("  borders = [")
    assert lines[-1].startswith("  razor = ")
