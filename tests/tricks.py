"""Finer misdeeds than those of `misdeeds`: redirects, spellings, headers, framing to the letter."""

import asyncio

import zstandard

from tests.misdeeds import (
    Caller,
    Misdeed,
    answer,
    chunked,
    gzip_bomb,
    gzipped,
    page,
    sending,
    with_body,
    with_content,
    with_lines,
)

SPELLED = {
    "decimal": "http://167772161/decimal",
    "hexadecimal": "http://0xa000001/hexadecimal",
    "octal": "http://012.0.0.1/octal",
    "shortened": "http://10.1/shortened",
    "dotted": "http://10.0.0.1./dotted",
    "circled": "http://%E2%91%A0%E2%93%AA.0.0.1/circled",
    "with-a-name": "http://good-0.localhost@10.0.0.1/with-a-name",
    "backslashed": "http:\\\\10.0.0.1/backslashed",
    "schemeless": "//10.0.0.1/schemeless",
}
"""Ways to write 10.0.0.1 into a Location; the path tells them apart."""
HIDDEN_TARGETS = {
    "metadata": "http://169.254.169.254/latest/meta-data/iam/",
    "mapped": "http://[::ffff:a9fe:a9fe]/mapped",
    "nat64": "http://[64:ff9b::a9fe:a9fe]/nat64",
    "nat64-local": "http://[64:ff9b:1::a00:1]/nat64-local",
    "6to4": "http://[2002:a00:1::]/6to4",
    "compatible": "http://[::a00:1]/compatible",
    "site-local": "http://[fec0::1]/site-local",
    "unspecified": "http://0.0.0.0/unspecified",
    "unspecified-6": "http://[::]/unspecified-6",
    "shared": "http://100.64.0.1/shared",
    "broadcast": "http://255.255.255.255/broadcast",
}
"""Addresses that are not public, or lead to such by a gateway: no test may ever talk to them."""
UNFOLLOWED = {
    "gopher": "gopher://127.0.0.1:70/1",
    "data": "data:text/html,<p>hello",
    "script": "javascript:alert(1)",
    "ftp": "ftp://127.0.0.1/",
    "blank": "about:blank",
    "no-host": "http://",
    "terminal": "file:///\x1b[31mred\x1b]0;title\x07",
}
"""Where a Location can point to that is no web address."""


def redirect(location: str) -> Misdeed:
    return with_lines(f"Location: {location}", status="302 Found")


async def drip_chunks(caller: Caller) -> None:
    """Spell the length of the first chunk, letter by letter and without end."""
    await caller.send(chunked(b""))
    while True:
        await caller.send(b"0")
        await asyncio.sleep(0.2)


async def extend_chunks(caller: Caller) -> None:
    """Send a letter at a time, each with a kilobyte that nobody reads."""
    await caller.send(chunked(b""))
    while True:
        await caller.send(b"1;x=%b\r\nx\r\n" % (b"y" * 1000))
        await asyncio.sleep(0.01)


async def hint_endlessly(caller: Caller) -> None:
    while True:
        await caller.send(b"HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n" * 100)


async def drip_robots(caller: Caller) -> None:
    await caller.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
    while True:
        await caller.send(b"#")
        await asyncio.sleep(0.2)


def wide_window() -> bytes:
    """A page whose frame asks for a window of 2 GB; its content is ever so small."""
    parameters = zstandard.ZstdCompressionParameters.from_level(
        3, window_log=31, write_content_size=False, enable_ldm=True
    )
    packer = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    return packer.compress(page("window")) + packer.flush()


def zstd_frames() -> bytes:
    return zstandard.compress(b"<p>x</p>") * 10_000


def raw(text: bytes) -> Misdeed:
    """Send exactly this."""
    return sending(lambda name: text)


HEADER = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
COOKIES = tuple(f"Set-Cookie: c{n}={'x' * 40}; Path=/" for n in range(3000))
MANY_ATTRIBUTES = "<a " + " ".join(f"a{n}=1" for n in range(100_000)) + " href=/x>x</a>"
# Never closed in the order of opening: parsers put them right again and again.
MISNESTED = "<a href=/x><b><i><p>" * 5000

