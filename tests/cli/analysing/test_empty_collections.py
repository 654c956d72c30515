"""Whoever asks something of an empty collection hears what to do first."""

from pathlib import Path

import pytest
from tests.small_collection import crawled_collection

from auslese.cli.analysing.empty_collections import tell_if_empty
from auslese.store.collection import Collection


def test_a_collection_without_pages_is_to_be_crawled_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tell_if_empty(Collection.create(tmp_path / "c"))
    told = capsys.readouterr().err
    assert told == f"{tmp_path}/c has no pages yet; crawl first: `auslese crawl {tmp_path}/c`\n"


def test_nothing_is_said_of_one_that_has_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not tell_if_empty(crawled_collection(tmp_path / "c"))
    assert capsys.readouterr().err == ""
