"""`auslese go`: a collection and its crawl in one command."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.running import auslese, auslese_json
from tests.site_files import SITE_FILES
from tests.toyweb import ToyWeb, read_log, serving

from auslese.cli.crawling.go_command import command, intake_in_words, read_starts
from auslese.crawl.fetch.scheme_probe import with_scheme
from auslese.crawl.scope.scope import Presence
from auslese.recipes.settings.settings_edit import write_setting
from auslese.recipes.settings.settings_loading import load_settings
from auslese.records.errors import SettingsError
from auslese.records.url import Url

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

    asked = [request.path for request in read_log(log) if request.path not in SITE_FILES]
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


def presence(*starts: str, **changes: Any) -> Presence:
    return replace(Presence("x", tuple(map(Url, starts))), **changes)


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        (
            presence("https://www.a.example/"),
            "takes in every page of a.example and of all hosts below",
        ),
        (presence("http://127.0.0.1:8080/"), "takes in every page of 127.0.0.1"),
        (
            presence("https://www.a.example/docs/x.html"),
            "takes in every page of a.example and of all hosts below;"
            " --scope prefix takes in that folder alone",
        ),
        (
            presence("https://a.example/", scope="host", deny=("*/print/*",)),
            "takes in every page of a.example, but not */print/*",
        ),
        (
            presence("https://a.example/docs/x.html", scope="prefix", allow=("b.example",)),
            "takes in what lies below https://a.example/docs/, and b.example",
        ),
        (presence("https://a.example/", scope="none"), "takes in the start pages alone"),
    ],
)
def test_it_says_in_words_what_it_takes_in(chosen: Presence, words: str) -> None:
    assert intake_in_words(chosen) == words


def test_a_host_without_scheme_that_speaks_http_alone_is_asked_by_http(tmp_path: Path) -> None:
    said: list[str] = []
    with serving(WEB, tmp_path / "requests.log") as port:
        assert with_scheme(f"127.0.0.1:{port}/p0", said.append) == f"http://127.0.0.1:{port}/p0"
    assert said == [
        f"127.0.0.1:{port}/p0: https does not answer, http does;"
        f" starting at http://127.0.0.1:{port}/p0"
    ]
    assert with_scheme(f"127.0.0.1:{port}", said.append) == f"https://127.0.0.1:{port}"
    assert "neither https nor http answers" in said[-1]
    assert with_scheme("http://a.example", said.append) == "http://a.example"
    assert len(said) == 2


@pytest.mark.slow
def test_rules_can_be_given_and_a_crawl_in_vain_stops_with_its_reason(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    words = ("go", "http://127.0.0.1:1/docs/", "--into", folder, "--no-serve")

    vain = auslese(*words, "--scope", "prefix", "--allow", "b.localhost", "--max-time", "3s")
    late = auslese(*words, "--deny", "*.pdf", code=2)

    assert "takes in what lies below http://127.0.0.1:1/docs/, and b.localhost" in vain.stderr
    settings = load_settings(folder / "auslese.toml", {}, {}).presence
    assert (settings.scope, settings.allow) == ("prefix", ("b.localhost",))
    assert "--deny:" in late.stderr
    assert "change [presence] in" in late.stderr


@pytest.mark.slow
def test_nothing_is_analysed_after_a_crawl_in_vain(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    auslese("new", folder, "--start", "http://127.0.0.1:1/")
    write_setting(folder / "auslese.toml", "crawl.retries", 0)

    vain = auslese("go", "http://127.0.0.1:1/", "--into", folder, "--no-serve", code=1)

    assert vain.stderr.splitlines()[-1].startswith("auslese: no page could be fetched: connect;")
    assert "up to date" not in vain.stderr
