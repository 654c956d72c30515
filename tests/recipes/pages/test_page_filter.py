"""Conditions that cannot be meant are told with what could be, if anything could."""

from pathlib import Path

import pytest

from auslese.recipes.pages.page_filter import pages_query
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect


def told(tmp_path: Path, where: str) -> str:
    with (
        connect(Collection.create(tmp_path / "c", "")) as tables,
        pytest.raises(SettingsError) as error,
    ):
        pages_query(where, tables)
    return str(error.value)


@pytest.mark.parametrize("where", ["title:(", "lang:", "()"])
def test_where_nothing_is_understood_nothing_is_proposed(tmp_path: Path, where: str) -> None:
    said = told(tmp_path, where)

    assert "could be meant" not in said
    assert "expected conditions on fields" in said


def test_what_could_be_meant_is_said(tmp_path: Path) -> None:
    assert "lang:de' could be meant" in told(tmp_path, "lang:de)")
