"""A process that cleans up after a cluster of our own, however its owner ends.

Daemons of Ray end with their parents, most of them and most of the time; whoever is killed with -9
leaves some for minutes. This process waits until the pipe to its owner closes. Then it ends every
process that has the mark of the cluster in its environment, each by its number, and removes the
folder of the cluster.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from time import monotonic, sleep

MARK = "AUSLESE_OWN_CLUSTER"
"""The variable by which processes of a cluster are known; it holds the folder."""
PROGRAM = (sys.executable, "-m", "auslese.fleet.cluster_warden")
PARTING_SECONDS = 3.0  # for daemons that were told to end
LOOK_SECONDS = 0.05
HEAD = b"gcs_server"


class ClusterWarden:
    """The warden, as the owner of the cluster sees it."""

    def __init__(self, folder: Path) -> None:
        """Let it watch over the cluster in this folder."""
        self._folder = folder
        self._process = subprocess.Popen(
            [*PROGRAM, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # a Ctrl-C at the terminal is for its owner
        )

    @contextmanager
    def marking(self) -> Iterator[None]:
        """Whatever is started meanwhile is of the cluster, and so is what that starts later."""
        os.environ[MARK] = str(self._folder)
        try:
            yield
        finally:
            del os.environ[MARK]

    def has_head(self) -> bool:
        """Whether the head of the cluster is there."""
        return any(
            HEAD in _read(process, "cmdline") for process in marked(self._folder, os.getpid())
        )

    def end(self) -> None:
        """Return when nothing of the cluster is left."""
        self._process.communicate()


def marked(folder: Path, owner: int) -> list[int]:
    """The processes of the cluster in this folder that are still there.

    Those that give themselves a name overwrite their environment with it; but they write logs.
    """
    mark = os.fsencode(f"{MARK}={folder}")
    numbers = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]
    return [
        each
        for each in numbers
        if mark in _read(each, "environ").split(b"\0")
        or (owner not in (each, _parent(each)) and _writes_below(each, folder))
    ]


def _parent(process: int) -> int:
    fields = _read(process, "stat").rpartition(b")")[2].split()
    return int(fields[1]) if fields else 0


def _writes_below(process: int, folder: Path) -> bool:
    """Whether a process has a file of this folder open."""
    with suppress(OSError):
        for entry in Path(f"/proc/{process}/fd").iterdir():
            with suppress(OSError):
                if str(entry.readlink()).startswith(f"{folder}/"):
                    return True
    return False


def _read(process: int, what: str) -> bytes:
    try:
        return Path(f"/proc/{process}/{what}").read_bytes()
    except OSError:  # it has ended, or is somebody else's
        return b""


def end_cluster(folder: Path, owner: int) -> None:
    """Wait a moment for its processes to end by themselves, then end what is left."""
    deadline = monotonic() + PARTING_SECONDS
    while marked(folder, owner) and monotonic() < deadline:
        sleep(LOOK_SECONDS)
    while left := marked(folder, owner):
        for process in left:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        sleep(LOOK_SECONDS)
    rmtree(folder, ignore_errors=True)


def main() -> None:
    """Wait for the end of who started it, then clean up."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it ends when its work is done
    owner = os.getppid()
    sys.stdin.buffer.read()
    end_cluster(Path(sys.argv[1]), owner)


if __name__ == "__main__":
    main()
