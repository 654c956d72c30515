"""The page of the crawl: its state, its forecast, its rules; and what a person can do about it."""

from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from auslese.recipes.crawling import crawl_control as control
from auslese.recipes.crawling.crawl_view import crawl_view, rule_counts, try_rules
from auslese.recipes.pages.page_counts import PageCounts, page_counts
from auslese.recipes.pages.status_report import outside_of
from auslese.recipes.settings.settings_edit import add_rule
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import AusleseError
from auslese.serve.page_addresses import AddressBuilder
from auslese.serve.page_request import BadRequestError, PageRequest
from auslese.serve.page_result import PageResponse, RedirectResult
from auslese.store.lookups.overview_lookups import pages_by_host
from auslese.wording.crawl_sentences import BrakeReason
from auslese.wording.durations import duration_text
from auslese.wording.error_messages import message_of
from auslese.wording.problem_sentences import PageProblem
from auslese.wording.rule_sentences import RuleComplaint

MOST_OUTSIDE = 25
LONGEST_RULE = 500
SIDES = ("allow", "deny")
# That everybody is at work: then it says more which host will be the last.
NO_NEWS = (BrakeReason.ALL_ASKED.text(), BrakeReason.WORKERS_FULL.text())
RUNNING = ("running", "paused", "stopping")


def crawl(request: PageRequest) -> PageResponse:
    """Where the crawl stands."""
    collection = request.here.collection
    view = crawl_view(collection)
    if not collection.holder_lives():  # else the crawl itself knows best, from moment to moment
        view = _with_counts(view, counts_of(request))
    context = view | {
        "brake": brake_of(view),
        "outside": request.here.cached("outside", lambda: _outside(request)),
        "rules": request.here.cached("rules", lambda: _rules(request)),
        "tried": _tried(request),
    }
    more = {
        "is_running": view["state"] in RUNNING,
        "lasting": lambda seconds: duration_text(seconds, request.ui_language),
        "done": request.values.get("done", ""),
        "done_known": [f"done_{act}" for act in ACTS],
        "folder": str(collection.path),
    }
    return PageResponse("crawl.html", context, more)


def counts_of(request: PageRequest) -> PageCounts:
    """How many pages there are."""
    here = request.here
    return here.cached("counts", lambda: page_counts(here.collection, pages_by_host(here.tables())))


def _with_counts(view: dict[str, Any], counts: PageCounts) -> dict[str, Any]:
    """The state of the crawl with as many pages as all other pages show."""
    by_host = counts.by_host
    busiest = [each | {"pages": by_host.get(each["host"], 0)} for each in view["busiest"]]
    return view | {"pages": counts.pages, "hosts": counts.hosts, "busiest": busiest}


def brake_of(view: dict[str, Any]) -> str:
    """What sets the pace: what the crawl waits for, or else the host that takes longest."""
    brake = str((view["live"] or {}).get("brake", ""))
    return view["forecast"]["brake"] or brake if brake in NO_NEWS else brake


def _outside(request: PageRequest) -> dict[str, Any]:
    hosts, urls, number = outside_of(request.here.collection, MOST_OUTSIDE)
    return {"urls": urls, "hosts": number, "list": [host._asdict() for host in hosts]}


def _rules(request: PageRequest) -> dict[str, Any]:
    presence = settings_of(request.here.collection).presence
    return rule_counts(request.here.tables(), presence)


def _tried(request: PageRequest) -> dict[str, Any] | None:
    """What a rule would do that somebody wants to try; None if nobody does."""
    rule, side = request.values.get("rule", "").strip(), request.values.get("side", "allow")
    if not rule or side not in SIDES:
        return None
    report: dict[str, Any] = {"rule": rule, "side": side, "problem": ""}
    now = settings_of(request.here.collection).presence
    try:
        if len(rule) > LONGEST_RULE:
            raise BadRequestError(RuleComplaint.TOO_LONG.of(most=LONGEST_RULE))
        if side == "allow":
            then = replace(now, allow=(*now.allow, rule))
        else:
            then = replace(now, deny=(*now.deny, rule))
        return report | try_rules(request.here.tables(), now, then)
    except AusleseError as problem:
        return report | {"problem": message_of(problem)}


# -- what changes something -----------------------------------------------------------------------


def act(request: PageRequest) -> RedirectResult:
    """Do what the last part of the address says; whoever calls has shown the token."""
    name = request.path.rpartition("/")[2]
    ACTS[name](request)
    request.here.forget()
    return RedirectResult(AddressBuilder(request).to("/crawl", done=name), {"done": name})


def _require_crawl(request: PageRequest) -> None:
    if crawl_view(request.here.collection)["state"] not in RUNNING:
        raise ConflictError(PageProblem.NO_CRAWL.of())


class ConflictError(AusleseError):
    """What is asked does not fit how things stand."""

    status = HTTPStatus.CONFLICT


def _pause(request: PageRequest) -> None:
    _require_crawl(request)
    control.request_pause(request.here.collection.path, True)


def _resume(request: PageRequest) -> None:
    _require_crawl(request)
    control.request_pause(request.here.collection.path, False)


def _stop(request: PageRequest) -> None:
    _require_crawl(request)
    control.request_stop(request.here.collection.path)


def _add_rule(request: PageRequest, side: str) -> None:
    rule = request.form.get("rule", "").strip()
    if not rule or len(rule) > LONGEST_RULE:
        raise BadRequestError(RuleComplaint.NONE_GIVEN.of())
    add_rule(request.here.collection.settings, side, rule)


ACTS: dict[str, Callable[[PageRequest], None]] = {
    "pause": _pause,
    "resume": _resume,
    "stop": _stop,
    "allow": lambda request: _add_rule(request, "allow"),
    "deny": lambda request: _add_rule(request, "deny"),
}
