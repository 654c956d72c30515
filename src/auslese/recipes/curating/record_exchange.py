"""Records as files of other programs: a column for each field, by our names or those of 2004."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from io import StringIO
from typing import Any, NamedTuple

from auslese.recipes.curating.entered_records import submission_of
from auslese.recipes.rights.permitted_pages import permitted_pages
from auslese.recipes.wrappers.hidden_values import hidden_values, shown_row
from auslese.records.curated.curated_record import FIELD_OF, FIELDS, RecordKind, Submission
from auslese.records.errors import SettingsError
from auslese.records.rights import RightsProfile, Use
from auslese.store.collection import Collection
from auslese.store.records.record_journal import RecordError
from auslese.store.records.record_table import (
    CURATED,
    PAGES_OF_RECORDS,
    RecordRow,
    page_ids,
    stored_records,
)
from auslese.store.tables.sql_views import connect

KIND, KEY, PARENT, CHILD, ENTERED, SOURCE, URL = (
    "kind",
    "key",
    "parent",
    "child",
    "entered",
    "source",
    "url",
)
UNICO_NAMES = {KEY: "SCHLUESSEL", PARENT: "PARENT", CHILD: "CHILD", ENTERED: "ERFASST"} | {
    field.name: field.unico_name for field in FIELDS
}
OWN_NAMES = {unico: name for name, unico in UNICO_NAMES.items()} | {"KOOOPERATION": "cooperation"}
"""By the names of 2004, the misprint of the printed list among them."""
IGNORED = frozenset((CHILD, ENTERED, SOURCE, URL))
"""What a file of ours tells besides: it follows from the rest."""
HEAD = (KEY, KIND, SOURCE, PARENT, CHILD, ENTERED, URL)
MOST_RECORDS = 100_000  # of a file; all of it is in memory
Write = Callable[[bytes], object]


class RecordChoice(NamedTuple):
    """Which records leave, and how they are written."""

    form: str
    """csv or jsonl."""
    kind: str = ""
    source: str = ""
    by_unico_names: bool = False
    profile: RightsProfile = RightsProfile.SHAREABLE
    use: Use = Use.AI_TRAIN


class WrittenRecords(NamedTuple):
    """What was written, and what stayed here."""

    records: int
    left_out: Mapping[str, int]
    """Pages whose records stayed, by the reason."""


# -- out ------------------------------------------------------------------------------------------


def write_records(collection: Collection, write: Write, choice: RecordChoice) -> WrittenRecords:
    """Write records, without what is not to be shown or may not leave."""
    with connect(collection) as tables:
        permitted = permitted_pages(tables, choice.profile, choice.use, PAGES_OF_RECORDS)
        pages = page_ids(tables, permitted.query)
    leaving = _LeavingRecords(collection, choice, pages)
    lines = leaving.csv_lines() if choice.form == "csv" else leaving.json_lines()
    count = -(choice.form == "csv")
    for line in lines:
        write(line)
        count += 1
    return WrittenRecords(count, permitted.left_out)


def _children(collection: Collection) -> Mapping[tuple[str, int], list[str]]:
    found: dict[tuple[str, int], list[str]] = {}
    for row in stored_records(collection.tables):
        if row.parent is not None:
            found.setdefault((row.source, row.parent), []).append(str(row.id))
    return found


class _LeavingRecords:
    """The records that leave, as often as somebody goes through them."""

    def __init__(self, collection: Collection, choice: RecordChoice, pages: Set[int]) -> None:
        self._collection, self._choice, self._pages = collection, choice, pages
        self._hidden = hidden_values(collection)
        self._children = _children(collection)

    def json_lines(self) -> Iterator[bytes]:
        """A line for each record."""
        for flat in self._flat():
            yield (json.dumps(flat, ensure_ascii=False) + "\n").encode("utf-8", "replace")

    def csv_lines(self) -> Iterator[bytes]:
        """The names of all fields that there are, and a line for each record."""
        names = self._named(dict.fromkeys(HEAD, ""))
        for flat in self._flat():
            names |= dict.fromkeys(flat, "")
        yield _csv_line(names)
        for flat in self._flat():
            yield _csv_line(flat.get(name, "") for name in names)

    def _flat(self) -> Iterator[dict[str, str]]:
        for row in stored_records(self._collection.tables):
            if self._leaves(row) and (shown := shown_row(row, self._hidden)):
                yield self._named(self._flat_row(shown))

    def _leaves(self, row: RecordRow) -> bool:
        """Whether a record is wanted and may leave: nobody but the page reserves anything."""
        choice = self._choice
        is_wanted = choice.kind in ("", row.kind) and choice.source in ("", row.source)
        return is_wanted and (row.source == CURATED or row.page in self._pages)

    def _flat_row(self, row: RecordRow) -> dict[str, str]:
        flat = {
            KEY: str(row.id),
            KIND: row.kind,
            SOURCE: row.source,
            PARENT: str(row.parent or ""),
            CHILD: " ".join(self._children.get((row.source, row.id), ())),
            ENTERED: row.taken_at.isoformat(),
            URL: row.url,
        }
        for each in row.fields:
            name = each["name"] if each["name"] not in HEAD else f"{each['name']}_"
            flat[name] = f"{flat[name]}\n{each['value']}" if name in flat else each["value"]
        return flat

    def _named(self, flat: Mapping[str, str]) -> dict[str, str]:
        """By the names that are wanted."""
        if not self._choice.by_unico_names:
            return dict(flat)
        return {UNICO_NAMES.get(name, name): value for name, value in flat.items()}


def _csv_line(cells: Iterable[str]) -> bytes:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().encode("utf-8", "replace")


# -- in -------------------------------------------------------------------------------------------


def submissions_in(text: str, kind: str = "") -> list[Submission]:
    """The records of a file, for the journal; SettingsError names the line that is none.

    Lines of JSON, or a table whose first line has the names. A parent is the key of a record of the
    file if one has it, else of the collection; keys are given anew.
    """
    rows = list(_rows_in(text))
    if not rows:
        raise SettingsError("there is no record in it")
    places = {row[KEY]: place for place, row in rows if row.get(KEY)}
    return [_submission(place, row, kind, places) for place, row in rows]


def _submission(
    place: int, row: Mapping[str, str], kind: str, places: Mapping[str, int]
) -> Submission:
    values = {name: text for name, text in row.items() if name not in {KEY, KIND, *IGNORED}}
    named = values.get(PARENT, "").strip()
    if named in places:
        values[PARENT] = ""
    try:
        wish = submission_of(row.get(KIND, "") or kind or _guessed(row), values)
    except RecordError as error:
        raise SettingsError(f"record {place}: {error}") from None
    if named not in places:
        return wish
    if wish.kind is not RecordKind.PROJECT:
        raise SettingsError(f"record {place}: an institution belongs to no other one")
    return wish._replace(parent=-places[named])


def _guessed(row: Mapping[str, str]) -> str:
    """What has an institution is a project."""
    is_project = row.get(PARENT) or row.get("institution")
    return RecordKind.PROJECT if is_project else RecordKind.INSTITUTION


def _rows_in(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    start = text.lstrip("\ufeff").lstrip()
    rows = _json_rows(start) if start.startswith("{") else _table_rows(start)
    for place, row in enumerate(rows, 1):
        if place > MOST_RECORDS:
            raise SettingsError(f"at most {MOST_RECORDS:,} records can be taken at once")
        named = ((_own_name(str(name), place), str(value)) for name, value in row.items())
        yield place, {name: value for name, value in named if value.strip()}


def _own_name(name: str, place: int) -> str:
    known = OWN_NAMES.get(name.strip().upper(), name.strip().lower())
    if known not in {*FIELD_OF, *HEAD}:
        raise SettingsError(f"record {place}: there is no field {name[:40]!r}")
    return known


def _json_rows(text: str) -> Iterator[Mapping[str, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            raise SettingsError(f"line {number} is no line of JSON") from None
        if not isinstance(row, dict):
            raise SettingsError(f"line {number} is no object")
        yield {name: "" if value is None else value for name, value in row.items()}


def _table_rows(text: str) -> Iterator[Mapping[str, str]]:
    head = text.partition("\n")[0]
    between = max(",;\t", key=head.count)
    try:
        rows: Sequence[list[str]] = list(csv.reader(StringIO(text, newline=""), delimiter=between))
    except csv.Error as error:
        raise SettingsError(f"it is no table: {error}") from None
    for number, row in enumerate(rows[1:], 2):
        if len(row) > len(rows[0]):
            raise SettingsError(f"row {number} has more cells than there are names")
        if any(row):
            yield dict(zip(rows[0], row, strict=False))