TRICKS: dict[str, Misdeed] = {
    **{f"redirects-to-{name}": redirect(url) for name, url in SPELLED.items()},
    **{f"redirects-to-{name}": redirect(url) for name, url in HIDDEN_TARGETS.items()},
    **{f"redirects-to-{name}": redirect(url) for name, url in UNFOLLOWED.items()},
    "redirects-in-odd-letters": redirect("/\xff\xfe\xe4"),
    "redirects-far": redirect("/" + "far/" * 20_000),
    "redirects-twice": with_lines("Location: /one", "Location: /two", status="302 Found"),
    "redirects-empty": redirect(" "),
    # never coming to an end
    "drips-chunks": drip_chunks,
    "extends-chunks": extend_chunks,
    "endless-hints": hint_endlessly,
    # header
    "cookie-flood": with_lines(*COOKIES),
    "null-in-header": with_lines("X-Null: a\0b"),
    "line-without-colon": with_lines("this is no field"),
    "space-before-colon": with_lines("X-Space : a"),
    "bare-line-feeds": raw(b"HTTP/1.1 200 OK\nContent-Type: text/html\n\n<title>bare</title>"),
    "header-cut": raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/h"),
    "header-alone": raw(b"HTTP/1.1 200 OK\r\n\r\n"),
    "escapes-in-type": with_lines("Content-Type: \x1b[31mtext/red"),
    # framing
    "chunked-with-length": sending(
        lambda name: answer(b"4\r\n<p>x\r\n0\r\n\r\n", "Transfer-Encoding: chunked")
    ),
    "transfer-unknown": with_lines("Transfer-Encoding: klingon"),
    "chunks-of-one-letter": sending(
        lambda name: chunked(
            b"".join(b"1\r\n%c\r\n" % letter for letter in page(name)) + b"0\r\n\r\n"
        )
    ),
    "chunks-negative": sending(lambda name: chunked(b"-5\r\n<p>ab\r\n0\r\n\r\n")),
    # status
    "status-101": with_lines("Upgrade: websocket", status="101 Switching Protocols"),
    "status-206": with_lines("Content-Range: bytes 0-9/100", status="206 Partial Content"),
    "status-300": with_lines(status="300 Multiple Choices"),
    "status-401": with_lines('WWW-Authenticate: Basic realm="x"', status="401 Unauthorized"),
    "status-407": with_lines("Proxy-Authenticate: Basic", status="407 Proxy Authentication"),
    "http-10": sending(lambda name: b"HTTP/1.0 200 OK\r\n\r\n" + page(name)),
    "http-2-unasked": raw(b"\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x80\0\x04\0\x01\0\0"),
    "http-9": sending(lambda name: b"HTTP/9.9 200 OK\r\n\r\n" + page(name)),
    # packing
    "gzip-bomb-twice": with_body(b""),
    "gzip-members": with_body(gzipped(b"x") * 50_000, "Content-Encoding: gzip"),
    "zstd-window": with_body(wide_window(), "Content-Encoding: zstd"),
    "zstd-frames": with_body(zstd_frames(), "Content-Encoding: zstd"),
    "packed-by-many-names": with_lines("Content-Encoding: " + ",".join(["identity"] * 5000)),
    # content that is hard to read
    "giant-title": with_content(f"<title>{'t' * 9_000_000}</title>"),
    "many-attributes": with_content(MANY_ATTRIBUTES),
    "misnested": with_content(MISNESTED),
    "many-entities": with_content("&nbsp;&#x1F600;" * 500_000),
    "link-of-megabytes": with_content(f"<a href='/{'l' * 3_000_000}'>long</a>"),
    "escapes-in-title": with_body(b"<title>a\x1b[31mb\x9bc</title><p>x"),
}
ROBOTS_TRICKS: dict[str, Misdeed] = {
    "robots-drips": drip_robots,
    "robots-cut": with_lines("Content-Length: 100000"),
    "robots-to-a-file": redirect("file:///etc/passwd"),
    "robots-one-line": with_body(b"Disallow: /" + b"x" * 400_000),
    "robots-many-groups": with_body(b"User-agent: a\nDisallow: /b\n" * 15_000),
    "robots-204": sending(lambda name: answer(b"", status="204 No Content")),
}


def lay_more_bombs() -> None:
    """Make what takes a second to make, before anybody waits for it."""
    twice = gzipped(gzip_bomb())
    TRICKS["gzip-bomb-twice"] = with_body(twice, "Content-Encoding: gzip, gzip")
