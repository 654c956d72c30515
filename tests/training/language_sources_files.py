"""Small files of the kinds that the language sources are read from."""

import struct


def catalogue(pairs: dict[str, str]) -> bytes:
    """A compiled gettext catalogue."""
    rows = sorted((original.encode(), text.encode()) for original, text in pairs.items())
    table, strings, places = 28, b"", []
    start = table + 16 * len(rows)
    for column in (0, 1):
        for row in rows:
            places.append((len(row[column]), start + len(strings)))
            strings += row[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(rows), table, table + 8 * len(rows), 0, 0)
    return head + b"".join(struct.pack("<2I", *place) for place in places) + strings


def pak(strings: dict[int, str]) -> bytes:
    """A language file of Chromium, version 5."""
    start = 12 + 6 * (len(strings) + 1)
    rows, data = [], b""
    for number, text in strings.items():
        rows.append(struct.pack("<HI", number, start + len(data)))
        data += text.encode()
    rows.append(struct.pack("<HI", 0, start + len(data)))
    return struct.pack("<IB3xHH", 5, 1, len(strings), 0) + b"".join(rows) + data


def resources(strings: dict[bytes, str], script: bytes = b"") -> bytes:
    """Android's compiled resources: one string in several languages ("" is English)."""
    texts = [text.encode() for text in strings.values()]
    packed = [bytes([len(text.decode()), len(text)]) + text + b"\0" for text in texts]
    offsets = [sum(map(len, packed[:number])) for number in range(len(packed))]
    body = struct.pack(f"<{len(offsets)}I", *offsets) + b"".join(packed)
    pool = struct.pack(
        "<HHI5I", 1, 28, 28 + len(body), len(texts), 0, 0x100, 28 + 4 * len(texts), 0
    )
    types = b"".join(_type(code, number, script) for number, code in enumerate(strings))
    package = struct.pack("<HHII", 0x0200, 12, 12 + len(types), 1) + types
    inside = pool + body + package
    return struct.pack("<HHII", 2, 12, 12 + len(inside), 1) + inside


def _type(code: bytes, number: int, script: bytes) -> bytes:
    config = bytearray(64)
    config[8 : 8 + len(code)] = code
    if code:
        config[36 : 36 + len(script)] = script
    entry = struct.pack("<HHI", 8, 0, 0) + struct.pack("<HBBI", 8, 0, 3, number)
    head = 20 + len(config)
    size = head + 4 + len(entry)
    fields = struct.pack("<HHIBBHII", 0x0201, head, size, 2, 0, 0, 1, head + 4)
    return fields + bytes(config) + struct.pack("<I", 0) + entry
