"""What pages mark up for machines, as records: a row for each item, which stands within another."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from xxhash import xxh3_64_intdigest

from auslese.extract.marked_up.attribute_items import MICRODATA, RDFA
from auslese.extract.marked_up.json_ld_items import JSON_LD
from auslese.extract.marked_up.marked_item import MarkedItem
from auslese.extract.marked_up.page_items import page_items
from auslese.recipes.wrappers.hidden_values import HiddenValues, hidden_values
from auslese.recipes.wrappers.wrapped_pages import html_of_page
from auslese.records.url import Url
from auslese.store.archive.open_archive import opened_archive
from auslese.store.collection import Collection
from auslese.store.records.placed_pages import PlacedPage, placed_pages
from auslese.store.records.record_table import ROBOT, RecordRow, replace_records
from auslese.store.tables.sql_views import connect

MARKUPS = (JSON_LD, MICRODATA, RDFA)
"""Names that no wrapper may have: the rows of these are those of markup."""
Report = Callable[[int], object]


@dataclass(slots=True)
class MarkupTally:
    """What came of a run."""

    pages: int = 0
    marked_up: int = 0
    """Pages that have items."""
    items: Counter[str] = field(default_factory=Counter)
    """By the kind of markup."""
    kinds: Counter[str] = field(default_factory=Counter)

    def as_json(self) -> dict[str, Any]:
        """For `--json`."""
        items = {name: self.items[name] for name in MARKUPS}
        kinds = dict(self.kinds.most_common())
        return {"pages": self.pages, "marked_up": self.marked_up, "items": items, "kinds": kinds}


def take_marked_up(collection: Collection, report: Report = lambda pages: None) -> MarkupTally:
    """Put the items of all pages into the table of records, in the place of those of last time."""
    tally, hidden = MarkupTally(), hidden_values(collection)
    with (
        collection.lock(),
        connect(collection) as tables,
        opened_archive(collection.archive) as archive,
    ):

        def rows() -> Iterator[RecordRow]:
            for page in placed_pages(tables):
                tally.pages += 1
                report(tally.pages)
                html = html_of_page(archive, page)
                items = page_items(html.body, html.charset, Url(page.url)) if html else []
                tally.marked_up += bool(items)
                for row in _rows(page, items, hidden):
                    tally.items[row.wrapper] += 1
                    tally.kinds[row.kind] += 1
                    yield row

        replace_records(collection.tables, MARKUPS, rows())
    return tally


def _rows(page: PlacedPage, items: list[MarkedItem], hidden: HiddenValues) -> Iterator[RecordRow]:
    """The items of a page that say something; what belongs to one that says nothing stays alone."""
    now, keys = datetime.now(UTC), dict[int, int]()
    for place, item in enumerate(items):
        shown = hidden.shown(page.url, item.fields)
        if not shown:
            continue
        keys[place] = _key(page, place, item)
        yield RecordRow(
            keys[place],
            page.id,
            page.url,
            place,
            item.kind,
            [{"name": name, "value": value} for name, value in shown],
            item.markup,
            ROBOT,
            now,
            keys.get(item.part_of),
        )


def _key(page: PlacedPage, place: int, item: MarkedItem) -> int:
    known = "\n".join((item.markup, page.url, item.identifier, str(place)))
    return xxh3_64_intdigest(known.encode("utf-8", "replace")) >> 1
