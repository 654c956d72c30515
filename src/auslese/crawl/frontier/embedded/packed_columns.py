"""Columns of the frontier's file as the bytes they are, for those who look for one URL.

They need no numpy, which takes a tenth of a second to import; file_columns.py makes arrays of them.
"""

import sqlite3
import sys

KEY_BYTES = 8


def packed_column(db: sqlite3.Connection, name: str) -> bytes:
    """One column of all blocks, in the order of URL numbers (which start at 1)."""
    return b"".join(row[0] for row in db.execute(f"SELECT {name} FROM block ORDER BY first"))


def number_of_key(keys: bytes, key: int) -> int | None:
    """The number of the URL with this key."""
    wanted = key.to_bytes(KEY_BYTES, sys.byteorder, signed=True)
    place = keys.find(wanted)
    while place >= 0 and place % KEY_BYTES:  # the end of one key and the beginning of the next
        place = keys.find(wanted, place + 1)
    return place // KEY_BYTES + 1 if place >= 0 else None
