"""Copies are found whatever shard each of them was in."""

from pathlib import Path

import pytest
from tests.duplicate_run import Written, changed, find, firsts, prose, table, written_collection

from auslese.recipes.duplicates import sketching

TEXTS = 24
GROUPS = 6


def near_copies() -> list[Written]:
    """Texts of six kinds in turn: no two that are alike stand side by side."""
    return [
        Written(f"http://h{at % 5}.example/{at:02}", changed(prose(at % GROUPS), 2, at))
        for at in range(TEXTS)
    ]


def test_near_copies_of_other_shards_are_found_as_in_one_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = written_collection(tmp_path / "whole", [near_copies()])
    find(whole)

    monkeypatch.setattr(sketching, "BATCH_PAGES", 1)
    alone = written_collection(tmp_path / "alone", [[each] for each in near_copies()])
    find(alone, workers=2)

    assert table(alone) == table(whole)
    assert len(set(firsts(whole).values())) == GROUPS
