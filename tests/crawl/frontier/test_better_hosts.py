"""Whom it is worth to wait for; in bounded memory, however long the crawl."""

from auslese.crawl.frontier.better_hosts import LEAST_KEPT, BetterHosts, HoldRules

NOW = 1000.0
HOSTS = 50


def test_what_has_changed_is_swept_before_it_grows_beyond_twice_the_hosts() -> None:
    places: dict[int, tuple[float, int]] = {}
    better = BetterHosts(
        HoldRules(30.0, 2), lambda host, free_at, bucket: places[host] == (free_at, bucket)
    )
    for turn in range(10 * LEAST_KEPT):
        place = (NOW + turn, 4 if turn < 5 * LEAST_KEPT else 12)
        places[turn % HOSTS] = place
        better.note_rest(turn % HOSTS, place[1], place[0])

    assert max(map(len, better._resting)) <= LEAST_KEPT + HOSTS
    assert not better.is_worth_waiting(10, NOW + 10 * LEAST_KEPT)  # nobody is in bucket 4 any more
    assert better.is_worth_waiting(14, NOW + 10 * LEAST_KEPT)


def test_what_a_host_is_asked_for_counts_until_it_comes_back() -> None:
    better = BetterHosts(HoldRules(30.0, 2), lambda host, free_at, bucket: False)
    better.note_lease(1, 8, is_leased=True)
    better.note_lease(1, 4, is_leased=True)  # something better was found there
    better.note_lease(1, 12, is_leased=True)

    assert [better.is_worth_waiting(bucket, NOW) for bucket in (4, 5, 6)] == [False, False, True]
    better.note_lease(1, 12, is_leased=False)
    assert not better.is_worth_waiting(13, NOW)
