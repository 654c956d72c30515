"""An index of captures in packed blocks, and the list of where each begins (ZipNum, CDXJ).

Whoever looks for a page reads the list and unpacks one block, however long the index is.
"""

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import islice

LINES_OF_A_BLOCK = 1024  # as the tools of WACZ have it
BLOCKS, LIST = "index.cdx.gz", "index.idx"


def zipnum_blocks(lines: Iterable[bytes], note: Callable[[bytes], None]) -> Iterator[bytes]:
    """The packed blocks of sorted lines, which together are one packed file.

    `note` hears the lines of the list, in order.
    """
    note(_list_line("!meta 0", {"format": "cdxj-gzip-1.0", "filename": BLOCKS}))
    rest, offset = iter(lines), 0
    while some := list(islice(rest, LINES_OF_A_BLOCK)):
        block = gzip.compress(b"".join(some), mtime=0)
        digest = f"sha256:{sha256(block).hexdigest()}"
        place = {"offset": offset, "length": len(block), "digest": digest, "filename": BLOCKS}
        note(_list_line(some[0].partition(b" {")[0].decode(), place))
        offset += len(block)
        yield block


def _list_line(key: str, place: dict[str, object]) -> bytes:
    return f"{key} {json.dumps(place)}\n".encode()
