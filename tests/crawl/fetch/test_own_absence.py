"""Who was away, the host or we?"""

from auslese.crawl.fetch.own_absence import LONG_SECONDS, OwnAbsence, is_own_delay


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_only_long_absences_count() -> None:
    clock = Clock()
    absence = OwnAbsence(clock)
    for away in (0.1, 0.9 * LONG_SECONDS, 3.0):
        absence.leave()
        clock.now += away
        absence.come_back()

    assert absence.seconds == 3.0


def test_waiting_for_the_network_is_no_absence() -> None:
    clock = Clock()
    absence = OwnAbsence(clock)
    absence.leave()
    clock.now += 30.0
    absence.come_back(expected=29.5)

    assert absence.seconds == 0.0


def test_nobody_is_missed_while_nothing_is_under_way() -> None:
    clock = Clock()
    absence = OwnAbsence(clock)
    absence.leave()
    absence.forget()
    clock.now += 3600.0
    absence.come_back()

    assert absence.seconds == 0.0


def test_a_request_is_ours_if_we_were_away_for_much_of_it() -> None:
    assert is_own_delay(absent=4.0, seconds=10.0)
    assert not is_own_delay(absent=1.0, seconds=10.0)
    assert not is_own_delay(absent=0.0, seconds=0.0)
