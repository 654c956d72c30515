"""Institutions and projects: what people entered and what robots found, kept visibly apart; the
form by which people enter some, and the page on which somebody checks what was sent."""

from collections.abc import Mapping
from typing import Any

from auslese.recipes.curating.entered_records import (
    LONGEST_LINE,
    LONGEST_TEXT,
    decide,
    fields_of,
    key_in,
    remove,
    submission_of,
)
from auslese.recipes.curating.record_reports import kinds_of, one_record, record_list
from auslese.records.curated.curated_record import (
    FIELDS,
    CuratedRecord,
    RecordKind,
    Submission,
)
from auslese.records.errors import AusleseError, NotFoundError
from auslese.serve.page_addresses import AddressBuilder
from auslese.serve.page_request import LAST_PAGE, PageRequest, number_of
from auslese.serve.page_result import PageResponse, RedirectResult
from auslese.serve.pages.search_pages import turning_of
from auslese.serve.record_visibility import (
    may_enter,
    require_records_shown,
    shows_records,
    takes_entries,
)
from auslese.store.records.record_journal import RecordError, RecordJournal
from auslese.store.records.record_table import CURATED, ROBOT, RecordQuery
from auslese.wording.entries.record_sentences import RecordProblem
from auslese.wording.error_messages import message_of

SOURCES = (CURATED, ROBOT)
FEW, AT_ONCE = 10, 50  # records of each source, and of the one that was chosen
LONGEST_QUERY = 200
LONGEST_KIND = 100
MOST_ENTRIES = 10**9
WRAP_COMMAND = "auslese records wrap {folder} RULES.toml"
ADD_COMMAND = "auslese records add {folder} FIELD=VALUE..."
DONE = ("accept", "refuse", "remove")
FIELD_NAMES = frozenset(field.name for field in FIELDS)


# -- what there is --------------------------------------------------------------------------------


def records(request: PageRequest) -> PageResponse:
    """Records that fit: those of people, and apart from them those of robots."""
    require_records_shown(request)
    values, here = request.values, request.here
    chosen = values.get("source", "") if values.get("source", "") in SOURCES else ""
    turned = number_of(values.get("page", ""), 1, LAST_PAGE, 1) if chosen else 1
    query = RecordQuery(
        values.get("kind", "")[:LONGEST_KIND],
        text=" ".join(values.get("q", "").split())[:LONGEST_QUERY],
        first=(turned - 1) * AT_ONCE,
        most=AT_ONCE if chosen else FEW,
    )
    found = {
        source: record_list(here.collection, here.tables(), query._replace(source=source))
        for source in SOURCES
        if chosen in ("", source)
    }
    report = {
        "text": query.text,
        "kind": query.kind,
        "source": chosen,
        "kinds": sorted({kind for each in SOURCES for kind in kinds_of(here.tables(), each)}),
    } | {source: each._asdict() for source, each in found.items()}
    total = found[chosen].total if chosen else 0
    more = {
        "sources": list(found.items()),
        "turning": turning_of(turned, total, AT_ONCE),
        "wrap_command": WRAP_COMMAND.format(folder=here.collection.path),
    }
    return PageResponse("records.html", report, more | _frame(request))


def record_entry(request: PageRequest) -> PageResponse:
    """One record, with its institution or its projects."""
    require_records_shown(request)
    source = ROBOT if request.values.get("source", "") == ROBOT else CURATED
    text = request.values.get("key", "")
    try:
        key = key_in(text)
    except RecordError as problem:
        raise NotFoundError(problem) from None
    here = request.here
    found = one_record(here.collection, here.tables(), source, key)
    return PageResponse("record_entry.html", found, {"field_names": FIELD_NAMES} | _frame(request))


# -- the form -------------------------------------------------------------------------------------


def record_form(request: PageRequest) -> PageResponse:
    """The form for a new record, or for a change of one."""
    require_form(request)
    values = request.values
    key = key_in(values.get("key", ""))
    if key:
        require_records_shown(request)
        record = RecordJournal(request.here.collection.path).record(key)
        filled = {**record.fields, "key": str(key), "parent": str(record.parent or "")}
        return _form(request, record.kind, filled)
    kind = values.get("kind", "")
    of_kind = RecordKind(kind) if kind in list(RecordKind) else RecordKind.INSTITUTION
    return _form(request, of_kind, {"parent": values.get("parent", "")[:LONGEST_QUERY]})


