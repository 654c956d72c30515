"""Where are the parts of an index? Addresses of servers, from the command line or from a file."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from auslese.records.errors import AusleseError
from auslese.records.url import canonical
from auslese.wording.problem_sentences import ShardProblem

MOST_LISTED = 1024
MOST_REPLICAS = 16
BETWEEN = re.compile(r"[\s,]+")


class ShardAddresses(NamedTuple):
    """A part of the index, and where it is."""

    name: str
    replicas: tuple[str, ...]
    """Addresses of servers that have it, any of which may be asked."""


def shard_addresses(words: Sequence[str]) -> tuple[ShardAddresses, ...]:
    """The parts that these words name.

    A word is one part, as the addresses of its servers with commas between them, or a file with a
    line for each part; what stands behind a `#` in it is left out.
    """
    lines = [line for word in words for line in _lines_of(word)]
    shards = tuple(_shard(number, line) for number, line in enumerate(lines, 1))
    if not 1 <= len(shards) <= MOST_LISTED:
        raise AusleseError(ShardProblem.SHARDS_LISTED.of(most=MOST_LISTED, found=len(shards)))
    _require_once(address for shard in shards for address in shard.replicas)
    return shards


def _lines_of(word: str) -> list[str]:
    if word.startswith(("http://", "https://")):
        return [word]
    try:
        text = Path(word).read_text("utf-8")
    except (OSError, UnicodeError) as problem:
        raise AusleseError(ShardProblem.NO_SHARD_LIST.of(word=word)) from problem
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line]


def _shard(number: int, line: str) -> ShardAddresses:
    words = [word for word in BETWEEN.split(line) if word]
    addresses = tuple(map(_address, words))
    if not 1 <= len(addresses) <= MOST_REPLICAS:
        raise AusleseError(ShardProblem.REPLICAS_LISTED.of(most=MOST_REPLICAS, line=line[:200]))
    return ShardAddresses(str(number), addresses)


def _address(word: str) -> str:
    url = canonical(word) if word.startswith(("http://", "https://")) else None
    if url is None or "?" in url:
        raise AusleseError(ShardProblem.NO_SHARD_ADDRESS.of(word=word[:200]))
    return url.rstrip("/")


def _require_once(addresses: Iterable[str]) -> None:
    """A server that is two parts, or one part twice, would be counted twice."""
    known: set[str] = set()
    for address in addresses:
        if address in known:
            raise AusleseError(ShardProblem.SHARD_TWICE.of(address=address))
        known.add(address)
