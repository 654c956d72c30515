"""Where a running crawl stands, in a small file for those who watch from another process."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from auslese.crawl.worker.coordinator import Progress

LIVE_FILE = "live.json"
WRITE_SECONDS = 1.0
STALE_SECONDS = 15.0  # a crawl that writes its tables is busy for some seconds
LIVE_FIELDS = ("pages", "bytes", "seconds", "waiting", "leased", "hosts", "workers", "brake")


def recording_live_state(
    collection: Path, show: Callable[[Progress], None]
) -> Callable[[Progress], None]:
    """What shows progress, and writes it into the file about once a second."""
    written = 0.0

    def show_and_write(progress: Progress) -> None:
        nonlocal written
        if time.monotonic() - written >= WRITE_SECONDS:
            written = time.monotonic()
            write_live(collection, progress)
        show(progress)

    return show_and_write


def write_live(collection: Path, progress: Progress) -> None:
    """Write the file in one step."""
    state = {name: getattr(progress, name) for name in LIVE_FIELDS} | {"at": time.time()}
    path = collection / LIVE_FILE
    aside = path.with_suffix(".new")
    aside.write_text(json.dumps(state), "utf-8")
    aside.rename(path)


def read_live(collection: Path) -> dict[str, Any] | None:
    """Where the crawl stands; None if none has spoken of late."""
    try:
        state = json.loads((collection / LIVE_FILE).read_text("utf-8"))
        is_fresh = abs(time.time() - float(state["at"])) < STALE_SECONDS
        return {name: state[name] for name in (*LIVE_FIELDS, "at")} if is_fresh else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def forget_live(collection: Path) -> None:
    """The crawl has ended."""
    (collection / LIVE_FILE).unlink(missing_ok=True)
