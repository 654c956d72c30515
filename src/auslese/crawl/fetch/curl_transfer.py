"""One transfer by libcurl: what is asked for, what comes, and what that means."""

import errno
import os
import re
import socket
from datetime import UTC
from email.utils import parsedate_to_datetime
from time import time

import pycurl

from auslese.crawl.fetch.body_budget import BodyBudget
from auslese.crawl.fetch.certificates import certificate_file
from auslese.crawl.fetch.conditional_requests import NOT_MODIFIED, is_conditional
from auslese.crawl.fetch.fetcher import FetchSettings, Request
from auslese.crawl.fetch.own_absence import OwnAbsence, is_own_delay
from auslese.records.fetch import (
    Failed,
    Failure,
    Fetched,
    FetchOutcome,
    Refusal,
    Refused,
    Unsent,
    unsent,
)
from auslese.system.decoding import decoded_body
from auslese.system.exhausted import (
    Resource,
    exhausted_resource,
    has_descriptors,
    resource_of_number,
)
from auslese.wording.outcome_sentences import OutcomeDetail, belied_type

OK, MOVED, BAD_REQUEST = 200, 300, 400
DNS_CACHE_SECONDS = 600
READ_BUFFER = 128 * 1024
STATUS_LINE = re.compile(rb"HTTP/[0-9.]+ +([0-9]{3})(?![0-9])")
LONGEST_MESSAGE = 200
LONGEST_TYPE = 255  # RFC 6838, 4.2: 127 letters on each side of the slash
LONGEST_NUMBER = 18  # digits that always fit into 64 bits

TOO_LARGE = 100  # CURLE_TOO_LARGE, which pycurl has no name for
RESET_STREAM = 92  # CURLE_HTTP2_STREAM, likewise
UNWORDED = {TOO_LARGE: OutcomeDetail.HEADER_LINE.text()}

NO_NOTICE = "unexpected eof"  # OpenSSL: a connection that was closed without close_notify
# Why there is no connection, by the number that the system has for it.
CONNECT_WORDS = {
    errno.ECONNREFUSED: OutcomeDetail.CONNECTION_REFUSED.text(),
    errno.EHOSTUNREACH: OutcomeDetail.HOST_UNREACHABLE.text(),
    errno.ENETUNREACH: OutcomeDetail.NETWORK_UNREACHABLE.text(),
}

# libcurl's error numbers that say what went wrong; all others are PROTOCOL.
FAILURES: dict[int, Failure] = {
    pycurl.E_COULDNT_RESOLVE_HOST: Failure.DNS,
    pycurl.E_COULDNT_RESOLVE_PROXY: Failure.DNS,
    pycurl.E_COULDNT_CONNECT: Failure.CONNECT,
    pycurl.E_SEND_ERROR: Failure.CONNECT,
    pycurl.E_RECV_ERROR: Failure.CUT,
    pycurl.E_GOT_NOTHING: Failure.CUT,
    pycurl.E_PARTIAL_FILE: Failure.CUT,
    RESET_STREAM: Failure.CUT,
    pycurl.E_OPERATION_TIMEDOUT: Failure.TIMEOUT,
    pycurl.E_SSL_CONNECT_ERROR: Failure.TLS,
    pycurl.E_PEER_FAILED_VERIFICATION: Failure.TLS,
    pycurl.E_SSL_CERTPROBLEM: Failure.TLS,
    pycurl.E_SSL_CIPHER: Failure.TLS,
    TOO_LARGE: Failure.HEADERS,
    pycurl.E_FILESIZE_EXCEEDED: Failure.TOO_LARGE,
}


# Of these the system's number tells why; of others it may be left over from something else.
OWN_ERRORS = frozenset({pycurl.E_COULDNT_CONNECT, pycurl.E_FAILED_INIT, pycurl.E_SEND_ERROR})


