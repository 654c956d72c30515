"""Strings of an Android package's compiled resources (resources.arsc)."""

import struct
from collections.abc import Iterator

_POOL, _PACKAGE, _TYPE, _TABLE = 0x0001, 0x0200, 0x0201, 0x0002
_UTF8_POOL = 0x100
_NO_ENTRY = 0xFFFFFFFF
_COMPLEX, _STRING = 0x0001, 0x03


def resource_strings(data: bytes) -> Iterator[tuple[str, str, str]]:
    """Locale ("" is English), name that is the same in every locale, and text."""
    pool: list[str] = []
    for kind, start, head, _ in _chunks(data, 12, len(data)):
        if kind == _POOL and not pool:
            pool = _string_pool(data, start)
        elif kind == _PACKAGE:
            size = struct.unpack_from("<I", data, start + 4)[0]
            for inner, place, inner_head, _ in _chunks(data, start + head, start + size):
                if inner == _TYPE:
                    yield from _type_strings(data, place, inner_head, pool)


def _chunks(data: bytes, place: int, end: int) -> Iterator[tuple[int, int, int, int]]:
    while place + 8 <= end:
        kind, head, size = struct.unpack_from("<HHI", data, place)
        if size < 8:
            raise ValueError("a chunk of no size")
        yield kind, place, head, size
        place += size


def _string_pool(data: bytes, start: int) -> list[str]:
    head = struct.unpack_from("<H", data, start + 2)[0]
    count, _, flags, strings = struct.unpack_from("<4I", data, start + 8)
    offsets = struct.unpack_from(f"<{count}I", data, start + head)
    read = _utf8 if flags & _UTF8_POOL else _utf16
    return [read(data, start + strings + offset) for offset in offsets]


def _utf8(data: bytes, place: int) -> str:
    for _ in range(2):  # length in UTF-16 units, then in bytes; each one or two bytes long
        length = data[place]
        place += 1
        if length & 0x80:
            length = (length & 0x7F) << 8 | data[place]
            place += 1
    return data[place : place + length].decode("utf-8", "replace")


def _utf16(data: bytes, place: int) -> str:
    length = struct.unpack_from("<H", data, place)[0]
    place += 2
    if length & 0x8000:
        length = (length & 0x7FFF) << 16 | struct.unpack_from("<H", data, place)[0]
        place += 2
    return data[place : place + 2 * length].decode("utf-16-le", "replace")


def _type_strings(
    data: bytes, start: int, head: int, pool: list[str]
) -> Iterator[tuple[str, str, str]]:
    kind, _, _, count, entries = struct.unpack_from("<BBHII", data, start + 8)
    locale = _locale(data[start + 20 : start + head])
    for number, offset in enumerate(struct.unpack_from(f"<{count}I", data, start + head)):
        if offset != _NO_ENTRY:
            for part, index in enumerate(_entry(data, start + entries + offset)):
                if index < len(pool):
                    yield locale, f"{kind}.{number}.{part}", pool[index]


def _locale(config: bytes) -> str:
    language, country = _letters(config[8:10]), _letters(config[10:12])
    script = config[36:40].rstrip(b"\0").decode("ascii", "replace") if len(config) >= 40 else ""
    return "-".join(part for part in (language, script, country) if part)


def _letters(two: bytes) -> str:
    """Two letters as they are, or three letters of five bits each."""
    if not two[0] & 0x80:
        return two.rstrip(b"\0").decode("ascii", "replace")
    first, second, third = (
        two[1] & 0x1F,
        (two[1] & 0xE0) >> 5 | (two[0] & 0x03) << 3,
        (two[0] & 0x7C) >> 2,
    )
    return "".join(chr(ord("a") + letter) for letter in (first, second, third))


def _entry(data: bytes, place: int) -> Iterator[int]:
    size, flags = struct.unpack_from("<HH", data, place)
    if not flags & _COMPLEX:
        yield from _value(data, place + size)
        return
    count = struct.unpack_from("<I", data, place + 12)[0]
    for number in range(count):
        yield from _value(data, place + size + 12 * number + 4)


def _value(data: bytes, place: int) -> Iterator[int]:
    kind, index = struct.unpack_from("<3xBI", data, place)
    if kind == _STRING:
        yield index
