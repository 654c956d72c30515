"""`search --ratings` tells what weights would bring, and writes them only when told."""

import json
from dataclasses import asdict
from pathlib import Path
from random import Random

import pytest
from tests.indexed_collection import make
from tests.running import auslese
from tests.topic_collection import add_pages

from auslese.recipes.searching.weight_training import learn_weights, read_ratings
from auslese.recipes.settings.settings_edit import write_setting
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import NotFoundError
from auslese.search.answer.rated_pages import BadRatingError
from auslese.search.answer.weight_validation import interval
from auslese.store.collection import Collection

WORDS = [f"word{letter}" for letter in "abcdefghijklmnopqrst"]


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """Pages with a word in the text; good are those that have it in title and address as well.

    The weights there are say that this is worth nothing, so pages that repeat it come first.
    """
    room = tmp_path_factory.mktemp("judged")
    collection, chance = Collection.create(room / "c"), Random(1)
    for name in ("title", "address", "exact", "parts"):
        write_setting(collection.settings, f"search.{name}", 0.0)
    pages, ratings = [], []
    for word in WORDS:
        for number in range(14):
            is_good = number % 4 == 0
            host = word if is_good else "other"
            size = chance.randint(40, 60) if is_good else chance.randint(4, 30)
            text = " ".join(
                [word] * (1 if is_good else 4) + chance.choices(["alpha", "beta", "gamma"], k=size)
            )
            pages.append((f"http://{host}.example/{number}{word[-1]}", text, "en"))
            ratings.append(f"{word} 0 {pages[-1][0]} {int(is_good)}")
    add_pages(collection, pages)
    make(collection)
    queries = room / "queries.jsonl"
    queries.write_text("\n".join(json.dumps({"id": each, "text": each}) for each in WORDS))
    (room / "qrels").write_text("\n".join(ratings))
    return collection.path, queries, room / "qrels"


def test_weights_are_told_and_not_written_unless_asked(
    judged: tuple[Path, Path, Path],
) -> None:
    folder, queries, ratings = judged
    wishes = ("search", folder, "--queries", queries, "--ratings", ratings)
    before = (folder / "auslese.toml").read_text("utf-8")

    told = json.loads(auslese(*wishes, "--json").stdout)
    assert told["before"] < 0.9
    assert told["queries"] == len(WORDS)
    assert told["after"] > told["before"]
    assert 0 < told["low"] <= told["gain"] <= told["high"]
    assert told["changed"].keys() & {"title", "address", "exact", "parts"}
    assert not told["written"]
    assert (folder / "auslese.toml").read_text("utf-8") == before

    words = auslese(*wishes, "--write").stdout
    assert "written into auslese.toml" in words
    assert asdict(settings_of(Collection.open(folder)).search.weights) == told["weights"]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("a b 1\n1 0 x", "line 2: expected a query"),
        ("a b 1\nwhat is this", "line 2: expected a query"),
        ("query page grade\n1 x 1", "expected at least 10 queries"),
        ("", "expected at least 10 queries"),
    ],
)
def test_ratings_that_are_none_are_told(
    judged: tuple[Path, Path, Path], tmp_path: Path, lines: str, why: str
) -> None:
    (tmp_path / "qrels").write_text(lines)
    with pytest.raises(BadRatingError, match=why):
        learn_weights(Collection.open(judged[0]), judged[1], tmp_path / "qrels")


def test_ratings_of_pages_that_are_never_found_are_told(
    judged: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    (tmp_path / "qrels").write_text("\n".join(f"{word} 0 nowhere 1" for word in WORDS))
    with pytest.raises(BadRatingError, match="no rated page is among those found"):
        learn_weights(Collection.open(judged[0]), judged[1], tmp_path / "qrels")


def test_both_forms_of_ratings_are_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("q 0 p 2\nq 0 r -1\n\n")
    (tmp_path / "b").write_text("query_id\tdoc_id\tgrade\nq\tp\t2\nq\tr\t0\n")

    assert read_ratings(tmp_path / "a") == read_ratings(tmp_path / "b") == {"q": {"p": 2, "r": 0}}
    with pytest.raises(NotFoundError):
        read_ratings(tmp_path / "c")


def test_options_that_need_others_are_refused(judged: tuple[Path, Path, Path]) -> None:
    folder, _, ratings = judged

    assert "--queries" in auslese("search", folder, "x", "--ratings", ratings, code=2).stderr
    assert "--ratings" in auslese("search", folder, "x", "--write", code=2).stderr


def test_an_interval_holds_the_mean() -> None:
    low, high = interval([0.1, 0.2, 0.3] * 20)

    assert low < 0.2 < high
    assert interval([0.5] * 9) == (0.5, 0.5)
