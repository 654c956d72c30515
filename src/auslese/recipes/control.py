"""Wishes to a running crawl, left in a small file that it looks at now and then."""

import json
from pathlib import Path
from typing import Any

CONTROL_FILE = "control.json"


def wish_workers(collection: Path, number: int) -> None:
    """Ask the running crawl to work with so many workers."""
    _wish(collection, "workers", number)


def wanted_workers(collection: Path) -> int:
    """How many workers somebody asked for; 0 if nobody did."""
    try:
        return int(_wishes(collection)["workers"])
    except (ValueError, KeyError, TypeError):
        return 0


def wish_pause(collection: Path, is_wanted: bool) -> None:
    """Ask the running crawl to hand out no more work, or to go on."""
    _wish(collection, "pause", is_wanted)


def is_pause_wanted(collection: Path) -> bool:
    """Whether the crawl is to pause."""
    return _wishes(collection).get("pause") is True


def wish_stop(collection: Path) -> None:
    """Ask the running crawl to end in order; it can go on later."""
    _wish(collection, "stop", True)


def is_stop_wanted(collection: Path) -> bool:
    """Whether the crawl is to end."""
    return _wishes(collection).get("stop") is True


def forget_wishes(collection: Path) -> None:
    """Begin a crawl without the wishes of the last one."""
    (collection / CONTROL_FILE).unlink(missing_ok=True)


def _wish(collection: Path, name: str, value: object) -> None:
    path = collection / CONTROL_FILE
    aside = path.with_suffix(".new")
    aside.write_text(json.dumps(_wishes(collection) | {name: value}), "utf-8")
    aside.rename(path)


def _wishes(collection: Path) -> dict[str, Any]:
    """All that was wished; nothing if the file says nothing."""
    try:
        found = json.loads((collection / CONTROL_FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
