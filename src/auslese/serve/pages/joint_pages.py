"""One question to all collections, and what indexes tell each other in order to answer as one."""

import re
from dataclasses import replace
from typing import Any

import msgspec

from auslese.recipes.metasearch.packed_statistics import StatisticsError, unpacked_statistics
from auslese.records.answer import Answer, SearchQuery
from auslese.records.joint_answer import JointAnswer, SharedStatistics
from auslese.serve.page_request import YES, BadRequestError, PageRequest, number_of, question_of
from auslese.serve.page_result import PageResponse, RawResponse
from auslese.serve.pages.search_pages import display_name, query_of_request, shortened
from auslese.serve.people_visibility import shows_people
from auslese.wording.problem_sentences import PageProblem

JSON_TYPE = "application/json"
MOST_SHARED = 1000  # hits that one index gives to a joint answer
MOST_LANGUAGES = 500
MOST_SIMILAR = 100
MOST_KEYS = 100  # pages that are asked about at once
KEY, SIGN = re.compile(r"-?[0-9]{1,19}", re.ASCII), 1 << 63


def answer(request: PageRequest) -> PageResponse:
    """What all collections say together."""
    question = query_of_request(request) if request.volume else _question(request)
    found = request.shelf.joint_search().answer(question)
    report = found.as_json()
    if request.as_json:
        return PageResponse("all_answer.html", report)
    more = {
        "answer": found,
        "question": question,
        "shown_query": shortened(question.text),
        "titles": {each.name: each.title or each.name for each in found.sources},
        "called": lambda key, name: display_name(key, name, request.ui_language),
        "has_more": _has_more(found),
    }
    return PageResponse("all_answer.html", report, more)


def _question(request: PageRequest) -> SearchQuery:
    """The question to all; nobody is found by name where one of them does not show people."""
    volumes = request.shelf.volumes.values()
    shown = all(shows_people(request._replace(volume=volume)) for volume in volumes)
    return replace(question_of(request.values, request.ui_language), with_people=shown)


def _has_more(found: JointAnswer) -> bool:
    return bool(found.hits) and found.total > found.question.first + len(found.hits)


def shared_index(request: PageRequest) -> RawResponse:
    """What the index says of itself."""
    said = request.here.searching().index_statistics()
    shard = request.here.collection.shard
    return _json(
        {
            "pages": said.pages,
            "languages": dict(said.languages),
            "tokens": dict(said.tokens),
            "shard": str(shard or ""),
        }
    )


def shared_query(request: PageRequest) -> RawResponse:
    """What the index says of the words of a question."""
    languages = tuple(filter(None, request.values.get("all", "").split(",")))[:MOST_LANGUAGES]
    said = request.here.searching().query_statistics(_shared_question(request), languages)
    return _json(
        {
            "frequencies": said.frequencies,
            "with_all_words": said.with_all_words,
            "found": said.found,
            "have_all": said.have_all,
        }
    )


def shared_answer(request: PageRequest) -> RawResponse:
    """The best pages of the index by the statistics that came with the question."""
    found = request.here.searching().shared_answer(_shared_question(request), _statistics(request))
    hits = [hit.as_json() | {"joint_score": score} for score, hit in found.hits]
    return _json(
        {
            "total": found.total,
            "hits": hits,
            "understood": found.understood,
            "softened": found.softened,
            "by_value": found.by_value,
        }
        | (_beside(found.beside) if found.beside else {})
    )


def _beside(said: Answer) -> dict[str, Any]:
    """What an index says besides its hits."""
    told = said.as_json()
    names = ("suggestion", "facets", "related", "words")
    people = [str(each) for each in said.people]
    beside = {name: told[name] for name in names} | {"notes": told["query"]["notes"]}
    return {"beside": beside | {"people": people}}


def shared_similar(request: PageRequest) -> RawResponse:
    """Pages of this index that belong to a page."""
    most = number_of(request.values.get("most", ""), 1, MOST_SIMILAR, MOST_SIMILAR)
    pages = [each for key in _keys(request)[:1] for each in request.here.similar(key, most)]
    return _json({"pages": [each._asdict() for each in pages]})


def shared_pages(request: PageRequest) -> RawResponse:
    """Those of some pages that this index has by their own words."""
    return _json({"ids": [str(each) for each in sorted(request.here.has(_keys(request)))]})


def _keys(request: PageRequest) -> list[int]:
    """The keys of pages that are named; what is no key names none."""
    named = request.values.getlist("page")[:MOST_KEYS]
    return [int(each) for each in named if KEY.fullmatch(each) and -SIGN <= int(each) < SIGN]


def shards(request: PageRequest) -> PageResponse:
    """How the parts of the index do."""
    health = request.here.searching().shard_health()
    told = [
        each._asdict() | {"replicas": [it._asdict() for it in each.replicas], "well": each.is_well}
        for each in health
    ]
    own = str(request.here.collection.shard or "")
    return PageResponse("shards.html", {"shards": told, "own": own}, {"health": health})


def _shared_question(request: PageRequest) -> SearchQuery:
    most = number_of(request.values.get("most", ""), 1, MOST_SHARED, MOST_SHARED)
    question, is_wanted = query_of_request(request), request.values.get("beside", "") in YES
    return replace(question, first=0, most=most, beside=is_wanted, groups=False)


def _statistics(request: PageRequest) -> SharedStatistics:
    try:
        return unpacked_statistics(request.values.get("statistics", ""))
    except StatisticsError as problem:
        raise BadRequestError(PageProblem.NO_STATISTICS.of(problem=str(problem))) from None


def _json(values: dict[str, Any]) -> RawResponse:
    return RawResponse(msgspec.json.encode(values), JSON_TYPE)
