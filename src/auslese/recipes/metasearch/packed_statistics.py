"""What all indexes say of the words of a question, as it travels in an address.

JSON, packed and in letters of addresses: a question of three words has two thousand letters so.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated

import msgspec

from auslese.records.errors import AusleseError
from auslese.records.joint_answer import IndexStatistics, QueryStatistics, SharedStatistics

LONGEST = 24_000
"""Letters, packed: servers take addresses of 32,768 bytes, with the question beside it."""
MOST_BYTES = 4_000_000  # unpacked; packed words are a fifth of them, not a thousandth
Count = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
Length = Annotated[float, msgspec.Meta(ge=0.0, le=1e18)]


class StatisticsError(AusleseError):
    """The statistics of a question cannot travel, or did not arrive whole."""


class _Statistics(msgspec.Struct):
    pages: Count
    languages: dict[str, Count]
    tokens: dict[str, Length]
    frequencies: dict[str, dict[str, Count]]
    with_all_words: Count
    found: Count
    have_all: Count = 0


def packed_statistics(shared: SharedStatistics) -> str:
    """The statistics in letters of addresses; StatisticsError if they are too many."""
    packed = urlsafe_b64encode(zlib.compress(msgspec.json.encode(shared.as_json())))
    if len(packed) > LONGEST:
        raise StatisticsError("the question is too long to be asked of servers")
    return packed.decode()


def unpacked_statistics(text: str) -> SharedStatistics:
    """The statistics that were packed; StatisticsError if nobody can have packed them."""
    try:
        unpacking = zlib.decompressobj()
        plain = unpacking.decompress(urlsafe_b64decode(text[:LONGEST]), MOST_BYTES)
        said = msgspec.json.decode(plain, type=_Statistics)
    except (ValueError, zlib.error, msgspec.MsgspecError, RecursionError) as problem:
        raise StatisticsError(str(problem)) from None
    return SharedStatistics(
        IndexStatistics(said.pages, said.languages, said.tokens),
        QueryStatistics(said.frequencies, said.with_all_words, said.found, said.have_all),
    )
