"""How far annotators agree, how good each one is, and what is decided where they do not."""

from functools import lru_cache
from typing import Any

from auslese.recipes.annotation.adjudication import decision_of, disagreements
from auslese.recipes.annotation.agreement_report import agreement_report, round_json
from auslese.serve.page_addresses import AddressBuilder
from auslese.serve.page_request import PageRequest
from auslese.serve.page_result import PageResponse, RedirectResult
from auslese.serve.pages.annotation_pages import number_in, phase_in, picture_address
from auslese.store.annotation_book import AnnotationBook

REPORTS_KEPT = 4
MOST_SHOWN = 50  # disagreements on a page: whoever decides some gets the next
FIGURES = (
    "majority",
    "unanimous",
    "raw",
    "kappa",
    "kappa_by_items",
    "kappa_linear",
    "kappa_quadratic",
    "fleiss",
    "alpha",
    "alpha_ordinal",
    "alpha_interval",
)
ORDERED = ("kappa_linear", "kappa_quadratic", "alpha_ordinal", "alpha_interval")
"""Figures for categories in an order; what a text has to do with a picture has none."""


def agreement(request: PageRequest) -> PageResponse:
    """All tables of a round."""
    book = _book(request)
    report = _report_at(book, book.lines)
    more = {
        "figures": {
            "picture": FIGURES,
            "text": tuple(name for name in FIGURES if name not in ORDERED),
        }
    }
    return PageResponse("agreement.html", report, more)


def adjudicate(request: PageRequest) -> PageResponse:
    """Items on which annotators disagree, the hardest first."""
    book = _book(request)
    found = disagreements(book)
    report = {
        "round": round_json(book.round),
        "count": len(found),
        "disagreements": [_with_picture(request, book, each) for each in found[:MOST_SHOWN]],
    }
    more = {
        "by": request.values.get("by", "")[:100],
        "done": request.values.get("done", ""),
        "may_annotate": bool(request.policy.token),
    }
    return PageResponse("adjudicate.html", report, more)


def decide(request: PageRequest) -> RedirectResult:
    """Write a decision down."""
    form = request.form
    book = request.here.annotation_desk(form.get("round", "")).book
    phase, item = phase_in(form.get("phase", "")), number_in(form.get("item", ""))
    decision = decision_of(book, phase, item, form.get("category", ""), form.get("by", ""))
    book.decide([decision])
    address = AddressBuilder(request).to(
        "/annotate/adjudicate", round=book.round.name, by=form.get("by", ""), done="decided"
    )
    return RedirectResult(address, {"decided": item, "category": form.get("category", "")})


@lru_cache(maxsize=REPORTS_KEPT)
def _report_at(book: AnnotationBook, lines: int) -> dict[str, Any]:
    """The report of a book with so many lines: it is made anew when something was added."""
    return agreement_report(book)


def _book(request: PageRequest) -> AnnotationBook:
    book = request.here.annotation_desk(request.values.get("round", "")).book
    book.refresh()
    return book


def _with_picture(
    request: PageRequest, book: AnnotationBook, row: dict[str, Any]
) -> dict[str, Any]:
    labels = list(book.round.labels(phase_in(row["phase"])))
    return row | {
        "picture": picture_address(request, book, row["item"]),
        "categories": labels,
    }
