"""Perplexities and scores of texts and links, as the filters `focus` tell them."""

from collections.abc import Sequence
from math import isfinite
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.focus_model import FocusModel
from auslese.analyse.focus.focus_scores import link_scores, weighted_scores
from auslese.analyse.focus.ngram_model import NgramModel
from auslese.recipes.filters.extract_filters import NO_PAGE, problem
from auslese.recipes.filters.text_input import TextRequest, text_request_of
from auslese.records.document import ReadProblem, Unreadable
from auslese.system.json_lines import read_request

DIGITS = 6
Report = dict[str, Any]
Figures = NDArray[np.float64]


class PlainPerplexity(NamedTuple):
    """What is told of a plain line."""

    perplexity: float
    text: str


def perplexity_answers(lines: Sequence[bytes], model: NgramModel) -> list[Report | PlainPerplexity]:
    """The perplexity of the text of each line, in order; none for a text without words."""
    requests = [text_request_of(line) for line in lines]
    found = model.perplexities([request.text for request in requests])
    return [
        _perplexity(request, each) for request, each in zip(requests, found.tolist(), strict=True)
    ]


def _perplexity(request: TextRequest, perplexity: float) -> Report | PlainPerplexity:
    if request.is_plain:
        return PlainPerplexity(perplexity, request.text)
    report: Report = {"id": request.name, "perplexity": _figure(perplexity)}
    return report | ({"error": request.error, "problem": NO_PAGE} if request.error else {})


def perplexity_given_up(line: bytes, why: ReadProblem) -> Report:
    """What to say of a line of which its process died."""
    return {"id": text_request_of(line).name, "perplexity": None} | problem(Unreadable(why))


class _PageRequest(NamedTuple):
    """A page with its links, as a line has it."""

    name: object = None
    text: str = ""
    links: tuple[str, ...] = ()
    error: str = ""


def score_answers(lines: Sequence[bytes], model: FocusModel) -> list[Report]:
    """The scores of the page and of the links of each line, in order.

    All pages are scored in one call, and so are all links.
    """
    requests = [_page_request_of(line) for line in lines]
    texts = [request.text for request in requests]
    pages = model.page_scores(texts)
    differences = model.page_differences(texts)
    keywords = model.keywords.scores(texts)
    reports = _page_reports(requests, pages, keywords, model)
    owners = [at for at, request in enumerate(requests) for _ in request.links]
    links = _link_reports([text for each in requests for text in each.links], pages[owners], model)
    for report, difference in zip(reports, differences.tolist(), strict=True):
        report["difference"] = _figure(difference)
        report["links"] = []
    for at, link in zip(owners, links, strict=True):
        reports[at]["links"].append(link)
    return [_with_error(each, request) for each, request in zip(reports, requests, strict=True)]


def _page_reports(
    requests: Sequence[_PageRequest], pages: Figures, keywords: Figures, model: FocusModel
) -> list[Report]:
    weighted = weighted_scores(pages, keywords, model.options)
    figures = zip(pages.tolist(), keywords.tolist(), weighted.tolist(), strict=True)
    return [
        {
            "id": request.name,
            "perplexity": _figure(perplexity),
            "keyword": round(keyword, DIGITS),
            "weighted": _figure(score),
        }
        for request, (perplexity, keyword, score) in zip(requests, figures, strict=True)
    ]


def _link_reports(texts: Sequence[str], pages: Figures, model: FocusModel) -> list[Report]:
    own = model.language_model.perplexities(texts)
    keywords = model.keywords.scores(texts)
    scores = link_scores(pages, own, keywords, model.options)
    columns = (own, keywords, scores, model.link_differences(texts))
    figures = zip(*(column.tolist() for column in columns), strict=True)
    return [
        {
            "perplexity": _figure(perplexity),
            "keyword": round(keyword, DIGITS),
            "score": _figure(score),
            "difference": _figure(difference),
            "dropped": score > model.options.razor,
        }
        for perplexity, keyword, score, difference in figures
    ]


def _page_request_of(line: bytes) -> _PageRequest:
    name: object = None
    try:
        request = read_request(line.rstrip(b"\r"))
        name = request.get("id")
        text = request.get("text")
        if not isinstance(text, str):
            raise ValueError('expected a string "text"')
        return _PageRequest(name, text, _links(request.get("links", [])))
    except ValueError as error:
        return _PageRequest(name, error=str(error))


def _links(links: object) -> tuple[str, ...]:
    """The texts of links, which are texts or objects with one."""
    if not isinstance(links, list):
        raise ValueError('expected a list "links"')
    texts = [each.get("text") if isinstance(each, dict) else each for each in links]
    found = tuple(text for text in texts if isinstance(text, str))
    if len(found) < len(texts):
        raise ValueError('expected a string, or an object with a string "text", for each link')
    return found


def _with_error(report: Report, request: _PageRequest) -> Report:
    return report | ({"error": request.error, "problem": NO_PAGE} if request.error else {})


def score_given_up(line: bytes, why: ReadProblem) -> Report:
    """What to say of a line of which its process died."""
    nothing = {"perplexity": None, "keyword": 0.0, "weighted": None, "difference": None}
    name = _page_request_of(line).name
    return {"id": name} | nothing | {"links": []} | problem(Unreadable(why))


def _figure(number: float) -> float | None:
    """A number as JSON can spell it; what is infinite is none."""
    return round(number, DIGITS) if isfinite(number) else None
