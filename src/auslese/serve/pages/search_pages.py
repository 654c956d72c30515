"""The search field, the answer to a question, and the same answer as a feed."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, NamedTuple

from auslese.records.answer import Answer, FacetValue, Hit, HitOrder, SearchQuery
from auslese.records.errors import AusleseError
from auslese.serve.answer_formats import ANSWER_FORMATS, MOST_EXPORTED
from auslese.serve.page_addresses import AddressBuilder
from auslese.serve.page_request import PageRequest, question_of
from auslese.serve.page_result import PageResponse, RawResponse
from auslese.serve.pages.crawl_pages import counts_of
from auslese.serve.pages.search_examples import examples_of, stock_of
from auslese.serve.people_visibility import hidden_now, shows_people
from auslese.serve.rendering import render
from auslese.store.lookups.overview_lookups import (
    frequent_languages,
    largest_topics,
)
from auslese.store.lookups.people_lookups import person_of_key
from auslese.wording.error_messages import message_of
from auslese.wording.figures import number
from auslese.wording.hit_wording import HIT_TEXTS
from auslese.wording.page_wording import FORMS, text_for
from auslese.wording.query_notes import note_parts

MOST_LANGUAGES = 30
MOST_TOPICS = 12
PAGES_AROUND = 3  # pages of hits to choose from on either side
LONGEST_SHOWN = 60  # letters of a query in a title
SCORE_DIGITS = 3
BAR = 100  # the width of the longest bar of an explanation


class ScoreBar(NamedTuple):
    """A part of a score."""

    label: str
    shown: str
    width: float
    """From 0 to 100; the largest part of an answer has 100."""
    is_less: bool
    """Whether it takes something away."""


class FacetChoice(NamedTuple):
    """A value of a facet."""

    label: str
    address: str
    """Where it is chosen, or no longer."""
    hits: str
    is_chosen: bool


def summary_of(request: PageRequest) -> dict[str, Any]:
    """What is in the collection, in short."""

    def make() -> dict[str, Any]:
        tables = request.here.tables()
        counts = counts_of(request)
        return {
            "name": request.here.name,
            "title": request.here.title,
            "pages": counts.pages,
            "hosts": counts.hosts,
            "newest": counts.newest.isoformat() if counts.newest else "",
            "languages": frequent_languages(tables, MOST_LANGUAGES),
            "topics": [topic._asdict() for topic in largest_topics(tables, MOST_TOPICS)],
        }

    return request.here.cached("summary", make)


def home(request: PageRequest) -> PageResponse:
    """The search field; with several collections, the list of them."""
    if request.volume is None and request.shelf.only is None:
        return collections(request)
    summary = summary_of(request)
    here = request.here
    made = here.cached("forms", lambda: examples_of(stock_of(here.tables(), summary["languages"])))
    return PageResponse("home.html", summary, {"question": SearchQuery(""), "forms": made})


def collections(request: PageRequest) -> PageResponse:
    """All collections of this server."""
    listed = []
    for volume in request.shelf.volumes.values():
        summary = summary_of(request._replace(volume=volume))
        listed.append(
            {name: summary[name] for name in ("name", "title", "pages", "hosts", "newest")}
        )
    return PageResponse("collections.html", {"collections": listed})


def help_page(request: PageRequest) -> PageResponse:
    """How to ask, and which keys there are."""
    forms = [{"form": form, "meaning": text_for(key, request.ui_language)} for form, key in FORMS]
    return PageResponse("help.html", {"forms": forms})


def answer(request: PageRequest) -> PageResponse:
    """The answer to a question."""
    question = query_of_request(request)
    try:
        found = request.here.answer(question)
    except AusleseError as problem:
        values = {"error": "no_index", "message": message_of(problem)}
        return PageResponse("no_index.html", values, {"question": question}, unavailable())
    report = found.as_json() | {"people": people_of(request, found)}
    if request.as_json:
        return PageResponse("answer.html", report)
    more = {
        "answer": found,
        "question": question,
        "summary": summary_of(request),
        "notes": [note_parts(note, request.ui_language) for note in found.notes],
        "facets": {
            name: choices(request, name, some) for name, some in found.facets.items() if some
        },
        "chosen_labels": chosen_labels(found),
        "bars": bars_of(found.hits, request.ui_language),
        "called": lambda key, name: display_name(key, name, request.ui_language),
        "turning": pagination(question, found.total),
        "orders": list(HitOrder),
        "answer_formats": ANSWER_FORMATS,
        "most_exported": MOST_EXPORTED,
        "shown_query": shortened(question.text),
    }
    return PageResponse("answer.html", report, more)


def query_of_request(request: PageRequest) -> SearchQuery:
    """The question; where people are not shown, nobody is found by name."""
    question = question_of(request.values, request.ui_language)
    return replace(question, with_people=shows_people(request))


def people_of(request: PageRequest, answer: Answer) -> list[dict[str, Any]]:
    """Persons whose name was asked for, in short."""
    if not answer.people or answer.question.first or not shows_people(request):
        return []
    tables, hidden = request.here.tables(), hidden_now(request)
    found = (person_of_key(tables, key, hidden) for key in answer.people)
    told = ("name", "titles", "site", "best_url", "is_home")
    return [
        {"person": str(each.person)} | {name: getattr(each, name) for name in told}
        for each in found
        if each is not None
    ]


def chosen_labels(answer: Answer) -> dict[tuple[str, str], str]:
    """What people call the values of facets that were chosen."""
    return {
        (name, each.value): each.label
        for name, values in answer.facets.items()
        for each in values
        if each.is_chosen
    }


def unavailable() -> int:
    """There is no index that could be asked."""
    return HTTPStatus.SERVICE_UNAVAILABLE


def display_name(key: str, name: str, ui_language: str) -> str:
    """What people call something; its own name if there is no other."""
    return text_for(key, ui_language) if key in HIT_TEXTS else name


def choices(request: PageRequest, facet: str, values: Sequence[FacetValue]) -> list[FacetChoice]:
    """The values of a facet, as a page offers them."""
    links, ui_language = AddressBuilder(request), request.ui_language
    return [
        FacetChoice(
            display_name(f"kind_{each.value}", each.value, ui_language)
            if facet == "type"
            else each.label or each.value,
            links.toggled(facet, each.value),
            number(each.hits, ui_language),
            each.is_chosen,
        )
        for each in values
    ]


def bars_of(hits: Sequence[Hit], ui_language: str) -> dict[int, list[ScoreBar]]:
    """The parts of the score of each hit, the largest first, drawn to one scale for all."""
    values = (abs(value) for hit in hits for value in hit.parts.values())
    scale = BAR / (max(values, default=0.0) or 1.0)
    return {
        hit.id: [
            ScoreBar(
                display_name(f"part_{name}", name, ui_language),
                number(value, ui_language, SCORE_DIGITS),
                round(scale * abs(value), 2),
                value < 0,
            )
            for name, value in sorted(hit.parts.items(), key=lambda part: -part[1])
        ]
        for hit in hits
    }


class Pagination(NamedTuple):
    """Where one can turn to."""

    current: int
    last: int
    numbers: list[int]


def pagination(question: SearchQuery, total: int) -> Pagination:
    """The pages of hits around this one, with the first and the last."""
    return turning_of(question.first // question.most + 1, total, question.most)


def turning_of(current: int, total: int, most: int) -> Pagination:
    """The pages around this one of a list with so many on each, with the first and the last."""
    last = max(1, -(-total // most))
    around = range(max(1, current - PAGES_AROUND), min(last, current + PAGES_AROUND) + 1)
    numbers = sorted({1, *around, last}) if last > 1 else []
    return Pagination(current, last, numbers)


def shortened(text: str) -> str:
    """A query for titles."""
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def feed(request: PageRequest) -> RawResponse:
    """The hits of an answer as an Atom feed (RFC 4287)."""
    question = query_of_request(request)
    found = request.here.answer(question)
    values = {
        "answer": found,
        "links": AddressBuilder(request),
        "name": request.here.title,
        "now": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "shown_query": shortened(question.text),
        "snippet_of": lambda hit: "".join(piece.text for piece in hit.snippet),
    }
    return RawResponse(
        render("feed.xml", request.ui_language, values), "application/atom+xml; charset=utf-8"
    )


def opensearch(request: PageRequest) -> RawResponse:
    """The description by which browsers add this search (OpenSearch 1.1)."""
    values = {
        "links": AddressBuilder(request),
        "name": request.here.title,
        "prefix": request.prefix,
    }
    media_type = "application/opensearchdescription+xml; charset=utf-8"
    return RawResponse(render("opensearch.xml", request.ui_language, values), media_type)
