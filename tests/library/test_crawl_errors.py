"""What a Python program hears of a crawl that cannot be, or that came to nothing."""

import socket
from pathlib import Path

import pytest

import auslese


def closed_address() -> str:
    """An address of this machine at which nobody listens."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{listening.getsockname()[1]}/"


def test_a_wrong_value_is_named_as_the_program_named_it(tmp_path: Path) -> None:
    with auslese.new(tmp_path / "c", start=["http://127.0.0.1/"]) as mine:
        with pytest.raises(auslese.SettingsError, match=r"^max_pages: expected a whole number"):
            mine.crawl(max_pages=-3)
        with pytest.raises(auslese.SettingsError, match=r"^settings\['limits.depth'\]: expected"):
            mine.crawl(settings={"limits.depth": "deep"})


@pytest.mark.slow
def test_a_crawl_that_fetched_nothing_says_so(tmp_path: Path) -> None:
    quick = {"crawl.retries": 0, "politeness.delay": "0s"}
    with (
        auslese.new(tmp_path / "c", start=[closed_address()]) as mine,
        pytest.raises(auslese.AusleseError, match="no page could be fetched"),
    ):
        mine.crawl(settings=quick)
