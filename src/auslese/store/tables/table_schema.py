"""What a table is: what a row of it stands for, and its columns."""

from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, cast

from auslese.store.tables.column_types import Column, ColumnType

if TYPE_CHECKING:
    import pyarrow as pa


class TableSchema:
    """What a row of a table is, and its columns."""

    def __init__(self, about: str, columns: tuple[Column, ...]) -> None:
        self.about = about
        self.columns = columns

    @cached_property
    def schema(self) -> "pa.Schema":
        """The columns as Arrow has them."""
        # Most commands ask in SQL and need no Arrow, which takes long to import.
        arrow_types = import_module("auslese.store.tables.arrow_types")
        return cast("pa.Schema", arrow_types.arrow_schema(self.columns))


def column(name: str, kind: ColumnType, about: str) -> Column:
    """Return a column that has a value in every row."""
    return Column(name, kind, about, is_nullable=False)


def maybe(name: str, kind: ColumnType, about: str) -> Column:
    """Return a column that may be empty; what is added to a table later must be one."""
    return Column(name, kind, about, is_nullable=True)
