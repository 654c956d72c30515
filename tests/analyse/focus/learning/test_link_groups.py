"""Groups of links: arms that sleep while none of their links waits."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as some

from auslese.analyse.focus.learning.link_groups import LinkGroups

ARMS = some.integers(1, 6)
STEPS = some.lists(some.tuples(some.sampled_from(("arrive", "leave", "reward")), ARMS), max_size=60)


@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_a_group_without_waiting_links_is_never_chosen(steps: list[tuple[str, int]]) -> None:
    groups, waiting = LinkGroups(room=100), dict.fromkeys(range(1, 7), 0)
    for what, arm in steps:
        if what == "arrive":
            groups.arrive(arm)
            waiting[arm] += 1
        elif what == "leave":
            groups.leave(arm)
            waiting[arm] = max(0, waiting[arm] - 1)
        else:
            groups.reward(arm, arm / 6)

        awake = {each for each, number in waiting.items() if number}
        best = groups.best(exploration=0.1)
        assert set(groups.awake()) == awake
        assert best in awake if awake else best is None


def test_the_group_that_paid_most_is_chosen_and_a_little_known_one_gets_its_turn() -> None:
    groups = LinkGroups(room=10)
    for arm, reward in ((1, 0.9), (2, 0.1)):
        groups.arrive(arm)
        for _ in range(200):
            groups.reward(arm, reward)

    assert groups.best(exploration=0.1) == 1

    groups.arrive(3)
    assert groups.best(exploration=0.0) == 1
    assert groups.best(exploration=2.0) == 3


def test_groups_are_forgotten_when_there_are_too_many() -> None:
    groups = LinkGroups(room=5)
    for arm in range(1, 50):
        groups.arrive(arm)
        groups.reward(arm, 1.0)

    assert len(groups) == 5
    assert sorted(groups.awake()) == [45, 46, 47, 48, 49]
    groups.leave(1)  # forgotten: nothing happens


def test_a_mean_of_few_links_is_drawn_towards_all() -> None:
    groups = LinkGroups(room=10)
    for _ in range(97):
        groups.reward(1, 0.0)
    groups.reward(2, 1.0)

    rare, common, unknown = groups.means(np.array([2, 1, 9], np.uint64)).tolist()

    assert 0.2 < rare < 0.5
    assert common < unknown < rare
