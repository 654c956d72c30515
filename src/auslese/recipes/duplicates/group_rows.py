"""The pages of a collection put into groups of copies, from tables to rows of `duplicates`."""

from collections.abc import Iterator
from functools import partial

from auslese.analyse.duplicates.copy_groups import SimilarTextPairs
from auslese.analyse.duplicates.page_groups import (
    Ids,
    PageGroups,
    PageTexts,
    columns_of_groups,
    groups_of,
)
from auslese.store.lookups.group_columns import ground_columns, today_columns, url_columns
from auslese.store.tables.parquet_segments import Columns
from auslese.store.tables.sql_views import Connection


def texts_of_today(tables: Connection) -> PageTexts:
    """All pages of today; which text each of them has is yet to be noted."""
    return PageTexts(*today_columns(tables))


def grouped_pages(
    tables: Connection, pages: PageTexts, pairs: SimilarTextPairs, mirrored: Ids | None = None
) -> PageGroups:
    """The group of each page, by what the tables know of them."""
    return groups_of(pages, pairs, partial(ground_columns, tables), mirrored)


def rows_of_groups(tables: Connection, pages: PageTexts, groups: PageGroups) -> Iterator[Columns]:
    """The rows of the table `duplicates`, some at a time."""
    for some in url_columns(tables):
        yield some._asdict() | columns_of_groups(pages, groups, some.id)
