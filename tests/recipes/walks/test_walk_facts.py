"""What is known of pages that walks visited."""

from pathlib import Path

from tests.linked_collection import add_rows, linked_collection, page_row

from auslese.recipes.walks.walk_facts import facts_of
from auslese.records.url import Url, key_of

FIRST, COPY = "http://a.example/first", "http://a.example/copy"


def test_nothing_is_a_copy_before_copies_were_looked_for(tmp_path: Path) -> None:
    """Or all pages of which it is known would be copies, and their share 100 %."""
    collection = linked_collection(tmp_path / "walked", [FIRST], [])
    add_rows(collection, "pages", [page_row(COPY, copy_of=key_of(Url(FIRST)))])

    before = facts_of(collection)
    add_rows(collection, "duplicates", [page_row(FIRST, relation="first")])
    after = facts_of(collection)

    assert [before[key_of(Url(url))].is_copy for url in (FIRST, COPY)] == [None, None]
    assert [after[key_of(Url(url))].is_copy for url in (FIRST, COPY)] == [False, True]
