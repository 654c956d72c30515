"""What people entered as records, what was decided about it, and what counts now.

    records.jsonl    entries, decisions, removals; it only grows

An entry waits until somebody has decided. The key of a new record is the number of its first entry.
The table `records` has the rows of what counts; they are made from here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from threading import RLock
from time import time
from typing import Any

from auslese.records.curated.curated_record import CuratedRecord, Decision, RecordKind, Submission
from auslese.records.errors import AusleseError, NotFoundError
from auslese.store.sealed_journal import Entry, SealedJournal
from auslese.wording.entries.record_sentences import RecordProblem

FILE = "records.jsonl"
MOST_WAITING = 1_000
"""Entries that may wait: a person checks some hundreds a day, and a robot could send millions."""
SUBMITTED, DECIDED, REMOVED = "submitted", "decided", "removed"
Made = Callable[[int], Sequence[Entry]]


class RecordError(AusleseError):
    """An entry or a decision that cannot be taken."""


class RecordJournal:
    """Entries of people; threads and other processes may use it at once."""

    def __init__(self, folder: Path) -> None:
        """Read all that was written so far; DamagedFileError if it is not whole."""
        self._journal = SealedJournal(folder / FILE)
        self._lock = RLock()
        self._last = 0
        self._waiting: dict[int, Submission] = {}
        self._records: dict[int, CuratedRecord] = {}
        self.refresh()

    # -- what counts ------------------------------------------------------------------------------

    @property
    def records(self) -> list[CuratedRecord]:
        """The records that somebody has checked, in the order of their keys."""
        return [self._records[key] for key in sorted(self._records)]

    @property
    def waiting(self) -> list[Submission]:
        """What nobody has decided about, the oldest first."""
        return [self._waiting[number] for number in sorted(self._waiting)]

    def record(self, key: int) -> CuratedRecord:
        """One record; NotFoundError if there is none."""
        if key not in self._records:
            raise NotFoundError(RecordProblem.NO_RECORD.of(key=str(key)))
        return self._records[key]

    def children(self, key: int) -> list[CuratedRecord]:
        """The projects of an institution."""
        return [each for each in self.records if each.parent == key]

    def refresh(self) -> None:
        """Read what other processes have added."""
        with self._lock:
            self._take(self._journal.new_entries())

    # -- changes ----------------------------------------------------------------------------------

    def submit(self, wish: Submission) -> Submission:
        """Write down what was entered; it waits."""

        made: list[Submission] = []

        def entries(number: int) -> list[Entry]:
            if len(self._waiting) >= MOST_WAITING:
                raise RecordError(RecordProblem.MANY_WAIT.of(number=len(self._waiting)))
            self._check_references(wish)
            made.append(wish._replace(number=number, at=time()))
            return [_submitted(made[0])]

        self._add(entries)
        return made[0]

    def decide(self, number: int, decision: Decision, reason: str = "") -> CuratedRecord | None:
        """Accept an entry or refuse it; what is the record now, if there is one."""
        wish = self._waiting.get(number)

        def entries(_: int) -> list[Entry]:
            if number not in self._waiting:
                raise NotFoundError(RecordProblem.NO_SUBMISSION.of(number=str(number)))
            if decision is Decision.ACCEPT:
                self._check_references(self._waiting[number])
            return [_decided(number, decision, reason)]

        self._add(entries)
        return self._records.get(wish.key or number) if wish else None

    def put(self, wishes: Sequence[Submission]) -> list[CuratedRecord]:
        """Take entries of somebody who has checked them, all or none.

        A parent or key below 0 means an entry of these: -1 the first one.
        """
        keys: list[int] = []

        def entries(number: int) -> list[Entry]:
            keys[:] = [wish.key or number + place for place, wish in enumerate(wishes)]
            made: list[Entry] = []
            for place, wish in enumerate(wishes):
                parent = keys[-wish.parent - 1] if wish.parent < 0 else wish.parent
                resolved = wish._replace(number=number + place, parent=parent, at=time())
                if wish.parent >= 0:
                    self._check_references(resolved)
                made += [_submitted(resolved), _decided(number + place, Decision.ACCEPT, "")]
            return made

        self._add(entries)
        return [self._records[key] for key in keys]

    def remove(self, key: int, reason: str = "") -> CuratedRecord:
        """Take a record out; that of an institution only when it has no projects."""
        gone: list[CuratedRecord] = []

        def entries(_: int) -> list[Entry]:
            gone.append(self.record(key))
            if children := self.children(key):
                named = ", ".join(str(each.key) for each in children)
                raise RecordError(RecordProblem.HAS_PROJECTS.of(key=str(key), children=named))
            return [{"kind": REMOVED, "key": key, "reason": reason, "at": time()}]

        self._add(entries)
        return gone[0]

    def _check_references(self, wish: Submission) -> None:
        """What an entry names must be there at the moment at which it is written."""
        if wish.key and self.record(wish.key).kind is not wish.kind:
            kind = self.record(wish.key).kind
            raise RecordError(RecordProblem.KIND_STAYS.of(key=str(wish.key), kind=str(kind)))
        if not wish.parent:
            return
        if wish.kind is RecordKind.INSTITUTION:
            raise RecordError(RecordProblem.PARENT_OF_INSTITUTION.of())
        parent = self._records.get(wish.parent)
        if parent is None or parent.kind is not RecordKind.INSTITUTION:
            raise RecordError(RecordProblem.NO_PARENT.of(key=str(wish.parent)))

    def _add(self, make: Made) -> int:
        """Write entries down, and return the number that the first of them could have."""
        with self._lock:
            number = 0

            def entries() -> Sequence[Entry]:
                nonlocal number
                number = self._last + 1
                return make(number)

            self._journal.change(self._take, entries)
            return number

    # -- reading ----------------------------------------------------------------------------------

    def _take(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if entry["kind"] == SUBMITTED:
                wish = _submission(entry)
                self._last = max(self._last, wish.number)
                self._waiting[wish.number] = wish
            elif entry["kind"] == DECIDED and entry["number"] in self._waiting:
                decided = self._waiting.pop(entry["number"])
                if entry["decision"] == Decision.ACCEPT:
                    self._accept(decided, entry["at"])
            elif entry["kind"] == REMOVED:
                self._records.pop(entry["key"], None)

    def _accept(self, wish: Submission, at: float) -> None:
        key = wish.key or wish.number
        self._records[key] = CuratedRecord(key, wish.kind, wish.fields, wish.parent, at)


def _submitted(wish: Submission) -> Entry:
    values: dict[str, Any] = wish._asdict()
    return values | {"kind": SUBMITTED, "record_kind": str(wish.kind), "fields": dict(wish.fields)}


def _decided(number: int, decision: Decision, reason: str) -> Entry:
    said = {"number": number, "decision": str(decision), "reason": reason, "at": time()}
    return {"kind": DECIDED} | said


def _submission(entry: Entry) -> Submission:
    fields: Mapping[str, str] = entry["fields"]
    kind = RecordKind(entry["record_kind"])
    rest = (entry["parent"], entry["key"], entry["sender"], entry["at"])
    return Submission(entry["number"], kind, fields, *rest)
