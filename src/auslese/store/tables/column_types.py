"""Of which types columns are, said without Arrow and DuckDB.

What only asks the tables in SQL need not import Arrow, which with numpy takes a fifth of a second;
`arrow_types.py` and `sql_types.py` say the same in the words of each.
"""

from typing import NamedTuple


class PlainType(NamedTuple):
    """A type without parts, by its name in Arrow."""

    name: str

    def __str__(self) -> str:
        return self.name


class ListType(NamedTuple):
    """Any number of values of one type."""

    item: "ColumnType"

    def __str__(self) -> str:
        return f"list<item: {self.item}>"


class StructType(NamedTuple):
    """Named parts, none of which is ever null."""

    parts: tuple[tuple[str, "ColumnType"], ...]

    def __str__(self) -> str:
        return f"struct<{', '.join(f'{name}: {kind} not null' for name, kind in self.parts)}>"


ColumnType = PlainType | ListType | StructType

BOOLEAN = PlainType("bool")
INT16 = PlainType("int16")
INT32 = PlainType("int32")
INT64 = PlainType("int64")
FLOAT32 = PlainType("float")
FLOAT64 = PlainType("double")
STRING = PlainType("string")
MOMENT = PlainType("timestamp[ms, tz=UTC]")


def list_of(item: ColumnType) -> ListType:
    """Any number of these."""
    return ListType(item)


def struct_of(**parts: ColumnType) -> StructType:
    """These parts, by name."""
    return StructType(tuple(parts.items()))


class Column(NamedTuple):
    """A column of a table."""

    name: str
    type: ColumnType
    about: str
    is_nullable: bool
