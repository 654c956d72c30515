"""The worker's own browser: started when it is first needed, begun anew when it is lost."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic

from auslese.crawl.render.browser_messages import (
    BrowserLaunched,
    BrowserRequest,
    RenderResult,
    RenderStarted,
    ToBrowser,
    WorkerSideChannel,
)

END_SECONDS = 3.0  # for a browser to put its things away; then it is ended
REPEAT_SECONDS = 60.0  # after a browser that would not start


class Browser:
    """A browser process and the talk with it; what it says of pages is not its business."""

    def __init__(self, executable: str, user_agent: str) -> None:
        """Not started yet."""
        self._executable = executable
        self._user_agent = user_agent
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: WorkerSideChannel | None = None
        self._not_before = 0.0
        self.trouble = ""
        """Why there is no browser, as far as it is known."""

    @property
    def socket(self) -> socket.socket | None:
        """Readable when it has something to say."""
        return self._channel.socket if self._channel else None

    @property
    def pid(self) -> int:
        """The number of its process; 0 if there is none."""
        return self._process.pid if self._process else 0

    def start(self) -> None:
        """Have a browser, unless it has just shown that it cannot start."""
        if self._channel is not None or monotonic() < self._not_before:
            return
        ours, theirs = socket.socketpair()
        with theirs:
            words = [str(theirs.fileno()), self._executable, self._user_agent]
            self._process = subprocess.Popen(
                [sys.executable, "-m", "auslese.crawl.render.browser_process", *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # who reads ours must not wait for a browser to end
                pass_fds=(theirs.fileno(),),
            )
        self._channel = WorkerSideChannel(ours)
        self.trouble = "the browser ended"

    def send(self, message: ToBrowser) -> bool:
        """Tell it something; False if it is not there."""
        if self._channel is not None:
            self._channel.send(message)
        return self._channel is not None and not self._channel.closed

    def receive(self) -> Iterator[RenderStarted | BrowserRequest | RenderResult]:
        """What it has said since; a browser that is gone is put away."""
        if self._channel is None:
            return
        self._channel.flush()
        for message in self._channel.receive():
            if not isinstance(message, BrowserLaunched):
                yield message
            elif message.trouble:
                self.trouble = f"the browser does not start: {message.trouble}"
                self._not_before = monotonic() + REPEAT_SECONDS
        if self._channel is not None and self._channel.closed:
            self.end()

    def end(self) -> None:
        """Let it go: it ends when we hang up, or is made to with all its processes."""
        if self._channel is not None:
            self._channel.socket.close()
            self._channel = None
        if self._process is not None:
            end_process(self._process)
            self._process = None


def end_process(process: "subprocess.Popen[bytes]") -> None:
    """Wait a little for a process that should end, then end it and everything below it."""
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        for pid in [*processes_below(process.pid), process.pid]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.wait()


def processes_below(pid: int) -> list[int]:
    """The processes that this one started, and those they started."""
    children: dict[int, list[int]] = {}
    for number in (path.name for path in Path("/proc").iterdir() if path.name.isdecimal()):
        with suppress(OSError):  # it has ended meanwhile; a glob of these files would stop at that
            stat = Path("/proc", number, "stat").read_text("utf-8", "replace")
            children.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(number))
    found = children.get(pid, [])
    for one in found:  # grows while we walk
        found += children.get(one, [])
    return found
