"""`auslese workers` speaks to a running crawl; cli/test_crawl.py shows that it listens."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from auslese.cli.crawling.workers_command import command
from auslese.recipes.crawling.crawl_control import requested_workers
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection


def test_the_wish_is_left_for_the_crawl_that_runs(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    with collection.lock():
        result = CliRunner().invoke(command, [str(collection.path), "3"], catch_exceptions=False)

    assert result.stdout == ""
    assert "goes on with 3 workers" in result.stderr
    assert requested_workers(collection.path) == 3


def test_without_a_crawl_there_is_nobody_to_ask(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")

    with pytest.raises(NotFoundError, match="no crawl is running"):
        CliRunner().invoke(command, [str(collection.path), "3"], catch_exceptions=False)
    assert requested_workers(collection.path) == 0


@pytest.mark.parametrize("number", ["0", "-1", "many", "5000"])
def test_a_number_that_makes_no_sense_is_a_usage_error(tmp_path: Path, number: str) -> None:
    folder = str(Collection.create(tmp_path / "c").path)

    assert CliRunner().invoke(command, [folder, number]).exit_code == 2
