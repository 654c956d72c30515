"""Whom the pages of a collection name, one person with the page about them, and a notice for those
who are named."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from auslese.analyse.people.name_parts import untitled_name
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import NotFoundError
from auslese.records.people_edits import OptOutKind
from auslese.records.person_level import HiddenPeople
from auslese.serve.page_request import LAST_PAGE, PageRequest, number_of
from auslese.serve.page_result import PageResponse
from auslese.serve.pages.rating_pages import is_page_id
from auslese.serve.pages.search_pages import BAR, SCORE_DIGITS, ScoreBar, turning_of
from auslese.serve.people_visibility import hidden_now, require_shown, shows_people
from auslese.store.lookups.people_lookups import (
    KnownPerson,
    PageEvidence,
    PeopleQuestion,
    PersonPage,
    are_people_known,
    count_people,
    near_names,
    pages_of_person,
    people_by_site,
    people_named,
    person_of_key,
)
from auslese.store.people_book import LONGEST_VALUE, PeopleBook
from auslese.wording.coded_sentence import in_language
from auslese.wording.figures import number
from auslese.wording.people.people_sentences import PeopleProblem, PersonEvidence

PEOPLE_AT_ONCE = 50
PAGES_AT_ONCE = 20
MOST_SITES = 200  # to choose from; whoever seeks another one writes it into the address
MOST_OTHERS = 10
LONGEST_NAME = 200  # letters of a name that are looked for; no name is longer
SHOWN_FORMS = 30
SPLIT_FORMS = 8
"""Forms to choose from when two people are split: a form of the server has 20 fields at most."""
DIGITS = 4
DONE = ("forgotten", "restored", "joined", "split")
ADDRESS_OF = {
    "orcid": "https://orcid.org/",
    "gnd": "https://d-nb.info/gnd/",
    "wikidata": "https://www.wikidata.org/wiki/",
}
"""Where identifiers lead."""
COMMAND = "auslese analyse {folder} people"
FORGET_COMMAND = "auslese people forget {folder} NAME"


class Identifier(NamedTuple):
    """An identifier of a person, and where it leads; empty if nobody knows."""

    text: str
    address: str


# -- all ------------------------------------------------------------------------------------------


def people(request: PageRequest) -> PageResponse:
    """Everybody, or all of a name."""
    require_shown(request)
    tables, hidden = request.here.tables(), hidden_now(request)
    turned = number_of(request.values.get("page", ""), 1, LAST_PAGE, 1)
    written = " ".join(request.values.get("q", "").split())[:LONGEST_NAME]
    asked = PeopleQuestion(
        untitled_name(written),
        request.values.get("site", "").strip(),
        (turned - 1) * PEOPLE_AT_ONCE,
        PEOPLE_AT_ONCE,
    )
    total = count_people(tables, asked, hidden)
    sites = people_by_site(tables, hidden)[:MOST_SITES]
    near = [] if total or not asked.name else near_names(tables, asked.name, hidden)
    report = {
        "known": are_people_known(tables),
        "name": written,
        "site": asked.site,
        "total": total,
        "people": [person_json(each) for each in people_named(tables, asked, hidden)],
        "sites": [{"site": site, "people": count} for site, count in sites],
        "near": near,
    }
    turning = turning_of(turned, total, PEOPLE_AT_ONCE)
    return PageResponse("people.html", report, {"turning": turning} | done_values(request))


def person_json(person: KnownPerson) -> dict[str, Any]:
    """A person as programs get it; keys are larger than the numbers of JavaScript."""
    return person._asdict() | {
        "person": str(person.person),
        "best_page": str(person.best_page),
        "best_score": round(person.best_score, DIGITS),
        "forms": [asdict(form) for form in person.forms],
    }


def done_values(request: PageRequest) -> dict[str, Any]:
    """What was done just now, if this page was shown for that."""
    done = request.values.get("done", "")
    return {
        "done": done if done in DONE else "",
        "done_number": number_of(request.values.get("number", ""), 0, 10**9, 0),
        "command": COMMAND.format(folder=request.here.collection.path),
    }


# -- one ------------------------------------------------------------------------------------------


def person(request: PageRequest) -> PageResponse:
    """One person: forms of the name, the best page with its evidence, further pages."""
    require_shown(request)
    tables, hidden = request.here.tables(), hidden_now(request)
    found = _known_person(request, hidden)
    turned = number_of(request.values.get("page", ""), 1, LAST_PAGE, 1)
    best = pages_of_person(tables, found.person, hidden, most=1)
    # The best page stands by itself, so the others begin behind it.
    first = 1 + (turned - 1) * PAGES_AT_ONCE
    others = pages_of_person(tables, found.person, hidden, first=first, most=PAGES_AT_ONCE)
    namesakes = people_named(tables, PeopleQuestion(found.name, most=MOST_OTHERS), hidden)
    report = {
        "person": person_json(found),
        "best": _page_json(best[0]) if best else None,
        "further": [_page_json(each) for each in others],
        "namesakes": [person_json(each) for each in namesakes if each.person != found.person],
    }
    more = {
        "called": " ".join(filter(None, (found.titles, found.name, found.suffixes))),
        "evidence": {page.id: _bars(page.evidence, request.ui_language) for page in best + others},
        "best_id": best[0].id if best else 0,
        "further_pages": others,
        "shown_forms": found.forms[:SHOWN_FORMS],
        "split_forms": [form for form in found.forms if form.name != found.name][:SPLIT_FORMS],
        "identifiers": [_identifier(each) for each in found.identifiers],
        "turning": turning_of(turned, max(0, found.pages - 1), PAGES_AT_ONCE),
    }
    return PageResponse("person.html", report, more | done_values(request))


def _known_person(request: PageRequest, hidden: HiddenPeople) -> KnownPerson:
    text = request.values.get("key", "")
    found = None
    if is_page_id(text) and abs(int(text)) < 1 << 63:
        found = person_of_key(request.here.tables(), int(text), hidden)
    if found is None:
        raise NotFoundError(PeopleProblem.NO_PERSON.of(name=text[:LONGEST_NAME]))
    return found


def _page_json(page: PersonPage) -> dict[str, Any]:
    numbers = {name: round(getattr(page, name), DIGITS) for name in ("tf_idf", "bm25", "score")}
    evidence = [
        {"kind": each.kind, "worth": round(each.worth, DIGITS), "detail": each.detail}
        for each in page.evidence
    ]
    told = {"id": str(page.id), "person": str(page.person), "evidence": evidence}
    return asdict(page) | numbers | told | {"fetched_at": page.fetched_at.isoformat()}


def _bars(evidence: Sequence[PageEvidence], ui_language: str) -> list[tuple[ScoreBar, str]]:
    """The parts of a score, drawn to the largest of them, each with what was found there."""
    scale = BAR / (max((abs(each.worth) for each in evidence), default=0.0) or 1.0)
    return [
        (
            ScoreBar(
                evidence_name(each.kind, ui_language),
                number(each.worth, ui_language, SCORE_DIGITS),
                round(scale * abs(each.worth), 2),
                each.worth < 0,
            ),
            each.detail,
        )
        for each in evidence
    ]


def evidence_name(kind: str, ui_language: str) -> str:
    """What speaks for a page, in words; a kind of another version by its own name."""
    form = PersonEvidence.__members__.get(kind.upper())
    return kind if form is None else in_language(form.of(), ui_language)


def _identifier(text: str) -> Identifier:
    kind, _, value = text.partition(":")
    begin = ADDRESS_OF.get(kind, "")
    return Identifier(text, f"{begin}{value}" if begin else "")


# -- for those who ask, and for those who answer them ---------------------------------------------


def people_notice(request: PageRequest) -> PageResponse:
    """What is shown of people and why, and how to be removed."""
    settings = settings_of(request.here.collection)
    kinds = [str(each) for each in OptOutKind]
    kind = request.values.get("kind", "")
    report = {
        "shown": shows_people(request),
        "keep_days": settings.people.keep_days,
        "contact": settings.politeness.contact,
        "kinds": kinds,
    }
    more = {
        "kind": kind if kind in kinds else str(OptOutKind.NAME),
        "value": request.values.get("value", "")[:LONGEST_VALUE],
        "forget_command": FORGET_COMMAND.format(folder=request.here.collection.path),
    }
    return PageResponse("people_notice.html", report, more | done_values(request))


def people_log(request: PageRequest) -> PageResponse:
    """All removals, joins and splits; where other machines are served, a field for the token."""
    if request.policy.is_local:
        return shown_log(request)
    return PageResponse("people_log.html", {"entries": None})


def shown_log(request: PageRequest) -> PageResponse:
    """All removals, joins and splits, for somebody who may see them."""
    log = PeopleBook(request.here.collection.path).log()
    entries = [asdict(each) | {"kind": str(each.kind)} for each in reversed(log)]
    return PageResponse("people_log.html", {"entries": entries})
