"""What is known of a shape, as the columns in which every store keeps it."""

from array import array
from typing import Any

import msgspec

from auslese.crawl.traps.shape_evidence import (
    BITMAP,
    ParameterCombinations,
    ShapeRecord,
    ShapeState,
)

FEWEST_FOUND = 8  # a shape with fewer URLs and no verdict can be learnt anew
SHAPE_COLUMNS = ("name", "kind", "why", "found", "fetched", "refused")
_PACKED = (
    "bred", "tainted", "copies", "alike", "barren", "examined", "shallowest", "deepest", "novelty",
    "trusted", "look_again", "bred_before", "fetched_before", "wanted", "unwanted", "lies", "types",
    "spared",
)  # fmt: skip

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(dict[str, Any]).decode


def is_kept(record: ShapeRecord) -> bool:
    """Whether it is worth to be written down."""
    return bool(record.found >= FEWEST_FOUND or record.is_suspect or record.unwanted)


def shape_of_row(row: tuple[Any, ...]) -> tuple[str, ShapeRecord]:
    """The host and the record of a row: host, state, packed evidence, then `SHAPE_COLUMNS`."""
    host, state, rest, *columns = row
    values = dict(zip(SHAPE_COLUMNS, columns, strict=True))
    return host, _with_rest(ShapeRecord(**values, state=ShapeState(state)), rest)


def row_of_shape(host: str, record: ShapeRecord) -> tuple[Any, ...]:
    """A record as such a row."""
    columns = (getattr(record, name) for name in SHAPE_COLUMNS)
    return (host, record.state, _rest_of(record), *columns)


def _with_rest(record: ShapeRecord, rest: bytes) -> ShapeRecord:
    """Put the packed evidence into a record."""
    values = _unpack(rest)
    for name in _PACKED:
        if name in values:
            setattr(record, name, values[name])
    record.sketches = array("Q", values.get("sketches", b"")).tolist()
    record.skeletons = set(array("I", values.get("skeletons", b"")))
    if together := values.get("combinations"):
        record.combinations = ParameterCombinations(*(int.from_bytes(bits) for bits in together))
    return record


def _rest_of(record: ShapeRecord) -> bytes:
    values = {name: getattr(record, name) for name in _PACKED}
    values["sketches"] = array("Q", record.sketches).tobytes()
    values["skeletons"] = array("I", record.skeletons).tobytes()
    if (seen := record.combinations) is not None:
        bits = (seen.names, seen.sets, seen.values)
        values["combinations"] = [each.to_bytes(BITMAP // 8) for each in bits]
    return _pack(values)
