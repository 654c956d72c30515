"""Fetching by libcurl: many transfers in one thread, connections kept alive per host."""

from collections import deque
from time import monotonic

import pycurl

from auslese.crawl.fetch.body_budget import SMALL_BYTES, BodyBudget, HostSizes
from auslese.crawl.fetch.curl_transfer import CurlTransfer, lines_sent
from auslese.crawl.fetch.fetcher import FetchAnswer, FetchSettings, Request
from auslese.crawl.fetch.own_absence import OwnAbsence
from auslese.records.fetch import unsent
from auslese.records.url import Url, host_of, path_of
from auslese.system.decoding import ACCEPTED
from auslese.system.exhausted import Resource
from auslese.wording.outcome_sentences import OutcomeDetail

ANSWERED_BYTES = 1 << 20
"""Of bodies that are answered at a time: a tenth of a second to read, then others have a turn."""
SECRETS = ("Authorization:", "Cookie:")  # sent where they belong, written down nowhere


class CurlFetcher:
    """A `fetch.Fetcher` on libcurl's multi interface."""

    def __init__(self, settings: FetchSettings) -> None:
        """Start with no connection."""
        self._settings = settings
        self._headers = _request_headers(settings)
        self._multi = pycurl.CurlMulti()
        self._multi.setopt(pycurl.M_MAXCONNECTS, settings.idle_connections)
        self._bodies = BodyBudget(settings.bytes_under_way, beside=SMALL_BYTES)
        self._host_sizes = HostSizes()
        self._absence = OwnAbsence()
        self._idle: list[CurlTransfer] = []
        self._busy: dict[pycurl.Curl, CurlTransfer] = {}
        self._ended: deque[tuple[CurlTransfer, int, str]] = deque()

    def start(self, request: Request) -> None:
        """Send a request."""
        transfer = self._idle.pop() if self._idle else self._new_transfer()
        if not self._busy:
            self._absence.forget()
        if not self._bodies.has_room:
            self._host_sizes.begin(host_of(request.url))
        transfer.begin(request)
        self._busy[transfer.curl] = transfer
        self._multi.add_handle(transfer.curl)

    def _new_transfer(self) -> CurlTransfer:
        return CurlTransfer(self._settings, self._headers, self._bodies, self._absence)

    @property
    def under_way(self) -> int:
        """Count the requests that have not ended."""
        return len(self._busy) + len(self._ended)

    @property
    def held_bytes(self) -> int:
        """Bytes of bodies that are coming in or wait to be read."""
        return self._bodies.held_bytes

    def has_room_for(self, url: Url) -> bool:
        """Whether another body may begin to come in, or this one is likely to be small."""
        return self._bodies.has_room or self._host_sizes.may_be_asked(host_of(url))

    def wait(self, seconds: float) -> list[FetchAnswer]:
        """Work on all requests until one has ended or the time is over."""
        end = monotonic() + seconds
        self._perform()
        while not self._ended and self._busy and (left := end - monotonic()) > 0:
            self._multi.select(left)
            self._perform(left)
        return self._answers()

    def _perform(self, waited: float = 0.0) -> None:
        """Let libcurl work, after letting on what had to wait and may come in now."""
        self._absence.come_back(waited)
        for transfer in self._bodies.to_go_on(self._busy.values()):
            transfer.curl.pause(pycurl.PAUSE_CONT)
        self._multi.perform()
        while True:
            left, good, bad = self._multi.info_read()
            for curl in good:
                self._end(curl)
            for curl, error, message in bad:
                self._end(curl, error, message)
            if not left:
                break
        self._absence.leave()

    def _end(self, curl: pycurl.Curl, error: int = 0, message: str = "") -> None:
        transfer = self._busy.pop(curl)
        transfer.end()
        self._multi.remove_handle(curl)
        self._ended.append((transfer, error, message))

    def _answers(self) -> list[FetchAnswer]:
        """Answers to what has ended, not too much at once: each is read before the next come."""
        answers, length = [], 0
        while self._ended and length < ANSWERED_BYTES:
            transfer, error, message = self._ended.popleft()
            length += transfer.size
            answers.append(self._answer(transfer, error, message))
        return answers

    def _answer(self, transfer: CurlTransfer, error: int, message: str) -> FetchAnswer:
        request = transfer.request
        assert request is not None
        try:
            outcome = transfer.outcome(error, message)
        except MemoryError:  # a body is joined and unpacked here, beside those of others
            outcome = unsent(Resource.MEMORY, OutcomeDetail.NO_MEMORY.text())
        # A robots.txt says nothing about pages.
        self._host_sizes.note(host_of(request.url), None if request.may_cut else transfer.size)
        transfer.forget()  # an idle handle must not hold the last body
        self._idle.append(transfer)
        return request, outcome

    def request_bytes(self, request: Request) -> bytes:
        """The request in the form of HTTP/1.1, whatever version carried it; without secrets."""
        authority = request.url.split("/", 3)[2]
        method = "HEAD" if request.head_only else "GET"
        further = [line.encode() for line in request.headers if not line.startswith(SECRETS)]
        usual = [line.encode() for line in self._headers]
        sent = [line.decode() for line in lines_sent(usual, further)]
        lines = [f"{method} {path_of(request.url)} HTTP/1.1", f"Host: {authority}", *sent]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def give_up(self, ticket: object) -> None:
        """Drop a request that is under way, if it is: nobody waits for it any more."""
        for curl, transfer in self._busy.items():
            if transfer.request is not None and transfer.request.ticket is ticket:
                self._multi.remove_handle(curl)
                transfer.forget()
                del self._busy[curl]
                return

    def close(self) -> None:
        """Drop everything under way."""
        for curl, transfer in self._busy.items():
            self._multi.remove_handle(curl)
            transfer.forget()
        self._busy.clear()
        self._ended.clear()
        self._multi.close()


def _request_headers(settings: FetchSettings) -> list[str]:
    headers = [
        f"User-Agent: {settings.user_agent}",
        "Accept: text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.1",
        f"Accept-Encoding: {ACCEPTED}",
    ]
    if settings.contact:
        headers.append(f"From: {settings.contact}")
    return headers
