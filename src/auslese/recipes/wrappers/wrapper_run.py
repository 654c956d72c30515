"""A run of wrappers over a collection: pages, records, and whether the wrappers still fit.

The records of the last run are the measure. If a field has a value in fewer records than then, or
if there are far fewer records, the layout of the pages has probably changed: that is told, and the
old records stay until somebody accepts the new ones.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

from xxhash import xxh3_64_intdigest

from auslese.crawl.scope.scope import Presence, Scope, compile_scope
from auslese.extract.wrappers.element_paths import BadPathError
from auslese.extract.wrappers.page_tree import PageElement
from auslese.extract.wrappers.wrapped_records import WrappedRecord, records_in, values_in
from auslese.extract.wrappers.wrapper_rules import WrapperRule
from auslese.recipes.wrappers.belonging_records import with_parents
from auslese.recipes.wrappers.hidden_values import HiddenValues, hidden_values
from auslese.recipes.wrappers.marked_up_records import MARKUPS
from auslese.recipes.wrappers.wrapped_pages import linked_page, tree_of_page
from auslese.records.errors import SettingsError
from auslese.records.url import Url
from auslese.store.archive.open_archive import OpenArchive, opened_archive
from auslese.store.collection import Collection
from auslese.store.records.placed_pages import PlacedPage, placed_pages
from auslese.store.records.record_table import (
    ROBOT,
    RecordRow,
    WrapperCount,
    replace_records,
    stored_records,
    wrapper_counts,
)
from auslese.store.tables.sql_views import Connection, connect

MOST_FOLLOWED = 1_000  # linked pages of one page: a list has a hundred
FALL = 0.2  # of all records: a field that has a value in so many fewer is told
LOST = 0.5  # of the records: so many gone are told
FEWEST = 5  # records of the last run that can be a measure
NAME_OF_RECORDS = "records"

Report = Callable[[int], object]


class DriftAlarm(NamedTuple):
    """What a wrapper no longer finds."""

    wrapper: str
    what: str
    """A field, or `records`."""
    before: float
    """Share of the records that had it; for records their number."""
    now: float


@dataclass(slots=True)
class WrapperTally:
    """What came of one wrapper."""

    pages: int = 0
    records: int = 0
    filled: Counter[str] = field(default_factory=Counter)
    problems: int = 0
    """Pages on which it took too long."""
    missing_links: int = 0
    """Linked pages that the collection does not have."""

    def as_json(self) -> dict[str, Any]:
        """For `--json`."""
        return {
            "pages": self.pages,
            "records": self.records,
            "fields": {name: count / self.records for name, count in self.filled.items()},
            "problems": self.problems,
            "missing_links": self.missing_links,
        }


class WrapRun(NamedTuple):
    """What came of a run."""

    tallies: Mapping[str, WrapperTally]
    alarms: Sequence[DriftAlarm]
    is_written: bool

    def as_json(self) -> dict[str, Any]:
        """For `--json`."""
        return {
            "wrappers": {name: tally.as_json() for name, tally in self.tallies.items()},
            "drift": [alarm._asdict() for alarm in self.alarms],
            "written": self.is_written,
        }


def run_wrappers(
    collection: Collection,
    rules: Sequence[WrapperRule],
    report: Report = lambda pages: None,
    *,
    accept: bool = False,
) -> WrapRun:
    """Take the records from all pages; what is new is written unless a wrapper has drifted."""
    for rule in rules:
        if rule.name in MARKUPS:
            raise SettingsError(f"wrapper {rule.name}: this name is kept for what pages mark up")
    scopes = [(rule, scope_of(rule)) for rule in rules]
    with collection.lock(), connect(collection) as tables:
        before = {each.wrapper: each for each in wrapper_counts(tables)}
        with opened_archive(collection.archive) as archive:
            work = _WrapperRun(tables, archive, scopes, hidden_values(collection))
            rows = list(work.rows(report))
        alarms = [alarm for rule in rules for alarm in _alarms(rule, work.tallies, before)]
        is_written = accept or not alarms
        if is_written:
            names = [rule.name for rule in rules]
            others = (
                row
                for row in stored_records(collection.tables)
                if row.source == ROBOT and row.wrapper not in names
            )
            replace_records(collection.tables, names, with_parents(rows, others))
    return WrapRun(work.tallies, alarms, is_written)


def scope_of(rule: WrapperRule) -> Scope:
    """Which pages a wrapper is for; a SettingsError if its rules for URLs cannot be read."""
    if not rule.pages:
        raise SettingsError(f"wrapper {rule.name}: pages: which pages it is for is not said")
    return compile_scope(Presence(allow=rule.pages, scope="none"))


class _WrapperRun:
    """One run, from the first page to the last."""

    def __init__(
        self,
        tables: Connection,
        archive: OpenArchive,
        scopes: Sequence[tuple[WrapperRule, Scope]],
        hidden: HiddenValues,
    ) -> None:
        self._hidden = hidden
        self._tables, self._archive, self._scopes = tables, archive, scopes
        self._known: set[int] = set()
        self.tallies = {rule.name: WrapperTally() for rule, _ in scopes}

    def rows(self, report: Report) -> Iterator[RecordRow]:
        """The records of all pages."""
        pages = 0
        for page in placed_pages(self._tables):
            fitting = [rule for rule, scope in self._scopes if scope.verdict(Url(page.url)).allowed]
            tree = tree_of_page(self._archive, page) if fitting else None
            if tree is None:
                continue
            pages += 1
            report(pages)
            for rule in fitting:
                yield from self._rows_of(page, tree, rule)

    def _rows_of(
        self, page: PlacedPage, tree: PageElement, rule: WrapperRule
    ) -> Iterator[RecordRow]:
        tally = self.tallies[rule.name]
        tally.pages += 1
        try:
            found = records_in(tree, rule)
        except BadPathError:
            tally.problems += 1
            return
        for place, record in enumerate(found):
            values = [(value.name, value.value) for value in record.values]
            if rule.link is not None and record.link and place < MOST_FOLLOWED:
                values += self._linked_values(page, record, rule, tally)
            shown = self._hidden.shown(page.url, values)
            row = _row(page, place, rule, shown)
            if shown and row.id not in self._known:
                self._known.add(row.id)
                tally.records += 1
                tally.filled.update(dict.fromkeys((name for name, _ in shown), 1))
                yield row

    def _linked_values(
        self, page: PlacedPage, record: WrappedRecord, rule: WrapperRule, tally: WrapperTally
    ) -> list[tuple[str, str]]:
        """What stands on the page to which the record goes on."""
        linked = linked_page(self._tables, page.url, record.link)
        tree = tree_of_page(self._archive, linked) if linked else None
        if tree is None:
            tally.missing_links += 1
            return []
        try:
            values = values_in((tree,), rule.linked_fields)
        except BadPathError:
            tally.problems += 1
            return []
        return [(value.name, value.value) for value in values]


def _row(
    page: PlacedPage, place: int, rule: WrapperRule, values: Sequence[tuple[str, str]]
) -> RecordRow:
    keys = [value for key in rule.key for name, value in values if name == key]
    known = "\n".join((rule.name, page.url, *keys))
    return RecordRow(
        xxh3_64_intdigest(known.encode("utf-8", "replace")) >> 1,
        page.id,
        page.url,
        place,
        rule.kind,
        [{"name": name, "value": value} for name, value in values],
        rule.name,
        ROBOT,
        datetime.now(UTC),
    )


# -- drift ----------------------------------------------------------------------------------------


def _alarms(
    rule: WrapperRule,
    tallies: Mapping[str, WrapperTally],
    before: Mapping[str, WrapperCount],
) -> Iterable[DriftAlarm]:
    """What a wrapper finds so much more rarely than last time that its pages must have changed."""
    last, tally = before.get(rule.name), tallies[rule.name]
    if last is None or last.records < FEWEST:
        return
    if tally.records < LOST * last.records:
        yield DriftAlarm(rule.name, NAME_OF_RECORDS, last.records, tally.records)
    for name, count in last.filled.items():
        share = count / last.records
        now = tally.filled[name] / tally.records if tally.records else 0.0
        if now < share - FALL and name in _fields_of(rule):
            yield DriftAlarm(rule.name, name, share, now)


def _fields_of(rule: WrapperRule) -> set[str]:
    return {field.name for field in (*rule.fields, *rule.linked_fields)}
