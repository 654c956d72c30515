"""Network namespaces of our own: machines that are connected by the cables that a test lays.

They have no names and live as long as their holders, who end when this process does, whatever
ends it; no cable leads out of them.
"""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


def require_namespaces() -> None:
    """Skip loudly where nobody may make a network namespace and lay a cable."""
    missing = [tool for tool in ("ip", "unshare", "nsenter", "mount") if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"no outage is tried: this machine has no {' and no '.join(missing)}")
    tried = subprocess.run(
        ["unshare", "--net", "--mount", "ip", "link", "add", "tried", "type", "veth"],
        capture_output=True,
        text=True,
    )
    if tried.returncode:
        pytest.skip(f"no outage is tried: no network namespace here ({tried.stderr.strip()})")


@contextmanager
def network_space() -> Iterator[int]:
    """The process that holds a network and a mount namespace: it waits for the end of its input."""
    command = ["unshare", "--net", "--mount", "sh", "-c", "echo; exec cat"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        holder.stdout.readline()  # by now the namespaces are there
        try:
            yield holder.pid
        finally:
            holder.stdin.close()


def inside(holder: int) -> list[str]:
    """What stands before a command that is to run in a namespace."""
    return ["nsenter", f"--net=/proc/{holder}/ns/net", f"--mount=/proc/{holder}/ns/mnt"]


def run_inside(holder: int, *commands: str) -> None:
    """Run commands of the system in a namespace, all in one process."""
    script = "set -e\n" + "\n".join(commands)
    subprocess.run([*inside(holder), "sh", "-c", script], check=True, capture_output=True)
