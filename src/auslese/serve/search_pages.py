"""The search field, the answer to a question, and the same answer as a feed."""

from collections.abc import Sequence
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, NamedTuple

from auslese.records.answer import Answer, FacetValue, Hit, Order, Question
from auslese.records.errors import AusleseError
from auslese.serve.asked import Asked, question_of
from auslese.serve.examples import examples_of, stock_of
from auslese.serve.links import Links
from auslese.serve.rendering import number, render
from auslese.serve.shown import Raw, Shown
from auslese.serve.wording import FORMS, note_told, told
from auslese.serve.wording_hits import HIT_TEXTS

MOST_LANGUAGES = 30
MOST_TOPICS = 12
PAGES_AROUND = 3  # pages of hits to choose from on either side
LONGEST_SHOWN = 60  # letters of a query in a title
SCORE_DIGITS = 3
BAR = 100  # the width of the longest bar of an explanation

SUMMARY = """
    SELECT count(*) AS pages, count(DISTINCT host) AS hosts, max(fetched_at) AS newest
    FROM pages_ever
"""
LANGUAGES = f"""
    SELECT language, count(*) AS pages FROM languages_ever
    WHERE language NOT IN ('', 'unknown') GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {MOST_LANGUAGES}
"""
TOPICS = f"""
    SELECT cluster, label, pages FROM clusters WHERE NOT is_group
    ORDER BY pages DESC, cluster LIMIT {MOST_TOPICS}
"""


class Bar(NamedTuple):
    """A part of a score."""

    label: str
    shown: str
    width: float
    """From 0 to 100; the largest part of an answer has 100."""
    is_less: bool
    """Whether it takes something away."""


class Choice(NamedTuple):
    """A value of a facet."""

    label: str
    address: str
    """Where it is chosen, or no longer."""
    hits: str
    is_chosen: bool


def summary_of(asked: Asked) -> dict[str, Any]:
    """What is in the collection, in short."""

    def make() -> dict[str, Any]:
        tables = asked.here.tables()
        ((pages, hosts, newest),) = tables.execute(SUMMARY).fetchall()
        return {
            "name": asked.here.name,
            "title": asked.here.title,
            "pages": pages,
            "hosts": hosts,
            "newest": newest.isoformat() if newest else "",
            "languages": dict(tables.execute(LANGUAGES).fetchall()),
            "topics": [
                {"cluster": cluster, "label": label, "pages": size}
                for cluster, label, size in tables.execute(TOPICS).fetchall()
            ],
        }

    return asked.here.kept("summary", make)


def home(asked: Asked) -> Shown:
    """The search field; with several collections, the list of them."""
    if asked.volume is None and asked.shelf.only is None:
        return collections(asked)
    summary = summary_of(asked)
    here = asked.here
    made = here.kept("forms", lambda: examples_of(stock_of(here.tables(), summary["languages"])))
    return Shown("home.html", summary, {"question": Question(""), "forms": made})


def collections(asked: Asked) -> Shown:
    """All collections of this server."""
    told = []
    for volume in asked.shelf.volumes.values():
        summary = summary_of(asked._replace(volume=volume))
        told.append({name: summary[name] for name in ("name", "title", "pages", "hosts", "newest")})
    return Shown("collections.html", {"collections": told})


def help_page(asked: Asked) -> Shown:
    """How to ask, and which keys there are."""
    forms = [{"form": form, "meaning": told(key, asked.door)} for form, key in FORMS]
    return Shown("help.html", {"forms": forms})


def answer(asked: Asked) -> Shown:
    """The answer to a question."""
    question = question_of(asked.values, asked.door)
    try:
        found = asked.here.answer(question)
    except AusleseError as problem:
        values = {"error": "no_index", "message": str(problem)}
        return Shown("no_index.html", values, {"question": question}, unavailable())
    if asked.as_json:
        return Shown("answer.html", found.as_json())
    more = {
        "answer": found,
        "question": question,
        "summary": summary_of(asked),
        "notes": [(note_told(note.reason, asked.door), note.about) for note in found.notes],
        "facets": {name: choices(asked, name, some) for name, some in found.facets.items() if some},
        "chosen_labels": chosen_labels(found),
        "bars": bars_of(found.hits, asked.door),
        "called": lambda key, name: called(key, name, asked.door),
        "turning": turning(question, found.total),
        "orders": list(Order),
        "shown_query": shortened(question.text),
    }
    return Shown("answer.html", found.as_json(), more)


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


def called(key: str, name: str, door: str) -> str:
    """What people call something; its own name if there is no other."""
    return told(key, door) if key in HIT_TEXTS else name


def choices(asked: Asked, facet: str, values: Sequence[FacetValue]) -> list[Choice]:
    """The values of a facet, as a page offers them."""
    links, door = Links(asked), asked.door
    return [
        Choice(
            called(f"kind_{each.value}", each.value, door)
            if facet == "type"
            else each.label or each.value,
            links.toggled(facet, each.value),
            number(each.hits, door),
            each.is_chosen,
        )
        for each in values
    ]


def bars_of(hits: Sequence[Hit], door: str) -> dict[int, list[Bar]]:
    """The parts of the score of each hit, the largest first, drawn to one scale for all."""
    values = (abs(value) for hit in hits for value in hit.parts.values())
    scale = BAR / (max(values, default=0.0) or 1.0)
    return {
        hit.id: [
            Bar(
                called(f"part_{name}", name, door),
                number(value, door, SCORE_DIGITS),
                round(scale * abs(value), 2),
                value < 0,
            )
            for name, value in sorted(hit.parts.items(), key=lambda part: -part[1])
        ]
        for hit in hits
    }


class Turning(NamedTuple):
    """Where one can turn to."""

    current: int
    last: int
    numbers: list[int]


def turning(question: Question, total: int) -> Turning:
    """The pages of hits around this one, with the first and the last."""
    last = max(1, -(-total // question.most))
    current = question.first // question.most + 1
    around = range(max(1, current - PAGES_AROUND), min(last, current + PAGES_AROUND) + 1)
    numbers = sorted({1, *around, last}) if last > 1 else []
    return Turning(current, last, numbers)


def shortened(text: str) -> str:
    """A query for titles."""
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def feed(asked: Asked) -> Raw:
    """The hits of an answer as an Atom feed (RFC 4287)."""
    question = question_of(asked.values, asked.door)
    found = asked.here.answer(question)
    values = {
        "answer": found,
        "links": Links(asked),
        "name": asked.here.title,
        "now": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "shown_query": shortened(question.text),
        "snippet_of": lambda hit: "".join(piece.text for piece in hit.snippet),
    }
    return Raw(render("feed.xml", asked.door, values), "application/atom+xml; charset=utf-8")


def opensearch(asked: Asked) -> Raw:
    """The description by which browsers add this search (OpenSearch 1.1)."""
    values = {"links": Links(asked), "name": asked.here.title, "prefix": asked.prefix}
    media_type = "application/opensearchdescription+xml; charset=utf-8"
    return Raw(render("opensearch.xml", asked.door, values), media_type)
