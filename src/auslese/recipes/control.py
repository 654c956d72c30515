"""Wishes to a running crawl, left in a small file that it looks at now and then."""

import json
from pathlib import Path

CONTROL_FILE = "control.json"


def wish_workers(collection: Path, number: int) -> None:
    """Ask the running crawl to work with so many workers."""
    path = collection / CONTROL_FILE
    aside = path.with_suffix(".new")
    aside.write_text(json.dumps({"workers": number}), "utf-8")
    aside.rename(path)


def wanted_workers(collection: Path) -> int:
    """How many workers somebody asked for; 0 if nobody did."""
    try:
        wishes = json.loads((collection / CONTROL_FILE).read_text("utf-8"))
        return int(wishes["workers"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0


def forget_wishes(collection: Path) -> None:
    """Begin a crawl without the wishes of the last one."""
    (collection / CONTROL_FILE).unlink(missing_ok=True)
