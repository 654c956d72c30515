from pathlib import Path

from auslese.store.tables.schemas import TABLES, reference_page

REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "tables.md"


def test_the_reference_page_is_up_to_date() -> None:
    assert REFERENCE.read_text() == reference_page(), (
        "run: python -m auslese.store.tables.schemas > docs/reference/tables.md"
    )


def test_every_column_says_what_it_means() -> None:
    for table in TABLES.values():
        assert all(column.about for column in table.columns)


def test_a_type_is_called_as_arrow_calls_it() -> None:
    for table in TABLES.values():
        ours = [(column.name, str(column.type)) for column in table.columns]
        assert ours == [(field.name, str(field.type)) for field in table.schema]
