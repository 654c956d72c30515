"""Our tables have the columns in SQL that DuckDB itself reads out of their schemas."""

import duckdb
import pytest

from auslese.store.tables.column_types import PlainType
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.sql_types import columns_in_sql, sql_type


@pytest.mark.parametrize("name", TABLES)
def test_a_table_in_sql_has_the_columns_of_its_schema(name: str) -> None:
    table = TABLES[name]
    with duckdb.connect() as tables:
        tables.execute(f"CREATE TABLE ours ({columns_in_sql(table.columns)})")
        tables.register("theirs", table.schema.empty_table())

        ours = tables.execute("DESCRIBE ours").fetchall()
        theirs = tables.execute("DESCRIBE theirs").fetchall()

    assert [row[:2] for row in ours] == [row[:2] for row in theirs]


def test_a_type_that_no_table_has_is_not_guessed() -> None:
    with pytest.raises(KeyError):
        sql_type(PlainType("large_binary"))
