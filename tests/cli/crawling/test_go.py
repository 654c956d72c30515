"""`auslese go`: a collection and its crawl in one command."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.running import auslese, auslese_json
from tests.toyweb import ToyWeb, read_log, serving

from auslese.cli.crawling.go_command import command, read_starts
from auslese.records.errors import SettingsError

WEB = ToyWeb(seed=9, hosts=1, pages_per_host=2)


@pytest.mark.slow
def test_one_command_makes_a_collection_crawls_and_reads_it_and_the_same_command_goes_on(
    tmp_path: Path,
) -> None:
    folder, log = tmp_path / "web", tmp_path / "requests.log"
    with serving(WEB, log) as port:
        start = WEB.start_url(port)
        words = ("go", start, "--into", folder, "--max-time", "60s", "--max-pages")
        first = auslese_json(*words, 1)
        second = auslese(*words, 5)

    asked = [request.path for request in read_log(log) if request.path != "/robots.txt"]
    assert (first["pages"], first["ending"]) == (1, "pages")
    assert "is there already; going on with it" in second.stderr
    assert sorted(asked) == ["/p0", "/p1"]
    assert (folder / "auslese.toml").exists()
    assert first["analyses"]["reading"]["documents"] == 1
    assert "1 page read in" in second.stderr


def test_a_bare_host_name_is_meant_as_https() -> None:
    assert read_starts(("www.tum.de", "http://a.example")) == (
        "https://www.tum.de/",
        "http://a.example/",
    )


def test_what_is_no_address_is_named() -> None:
    with pytest.raises(SettingsError, match="mailto"):
        read_starts(("mailto:me://x",))


def test_a_collection_of_other_pages_does_not_swallow_a_new_start(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    auslese("new", folder, "--start", "https://a.example")

    with pytest.raises(SettingsError, match=r"does not start at https://b\.example/"):
        CliRunner().invoke(command, ["b.example", "--into", str(folder)], catch_exceptions=False)
