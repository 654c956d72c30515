"""Where a running crawl stands, for those who watch from another process."""

import json
import time
from pathlib import Path

import pytest

from auslese.crawl.worker.coordinator import Progress
from auslese.recipes.crawling.live_state import (
    LIVE_FILE,
    forget_live,
    read_live,
    recording_live_state,
    write_live,
)


def test_what_was_written_is_read(tmp_path: Path) -> None:
    write_live(tmp_path, Progress(pages=3, waiting=4, brake="nothing left to do"))
    told = read_live(tmp_path)

    assert told is not None
    assert (told["pages"], told["waiting"], told["brake"]) == (3, 4, "nothing left to do")
    assert [path.name for path in tmp_path.iterdir()] == [LIVE_FILE]


def test_the_first_progress_is_written_and_every_one_is_shown(tmp_path: Path) -> None:
    shown: list[int] = []
    show = recording_live_state(tmp_path, lambda progress: shown.append(progress.pages))
    for pages in (1, 2, 3):
        show(Progress(pages=pages))

    assert shown == [1, 2, 3]
    assert (read_live(tmp_path) or {})["pages"] == 1  # the others came within a second


def test_nobody_speaks_of_a_crawl_that_has_ended(tmp_path: Path) -> None:
    write_live(tmp_path, Progress())
    forget_live(tmp_path)
    forget_live(tmp_path)

    assert read_live(tmp_path) is None


def test_old_words_are_no_words(tmp_path: Path) -> None:
    write_live(tmp_path, Progress())
    told = json.loads((tmp_path / LIVE_FILE).read_text())
    (tmp_path / LIVE_FILE).write_text(json.dumps(told | {"at": time.time() - 3600}))

    assert read_live(tmp_path) is None


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "{}", '{"at": "soon"}', "\x00"])
def test_a_file_that_says_nothing_is_no_crawl(tmp_path: Path, text: str) -> None:
    (tmp_path / LIVE_FILE).write_text(text, "utf-8")

    assert read_live(tmp_path) is None
