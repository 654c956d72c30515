"""Files that say what pages may be used for: asked for after robots.txt, politely, once."""

from dataclasses import replace
from typing import Any

import pytest
from tests.crawl.errand_run import ROBOTS, A, Run
from tests.crawl.function_web import (
    Web,
    answer,
    errand_settings,
    http_error,
    lease_of,
    read_lines,
    redirect,
    robots,
)

from auslese.crawl.frontier.lease import RobotsNote
from auslese.crawl.robots.rights_requests import LARGEST_BYTES
from auslese.records.fetch import Failed, Failure, Fetched, FetchOutcome, Refusal, Refused
from auslese.records.reading import Directives, Reading
from auslese.records.url import Url

TDMREP = f"{A}/.well-known/tdmrep.json"
LICENCE = f"{A}/licence.xml"
ASKING = errand_settings(rights_files=True)
RESERVED = b'[{"location": "/", "tdm-reservation": 1}]'


def run_of(answers: dict[str, FetchOutcome], *pages: str, **parts: Any) -> tuple[Web, Run]:
    """A lease of these pages, run to its end."""
    web = Web({ROBOTS: robots(), f"{A}/1": answer(), f"{A}/2": answer(b"other")} | answers)
    lease = parts.pop("lease", None) or lease_of(*(pages or (f"{A}/1", f"{A}/2")))
    return web, Run(web, lease, parts.pop("settings", ASKING), **parts)


def files(run: Run) -> dict[str, tuple[int, str]]:
    """What is noted of files that are no robots.txt."""
    notes = run.runner.outbox.robots
    return {note.origin: (note.status, note.text) for note in notes if note.origin != A}


def test_the_file_of_the_tdm_protocol_is_asked_for_once_behind_robots_txt() -> None:
    web, run = run_of({TDMREP: answer(RESERVED)})

    assert web.asked == [ROBOTS, TDMREP, f"{A}/1", f"{A}/2"]
    assert files(run) == {TDMREP: (200, RESERVED.decode())}
    assert [exchange.url for exchange in run.keeper.kept[:2]] == [ROBOTS, TDMREP]
    assert run.endings() == ["fetched page", "fetched page"]


def test_that_there_is_none_is_no_failure_and_costs_the_host_nothing() -> None:
    for missing in (http_error(404), http_error(403), http_error(500), Failed(Failure.PROTOCOL)):
        _, run = run_of({TDMREP: missing})

        assert run.endings() == ["fetched page", "fetched page"]
        assert run.session.errors == 0
        assert files(run) == {TDMREP: (missing.status, "")}


def test_rules_that_are_still_fresh_ask_for_no_file_either() -> None:
    note = RobotsNote(A, 200, "User-agent: *", 0.0, 1e12)

    web, _ = run_of({}, lease=lease_of(f"{A}/1", notes=[note]))

    assert web.asked == [f"{A}/1"]


def test_a_setting_switches_it_off() -> None:
    web, _ = run_of({}, settings=errand_settings())

    assert web.asked == [ROBOTS, f"{A}/1", f"{A}/2"]


def test_a_file_that_robots_txt_forbids_is_not_asked_for() -> None:
    web, run = run_of({ROBOTS: robots("Disallow: /.well-known/", "License: /.well-known/l.xml")})

    assert web.pages_asked == [f"{A}/1", f"{A}/2"]
    assert files(run) == {}


def test_licences_that_robots_txt_names_are_asked_for_on_its_host_alone() -> None:
    told = robots(f"License: {LICENCE}", "License: /more.xml", "License: http://b.example/l.xml")

    web, run = run_of({ROBOTS: told, LICENCE: answer(b"<rsl/>")})

    assert web.asked[1:4] == [TDMREP, LICENCE, f"{A}/more.xml"]
    assert files(run)[LICENCE] == (200, "<rsl/>")
    assert not any("b.example" in url for url in web.asked)


def naming(*licences: str) -> Any:
    """A reader of pages that all name these licences."""

    def read(url: Url, fetched: Fetched) -> Reading:
        optouts = tuple(f"rsl={licence}" for licence in licences)
        return replace(read_lines(url, fetched), directives=Directives(optouts=optouts))

    return read


def test_a_licence_that_pages_name_is_asked_for_once() -> None:
    read = naming(LICENCE, "http://b.example/licence.xml")

    web, _ = run_of({LICENCE: answer(b"<rsl/>")}, f"{A}/1", f"{A}/2", f"{A}/1", read=read)

    assert web.asked == [ROBOTS, TDMREP, f"{A}/1", LICENCE, f"{A}/2", f"{A}/1"]


def test_a_file_is_followed_to_where_it_was_moved_on_its_host_and_known_by_its_name() -> None:
    web, run = run_of({TDMREP: redirect("/rights"), f"{A}/rights": answer(RESERVED)})

    assert web.asked[:3] == [ROBOTS, TDMREP, f"{A}/rights"]
    assert files(run) == {TDMREP: (200, RESERVED.decode())}


@pytest.mark.parametrize("target", ["http://b.example/rights", "https://a.example/x", TDMREP])
def test_a_file_is_not_followed_to_other_hosts_nor_without_end(target: str) -> None:
    web, run = run_of({TDMREP: redirect(target)})

    assert web.asked.count(TDMREP) <= 6
    assert not any("b.example" in url or "https:" in url for url in web.asked)
    assert run.endings() == ["fetched page", "fetched page"]
    assert files(run) == {TDMREP: (301, "")}


def test_a_large_file_is_cut() -> None:
    _, run = run_of({TDMREP: answer(b"[" * (LARGEST_BYTES + 1))})

    assert len(files(run)[TDMREP][1]) == LARGEST_BYTES


def test_a_host_that_asks_for_rest_with_such_a_file_gets_it() -> None:
    _, run = run_of({TDMREP: http_error(429, retry_after=77.0)}, f"{A}/1")

    assert run.endings() == ["fetched page"]
    assert run.session.next_at > 77


def test_a_file_at_an_address_that_may_not_be_asked_is_passed_over() -> None:
    _, run = run_of({TDMREP: Refused(Refusal.ADDRESS, "private")}, f"{A}/1")

    assert run.endings() == ["fetched page"]
    assert files(run) == {}


def test_the_lease_is_kept_while_such_a_file_is_still_to_come() -> None:
    _, run = run_of({TDMREP: answer(RESERVED)}, lease=lease_of(f"{A}/1")._replace(delay=60.0))

    assert files(run) == {TDMREP: (200, RESERVED.decode())}
