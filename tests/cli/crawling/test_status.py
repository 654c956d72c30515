"""`auslese status` tells where a collection stands, to people and to programs."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.small_collection import crawled_collection

from auslese.cli.crawling.status_command import command
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.tables.schemas import TABLES

KEYS = [
    "pages",
    "queued",
    "seen",
    "outcomes",
    "depth",
    "forecast",
    "hosts",
    "again",
    "tables",
    "index",
    "reading",
    "languages",
    "duplicates",
    "focus",
    "traps",
    "unreachable",
]
FORECAST_KEYS = {"remaining", "low", "high", "basis", "seconds", "brake", "peak", "slowest"}


def test_the_status_as_json_has_the_promised_keys(tmp_path: Path) -> None:
    folder = crawled_collection(tmp_path / "c").path

    result = CliRunner().invoke(command, [str(folder), "--json"], catch_exceptions=False)

    status = json.loads(result.stdout)
    assert list(status) == KEYS
    assert set(status["forecast"]) == FORECAST_KEYS
    assert set(status["tables"]) == set(TABLES)
    assert sum(status["outcomes"].values()) + status["queued"] == status["seen"]


def test_the_status_in_words_has_every_number(tmp_path: Path) -> None:
    folder = crawled_collection(tmp_path / "c").path

    result = CliRunner().invoke(command, [str(folder)], catch_exceptions=False)

    assert "1 page from 2 hosts; 2 of 7 URLs wait" in result.stdout
    assert "refused.scope          4 ████" in result.stdout
    assert "still to come: at least 2 pages" in result.stdout


def test_before_the_first_crawl_the_status_says_so(tmp_path: Path) -> None:
    folder = Collection.create(tmp_path / "c").path

    result = CliRunner().invoke(command, [str(folder)], catch_exceptions=False)

    assert result.exit_code == 0
    assert "none yet" in result.stdout


def test_a_folder_that_is_no_collection_has_no_status(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        CliRunner().invoke(command, [str(tmp_path)], catch_exceptions=False)
