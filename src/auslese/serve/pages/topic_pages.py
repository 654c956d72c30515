"""The page of topics that experts teach: what there is, a new one, changes."""

from dataclasses import replace
from typing import Any

from auslese.recipes.relevance.ready_topics import ready_topic, ready_topics
from auslese.recipes.relevance.topic_report import topics_report
from auslese.records.rating import RatedTopic
from auslese.serve.page_addresses import AddressBuilder
from auslese.serve.page_request import YES, BadRequestError, PageRequest
from auslese.serve.page_result import PageResponse, RedirectResult
from auslese.store.rating_book import RatingBook
from auslese.wording.rating_sentences import RatingProblem
from auslese.wording.ui_languages import GERMAN


def topics(request: PageRequest) -> PageResponse:
    """All topics, with forms to add and change them."""
    report = topics_report(request.here.collection)
    used = {topic["ready"] for topic in report["topics"]}
    is_german = request.ui_language == GERMAN
    ready = [
        {
            "ready": name,
            "name": each.german if is_german else each.english,
            "criteria": each.criteria_german if is_german else each.criteria_english,
        }
        for name, each in ready_topics().items()
        if name not in used
    ]
    more = {"folder": str(request.here.collection.path)}
    return PageResponse("topics.html", report | {"ready": ready}, more)


def add(request: PageRequest) -> RedirectResult:
    """Begin a topic, of one's own or a ready-made one."""
    form = request.form
    if form.get("ready"):
        topic = ready_topic(form["ready"]).topic(request.ui_language)
    else:
        topic = RatedTopic(0, form.get("name", ""), form.get("criteria", ""))
    added = _book(request).add_topic(topic)
    return _back(request, added, "added")


def change(request: PageRequest) -> RedirectResult:
    """Change what is said about a topic."""
    book, form = _book(request), request.form
    topic = book.topic(form.get("topic", ""))
    changes: dict[str, Any] = {name: form[name] for name in ("name", "criteria") if name in form}
    if form.get("threshold"):
        changes["threshold"] = _share(form["threshold"])
    if form.get("whole"):  # all of a form was sent: a box that is missing is not ticked
        changes["is_ranked"] = form.get("ranked", "") in YES
        changes["is_unwanted"] = form.get("unwanted", "") in YES
    changed = book.change_topic(topic.number, lambda old: replace(old, **changes))
    return _back(request, changed, "changed")


def remove(request: PageRequest) -> RedirectResult:
    """Take a topic off the list."""
    book = _book(request)
    topic = book.topic(request.form.get("topic", ""))
    removed = book.change_topic(topic.number, lambda old: replace(old, is_removed=True))
    return _back(request, removed, "removed")


def _book(request: PageRequest) -> RatingBook:
    return request.here.desk().book


def _back(request: PageRequest, topic: RatedTopic, done: str) -> RedirectResult:
    report = {"done": done, "topic": topic.name, "number": topic.number}
    return RedirectResult(AddressBuilder(request).to("/topics"), report)


def _share(text: str) -> float:
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise BadRequestError(RatingProblem.BAD_SHARE.of(text=text[:40]))
    return number
