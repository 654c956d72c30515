"""What somebody entered, made fit for the journal; and its records, put into the table.

The journal counts. The table follows it: after every change, under its own turn, so that a crawl
that holds the collection hinders nobody who checks entries.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from auslese.records.curated.curated_record import (
    FIELD_OF,
    FIELDS,
    CuratedRecord,
    Decision,
    RecordField,
    RecordKind,
    Submission,
)
from auslese.records.url import canonical, key_of
from auslese.store.collection import Collection
from auslese.store.records.record_journal import RecordError, RecordJournal
from auslese.store.records.record_table import CURATED, RecordRow, replace_curated
from auslese.wording.entries.record_sentences import RecordProblem

LONGEST_LINE = 500  # letters of a field with one line, and of a sender
LONGEST_TEXT = 10_000  # of one with several: four pages of a report
DAY = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")
MOST_DIGITS, ALL_KEYS = 19, 1 << 63  # those of robots are digests
ADDRESS, CREATED, NAME = "address", "created", "name"


def submission_of(kind: str, values: Mapping[str, str], sender: str = "") -> Submission:
    """An entry for the journal; RecordError if it is none.

    Besides the fields `parent` is the key of an institution, and `key` that of a record that is
    to be changed.
    """
    if kind not in list(RecordKind):
        kinds = ", ".join(RecordKind)
        raise RecordError(RecordProblem.BAD_KIND.of(text=kind[:40], kinds=kinds))
    of_kind = RecordKind(kind)
    parent, key = key_in(values.get("parent", "")), key_in(values.get("key", ""))
    given = {name: text for name, text in values.items() if name not in ("parent", "key")}
    fields = _checked_fields(of_kind, given)
    return Submission(0, of_kind, fields, parent, key, _fit("sender", sender, LONGEST_LINE), 0.0)


def key_in(text: str) -> int:
    """A key as it was written; 0 if there is none."""
    digits = text.strip()
    if not digits:
        return 0
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS
    if not is_number or int(digits) >= ALL_KEYS:
        raise RecordError(RecordProblem.BAD_KEY.of(text=digits[:40]))
    return int(digits)


def fields_of(kind: RecordKind) -> list[RecordField]:
    """The fields that a record of this kind has."""
    return [field for field in FIELDS if kind in field.of]


def _checked_fields(kind: RecordKind, given: Mapping[str, str]) -> dict[str, str]:
    names = [field.name for field in fields_of(kind)]
    for name in given:
        if name not in names:
            possible = ", ".join(names)
            problem = RecordProblem.NO_FIELD.of(kind=str(kind), name=name[:40], names=possible)
            raise RecordError(problem)
    checked = {name: _checked(FIELD_OF[name], given.get(name, "")) for name in names}
    if not checked[NAME]:
        raise RecordError(RecordProblem.NO_NAME.of())
    return {name: text for name, text in checked.items() if text}


def _checked(field: RecordField, text: str) -> str:
    if field.has_lines:
        lines = [" ".join(line.split()) for line in text.splitlines()]
        return _fit(field.name, "\n".join(line for line in lines if line), LONGEST_TEXT)
    line = _fit(field.name, " ".join(text.split()), LONGEST_LINE)
    if field.name == CREATED and line and not DAY.fullmatch(line):
        raise RecordError(RecordProblem.BAD_DAY.of(text=line[:40]))
    if field.name == ADDRESS and line:
        url = canonical(line)
        if url is None:
            raise RecordError(RecordProblem.BAD_ADDRESS.of(text=line[:200]))
        return url
    return line


def _fit(name: str, text: str, most: int) -> str:
    """A text as a file can hold it: a browser may send half a letter."""
    if len(text) > most:
        raise RecordError(RecordProblem.LONG_VALUE.of(name=name, most=most, number=len(text)))
    return text.encode("utf-8", "replace").decode()


# -- changes --------------------------------------------------------------------------------------


def decide(
    collection: Collection, number: int, decision: str, reason: str = ""
) -> CuratedRecord | None:
    """Accept an entry that waits, or refuse it; what the record is now, if there is one."""
    if decision not in list(Decision):
        choices = ", ".join(Decision)
        raise RecordError(RecordProblem.BAD_DECISION.of(text=decision[:40], choices=choices))
    why = _fit("reason", " ".join(reason.split()), LONGEST_LINE)
    journal = RecordJournal(collection.path)
    record = journal.decide(number, Decision(decision), why)
    if decision == Decision.ACCEPT:
        _write_table(collection)
    return record


def put(collection: Collection, wishes: Sequence[Submission]) -> list[CuratedRecord]:
    """Take entries that whoever gives them has checked, all or none."""
    records = RecordJournal(collection.path).put(wishes)
    _write_table(collection)
    return records


def remove(collection: Collection, key: int, reason: str = "") -> CuratedRecord:
    """Take a record out."""
    why = _fit("reason", " ".join(reason.split()), LONGEST_LINE)
    record = RecordJournal(collection.path).remove(key, why)
    _write_table(collection)
    return record


def _write_table(collection: Collection) -> None:
    """Let the table say what the journal says; read when it is our turn, so the last one wins."""
    replace_curated(collection.tables, lambda: _rows(RecordJournal(collection.path).records))


def _rows(records: Sequence[CuratedRecord]) -> Iterator[RecordRow]:
    for each in records:
        yield curated_row(each)


def curated_row(record: CuratedRecord) -> RecordRow:
    """A checked record as the table has it."""
    url = canonical(record.fields.get(ADDRESS, ""))
    return RecordRow(
        record.key,
        key_of(url) if url else 0,
        url or "",
        0,
        str(record.kind),
        [{"name": name, "value": text} for name, text in record.fields.items()],
        "",
        CURATED,
        datetime.fromtimestamp(record.entered, UTC),
        record.parent or None,
    )
