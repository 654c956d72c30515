"""Which charset is it? The one in which the bytes are most like a language.

For every charset and every language written in it we know how likely each byte is, and whether it
likes to stand beside letters of ASCII. The logarithms are summed up over the page; what the server
and the page declare, the language and the top-level domain are added as evidence of their own, so
that a few bytes do not overrule a declaration and many do.
"""

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain, zip_longest
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.extract.charset.alphabets import (
    ALPHABETS,
    CLOSING,
    LATIN,
    LOOSE,
    OPENING,
    RARITY,
    Alphabet,
)
from auslese.extract.charset.east_asian import EAST_ASIAN, plausibility

MOST_BYTES = 3_000  # looked at, of the bytes beyond ASCII and their neighbours
MOST_SEARCHED = 300_000  # of the page
HIGH = 0x80
# From the first byte beyond ASCII on, which begins a letter in every charset that we know, to the
# next blank or tag.
PIECE = re.compile(rb"[\x80-\xff][\x30-\x3b\x40-\x7e\x80-\xff]*+")

# Logarithms. A declaration is outweighed by about four letters that contradict it, and by two if it
# is the one that servers make when nobody told them anything.
DECLARED = 12.0
BY_DEFAULT = {"cp1252": 6.0}
IN_THAT_LANGUAGE = 4.0
UNDER_THAT_DOMAIN = 3.0

# Shares of what stands beyond ASCII; guessed, and not critical.
CAPITALS = 0.06  # of the letters
ELSE = 0.01  # what no text of that language should have
RARER = 0.85  # how much rarer each letter is than the one before it
UNDEFINED = -14.0  # a byte without meaning
# What stands beside: a small letter of ASCII, a capital, another byte beyond ASCII, anything else.
BESIDE = 4
# Per byte, with the right charset; Chinese read as anything else has -9.
WELL_READ = -6.0
BEYOND_ASCII = bytes(range(HIGH, 256))
NEIGHBOURS = {
    (LATIN, "small"): ((0.70, 0.08, 0.07, 0.15), (0.66, 0.01, 0.06, 0.27)),
    (LATIN, "capital"): ((0.02, 0.12, 0.06, 0.80), (0.70, 0.14, 0.06, 0.10)),
    ("other", "small"): ((0.004, 0.004, 0.88, 0.112), (0.004, 0.004, 0.80, 0.192)),
    ("other", "capital"): ((0.004, 0.004, 0.25, 0.742), (0.004, 0.004, 0.90, 0.092)),
    ("any", "closing"): ((0.45, 0.06, 0.28, 0.21), (0.16, 0.03, 0.07, 0.74)),
    ("any", "opening"): ((0.03, 0.02, 0.06, 0.89), (0.32, 0.32, 0.22, 0.14)),
    ("any", "loose"): ((0.15, 0.05, 0.15, 0.65), (0.15, 0.10, 0.15, 0.60)),
    ("any", "else"): ((0.10, 0.05, 0.25, 0.60), (0.10, 0.05, 0.25, 0.60)),
}


class CharsetHints(NamedTuple):
    """What is known besides the bytes."""

    declared: tuple[str, ...] = ()
    """Charsets that somebody names; one may stand twice."""
    language: str = ""
    domain: str = ""
    """The top-level domain."""


class _CharsetModels(NamedTuple):
    alphabets: list[Alphabet]
    charsets: list[str]
    before: NDArray[np.float32]
    """A row for each: the logarithm for each byte behind each kind of neighbour."""
    behind: NDArray[np.float32]


def likely_charset(body: bytes, evidence: CharsetHints) -> str:
    """The best charset for bytes that are no UTF-8; a declared one that we do not know is right."""
    sample = _sample(body)
    scores = _single_bytes(sample, evidence)
    high = len(sample) - len(sample.translate(None, BEYOND_ASCII))
    has_two_bytes = max(scores.values()) < high * WELL_READ
    for charset in EAST_ASIAN if has_two_bytes else ():
        if (score := plausibility(sample, charset)) is not None:
            languages = EAST_ASIAN[charset]
            scores[charset] = score + _hints(languages, languages, evidence)
    for charset in evidence.declared:
        if charset in scores:
            scores[charset] += BY_DEFAULT.get(charset, DECLARED)
        elif charset not in EAST_ASIAN:
            return charset
    return max(scores, key=scores.__getitem__)


