"""When is it we who cannot reach anybody?"""

from auslese.crawl.frontier.outage import HostTrouble
from auslese.crawl.frontier.worker_report import HostNote
from auslese.crawl.worker.own_outage import FIRST_PAUSE, LONGEST_PAUSE, SILENT_HOSTS, OwnOutage

DEAD = HostTrouble("failed", "connect", "network unreachable", "http://a.example", True)


def silent(host: int, trouble: HostTrouble = DEAD) -> HostNote:
    return HostNote(host, 1, 2.0, True, asked=1, failures=1, trouble=trouble)


def answers(host: int) -> HostNote:
    return HostNote(host, 1, 0.0, False, size=100, seconds=0.1, asked=1, failures=0)


def all_silent() -> OwnOutage:
    outage = OwnOutage()
    for host in range(SILENT_HOSTS):
        outage.take([silent(host)], 0.0)
    return outage


def test_some_hosts_in_a_row_that_answered_before_are_enough() -> None:
    outage = OwnOutage()

    changes = [outage.take([silent(host)], 0.0) for host in range(SILENT_HOSTS)]

    assert changes == [False] * (SILENT_HOSTS - 1) + [True]
    assert (outage.is_on, outage.problem) == (True, "network unreachable")


def test_one_host_that_fails_again_and_again_is_its_own_trouble() -> None:
    outage = OwnOutage()

    assert not any(outage.take([silent(7)], 0.0) for _ in range(20))


def test_hosts_that_never_were_say_nothing_about_us() -> None:
    outage = OwnOutage()

    never = DEAD._replace(has_answered=False)
    assert not any(outage.take([silent(host, never)], 0.0) for host in range(20))


def test_an_answer_in_between_shows_that_it_is_not_we() -> None:
    outage = OwnOutage()
    for host in range(20):
        outage.take([silent(host), answers(100)], 0.0)

    assert not outage.is_on


def test_one_answer_ends_it() -> None:
    outage = all_silent()

    assert outage.take([answers(1)], 9.0)
    assert not outage.is_on


def test_meanwhile_one_host_is_tried_after_growing_pauses() -> None:
    outage, now, pauses = all_silent(), 0.0, []
    for _ in range(10):
        pauses.append(outage.seconds_to_probe(now))
        assert not outage.may_probe(now)
        now += pauses[-1]
        assert outage.may_probe(now)

    assert pauses[:3] == [FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE]
    assert pauses[-1] == LONGEST_PAUSE
