"""Wishes to a running crawl."""

from pathlib import Path

import pytest

from auslese.recipes.control import CONTROL_FILE, forget_wishes, wanted_workers, wish_workers


def test_without_a_wish_nobody_wants_anything(tmp_path: Path) -> None:
    assert wanted_workers(tmp_path) == 0


def test_the_last_wish_counts(tmp_path: Path) -> None:
    wish_workers(tmp_path, 3)
    wish_workers(tmp_path, 5)

    assert wanted_workers(tmp_path) == 5
    assert [path.name for path in tmp_path.iterdir()] == [CONTROL_FILE]


def test_a_forgotten_wish_is_gone_and_may_be_forgotten_again(tmp_path: Path) -> None:
    wish_workers(tmp_path, 3)
    forget_wishes(tmp_path)
    forget_wishes(tmp_path)

    assert wanted_workers(tmp_path) == 0


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "{}", '{"workers": "many"}', "\x00"])
def test_a_file_that_says_nothing_is_no_wish(tmp_path: Path, text: str) -> None:
    (tmp_path / CONTROL_FILE).write_text(text, "utf-8")

    assert wanted_workers(tmp_path) == 0
