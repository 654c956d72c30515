"""How often we try, how long we wait, and when the host itself is in trouble."""

import pytest
from tests.crawl.function_web import answer, http_error

from auslese.crawl.politeness.pace import (
    LONGEST_RESPONSE_PAUSE,
    LONGEST_WAIT,
    RETRIES,
    Pace,
    Patience,
    is_host_trouble,
    retry_of,
)
from auslese.records.fetch import Failed, Failure, Refusal, Refused

MAY_PASS = {
    Failure.DNS,
    Failure.CONNECT,
    Failure.TIMEOUT,
    Failure.CUT,
    Failure.PROTOCOL,
    Failure.ENCODING,
}


@pytest.mark.parametrize("why", [why for why in Failure if why is not Failure.HTTP])
def test_only_trouble_that_may_pass_by_itself_is_tried_again(why: Failure) -> None:
    assert (retry_of(Failed(why)).times > 0) == (why in MAY_PASS)


NOT_THERE, PASSING = (400, 403, 404, 410, 501), (429, 500, 502, 503, 504)


@pytest.mark.parametrize("status", [*NOT_THERE, *PASSING])
def test_an_error_status_is_tried_again_if_it_may_pass(status: int) -> None:
    assert (retry_of(http_error(status)).times > 0) == (status in PASSING)


def test_waits_double_until_patience_is_over() -> None:
    patience, cut = Patience(retries=5, first_wait=2.0), Failed(Failure.CUT)

    assert [patience.again_in(cut, tries) for tries in range(6)] == [2, 4, 8, 16, 32, -1]


def test_a_server_that_asks_for_a_longer_wait_gets_it_within_reason() -> None:
    patience = Patience()

    assert patience.again_in(http_error(503, retry_after=120.0), 0) == 120.0
    assert patience.again_in(http_error(503, retry_after=1.0), 3) == 16.0
    assert patience.again_in(http_error(503, retry_after=LONGEST_WAIT), 0) == LONGEST_WAIT


def test_a_server_that_asks_for_more_than_an_hour_is_not_asked_again_in_this_crawl() -> None:
    assert Patience().again_in(http_error(503, retry_after=LONGEST_WAIT + 1), 0) < 0


def test_a_body_that_cannot_be_unpacked_is_asked_for_once_more() -> None:
    broken = Failed(Failure.ENCODING)

    assert [Patience().again_in(broken, tries) >= 0 for tries in range(3)] == [True, False, False]


def test_every_failure_but_an_error_status_has_its_line_in_the_table() -> None:
    assert set(RETRIES) == set(Failure) - {Failure.HTTP}


def test_a_slow_answer_earns_a_longer_rest_within_reason() -> None:
    pace = Pace(response_factor=3)

    assert pace.pause_after(answer(seconds=0.5)) == 1.5
    assert pace.pause_after(answer(seconds=500.0)) == LONGEST_RESPONSE_PAUSE
    assert pace.pause_after(Failed(Failure.TIMEOUT, seconds=30.0)) == 0.0
    assert Pace(response_factor=0).pause_after(answer(seconds=9.0)) == 0.0


COSTLY = [http_error(500), http_error(403), http_error(429), Failed(Failure.TIMEOUT)]
FREE = [http_error(404), http_error(410), Failed(Failure.TOO_LARGE), Refused(Refusal.TYPE)]


@pytest.mark.parametrize("outcome", [*COSTLY, *FREE])
def test_errors_of_the_host_cost_its_budget_and_missing_pages_do_not(
    outcome: Failed | Refused,
) -> None:
    assert Pace().errors_after(outcome, 3.0) == 3.0 + (outcome in COSTLY)


def test_good_answers_earn_the_budget_back_but_no_more_than_that() -> None:
    assert Pace().errors_after(answer(), 3.0) == 2.5
    assert Pace().errors_after(answer(), 0.0) == 0.0


def test_without_retries_the_first_failure_is_the_end() -> None:
    assert Patience(retries=0).again_in(Failed(Failure.TIMEOUT), 0) < 0


@pytest.mark.parametrize(
    ("failed", "trouble"),
    [
        (Failed(Failure.DNS), True),
        (Failed(Failure.CONNECT), True),
        (Failed(Failure.TIMEOUT), True),
        (http_error(429), True),
        (http_error(503, retry_after=5.0), True),
        (http_error(503), False),
        (Failed(Failure.CUT), False),
        (http_error(404), False),
    ],
)
def test_a_host_that_is_silent_or_asks_for_rest_is_left_alone_as_a_whole(
    failed: Failed, trouble: bool
) -> None:
    assert is_host_trouble(failed) == trouble
