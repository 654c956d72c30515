"""Asks all parts of an index the same thing at once; a slow server is hedged by a second one.

One thread asks for one question: libcurl carries all its requests side by side, and whoever asks
waits for the first of four things: an answer, the moment to ask a second server, the end of the
time, or that nobody is left to be asked.
"""

from collections.abc import Callable, Iterable, Mapping
from time import monotonic
from typing import Protocol, TypeVar
from urllib.parse import urlencode

from auslese.crawl.fetch.fetcher import FetchAnswer, Request
from auslese.recipes.metasearch.search_source import SourceError
from auslese.recipes.metasearch.shards.replica import Replica
from auslese.recipes.metasearch.shards.shard import Shard
from auslese.recipes.samples.polite_client import silence_from
from auslese.records.fetch import Fetched, FetchOutcome, Unsent
from auslese.records.url import Url
from auslese.wording.coded_sentence import CodedSentence
from auslese.wording.error_messages import message_of
from auslese.wording.problem_sentences import ShardProblem

MOST_BYTES = 20_000_000  # of an answer with a thousand hits
OK, SERVER_ERROR = 200, 500
LONGEST_PROBLEM = 200
Said = TypeVar("Said")


class RequestCarrier(Protocol):
    """Who carries requests; see `curl_fetcher.CurlFetcher`."""

    def start(self, request: Request) -> None:
        """Send a request."""
        ...

    def wait(self, seconds: float) -> list[FetchAnswer]:
        """Work on all requests for so long at most; return when at least one has ended."""
        ...

    def give_up(self, ticket: object) -> None:
        """Drop a request that is under way."""
        ...


class _SentQuestion:
    """A request to one server."""

    def __init__(self, call: "_Call", replica: Replica, began: float) -> None:
        self.call, self.replica, self.began = call, replica, began


class _Call:
    """One part of the index, which is being asked."""

    def __init__(self, shard: Shard, address: str, began: float) -> None:
        self.shard, self.address = shard, address
        self.began = began
        self.left = shard.in_turn()
        self.sent: list[_SentQuestion] = []
        self.hedge_at = began + shard.patience()
        self.problem = ""
        if not self.left:
            replica = min(shard.replicas, key=lambda each: each.rests_for)
            self.problem = ShardProblem.RESTS.of(seconds=replica.rests_for, problem=replica.problem)

    @property
    def may_hedge(self) -> bool:
        return bool(self.left) and len(self.sent) == 1


class ShardRequests:
    """The requests of one question; what went wrong with which part is in `problems`."""

    def __init__(self, carrier: RequestCarrier, seconds: float) -> None:
        """So long it may take in all."""
        self._carrier = carrier
        self._seconds = seconds
        self._end = monotonic() + seconds
        self.problems: dict[str, str] = {}
        self.took: dict[str, float] = {}

    @property
    def seconds_left(self) -> float:
        """Until all is over."""
        return max(0.0, self._end - monotonic())

    def ask(
        self,
        shards: Iterable[Shard],
        path: str,
        values: Mapping[str, object],
        reading: Callable[[bytes], Said],
        seconds: float | None = None,
    ) -> dict[str, Said]:
        """What each part says to the same request, by its name; those that fail are left out.

        `reading` makes something of an answer, or says by SourceError that it is none.
        """
        address = f"/api{path}?{urlencode(values, doseq=True)}" if values else f"/api{path}"
        began = monotonic()
        end = min(self._end, began + seconds) if seconds is not None else self._end
        asking = {shard.name: _Call(shard, address, began) for shard in shards}
        found: dict[str, Said] = {}
        for call in list(asking.values()):
            self._send_next(call, asking)
        while asking and (now := monotonic()) < end:
            for request, outcome in self._carrier.wait(_wake_up(asking.values(), end) - now):
                sent = request.ticket
                assert isinstance(sent, _SentQuestion)
                if asking.get(sent.call.shard.name) is sent.call:
                    self._take(sent, outcome, asking, found, reading)
            self._hedge(asking)
        for call in asking.values():
            self._give_up_late(call)
        return found

    def _send_next(self, call: _Call, asking: dict[str, _Call]) -> None:
        """Ask the next server; where there is none, this part has failed unless one still may."""
        if call.left:
            replica = call.left.pop(0)
            sent = _SentQuestion(call, replica, monotonic())
            call.sent.append(sent)
            replica.asked()
            url = Url(replica.address + call.address)
            self._carrier.start(Request(url, sent, MOST_BYTES, any_type=True))
        elif not call.sent:
            self.problems[call.shard.name] = call.problem
            del asking[call.shard.name]

    def _take(
        self,
        sent: _SentQuestion,
        outcome: FetchOutcome,
        asking: dict[str, _Call],
        found: dict[str, Said],
        reading: Callable[[bytes], Said],
    ) -> None:
        """Take an answer, or ask the next server if it is none."""
        call, seconds = sent.call, monotonic() - sent.began
        call.sent.remove(sent)
        try:
            said = reading(body_of(outcome))
        except SourceError as problem:
            call.problem = message_of(problem)
            if not is_refusal(outcome):
                sent.replica.failed(call.problem)
            self._send_next(call, asking)
            return
        sent.replica.answered(seconds)
        for other in call.sent:
            if other.began < sent.began:
                other.replica.beaten(ShardProblem.SLOW_SHARD.of())
            self._carrier.give_up(other)
        name = call.shard.name
        found[name] = said
        spent = (monotonic() - call.began) * 1000
        self.took[name] = round(self.took.get(name, 0.0) + spent, 2)
        del asking[name]

    def _hedge(self, asking: dict[str, _Call]) -> None:
        now = monotonic()
        for call in list(asking.values()):
            if call.may_hedge and now >= call.hedge_at:
                if call.shard.may_hedge():
                    call.sent[0].replica.hedged()
                    self._send_next(call, asking)
                else:
                    call.hedge_at = now + call.shard.patience()

    def _give_up_late(self, call: _Call) -> None:
        problem = ShardProblem.LATE_SHARD.of(seconds=self._seconds)
        self.problems[call.shard.name] = problem
        for sent in call.sent:
            sent.replica.failed(problem)
            self._carrier.give_up(sent)


def _wake_up(calls: Iterable[_Call], end: float) -> float:
    """The next moment at which something is to be done."""
    return max(monotonic(), min([end, *(each.hedge_at for each in calls if each.may_hedge)]))


def body_of(outcome: FetchOutcome) -> bytes:
    """What a server said; SourceError if it said nothing that counts."""
    if isinstance(outcome, Unsent):
        raise SourceError(ShardProblem.SILENT_SHARD.of(problem=outcome.detail))
    if not isinstance(outcome, Fetched):
        silence = silence_from(outcome)
        detail = f" ({silence.detail})" if silence.detail else ""
        raise SourceError(ShardProblem.SILENT_SHARD.of(problem=f"{silence.reason}{detail}"))
    if outcome.status != OK:
        raise SourceError(ShardProblem.SILENT_SHARD.of(problem=f"status {outcome.status}"))
    return outcome.body


def is_refusal(outcome: FetchOutcome) -> bool:
    """Whether a server is well and says that the question is none: no reason to let it rest."""
    status = getattr(outcome, "status", 0) or 0
    return OK < status < SERVER_ERROR and status not in (404, 429)


def unreadable(problem: SourceError) -> CodedSentence:
    """That an answer could not be read."""
    return ShardProblem.UNREADABLE_SHARD.of(problem=str(problem)[:LONGEST_PROBLEM])
