"""The set of seen keys: exact, however full it gets (promises/ compares it to a plain set)."""

import numpy as np
import pytest

from auslese.system.key_set import SMALLEST, Keys, KeySet


def keys(*numbers: int) -> Keys:
    return np.array(numbers, dtype=np.int64)


def test_a_key_is_new_once() -> None:
    seen = KeySet()

    assert seen.add(keys(5, 6)).tolist() == [True, True]
    assert seen.add(keys(6, 7)).tolist() == [False, True]
    assert len(seen) == 3


def test_a_key_twice_in_one_batch_is_new_at_its_first_place() -> None:
    assert KeySet().add(keys(4, 9, 4, 9)).tolist() == [True, True, False, False]


def test_an_empty_batch_is_no_trouble() -> None:
    assert KeySet().add(keys()).tolist() == []


def test_keys_that_want_the_same_slot_all_find_one() -> None:
    seen = KeySet()
    rivals = keys(*(n * SMALLEST - 1 for n in range(1, 300)))  # the last slot: they wrap round

    assert seen.add(rivals).all()
    assert not seen.add(rivals).any()
    assert len(seen) == len(rivals)


@pytest.mark.parametrize("batch", [700, 100_000])
def test_it_grows_without_losing_a_key(batch: int) -> None:
    numbers = np.random.default_rng(7).integers(1, 2**63 - 1, 100_000)
    seen = KeySet()
    for start in range(0, len(numbers), batch):
        seen.add(numbers[start : start + batch])

    assert len(seen) == len(set(numbers.tolist()))
    assert not seen.add(numbers).any()


def test_a_set_rebuilt_from_its_log_knows_the_same_keys() -> None:
    numbers = np.arange(-5000, 0, dtype=np.int64)
    rebuilt = KeySet(expected=len(numbers))
    rebuilt.add_distinct(numbers)

    assert len(rebuilt) == 5000
    assert not rebuilt.add(numbers).any()
    assert rebuilt.add(keys(1)).all()
