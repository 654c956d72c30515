"""How often we try, how long we wait, and when the host itself is in trouble."""

import pytest

from auslese.crawl.politeness import LONGEST_WAIT, Patience, is_host_trouble, worth_a_retry
from auslese.records.fetch import Failed, Failure
from tests.crawl.function_web import http_error

MAY_PASS = {Failure.DNS, Failure.CONNECT, Failure.TIMEOUT, Failure.CUT, Failure.PROTOCOL}


@pytest.mark.parametrize("why", [why for why in Failure if why is not Failure.HTTP])
def test_only_trouble_that_may_pass_by_itself_is_tried_again(why: Failure) -> None:
    assert worth_a_retry(Failed(why)) == (why in MAY_PASS)


NOT_THERE, PASSING = (400, 403, 404, 410, 501), (429, 500, 502, 503, 504)


@pytest.mark.parametrize("status", [*NOT_THERE, *PASSING])
def test_an_error_status_is_tried_again_if_it_may_pass(status: int) -> None:
    assert worth_a_retry(http_error(status)) == (status in PASSING)


def test_waits_double_until_patience_is_over() -> None:
    patience, cut = Patience(retries=5, first_wait=2.0), Failed(Failure.CUT)

    assert [patience.again_in(cut, tries) for tries in range(6)] == [2, 4, 8, 16, 32, -1]


def test_a_server_that_asks_for_a_longer_wait_gets_it_within_reason() -> None:
    patience = Patience()

    assert patience.again_in(http_error(503, retry_after=120.0), 0) == 120.0
    assert patience.again_in(http_error(503, retry_after=1.0), 3) == 16.0
    assert patience.again_in(http_error(503, retry_after=1e9), 0) == LONGEST_WAIT


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
