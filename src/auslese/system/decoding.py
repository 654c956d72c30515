"""A body as the server packed it, unpacked within limits."""

import zlib
from collections.abc import Callable

import brotli
import zstandard
from isal import isal_zlib

from auslese.records.fetch import Failed, Failure

ACCEPTED = "gzip, deflate, br, zstd"
MOST_LAYERS = 2  # a body packed twice is seen now and then; more is a trap
MOST_FRAMES = 64  # zstd may come in several; each costs a copy of the rest
CUT = "ends too early"


class _TooLargeError(Exception):
    pass


class _UndecodableError(Exception):
    pass


# The stub of isal says its error is no exception; it is.
BROKEN: tuple[type[Exception], ...] = (
    isal_zlib.error,  # type: ignore[assignment]
    brotli.error,
    zstandard.ZstdError,
    _UndecodableError,
)


def decoded_body(raw: bytes, encodings: str, limit: int) -> bytes | Failed:
    """The body without its content encodings, or why that cannot be had."""
    if not raw:
        return raw  # an empty body is often said to be packed
    layers = [name.strip().lower() for name in encodings.split(",") if name.strip()]
    layers = [name for name in layers if name not in ("identity", "utf-8", "none")]
    if len(layers) > MOST_LAYERS:
        return Failed(Failure.ENCODING, f"{len(layers)} layers of compression")
    for name in reversed(layers):
        unpack = UNPACKERS.get(name)
        if unpack is None:
            return Failed(Failure.ENCODING, f"unknown content encoding {name[:40]!r}")
        try:
            raw = unpack(raw, limit)
        except _TooLargeError:
            return Failed(Failure.TOO_LARGE, f"unpacks to more than {limit} bytes")
        except BROKEN as error:
            return Failed(Failure.ENCODING, f"broken {name}: {error}")
    return raw


def _inflate(raw: bytes, limit: int, wbits: int) -> bytes:
    unpacker = isal_zlib.decompressobj(wbits)  # 2.2 times as fast as zlib on pages of 15 KB
    body = unpacker.decompress(raw, limit + 1)
    if len(body) > limit:
        raise _TooLargeError
    if not unpacker.eof:
        raise _UndecodableError(CUT)
    return body


def _gzip(raw: bytes, limit: int) -> bytes:
    return _inflate(raw, limit, 31)


def _deflate(raw: bytes, limit: int) -> bytes:
    try:
        return _inflate(raw, limit, zlib.MAX_WBITS)
    except BROKEN:  # some servers send the bare stream without the zlib header
        return _inflate(raw, limit, -zlib.MAX_WBITS)


def _brotli(raw: bytes, limit: int) -> bytes:
    unpacker = brotli.Decompressor()
    body = bytearray(unpacker.process(raw, output_buffer_limit=limit + 1))
    while len(body) <= limit and not unpacker.is_finished():
        more = unpacker.process(b"", output_buffer_limit=limit + 1)
        if not more:
            raise _UndecodableError(CUT)
        body += more
    if len(body) > limit:
        raise _TooLargeError
    return bytes(body)


def _zstd(raw: bytes, limit: int) -> bytes:
    # The window is what the decoder allocates at once; 8 MB is what RFC 9659 lets a server use.
    unpacker = zstandard.ZstdDecompressor(max_window_size=1 << 23)
    with unpacker.stream_reader(raw, read_across_frames=True) as stream:
        if len(stream.read(limit + 1)) > limit:
            raise _TooLargeError
    # The stream keeps silent about a cut end; this tells, but only now may it unpack all.
    body = b""
    for _ in range(MOST_FRAMES):
        frame = unpacker.decompressobj()
        body += frame.decompress(raw)
        if not frame.eof:
            raise _UndecodableError(CUT)
        raw = frame.unused_data
        if not raw:
            return body
    raise _UndecodableError(f"more than {MOST_FRAMES} frames")


UNPACKERS: dict[str, Callable[[bytes, int], bytes]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}
