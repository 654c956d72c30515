"""A URL is found among all keys as bytes, without arrays."""

import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.frontier.embedded.packed_columns import KEY_BYTES, number_of_key

KEYS = st.integers(-(2**63), 2**63 - 1)


@given(st.lists(KEYS | st.sampled_from([0, -1, 1, 256, -256]), max_size=20), st.data())
def test_a_key_is_found_where_it_stands_first(keys: list[int], data: st.DataObject) -> None:
    packed = np.array(keys, np.int64).tobytes()
    key = data.draw(st.sampled_from(keys) if keys else KEYS)

    assert number_of_key(packed, key) == (keys.index(key) + 1 if key in keys else None)


def test_the_end_of_one_key_and_the_beginning_of_the_next_are_none() -> None:
    wanted = bytes(range(1, KEY_BYTES + 1))
    packed = b"\0\0\0\0" + wanted + b"\0\0\0\0"

    assert number_of_key(packed, int.from_bytes(wanted, sys.byteorder, signed=True)) is None
