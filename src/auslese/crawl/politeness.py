"""When may a host be asked again, and is a failed visit worth another try?"""

from dataclasses import dataclass

from auslese.records.fetch import Failed, Failure

TRY_AGAIN = frozenset(
    {Failure.DNS, Failure.CONNECT, Failure.TIMEOUT, Failure.CUT, Failure.PROTOCOL, Failure.HTTP}
)
HOST_TROUBLE = frozenset({Failure.DNS, Failure.CONNECT, Failure.TIMEOUT, Failure.TLS})
TOO_MANY_REQUESTS, SERVER_ERROR, NOT_IMPLEMENTED = 429, 500, 501
LONGEST_WAIT = 3600.0  # seconds; a server that asks for more is asked again in the next crawl


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long we wait for what did not work."""

    retries: int = 5  # Bumüller 2019: up to five, 2^n seconds
    first_wait: float = 2.0

    def again_in(self, failed: Failed, tries: int) -> float:
        """Seconds until another try; negative if there is none."""
        if tries >= self.retries or not worth_a_retry(failed):
            return -1.0
        wait = max(self.first_wait * 2.0**tries, failed.retry_after)
        return min(wait, LONGEST_WAIT)


def worth_a_retry(failed: Failed) -> bool:
    """Whether the trouble may pass by itself."""
    if failed.why is Failure.HTTP:
        return failed.status == TOO_MANY_REQUESTS or (
            failed.status >= SERVER_ERROR and failed.status != NOT_IMPLEMENTED
        )
    return failed.why in TRY_AGAIN


def is_host_trouble(failed: Failed) -> bool:
    """Whether the host itself does not answer or asks for rest, not just this page."""
    return (
        failed.why in HOST_TROUBLE or failed.status == TOO_MANY_REQUESTS or failed.retry_after > 0
    )
