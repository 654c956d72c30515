"""A sketch of a page: 64 bits that are nearly the same for pages that say nearly the same.

One bit of each of 64 min-hashes (Li and König 2010) over the runs of three words: of two pages that
share J of their runs, (1 + J) / 2 of the bits are equal. Each run counts once: a menu that says
"more" forty times must not outweigh the text. Numbers are left out, as pages of a calendar differ
in nothing else, and so are the words of the URL, which a search that finds nothing repeats. Where a
page has pictures, half of the bits are theirs, so that the pages of a scanned book are not taken
for one another.
"""

import re
from collections.abc import Sequence
from urllib.parse import unquote_to_bytes

import numpy as np
import numpy.typing as npt
from xxhash import xxh3_64_intdigest

from auslese.records.url import Url

LONGEST_LOOK = 200_000  # bytes of a page
MOST_WORDS = 3_000
RUN = 3  # words; one changed word then counts three times, which tells short texts apart
BITS = 64

_TAG = re.compile(rb"<[^<>]*+>?")
_WORD = re.compile(rb"[A-Za-z\x80-\xff]{2,}+")
_PICTURE = re.compile(rb"<img\b[^<>]*?\ssrc\s*=\s*[\"']?([^\s\"'<>]+)", re.IGNORECASE)
_NUMBER = re.compile(rb"[0-9]+")

Hashes = npt.NDArray[np.uint64]

# Odd factors: each orders all hashes anew. Any seed will do; this one must stay, sketches are kept.
_DICE = np.random.Generator(np.random.PCG64(1997))
_ORDERS = _DICE.integers(0, 1 << 64, BITS, np.uint64) | np.uint64(1)
_PLACES_IN_RUN = _DICE.integers(0, 1 << 64, RUN, np.uint64) | np.uint64(1)
_BIT = np.arange(BITS, dtype=np.uint64)
_ONE = np.uint64(1)


def sketch_of(url: Url, body: bytes) -> int:
    """Return the sketch of a page, never 0; as many bits differ as the texts do."""
    start = body[:LONGEST_LOOK]
    text = _TAG.sub(b" ", _without_code(start)).lower()
    echoes = set(_WORD.findall(unquote_to_bytes(url).lower()))
    words = [word for word in _WORD.findall(text)[:MOST_WORDS] if word not in echoes]
    bits = _bits_of_minima(_runs(words or [_NUMBER.sub(b"", start)]))
    pictures = _PICTURE.findall(start)[:MOST_WORDS]
    if pictures:
        bits[::2] = _bits_of_minima(_hashes(pictures))[::2]
    return int((bits << _BIT).sum()) or 1


def _hashes(things: Sequence[bytes]) -> Hashes:
    return np.fromiter(map(xxh3_64_intdigest, things), np.uint64, len(things))


def _runs(words: Sequence[bytes]) -> Hashes:
    """Return a hash for each run of words; of too few words, for each word."""
    hashes = _hashes(words)
    last = len(hashes) - RUN + 1
    if last < 1:
        return hashes
    runs = np.zeros(last, np.uint64)
    for place, factor in enumerate(_PLACES_IN_RUN):
        runs += hashes[place : last + place] * factor
    return runs


def _bits_of_minima(hashes: Hashes) -> Hashes:
    """Return one bit of the hash that comes first in each of the orders."""
    first = np.multiply.outer(_ORDERS, hashes).argmin(axis=1)
    bits: Hashes = hashes[first] >> _BIT & _ONE
    return bits


def _without_code(body: bytes) -> bytes:
    """Cut out scripts and styles; every byte is looked at a fixed number of times."""
    for name in (b"script", b"style"):
        lower = body.lower()
        kept, place = [], 0
        while (begin := lower.find(b"<" + name, place)) >= 0:
            kept.append(body[place:begin])
            place = lower.find(b"</" + name, begin)
            if place < 0:
                place = len(body)
        kept.append(body[place:])
        body = b" ".join(kept)
    return body
