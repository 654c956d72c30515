"""A sketch of a page: 64 bits that are nearly the same for pages that say nearly the same.

Charikar's simhash over the runs of three words, each counted once: a menu that says "more" forty
times must not outweigh the text. Numbers are left out, as pages of a calendar differ in nothing
else, and so are the words of the URL, which a search that finds nothing repeats. Where a page has
pictures, they weigh as much as the words, so that the pages of a scanned book are not taken for
one another. Only pages under suspicion are sketched.
"""

import re
from urllib.parse import unquote_to_bytes

import numpy as np
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


def sketch_of(url: Url, body: bytes) -> int:
    """Return the sketch of a page, never 0; as many bits differ as the texts do."""
    start = body[:LONGEST_LOOK]
    text = _TAG.sub(b" ", _without_code(start)).lower()
    echoes = set(_WORD.findall(unquote_to_bytes(url).lower()))
    words = [word for word in _WORD.findall(text)[:MOST_WORDS] if word not in echoes]
    runs = {b" ".join(words[place : place + RUN]) for place in range(len(words) - RUN + 1)}
    features = runs or set(words) or {_NUMBER.sub(b"", start)}
    pictures = set(_PICTURE.findall(start)[:MOST_WORDS])
    weights = np.ones(len(features) + len(pictures), np.float64)
    if pictures:
        weights[len(features) :] = len(features) / len(pictures)
    return _simhash([*features, *pictures], weights)


def _simhash(features: list[bytes], weights: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> int:
    digests = np.fromiter(map(xxh3_64_intdigest, features), np.uint64, len(features))
    bits = np.unpackbits(digests.view(np.uint8).reshape(-1, BITS // 8), axis=1)
    heavy = weights @ bits > weights.sum() / 2
    return int.from_bytes(np.packbits(heavy).tobytes(), "big") or 1


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