def submit(request: PageRequest) -> PageResponse | RedirectResult:
    """Take an entry, which waits; or show the form again with what does not fit."""
    form = request.form
    fields = {name: form[name] for name in (*FIELD_NAMES, "parent", "key") if form.get(name)}
    kind = form.get("kind", "")
    try:
        wish = submission_of(kind, fields, form.get("sender", ""))
        number = RecordJournal(request.here.collection.path).submit(wish).number
    except (RecordError, NotFoundError) as problem:
        if kind not in list(RecordKind):
            raise
        return _form(request, RecordKind(kind), form, problem)
    address = AddressBuilder(request).to("/records/enter", kind=kind, sent=number)
    return RedirectResult(address, {"submitted": number, "kind": kind})


def _form(
    request: PageRequest,
    kind: RecordKind,
    filled: Mapping[str, str],
    problem: AusleseError | None = None,
) -> PageResponse:
    """The form with what is in it; what was sent last is not told to programs."""
    fields = [
        {
            "name": field.name,
            "has_lines": field.has_lines,
            "most": LONGEST_TEXT if field.has_lines else LONGEST_LINE,
        }
        for field in fields_of(kind)
    ]
    sent = number_of(request.values.get("sent", ""), 0, MOST_ENTRIES, 0)
    report: dict[str, Any] = {"kind": str(kind), "fields": fields, "sent": sent}
    if problem is not None:
        report |= {"error": "bad_request", "message": message_of(problem)}
    more = {
        "filled": filled,
        "problem": problem,
        "longest": LONGEST_LINE,
        "kinds": list(RecordKind),
    }
    return PageResponse(
        "record_form.html", report, more | _frame(request), 200 if problem is None else 400
    )


def require_form(request: PageRequest) -> None:
    """NotFoundError where nobody from elsewhere may see or enter anything."""
    if not (shows_records(request) or may_enter(request)):
        raise NotFoundError(RecordProblem.NOT_OPEN.of())


# -- the check ------------------------------------------------------------------------------------


def check(request: PageRequest) -> PageResponse:
    """What waits; where other machines are served, a field for the token."""
    if request.policy.is_local:
        return shown_check(request)
    return PageResponse("record_check.html", {"waiting": None}, _frame(request))


def shown_check(request: PageRequest) -> PageResponse:
    """What waits, for somebody who may see it: as it was sent, beside what it changes."""
    journal = RecordJournal(request.here.collection.path)
    known = {record.key: record for record in journal.records}
    waiting = [_waiting(wish, known.get(wish.key)) for wish in journal.waiting[:AT_ONCE]]
    report = {"total": len(journal.waiting), "waiting": waiting}
    return PageResponse("record_check.html", report, _frame(request))


def _waiting(wish: Submission, before: CuratedRecord | None) -> dict[str, Any]:
    old = before.fields if before else {}
    fields = [
        {
            "name": field.name,
            "now": old.get(field.name, ""),
            "sent": wish.fields.get(field.name, ""),
        }
        for field in fields_of(wish.kind)
        if field.name in old or field.name in wish.fields
    ]
    return wish._asdict() | {"kind": str(wish.kind), "fields": fields, "is_change": bool(before)}


def act(request: PageRequest) -> RedirectResult:
    """Accept an entry or refuse it."""
    form = request.form
    number, decision = key_in(form.get("number", "")), form.get("decision", "")
    record = decide(request.here.collection, number, decision, form.get("reason", ""))
    report = {"done": decision, "number": number, "key": str(record.key) if record else None}
    return _back(request, report)


def remove_entry(request: PageRequest) -> RedirectResult:
    """Take a record of people out."""
    key = key_in(request.form.get("key", ""))
    remove(request.here.collection, key, request.form.get("reason", ""))
    return _back(request, {"done": "remove", "number": key})


def _back(request: PageRequest, report: dict[str, Any]) -> RedirectResult:
    request.here.forget()
    path = "/records" if report["done"] == "remove" else "/records/check"
    address = AddressBuilder(request).to(path, done=report["done"], number=report["number"])
    return RedirectResult(address, report)


def _frame(request: PageRequest) -> dict[str, Any]:
    done = request.values.get("done", "")
    return {
        "done": done if done in DONE else "",
        "done_number": number_of(request.values.get("number", ""), 0, MOST_ENTRIES, 0),
        "may_enter": may_enter(request),
        "may_see": shows_records(request),
        "is_open": takes_entries(request),
        "add_command": ADD_COMMAND.format(folder=request.here.collection.path),
    }
