"""Strings of compiled gettext catalogues (.mo), each with its English original."""

import struct
from collections.abc import Iterator

_MAGIC = 0x950412DE


def catalogue_strings(data: bytes) -> Iterator[tuple[str, str]]:
    """Pairs of original and translation; of plurals every form, with the plural original."""
    order = "<" if struct.unpack_from("<I", data)[0] == _MAGIC else ">"
    _, count, originals, translations = struct.unpack_from(f"{order}4I", data, 4)
    for number in range(count):
        original = _string(data, order, originals + 8 * number)
        if not original:  # the catalogue's own head
            continue
        singular, _, plural = (
            original.partition("\4")[2].partition("\0")
            if "\4" in original
            else original.partition("\0")
        )
        forms = _string(data, order, translations + 8 * number).split("\0")
        yield singular, forms[0]
        for form in forms[1:]:
            yield plural or singular, form


def _string(data: bytes, order: str, place: int) -> str:
    length, start = struct.unpack_from(f"{order}2I", data, place)
    return data[start : start + length].decode("utf-8", "replace")