class CurlTransfer:
    """One curl handle and what its current request has brought so far."""

    def __init__(
        self,
        settings: FetchSettings,
        headers: list[str],
        bodies: BodyBudget,
        absence: OwnAbsence,
    ) -> None:
        """Set what is the same for all requests; a handle is used again and again."""
        self._settings = settings
        self._bodies = bodies
        self._absence = absence
        self._absent_before = self._absent = 0.0
        self._headers = [line.encode() for line in headers]
        self._has_further_headers = False
        self.request: Request | None = None
        self._socket: socket.socket | None = None
        self._head_only = False
        self._verify = True
        self._milliseconds = 0
        self.curl = pycurl.Curl()
        for option, value in _options(settings, self._headers):
            self.curl.setopt(option, value)
        self.curl.setopt(pycurl.HEADERFUNCTION, self._take_header)
        self.curl.setopt(pycurl.WRITEFUNCTION, self._take_body)
        self.curl.setopt(pycurl.OPENSOCKETFUNCTION, self._open_socket)
        self.forget()

    def forget(self) -> None:
        """Drop what the last request has brought."""
        self._close_socket()
        self._header_lines: list[bytes] = []
        self._header_size = 0
        self._status = 0
        self._header_ended = False
        self._chunks: list[bytes] = []
        self._bodies.give_back(self)
        self._size = self._most = 0
        self._shortage: Unsent | None = None
        self._is_cut = False
        self._verdict: Refused | Failed | None = None
        self._unwanted: Refused | None = None
        self.fields: dict[str, str] = {}

    def begin(self, request: Request) -> None:
        """Point the handle at a new URL, and at the address where it is to be had."""
        self.request = request
        self._most = request.most_bytes
        self._absent_before = self._absence.seconds
        curl = self.curl
        curl.setopt(pycurl.URL, request.url)
        pinned = f"[{request.address}]" if ":" in request.address else request.address
        curl.setopt(pycurl.CONNECT_TO, [f"::{pinned}:"] if pinned else [])
        milliseconds = int(self._settings.request_seconds * request.time_factor * 1000)
        if milliseconds != self._milliseconds:
            self._milliseconds = milliseconds
            curl.setopt(pycurl.TIMEOUT_MS, milliseconds)
        if request.head_only != self._head_only:
            self._head_only = request.head_only
            curl.setopt(pycurl.NOBODY, 1) if request.head_only else curl.setopt(pycurl.HTTPGET, 1)
        if request.verify != self._verify:
            self._verify = request.verify
            curl.setopt(pycurl.SSL_VERIFYPEER, int(request.verify))
            curl.setopt(pycurl.SSL_VERIFYHOST, 2 if request.verify else 0)
        if request.headers or self._has_further_headers:  # those of the last request must go
            further = [line.encode() for line in request.headers]
            curl.setopt(pycurl.HTTPHEADER, lines_sent(self._headers, further))
            self._has_further_headers = bool(further)

    @property
    def size(self) -> int:
        """Bytes of the body that have come."""
        return self._size

    # -- what libcurl calls -----------------------------------------------------------------------

    def _open_socket(
        self, purpose: int, address: tuple[int, int, int, tuple[str | bytes, int]]
    ) -> socket.socket | int:
        """Open the connection only to an address we may talk to: checked where it counts."""
        family, kind, protocol, target = address
        name = target[0].decode() if isinstance(target[0], bytes) else target[0]
        assert self.request is not None
        if not self._settings.proxy:  # by a proxy, the address is the proxy's
            url = self.request.for_url or self.request.url
            refused = self._settings.refuse_address(url, name)
            if refused is not None:
                self._unwanted = refused  # counts only if the host has no better address
                return int(pycurl.SOCKET_BAD)
        self._close_socket()
        try:
            self._socket = socket.socket(family, kind, protocol)
            os.close(os.dup(self._socket.fileno()))  # libcurl makes a copy, and fails without words
        except OSError as error:
            if used_up := exhausted_resource(error):
                self._shortage = unsent(used_up, error.strerror or str(error))
            return int(pycurl.SOCKET_BAD)
        return self._socket

    def _close_socket(self) -> None:
        """Close our copy of a connection: libcurl has one of its own as soon as it has ours."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _take_header(self, line: bytes) -> int | None:
        self._header_size += len(line)
        if self._header_size > self._settings.header_bytes:
            most = self._settings.header_bytes
            self._verdict = Failed(Failure.HEADERS, OutcomeDetail.TOO_LARGE.text(most=most))
            return 0
        if line.startswith(b"HTTP/") and not self._size:  # a new block: after 1xx, by proxies
            self._header_lines = []
            self._header_ended = False
            self.fields = {}
            self._status = _status_in(line)
        if self._header_ended:
            return None  # a trailer: it comes too late to say what the body is
        self._header_lines.append(line)
        if line in (b"\r\n", b"\n"):
            self._header_ended = True
            return self._look_at_header()
        self._note_field(*line.decode("latin-1").partition(":"))
        return None

    def _note_field(self, name: str, colon: str, value: str) -> None:
        """Remember a field; of one that is given twice the last counts, if it is not a list."""
        if not colon:
            return
        name, value = name.strip().lower(), value.strip()
        if name == "content-encoding" and name in self.fields:
            value = f"{self.fields[name]}, {value}"
        self.fields[name] = value

    def _look_at_header(self) -> int | None:
        """Refuse at the first look what we would throw away later."""
        assert self.request is not None
        if OK <= self._status < MOVED and not self.request.any_type:
            media_type = media_type_of(self.fields)
            if media_type and media_type not in self._settings.media_types:
                self._verdict = Refused(Refusal.TYPE, media_type[:100])
                return 0
            if media_type.startswith("image/"):
                self._most = self._settings.picture_bytes or self._most
        if self._status == NOT_MODIFIED:
            return None  # its length is that of the body it does not send
        length = whole_number(self.fields.get("content-length", ""))
        if length > self._most and not self.request.may_cut:
            return self._too_large()
        return None

    def _take_body(self, chunk: bytes) -> int | None:
        assert self.request is not None
        if not self._size and self._begins_badly(chunk):
            return 0
        if not self._bodies.take(self, len(chunk)):
            return int(pycurl.WRITEFUNC_PAUSE)
        room = self._most - self._size
        self._size += len(chunk)
        if len(chunk) <= room:
            self._chunks.append(chunk)
            return None
        if not self.request.may_cut:
            return self._too_large()
        self._chunks.append(chunk[:room])
        self._is_cut = True
        return 0

    def _begins_badly(self, chunk: bytes) -> bool:
        """Refuse a long body whose first bytes belie its header; a short one has come anyway."""
        assert self.request is not None
        readable = OK <= self._status < MOVED and "content-encoding" not in self.fields
        whole = whole_number(self.fields.get("content-length", "")) == len(chunk)
        if self.request.any_type or whole or not readable:
            return False
        said = media_type_of(self.fields)
        really = self._settings.unwanted_start(said, chunk)
        if really:
            self._verdict = Refused(Refusal.TYPE, belied_type(really, said))
        return bool(really)

    def _too_large(self) -> int:
        words = OutcomeDetail.TOO_LARGE.text(most=self._most)
        self._verdict = Failed(Failure.TOO_LARGE, words)
        return 0

    def end(self) -> None:
        """Note how long nobody looked while it was under way; it may be read much later."""
        self._absent = self._absence.seconds - self._absent_before

    # -- what came of it --------------------------------------------------------------------------

    def outcome(self, error: int = 0, message: str = "") -> FetchOutcome:
        """How the request ended, `error` being libcurl's number for it."""
        seconds, status = self.curl.getinfo(pycurl.TOTAL_TIME), self._status
        if self._verdict is not None:
            return self._verdict
        if shortage := self._shortage_behind(error):
            return shortage
        if error == pycurl.E_COULDNT_CONNECT and self._unwanted is not None:
            return self._unwanted
        if error and not (self._is_cut or self._ends_without_notice(error, message)):
            return self._failed(error, message, seconds)
        if not status:
            words = OutcomeDetail.STATUS_LINE.text()
            return Failed(Failure.PROTOCOL, words, seconds=seconds)
        if not self._header_ended:  # libcurl does not mind
            return Failed(Failure.CUT, OutcomeDetail.HEADER_ENDED.text(), status, seconds)
        header, raw = b"".join(self._header_lines), b"".join(self._chunks)
        if trouble := self._trouble():
            wait = retry_seconds(self.fields.get("retry-after", ""), time())
            return Failed(Failure.HTTP, trouble, status, seconds, header, raw, wait)
        return self._fetched(header, raw, seconds)

    def _shortage_behind(self, error: int) -> Unsent | None:
        """What of ours was used up, if that is why it failed."""
        if not error or self._shortage:
            return self._shortage
        if error == pycurl.E_OPERATION_TIMEDOUT and self._bodies.has_waited(self):
            return unsent(Resource.MEMORY, OutcomeDetail.HELD_UP.text())
        seconds = self.curl.getinfo(pycurl.TOTAL_TIME)
        if error == pycurl.E_OPERATION_TIMEDOUT and is_own_delay(self._absent, seconds):
            why, words = self._failed(error, "", seconds).why, OutcomeDetail.TOO_BUSY.text()
            return Unsent(why, words, seconds=seconds, resource=Resource.PROCESSOR)
        if error == pycurl.E_OUT_OF_MEMORY:
            return unsent(Resource.MEMORY, OutcomeDetail.NO_MEMORY.text())
        if error == pycurl.E_SSL_CACERT_BADFILE and not has_descriptors():
            return unsent(Resource.FILES, os.strerror(errno.EMFILE))
        number = self.curl.getinfo(pycurl.OS_ERRNO)
        used_up = resource_of_number(number) if error in OWN_ERRORS else None
        return unsent(used_up, os.strerror(number)) if used_up else None

    def _ends_without_notice(self, error: int, message: str) -> bool:
        """Whether a server closed a body of unknown length without a word of TLS, as many do.

        Browsers take it for the end. A body that says how long it is can be seen to be cut.
        """
        if error != pycurl.E_RECV_ERROR or not self._header_ended:
            return False
        is_told = "content-length" in self.fields or "transfer-encoding" in self.fields
        return not is_told and NO_NOTICE in message.lower()

    def _failed(self, error: int, message: str, seconds: float) -> Failed:
        """What libcurl's error number means."""
        why = FAILURES.get(error, Failure.PROTOCOL)
        if error == pycurl.E_HTTP2 and self._header_ended:
            why = Failure.CUT  # a connection with many streams broke down in the midst of ours
        # Its times do not tell: libcurl 8.23 sets them all when a connection is given up.
        if why is Failure.TIMEOUT and not self.curl.getinfo(pycurl.REQUEST_SIZE):
            why = Failure.CONNECT  # nobody took our request: the host is silent, not the page
        words = message[:LONGEST_MESSAGE] or UNWORDED.get(error)
        if why is Failure.CONNECT:
            words = CONNECT_WORDS.get(self.curl.getinfo(pycurl.OS_ERRNO), words)
        words = words or OutcomeDetail.LIBCURL.text(number=error)
        return Failed(why, words, self._status, seconds)

    def _trouble(self) -> str:
        """What the status says is wrong; empty if nothing is."""
        if OK <= self._status < MOVED:
            return ""
        if self._status == NOT_MODIFIED:
            is_revisit = self.request is not None and is_conditional(self.request.headers)
            return "" if is_revisit else OutcomeDetail.NOTHING_TO_KEEP.text()
        if MOVED <= self._status < BAD_REQUEST:
            leads = bool(self.fields.get("location"))
            return "" if leads else OutcomeDetail.NO_LOCATION.text(status=self._status)
        return str(self._status)

    def _fetched(self, header: bytes, raw: bytes, seconds: float) -> FetchOutcome:
        moved = self._status >= MOVED  # then nobody reads the body, so it may be broken
        packing = "" if moved else self.fields.get("content-encoding", "")
        body = decoded_body(raw, packing, self._most)
        if isinstance(body, Failed):
            return body
        return Fetched(
            self._status,
            media_type_of(self.fields),
            header,
            raw,
            body,
            location=self.fields.get("location", "") if moved else "",
            address="" if self._settings.proxy else self.curl.getinfo(pycurl.PRIMARY_IP),
            seconds=seconds,
        )


