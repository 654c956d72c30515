"""When may a host be asked again, and is a failed visit worth another try?

One table says for every kind of failure how often it is tried again, and whether it is the page's
trouble or the host's. The wait doubles from try to try.
"""

from dataclasses import dataclass
from typing import NamedTuple

from auslese.records.fetch import Failed, Failure, Fetched, FetchOutcome

LONGEST_WAIT = 3600.0
"""Seconds; a host that asks for more is left alone until a later crawl."""
LONGEST_REST = 7 * 24 * 3600.0
"""Seconds that a host may ask to be left alone, in this crawl and in later ones."""
LONGEST_RESPONSE_PAUSE = 30.0
"""Seconds a slow answer alone may cost; Heritrix stops there too (`maxDelayMs`)."""
OK_SHARE = 0.5  # a good answer earns back half of what an error costs
FORBIDDEN, TOO_MANY_REQUESTS, SERVER_ERROR = 403, 429, 500


class Retry(NamedTuple):
    """What to do about one kind of failure."""

    times: int
    """Further tries at most, however patient the settings are."""
    concerns_host: bool = False
    """The host itself is in trouble: none of its pages is asked for while we wait."""


MANY = 100  # the settings say how many
NEVER = Retry(0)
PAGE_AGAIN, HOST_AGAIN = Retry(MANY), Retry(MANY, concerns_host=True)

# Bumüller 2019 tried again after 5xx, time-outs, cut bodies and trouble with names.
RETRIES: dict[Failure, Retry] = {
    Failure.DNS: HOST_AGAIN,
    Failure.CONNECT: HOST_AGAIN,
    Failure.TIMEOUT: HOST_AGAIN,
    Failure.TLS: Retry(0, concerns_host=True),  # a certificate does not get better in a minute
    Failure.CUT: PAGE_AGAIN,
    Failure.PROTOCOL: PAGE_AGAIN,  # often a server that is being restarted
    Failure.ENCODING: Retry(1),  # a body that was cut may look like this
    Failure.TOO_LARGE: NEVER,
    Failure.HEADERS: NEVER,
    Failure.CRASH: NEVER,  # the frontier gives those a second chance itself
}

# Statuses that may pass. Others are an answer: asking again would bring the same.
STATUS_RETRIES: dict[int, Retry] = {
    408: PAGE_AGAIN,  # the server waited for our request in vain
    425: PAGE_AGAIN,  # too early
    TOO_MANY_REQUESTS: HOST_AGAIN,
    500: PAGE_AGAIN,
    502: PAGE_AGAIN,
    503: PAGE_AGAIN,
    504: PAGE_AGAIN,
    507: PAGE_AGAIN,
    509: HOST_AGAIN,  # bandwidth limit exceeded, as some hosters say
    **dict.fromkeys(range(520, 531), HOST_AGAIN),  # Cloudflare: the server behind it is ill
}
HOST_DOWN = frozenset({Failure.DNS, Failure.CONNECT})
"""Nobody is there: whatever waits at the host is not to blame and keeps waiting."""
HOST_TROUBLE = frozenset(why for why, retry in RETRIES.items() if retry.concerns_host)


def retry_of(failed: Failed) -> Retry:
    """The line of the table for this failure; Retry-After makes any trouble the host's."""
    if failed.why is not Failure.HTTP:
        return RETRIES[failed.why]
    retry = STATUS_RETRIES.get(failed.status, NEVER)
    return retry._replace(concerns_host=retry.concerns_host or failed.retry_after > 0)


LONGEST_TIME_FACTOR = 2.0


def time_factor(tries: int) -> float:
    """How much more time than at first a visit gets that failed so often: half of it for each try.

    The seed of 1997 did so too: what is slow may only be slow. Leases must outlast it.
    """
    return min(1.0 + 0.5 * tries, LONGEST_TIME_FACTOR)


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long we wait for what did not work."""

    retries: int = 5  # Bumüller 2019: up to five, 2^n seconds
    first_wait: float = 2.0
    longest_pause: float = 1800.0
    """Seconds between two tries of a host that cannot be reached, at most."""

    def again_in(self, failed: Failed, tries: int) -> float:
        """Seconds until another try; negative if there is none."""
        if tries >= min(self.retries, retry_of(failed).times):
            return -1.0
        if failed.retry_after > LONGEST_WAIT:
            return -1.0
        return max(self.back_off(tries), failed.retry_after)

    def snooze(self, failures: int) -> float:
        """Seconds to leave a host alone that could not be reached so many times in a row."""
        return min(self.back_off(failures - 1), self.longest_pause)

    def back_off(self, times: int) -> float:
        """Seconds to wait after so many failures in a row."""
        return min(self.first_wait * 2.0 ** min(times, 30), LONGEST_WAIT)


@dataclass(frozen=True, slots=True)
class Pace:
    """How much rest a host gets beyond its delay, and how many errors we bear."""

    response_factor: float = 2.0
    """A host that took s seconds to answer is asked again after this times s, or later."""
    error_budget: float = 50.0
    """Errors in a row after which a host is left alone."""

    def pause_after(self, outcome: FetchOutcome) -> float:
        """Seconds of rest that the time of an answer calls for; failures have their own waits."""
        if not isinstance(outcome, Fetched):
            return 0.0
        return min(self.response_factor * outcome.seconds, LONGEST_RESPONSE_PAUSE)

    def errors_after(self, outcome: FetchOutcome, errors: float) -> float:
        """How much of its budget a host has used up after this answer."""
        if isinstance(outcome, Fetched):
            return max(0.0, errors - OK_SHARE)
        if isinstance(outcome, Failed) and costs_budget(outcome):
            return errors + 1.0
        return errors


def costs_budget(failed: Failed) -> bool:
    """Whether the host is to blame: broken, or it does not want us. A missing page is no error."""
    if failed.why is Failure.HTTP:
        return failed.status >= SERVER_ERROR or failed.status in (FORBIDDEN, TOO_MANY_REQUESTS)
    # For a host that cannot be reached there is patience instead.
    return failed.why not in (Failure.TOO_LARGE, Failure.CRASH, *HOST_DOWN)


def is_host_trouble(failed: Failed) -> bool:
    """Whether the host itself does not answer or asks for rest, not just this page."""
    return retry_of(failed).concerns_host
