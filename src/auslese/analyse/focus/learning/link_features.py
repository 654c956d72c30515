"""What is known of a link before it is followed, as columns of a hashed model.

A worker of the crawl makes these from a page; they are small, the same in every process, and all
that the learning side needs.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

COLUMNS = 1 << 18
"""Of the hashed model. A crawl of 10,000 pages has some 100,000 different words around its links,
most of them once; two in one column cost little (Weinberger et al. 2009)."""
WIDTH = 48
"""Columns of one link at most; what is behind them is left out. Column 0 stands for none."""
ANCHOR_WORDS, CONTEXT_WORDS, ADDRESS_WORDS = 8, 12, 8
LAST_TAGS = 3
REWARD_STEPS = 5  # in which the reward of the page with the link is told
MOST_EVIDENCE = 3.0  # of one word: one that a model has never seen is no proof
ENOUGH_EVIDENCE = 6.0  # of some words together: more adds nothing
WORD = re.compile(r"[^\W\d_]{2,}")
NUMBERS = re.compile(r"\d+")
LETTERS = re.compile(r"[^\W\d_]+")


class LinkView(NamedTuple):
    """A link as the page shows it."""

    key: int
    """The 64-bit name of the address to which it leads."""
    url: str
    anchor: str
    context: str
    position: str
    tag_path: str
    """Tags from the root to the link with their first class, a space between two; may be empty."""
    prior: float
    """What a crawl that does not learn thinks of it: 0 to 1, as `page_reward` makes it of its
    link score."""


class LinkPage(NamedTuple):
    """The page on which links stand."""

    key: int
    url: str
    reward: float


class LinkBatch(NamedTuple):
    """The links of one page as numbers."""

    page: int
    reward: float
    keys: NDArray[np.uint64]
    columns: NDArray[np.int32]
    """A row for each link, `WIDTH` wide."""
    priors: NDArray[np.float32]
    groups: NDArray[np.uint64]
    """Where it stands: host and path of tags."""
    kinds: NDArray[np.uint64]
    """The path of tags alone, whatever the host: sites made with one program have the same."""
    hosts: NDArray[np.uint64]
    """Where it leads."""
    evidence: NDArray[np.float32]
    """What the words of anchor, surroundings and address speak for, each from -1 to 1."""


def word_evidence(
    words: Sequence[str], subject: NDArray[np.float64], background: NDArray[np.float64]
) -> dict[str, float]:
    """How much more likely each word is on the subject than elsewhere, as a logarithm.

    Given are the perplexities of the single words by the two models.
    """
    odds = np.clip(np.log(background) - np.log(subject), -MOST_EVIDENCE, MOST_EVIDENCE)
    return {word: float(odd) for word, odd in zip(words, odds.tolist(), strict=True)}


def link_batch(
    page: LinkPage,
    links: Sequence[LinkView],
    words: Mapping[str, float] | None = None,
    *,
    has_columns: bool = True,
) -> LinkBatch:
    """The links of a page as numbers; `words` is the evidence of words, if there is some.

    A scorer that takes no steps has no weights for columns, and can do without them.
    """
    host = _host(page.url)
    step = int(min(max(page.reward, 0.0), 0.999) * REWARD_STEPS)
    columns = np.zeros((len(links), WIDTH), np.int32)
    for row, link in enumerate(links if has_columns else ()):
        found = list(dict.fromkeys(_columns(link, host, step)))[:WIDTH]
        columns[row, : len(found)] = found
    return LinkBatch(
        page.key,
        page.reward,
        np.array([link.key for link in links], np.uint64),
        columns,
        np.array([link.prior for link in links], np.float32),
        np.array([_name(f"{host} {_place(link)}") for link in links], np.uint64),
        np.array([_name(_place(link)) for link in links], np.uint64),
        np.array([_name(_host(link.url)) for link in links], np.uint64),
        np.array([_evidence(link, words or {}) for link in links], np.float32).reshape(-1, 3),
    )


def _evidence(link: LinkView, words: Mapping[str, float]) -> tuple[float, float, float]:
    """Of anchor, context and address; a word in two of them counts in each."""
    return (
        _spoken(link.anchor, words),
        _spoken(link.context, words),
        _spoken(link.url.partition("://")[2].partition("/")[2], words),
    )


@lru_cache(maxsize=1 << 14)
def _word_list(text: str) -> tuple[str, ...]:
    return tuple(WORD.findall(text.lower()))


def _spoken(text: str, words: Mapping[str, float]) -> float:
    total = sum(words.get(word, 0.0) for word in _word_list(text))
    return max(-1.0, min(1.0, total / ENOUGH_EVIDENCE))


def _columns(link: LinkView, host: str, step: int) -> Iterator[int]:
    """The columns of a link: first what every link has, words last."""
    place, there = _place(link), _host(link.url)
    path = link.url.partition("://")[2].partition("/")[2]
    folder = path.partition("/")[0] if "/" in path else ""
    shape = LETTERS.sub("a", NUMBERS.sub("0", path))
    words = _word_list(link.anchor)[:ANCHOR_WORDS]
    yield _column("place", place)
    yield _column("own place", f"{host} {place}")
    yield _column("last tags", " ".join(place.split()[-LAST_TAGS:]))
    yield _column("position", link.position)
    yield _column("place, page", f"{place} {step}")
    yield _column("position, page", f"{link.position} {step} {host == there}")
    yield _column("host", there)
    yield _column("folder", f"{there}/{folder}")
    yield _column("shape", shape)
    yield _column("own shape", f"{there}/{shape}")
    yield _column("length", str(min(len(words), 4)))
    yield from (_column("anchor", word) for word in words)
    yield from (_column("address", word) for word in _word_list(path)[:ADDRESS_WORDS])
    near = [word for word in _word_list(link.context) if word not in words]
    yield from (_column("context", word) for word in near[:CONTEXT_WORDS])


def _place(link: LinkView) -> str:
    """Where on its page a link stands; by its position alone if nobody noted the tags."""
    return link.tag_path or link.position


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0]


@lru_cache(maxsize=1 << 16)
def _column(kind: str, value: str) -> int:
    return 1 + crc32(f"{kind}\t{value}".encode("utf-8", "replace")) % (COLUMNS - 1)


@lru_cache(maxsize=1 << 14)
def _name(value: str) -> int:
    """A name of 64 bits: two checksums of 32 each."""
    data = value.encode("utf-8", "replace")
    return crc32(data) << 32 | crc32(data, 0x9E3779B9)