def _status_in(line: bytes) -> int:
    """The number in a status line; libcurl does not tell it before the transfer has ended."""
    found = STATUS_LINE.match(line)
    return int(found[1]) if found else 0


def whole_number(text: str) -> int:
    """The number these digits spell, cut to what a machine can count to; -1 if they are none."""
    return int(text[:LONGEST_NUMBER]) if text.isascii() and text.isdigit() else -1


def media_type_of(fields: dict[str, str]) -> str:
    """The media type without its parameters; empty if the server names none."""
    return fields.get("content-type", "").partition(";")[0].strip().lower()[:LONGEST_TYPE]


def retry_seconds(value: str, now: float) -> float:
    """Seconds that `Retry-After` asks for, given as a number or a date; 0 if it is unreadable."""
    if (seconds := whole_number(value)) >= 0:
        return float(seconds)
    try:
        moment = parsedate_to_datetime(value)
        return max(0.0, moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() - now)
    except (ValueError, OverflowError):
        return 0.0


def lines_sent(usual: list[bytes], further: list[bytes]) -> list[bytes]:
    """The header lines of a request: its own ones stand in place of usual ones of their name."""
    own = {line.partition(b":")[0].lower() for line in further}
    return [line for line in usual if line.partition(b":")[0].lower() not in own] + further


def _options(settings: FetchSettings, headers: list[bytes]) -> list[tuple[int, object]]:
    """What is the same for every request."""
    options: list[tuple[int, object]] = [
        (pycurl.HTTPHEADER, headers),
        (pycurl.FOLLOWLOCATION, 0),  # a redirect is a visit of its own
        (pycurl.NOSIGNAL, 1),
        (pycurl.CAINFO, certificate_file()),
        (pycurl.CONNECTTIMEOUT_MS, int(settings.connect_seconds * 1000)),
        (pycurl.DNS_CACHE_TIMEOUT, DNS_CACHE_SECONDS),
        (pycurl.BUFFERSIZE, READ_BUFFER),
        (pycurl.HTTP_VERSION, pycurl.CURL_HTTP_VERSION_2TLS),
        (pycurl.PROTOCOLS, pycurl.PROTO_HTTP | pycurl.PROTO_HTTPS),
        (pycurl.PATH_AS_IS, 1),  # the URL is canonical already
        (pycurl.HTTP09_ALLOWED, 0),
        (pycurl.TCP_KEEPALIVE, 1),
    ]
    # Environment variables of the shell must not send a crawl through some proxy unseen.
    options.append((pycurl.PROXY, settings.proxy))
    return options
