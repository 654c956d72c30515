"""The processes of a cluster of our own: known before it is told to end, and all gone after."""

import os
import signal
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

PARTING_SECONDS = 5.0
LOOK_SECONDS = 0.05


class OwnDaemons:
    """Processes that this one has started for a folder, and whatever these have started."""

    def __init__(self, folder: str) -> None:
        """The folder stands in the command line of each that is started here."""
        self._folder = os.fsencode(folder)
        self._noted: dict[int, str] = {}

    def note(self) -> None:
        """Remember who is there: children of theirs that outlive them are known, too."""
        children = _children()
        waiting = [each for each in children.get(os.getpid(), ()) if self._is_ours(each)]
        while waiting:
            process = waiting.pop()
            self._noted[process] = _begun(process)
            waiting += children.get(process, ())

    def end(self) -> None:
        """Return when all of them have ended; those that do not are ended."""
        deadline = monotonic() + PARTING_SECONDS
        while (left := self.left()) and monotonic() < deadline:
            sleep(LOOK_SECONDS)
        for process in left:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        for process in left:
            with suppress(ChildProcessError):  # a child of somebody else
                os.waitpid(process, 0)

    def left(self) -> list[int]:
        """Those that are still there; a number that went to another process is none of them."""
        return [each for each, begun in self._noted.items() if begun and _begun(each) == begun]

    def _is_ours(self, process: int) -> bool:
        try:
            return self._folder in Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            return False


def _children() -> dict[int, list[int]]:
    """The processes of this machine by who started them."""
    found: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and (fields := _stat(int(entry.name))):
            found.setdefault(int(fields[1]), []).append(int(entry.name))
    return found


def _begun(process: int) -> str:
    """When a process began; empty if it has ended."""
    fields = _stat(process)
    return fields[19] if fields and fields[0] not in ("Z", "X") else ""


def _stat(process: int) -> list[str]:
    """What proc(5) says of a process, from its state on."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text("ascii", "replace")
    except OSError:
        return []
    return stat.rpartition(")")[2].split()
