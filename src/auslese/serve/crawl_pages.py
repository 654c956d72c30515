"""The page of the crawl: its state, its forecast, its rules; and what a person can do about it."""

from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from auslese.recipes import control
from auslese.recipes.crawl_view import crawl_view, rule_counts, try_rules
from auslese.recipes.settings import settings_of
from auslese.recipes.settings.edit import add_rule
from auslese.recipes.status import outside_of
from auslese.records.errors import AusleseError
from auslese.serve.asked import Asked, BadRequestError
from auslese.serve.links import Links
from auslese.serve.phrasebook import lasting_told
from auslese.serve.shown import GoTo, Shown

MOST_OUTSIDE = 25
LONGEST_RULE = 500
SIDES = ("allow", "deny")
# That everybody is at work: then it says more which host will be the last.
NO_NEWS = (
    "all hosts that may be asked now are being asked",
    "the workers have all they can carry",
)
RUNNING = ("running", "paused", "stopping")


def crawl(asked: Asked) -> Shown:
    """Where the crawl stands."""
    collection = asked.here.collection
    view = crawl_view(collection)
    told = view | {
        "brake": brake_of(view),
        "outside": asked.here.kept("outside", lambda: _outside(asked)),
        "rules": asked.here.kept("rules", lambda: _rules(asked)),
        "tried": _tried(asked),
    }
    more = {
        "is_running": view["state"] in RUNNING,
        "lasting": lambda seconds: lasting_told(seconds, asked.door),
        "done": asked.values.get("done", ""),
        "done_known": [f"done_{act}" for act in ACTS],
        "folder": str(collection.path),
    }
    return Shown("crawl.html", told, more)


def brake_of(view: dict[str, Any]) -> str:
    """What sets the pace: what the crawl waits for, or else the host that takes longest."""
    told = str((view["live"] or {}).get("brake", ""))
    return view["forecast"]["brake"] or told if told in NO_NEWS else told


def _outside(asked: Asked) -> dict[str, Any]:
    hosts, urls, number = outside_of(asked.here.collection, MOST_OUTSIDE)
    return {"urls": urls, "hosts": number, "list": [host._asdict() for host in hosts]}


def _rules(asked: Asked) -> dict[str, Any]:
    presence = settings_of(asked.here.collection).presence
    return rule_counts(asked.here.tables(), presence)


def _tried(asked: Asked) -> dict[str, Any] | None:
    """What a rule would do that somebody wants to try; None if nobody does."""
    rule, side = asked.values.get("rule", "").strip(), asked.values.get("side", "allow")
    if not rule or side not in SIDES:
        return None
    told: dict[str, Any] = {"rule": rule, "side": side, "problem": ""}
    now = settings_of(asked.here.collection).presence
    try:
        if len(rule) > LONGEST_RULE:
            raise BadRequestError(f"a rule of more than {LONGEST_RULE} letters")
        if side == "allow":
            then = replace(now, allow=(*now.allow, rule))
        else:
            then = replace(now, deny=(*now.deny, rule))
        return told | try_rules(asked.here.tables(), now, then)
    except AusleseError as problem:
        return told | {"problem": str(problem)}


# -- what changes something -----------------------------------------------------------------------


def act(asked: Asked) -> GoTo:
    """Do what the last part of the address says; whoever calls has shown the token."""
    name = asked.path.rpartition("/")[2]
    ACTS[name](asked)
    asked.here.forget()
    return GoTo(Links(asked).to("/crawl", done=name), {"done": name})


def _require_crawl(asked: Asked) -> None:
    if crawl_view(asked.here.collection)["state"] not in RUNNING:
        raise ConflictError("no crawl is running in this collection")


class ConflictError(AusleseError):
    """What is asked does not fit how things stand."""

    status = HTTPStatus.CONFLICT


def _pause(asked: Asked) -> None:
    _require_crawl(asked)
    control.wish_pause(asked.here.collection.path, True)


def _resume(asked: Asked) -> None:
    _require_crawl(asked)
    control.wish_pause(asked.here.collection.path, False)


def _stop(asked: Asked) -> None:
    _require_crawl(asked)
    control.wish_stop(asked.here.collection.path)


def _add_rule(asked: Asked, side: str) -> None:
    rule = asked.form.get("rule", "").strip()
    if not rule or len(rule) > LONGEST_RULE:
        raise BadRequestError("expected a rule")
    add_rule(asked.here.collection.settings, side, rule)


ACTS: dict[str, Callable[[Asked], None]] = {
    "pause": _pause,
    "resume": _resume,
    "stop": _stop,
    "allow": lambda asked: _add_rule(asked, "allow"),
    "deny": lambda asked: _add_rule(asked, "deny"),
}
