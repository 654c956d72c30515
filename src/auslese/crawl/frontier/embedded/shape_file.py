"""The book of shapes on disk, beside the outcomes that follow from it."""

import sqlite3
from array import array
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from auslese.crawl.frontier.embedded.frontier_file import count
from auslese.crawl.traps.shape_evidence import (
    BITMAP,
    ParameterCombinations,
    ShapeRecord,
    ShapeState,
)

FEWEST_FOUND = 8  # a shape with fewer URLs and no verdict can be learnt anew
COLUMNS = ("name", "kind", "why", "found", "fetched", "refused")
PACKED = (
    "bred", "tainted", "copies", "alike", "barren", "examined", "shallowest", "deepest", "novelty",
    "trusted", "look_again", "bred_before", "fetched_before", "wanted", "unwanted", "lies", "types",
    "spared",
)  # fmt: skip

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(dict[str, Any]).decode


class ShapeFile:
    """Keeps the promises of `ShapeStore` on the frontier's file; all within its transactions."""

    def __init__(self, db: sqlite3.Connection) -> None:
        """Look at an open frontier file."""
        self._db = db

    def read(self, most: int) -> Iterator[tuple[str, ShapeRecord]]:
        """Give the shapes that matter most, with their hosts."""
        rows = self._db.execute(
            f"SELECT host, state, rest, {', '.join(COLUMNS)} FROM shape"
            " ORDER BY state = 'open', found DESC LIMIT ?",
            (most,),
        )
        for host, state, rest, *columns in rows:
            values = dict(zip(COLUMNS, columns, strict=True))
            yield host, _with_rest(ShapeRecord(**values, state=ShapeState(state)), rest)

    def write(self, records: Iterable[tuple[str, ShapeRecord]]) -> None:
        """Write down what has changed."""
        self._db.executemany(
            f"INSERT OR REPLACE INTO shape (host, state, rest, {', '.join(COLUMNS)})"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (host, record.state, _rest_of(record), *(getattr(record, name) for name in COLUMNS))
                for host, record in records
                if record.found >= FEWEST_FOUND or record.is_suspect or record.unwanted
            ],
        )

    def delete(self, names: Iterable[tuple[str, str]]) -> None:
        """Forget these shapes of these hosts."""
        self._db.executemany("DELETE FROM shape WHERE host = ? AND name = ?", names)

    def begin_anew_if_changed(self, fingerprint: str) -> int:
        """Let in again what was refused under other settings; how many URLs that were."""
        db = self._db
        row = db.execute("SELECT value FROM meta WHERE name = 'traps'").fetchone()
        db.execute("INSERT OR REPLACE INTO meta VALUES ('traps', ?)", (fingerprint,))
        if not row or row[0] == fingerprint:
            return 0
        db.execute("DELETE FROM shape")
        again = db.execute(
            "SELECT seq, reason, depth FROM outcome JOIN url ON url.id = url_id"
            " WHERE kind = 'refused'"
            " AND (reason = 'trap' OR reason = 'type' AND detail LIKE 'remembered:%')"
        ).fetchall()
        db.executemany("DELETE FROM outcome WHERE seq = ?", [(seq,) for seq, _, _ in again])
        for _, reason, depth in again:
            count(db, "refused", reason, depth, -1)
        return len(again)


def _with_rest(record: ShapeRecord, rest: bytes) -> ShapeRecord:
    """Put the packed evidence into a record."""
    values = _unpack(rest)
    for name in PACKED:
        if name in values:
            setattr(record, name, values[name])
    record.sketches = array("Q", values.get("sketches", b"")).tolist()
    record.skeletons = set(array("I", values.get("skeletons", b"")))
    if together := values.get("combinations"):
        record.combinations = ParameterCombinations(*(int.from_bytes(bits) for bits in together))
    return record


def _rest_of(record: ShapeRecord) -> bytes:
    values = {name: getattr(record, name) for name in PACKED}
    values["sketches"] = array("Q", record.sketches).tobytes()
    values["skeletons"] = array("I", record.skeletons).tobytes()
    if (seen := record.combinations) is not None:
        bits = (seen.names, seen.sets, seen.values)
        values["combinations"] = [each.to_bytes(BITMAP // 8) for each in bits]
    return _pack(values)
