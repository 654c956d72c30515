"""Rules about addresses, decided where the address is known: at the connection."""

from pathlib import Path

import pytest

from tests.running import auslese, auslese_json
from tests.toyweb import ToyWeb, all_pages, read_log, serving

WEB = ToyWeb(seed=3, hosts=3, pages_per_host=6)


@pytest.mark.slow
def test_a_range_of_addresses_takes_in_every_host_that_lies_there(tmp_path: Path) -> None:
    with serving(WEB, tmp_path / "log") as port:
        start, rules = WEB.start_url(port), ("--scope", "none", "--allow", "127.0.0.0/8")
        auslese("new", tmp_path / "web", "--start", start, *rules)
        summary = auslese_json("crawl", tmp_path / "web", "--delay", "0s")

        assert summary["pages"] == len(all_pages(WEB, port))
        assert summary["refused"] == {}


@pytest.mark.slow
def test_a_host_at_a_denied_address_is_not_asked_for_anything(tmp_path: Path) -> None:
    with serving(WEB, tmp_path / "log") as port:
        start = WEB.start_url(port)
        auslese("new", tmp_path / "web", "--start", start, "--deny", "127.0.0.0/8", "::1/128")
        summary = auslese_json("crawl", tmp_path / "web", "--delay", "0s")

    assert summary["refused"] == {"scope": 1}
    assert read_log(tmp_path / "log") == []
