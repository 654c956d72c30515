"""`auslese go --max-time` bounds all of it: crawl, reading, analyses, index."""

from pathlib import Path
from time import monotonic

from tests.import_run import imported, jsonl

from auslese.cli.analysing.analyse_run import analyse_shown, exit_code_of
from auslese.cli.crawling.go_command import CRAWL_SHARE, is_out_of_time, shared_time
from auslese.cli.run_manner import RunManner
from auslese.cli.searching.index_command import index_shown
from auslese.recipes.settings.settings_loading import load_settings
from auslese.store.collection import SETTINGS_FILE, Collection
from auslese.system.signals import noting_signals


def some_pages(path: Path) -> Collection:
    documents = [{"id": n, "text": f"number {n} is a number. " * 5} for n in range(3)]
    imported(path / "c", jsonl(path / "d.jsonl", documents))
    return Collection.open(path / "c")


def test_what_is_past_the_deadline_ends_at_its_next_safe_point(tmp_path: Path) -> None:
    collection = some_pages(tmp_path)

    analyses = analyse_shown(collection.path, manner=RunManner(True, monotonic()))
    analyse_shown(collection.path, ("reading",), manner=RunManner(True))
    index = index_shown(collection, manner=RunManner(True, monotonic())).as_json()

    assert [(name, each["ending"]) for name, each in analyses.items()] == [("reading", "time")]
    assert index["ending"] == "time"
    assert exit_code_of(analyses) == 0
    assert is_out_of_time(analyses, {})
    assert is_out_of_time({}, index)
    assert not is_out_of_time({"reading": {"ending": "finished"}}, {})


def test_the_crawl_leaves_time_for_what_makes_its_pages_searchable(tmp_path: Path) -> None:
    collection = some_pages(tmp_path)

    flags, deadline = shared_time(collection.path, {"limits.time": "10s"})
    now = monotonic()
    unlimited = shared_time(collection.path, {"limits.time": None})

    settings = load_settings(collection.path / SETTINGS_FILE, flags, {})
    assert settings.limits.time is not None
    assert settings.limits.time.total_seconds() == 10 * CRAWL_SHARE
    assert deadline is not None
    assert now < deadline <= now + 10
    assert unlimited == ({"limits.time": None}, None)


def test_nobody_is_told_to_end_before_the_deadline() -> None:
    with noting_signals(monotonic() + 60) as early, noting_signals(monotonic()) as late:
        assert (early(), late()) == ("", "time")