def _sample(body: bytes) -> bytes:
    """The bytes that tell something, with their neighbours."""
    pieces = []
    room = MOST_BYTES
    for found in PIECE.finditer(body, 0, MOST_SEARCHED):
        piece = body[max(found.start() - 1, 0) : found.end() + 1][:MOST_BYTES]
        pieces.append(piece)
        room -= len(piece)
        if room < 0:
            break
    return b"  ".join(pieces)


def _hints(languages: Iterable[str], domains: Iterable[str], evidence: CharsetHints) -> float:
    hint = IN_THAT_LANGUAGE if evidence.language in languages else 0.0
    return hint + (UNDER_THAT_DOMAIN if evidence.domain in domains else 0.0)


def _single_bytes(sample: bytes, evidence: CharsetHints) -> dict[str, float]:
    """Score each charset of one byte a letter by the language that fits best."""
    models = _models()
    seen = np.frombuffer(b" " + sample + b" ", np.uint8)
    places = np.flatnonzero(seen >= HIGH)
    kinds = _beside()
    letters = seen[places].astype(np.int64)
    size = BESIDE * 256
    before = np.bincount(kinds[seen[places - 1]] * 256 + letters, minlength=size)
    behind = np.bincount(kinds[seen[places + 1]] * 256 + letters, minlength=size)
    totals = models.before @ before.astype(np.float32) + models.behind @ behind.astype(np.float32)
    scores: dict[str, float] = {}
    for charset, alphabet, total in zip(
        models.charsets, models.alphabets, totals.tolist(), strict=True
    ):
        hints = _hints((alphabet.language,), alphabet.domains.split(), evidence)
        score = total + RARITY[charset] + hints
        scores[charset] = max(score, scores.get(charset, score))
    return scores


@cache
def _beside() -> NDArray[np.int64]:
    kinds = np.full(256, 3)
    kinds[ord("a") : ord("z") + 1] = 0
    kinds[ord("A") : ord("Z") + 1] = 1
    kinds[HIGH:] = 2
    return kinds


@cache
def _models() -> _CharsetModels:
    models = _CharsetModels([], [], np.empty(0, np.float32), np.empty(0, np.float32))
    before, behind = [], []
    for alphabet in ALPHABETS:
        for charset in alphabet.charsets:
            models.alphabets.append(alphabet)
            models.charsets.append(charset)
            one, other = _tables(alphabet, charset)
            before.append(one.ravel())
            behind.append(other.ravel())
    return models._replace(before=np.array(before, np.float32), behind=np.array(behind, np.float32))


def _tables(alphabet: Alphabet, charset: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The logarithms of one model: for each byte behind, and before, each kind of neighbour."""
    before = np.zeros((BESIDE, 256))
    behind = np.zeros((BESIDE, 256))
    weights = _weights(alphabet)
    for byte in range(HIGH, 256):
        letter = bytes([byte]).decode(charset, "replace")
        if letter == "\ufffd" or letter < "\xa0":
            before[:, byte] = UNDEFINED
            continue
        kind, weight = weights.get(letter, ("else", ELSE / HIGH))
        script = alphabet.script if kind in ("small", "capital") else "any"
        left, right = NEIGHBOURS[script, kind]
        before[:, byte] = np.log(weight) + np.log(left)
        behind[:, byte] = np.log(right)
    return before, behind


def _weights(alphabet: Alphabet) -> dict[str, tuple[str, float]]:
    """What each letter and sign is in a language, and how likely it is there."""
    small = alphabet.letters
    capitals = "".join(letter.upper() for letter in small if len(letter.upper()) == 1)
    others = "".join(letter for letter in capitals if letter not in small)
    signs = (*alphabet.signs, *chain(*zip_longest(CLOSING, OPENING, LOOSE, fillvalue="")))
    letter_share = 1 - ELSE - alphabet.sign_share
    shares = {
        tuple(dict.fromkeys(filter(None, signs))): alphabet.sign_share,
        tuple(others): letter_share * CAPITALS,
        tuple(small): letter_share * (1 - CAPITALS),
    }
    weights: dict[str, tuple[str, float]] = {}
    for letters, share in shares.items():
        total = sum(RARER**rank for rank in range(len(letters)))
        for rank, letter in enumerate(letters):
            kind = _kind(letter, small, others)
            weights[letter] = kind, share * RARER**rank / total
    return weights


def _kind(letter: str, small: str, capitals: str) -> str:
    if letter in small:
        return "small"
    if letter in capitals:
        return "capital"
    if letter in CLOSING:
        return "closing"
    return "opening" if letter in OPENING else "loose"
