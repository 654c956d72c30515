from pathlib import Path

from auslese.store.tables.schemas import TABLES, reference_page

REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "tables.md"


def test_the_reference_page_is_up_to_date() -> None:
    assert REFERENCE.read_text() == reference_page(), (
        "run: python -m auslese.store.tables.schemas > docs/reference/tables.md"
    )


def test_every_column_says_what_it_means() -> None:
    for table in TABLES.values():
        assert all(column.metadata[b"about"] for column in table.schema)
