"""How much memory a process may take that reads what strangers wrote."""

import re
import resource
from pathlib import Path


def limit_memory(spare: int, under_way: int) -> None:
    """Let a page that would take all memory fail in this process, not on the whole machine."""
    limit_data(spare + 2 * under_way)  # a body, and once more while it is unpacked


def inherited_bytes() -> int:
    """What this process has reserved already: a fork begins with all that its parent had."""
    status = Path("/proc/self/status").read_text("ascii", "replace")
    found = re.search(r"^VmData:\s+(\d+) kB", status, re.MULTILINE)
    return int(found[1]) << 10 if found else 0


def limit_data(most: int) -> None:
    """Let this process reserve so many bytes, unless it may have fewer already."""
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
