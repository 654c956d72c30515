"""Strings of Chromium's language files (.pak)."""

import struct
from collections.abc import Iterator

_UTF8, _UTF16 = 1, 2


def pak_strings(data: bytes) -> Iterator[tuple[int, str]]:
    """The strings of one language, each with a number that is the same in every language."""
    version = struct.unpack_from("<I", data)[0]
    if version == 5:
        encoding, count = struct.unpack_from("<B3xH", data, 4)
        table = 12
    elif version == 4:
        count, encoding = struct.unpack_from("<IB", data, 4)
        table = 9
    else:
        raise ValueError(f"pak version {version} is not known")
    codec = {_UTF8: "utf-8", _UTF16: "utf-16-le"}[encoding]
    for number in range(count):
        name, start, _, end = struct.unpack_from("<HIHI", data, table + 6 * number)
        yield name, data[start:end].decode(codec, "replace")
