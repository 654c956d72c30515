"""Wishes to a running crawl."""

from pathlib import Path

import pytest

from auslese.recipes.crawling.crawl_control import (
    CONTROL_FILE,
    forget_requests,
    is_pause_requested,
    is_stop_requested,
    request_pause,
    request_stop,
    request_workers,
    requested_workers,
)


def test_without_a_wish_nobody_wants_anything(tmp_path: Path) -> None:
    assert requested_workers(tmp_path) == 0


def test_the_last_wish_counts(tmp_path: Path) -> None:
    request_workers(tmp_path, 3)
    request_workers(tmp_path, 5)

    assert requested_workers(tmp_path) == 5
    assert [path.name for path in tmp_path.iterdir()] == [CONTROL_FILE]


def test_a_forgotten_wish_is_gone_and_may_be_forgotten_again(tmp_path: Path) -> None:
    request_workers(tmp_path, 3)
    forget_requests(tmp_path)
    forget_requests(tmp_path)

    assert requested_workers(tmp_path) == 0


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "{}", '{"workers": "many"}', "\x00"])
def test_a_file_that_says_nothing_is_no_wish(tmp_path: Path, text: str) -> None:
    (tmp_path / CONTROL_FILE).write_text(text, "utf-8")

    assert requested_workers(tmp_path) == 0


def test_one_wish_does_not_undo_another(tmp_path: Path) -> None:
    request_workers(tmp_path, 3)
    request_pause(tmp_path, True)
    request_stop(tmp_path)

    assert (
        requested_workers(tmp_path),
        is_pause_requested(tmp_path),
        is_stop_requested(tmp_path),
    ) == (
        3,
        True,
        True,
    )
    request_pause(tmp_path, False)
    assert not is_pause_requested(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"pause": "yes", "stop": 1}'])
def test_only_a_plain_yes_pauses_or_stops(tmp_path: Path, text: str) -> None:
    (tmp_path / CONTROL_FILE).write_text(text, "utf-8")

    assert not is_pause_requested(tmp_path)
    assert not is_stop_requested(tmp_path)
