"""Wishes to a running crawl, left in a small file that it looks at now and then."""

import json
from pathlib import Path
from typing import Any

from auslese.store.read_only import reporting_if_read_only

CONTROL_FILE = "control.json"


def request_workers(collection: Path, number: int) -> None:
    """Ask the running crawl to work with so many workers."""
    _request(collection, "workers", number)


def requested_workers(collection: Path) -> int:
    """How many workers somebody asked for; 0 if nobody did."""
    try:
        return int(_requests(collection)["workers"])
    except (ValueError, KeyError, TypeError):
        return 0


def request_pause(collection: Path, is_paused: bool) -> None:
    """Ask the running crawl to hand out no more work, or to go on."""
    _request(collection, "pause", is_paused)


def is_pause_requested(collection: Path) -> bool:
    """Whether the crawl is to pause."""
    return _requests(collection).get("pause") is True


def request_stop(collection: Path) -> None:
    """Ask the running crawl to end in order; it can go on later."""
    _request(collection, "stop", True)


def is_stop_requested(collection: Path) -> bool:
    """Whether the crawl is to end."""
    return _requests(collection).get("stop") is True


def forget_requests(collection: Path) -> None:
    """Begin a crawl without the wishes of the last one."""
    (collection / CONTROL_FILE).unlink(missing_ok=True)


def _request(collection: Path, name: str, value: object) -> None:
    path = collection / CONTROL_FILE
    aside = path.with_suffix(".new")
    with reporting_if_read_only(collection):
        aside.write_text(json.dumps(_requests(collection) | {name: value}), "utf-8")
        aside.rename(path)


def _requests(collection: Path) -> dict[str, Any]:
    """All that was wished; nothing if the file says nothing."""
    try:
        found = json.loads((collection / CONTROL_FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
