"""From names to addresses, in threads, so that no slow name server holds up a worker.

A name is resolved once, its address is checked and then pinned: the connection goes to that very
address, so a name server that changes its mind in between changes nothing.
"""

import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from queue import Empty, SimpleQueue
from threading import Thread

from auslese.records.fetch import Failed, Failure, unsent
from auslese.system.exhausted import Resource, exhausted_resource, has_descriptors
from auslese.wording.outcome_sentences import OutcomeDetail

FRESH_SECONDS = 600.0  # how long an address is used before the name is resolved again
THREADS = 64  # names under way at once: a dead one takes 20 s, and a hundred must fit into a lease
MOST_ADDRESSES = 16  # of one name; some have hundreds

Lookup = Callable[[str], list[str]]
"""Gives the addresses of a name, or raises OSError."""


@dataclass(frozen=True, slots=True)
class ResolvedName:
    """What a name stands for."""

    ticket: object
    """The asker's own mark."""
    addresses: tuple[str, ...] = ()
    failed: Failed | None = None


def system_lookup(host: str) -> list[str]:
    """Ask the system, as every program does."""
    rows = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG)
    return [str(row[4][0]) for row in rows]


def known_address(host: str) -> str:
    """The address of a host that needs no asking; empty if it does."""
    if host == "localhost" or host.endswith(".localhost"):  # RFC 6761: always this machine
        return "127.0.0.1"
    bare = host.strip("[]")
    try:
        ip_address(bare)
    except ValueError:
        return ""
    return bare


class NameResolver:
    """Resolves names in the background; `descriptor` becomes readable when one is done."""

    def __init__(self, lookup: Lookup = system_lookup, most_threads: int = THREADS) -> None:
        """No thread runs before the first name."""
        self._lookup = lookup
        self._most_threads = most_threads
        self._asked: SimpleQueue[tuple[str, object]] = SimpleQueue()
        self._done: SimpleQueue[ResolvedName] = SimpleQueue()
        self._threads: list[Thread] = []
        self._bell = os.eventfd(0, os.EFD_NONBLOCK)
        self.under_way = 0

    @property
    def descriptor(self) -> int:
        """For `select`."""
        return self._bell

    def start(self, host: str, ticket: object) -> None:
        """Resolve a name; what comes of it comes out of `finished`."""
        self.under_way += 1
        if address := known_address(host):
            self._finish(ResolvedName(ticket, (address,)))
            return
        self._asked.put((host, ticket))
        if len(self._threads) < min(self._most_threads, self.under_way):
            self._start_thread()

    def _start_thread(self) -> None:
        """Have one thread more; if there can be none, those that are there do the work."""
        thread = Thread(target=self._work, daemon=True)
        try:
            thread.start()
        except RuntimeError as error:
            used_up = exhausted_resource(error)
            if used_up is None:
                raise
            if not self._threads:
                _, ticket = self._asked.get_nowait()
                self._finish(ResolvedName(ticket, failed=unsent(used_up, str(error))))
            return
        self._threads.append(thread)

    def finished(self) -> list[ResolvedName]:
        """All names that have been resolved since the last call."""
        if not self.under_way:
            return []
        self._hush()
        resolved = []
        while True:
            try:
                resolved.append(self._done.get_nowait())
            except Empty:
                self.under_way -= len(resolved)
                return resolved

    def _hush(self) -> None:
        try:
            os.eventfd_read(self._bell)
        except BlockingIOError:
            return

    def _work(self) -> None:
        while True:
            host, ticket = self._asked.get()
            self._finish(self._resolve(host, ticket))

    def _resolve(self, host: str, ticket: object) -> ResolvedName:
        try:
            found = dict.fromkeys(self._lookup(host))
        except (OSError, UnicodeError) as error:  # names that no name server would take
            words = getattr(error, "strerror", None) or str(error)
            used_up = exhausted_resource(error) or ("" if has_descriptors() else Resource.FILES)
            if used_up:  # the name server was not even asked
                return ResolvedName(ticket, failed=unsent(used_up, words))
            return ResolvedName(ticket, failed=Failed(Failure.DNS, f"{host}: {words}"))
        if not found:
            words = OutcomeDetail.NO_ADDRESS.text(host=host)
            return ResolvedName(ticket, failed=Failed(Failure.DNS, words))
        return ResolvedName(ticket, tuple(found)[:MOST_ADDRESSES])

    def _finish(self, resolved: ResolvedName) -> None:
        self._done.put(resolved)
        os.eventfd_write(self._bell, 1)
