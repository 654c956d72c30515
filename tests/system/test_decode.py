"""Bodies are unpacked within limits, and no bytes can stop that."""

import gzip
import zlib
from collections.abc import Callable

import brotli
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from auslese.records.fetch import Failed, Failure
from auslese.system.decoding import MOST_FRAMES, MOST_LAYERS, UNPACKERS, decoded_body

LIMIT = 10_000


def bare_deflate(body: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(body) + packer.flush()


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.compress,
}
encodings = st.sampled_from(sorted(PACKERS))
bodies = st.binary(min_size=1, max_size=LIMIT)


def why(outcome: bytes | Failed) -> Failure | None:
    return outcome.why if isinstance(outcome, Failed) else None


@given(encodings, bodies)
def test_what_was_packed_comes_out_again(encoding: str, body: bytes) -> None:
    assert decoded_body(PACKERS[encoding](body), encoding, LIMIT) == body


@given(st.lists(encodings, min_size=2, max_size=MOST_LAYERS), bodies)
def test_layers_come_off_from_the_outside(layers: list[str], body: bytes) -> None:
    raw = body
    for encoding in layers:
        raw = PACKERS[encoding](raw)

    assert decoded_body(raw, ", ".join(layers), 2 * LIMIT) == body


@given(
    st.binary(max_size=300),
    st.lists(encodings, max_size=3).map(", ".join) | st.text(max_size=20),
    st.integers(0, 1000),
)
def test_no_bytes_raise_an_error_or_pass_the_limit(raw: bytes, named: str, limit: int) -> None:
    outcome = decoded_body(raw, named, limit)

    assert isinstance(outcome, Failed) or outcome == raw or len(outcome) <= limit


@given(encodings, bodies, st.data())
def test_a_damaged_body_is_broken_or_still_within_the_limit(
    encoding: str, body: bytes, data: st.DataObject
) -> None:
    raw = bytearray(PACKERS[encoding](body))
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= data.draw(st.integers(1, 255))

    outcome = decoded_body(bytes(raw), encoding, LIMIT)

    assert isinstance(outcome, Failed) or len(outcome) <= LIMIT


@given(encodings, st.binary(min_size=20, max_size=LIMIT), st.data())
def test_a_cut_body_is_broken_not_short(encoding: str, body: bytes, data: st.DataObject) -> None:
    raw = PACKERS[encoding](body)

    outcome = decoded_body(raw[: data.draw(st.integers(1, len(raw) - 1))], encoding, LIMIT)

    # The last bytes of a stream may carry no letter of the body, only its end.
    assert why(outcome) is Failure.ENCODING or outcome == body


@pytest.mark.parametrize("encoding", sorted(PACKERS))
@pytest.mark.parametrize("surplus", [-1, 0, 1])
def test_the_limit_is_exact(encoding: str, surplus: int) -> None:
    body = b"x" * (LIMIT + surplus)

    outcome = decoded_body(PACKERS[encoding](body), encoding, LIMIT)

    assert why(outcome) is (Failure.TOO_LARGE if surplus > 0 else None)


@pytest.mark.parametrize("encoding", sorted(PACKERS))
def test_a_bomb_is_too_large(encoding: str) -> None:
    assert (
        why(decoded_body(PACKERS[encoding](bytes(20_000_000)), encoding, LIMIT))
        is Failure.TOO_LARGE
    )


@pytest.mark.parametrize("encoding", sorted(UNPACKERS))
def test_an_empty_body_may_be_called_packed(encoding: str) -> None:
    assert decoded_body(b"", encoding, LIMIT) == b""


def test_deflate_without_its_wrapper_is_understood() -> None:
    assert decoded_body(bare_deflate(b"words"), "deflate", LIMIT) == b"words"


def test_zstd_may_come_in_several_frames_but_not_in_countless_ones() -> None:
    frame = zstandard.compress(b"ab")

    assert decoded_body(frame * MOST_FRAMES, "zstd", LIMIT) == b"ab" * MOST_FRAMES
    assert why(decoded_body(frame * (MOST_FRAMES + 1), "zstd", LIMIT)) is Failure.ENCODING


@pytest.mark.parametrize("named", ["", "identity", "Identity, none", "utf-8", " , "])
def test_a_body_that_is_not_packed_stays_the_same_object(named: str) -> None:
    raw = b"words"

    assert decoded_body(raw, named, LIMIT) is raw


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ("sdch", "unknown content encoding 'sdch'"),
        ("gzip, gzip, gzip", "3 layers of compression"),
        ("gzip", "broken gzip: "),
        ("br", "broken br: "),
    ],
)
def test_the_reason_is_told(named: str, words: str) -> None:
    outcome = decoded_body(b"these are plain words", named, LIMIT)

    assert isinstance(outcome, Failed)
    assert outcome.why is Failure.ENCODING
    assert outcome.detail.startswith(words)
