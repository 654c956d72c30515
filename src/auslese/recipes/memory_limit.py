"""How much memory a process may take that reads what strangers wrote."""

import resource


def limit_memory(spare: int, under_way: int) -> None:
    """Let a page that would take all memory fail in this process, not on the whole machine."""
    most = spare + 2 * under_way  # a body, and once more while it is unpacked
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
