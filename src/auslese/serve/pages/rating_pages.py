"""The page on which an expert rates: a page in the middle, an answer is a key, the next one comes.

What the model thinks of a page is shown after the answer, never before.
"""

from typing import Any

from auslese.recipes.relevance.rater_report import agreement_report, rater_answers
from auslese.recipes.relevance.rating_desk import ModelGuess, RatingTask
from auslese.recipes.relevance.rating_progress import TARGET, rating_progress
from auslese.records.rating import (
    GRADES,
    ChoiceReason,
    PageRating,
    RatedTopic,
    RatingAnswer,
)
from auslese.records.url import canonical, key_of
from auslese.serve.page_addresses import AddressBuilder
from auslese.serve.page_request import YES, BadRequestError, PageRequest
from auslese.serve.page_result import PageResponse, RedirectResult
from auslese.serve.pages.record_pages import ORIGINAL, SHOWN_TYPES, TEXT, texts_of
from auslese.serve.pages.topic_pages import topics
from auslese.store.lookups.page_lookups import (
    stored_cluster,
    stored_document,
    stored_language,
    stored_page,
)
from auslese.store.lookups.relevance_lookups import url_of
from auslese.wording.rating_sentences import RatingProblem

RATER = "expert"
LETTERS = 12_000  # of a page's text that are shown: nobody reads more to rate it
DIGITS = 4
MOST_DIGITS = 19  # of a 64-bit number


def rate(request: PageRequest) -> PageResponse:
    """The next page to rate, or the one that was asked for."""
    desk = request.here.desk()
    if not request.values.get("topic") and len(desk.book.topics) != 1:
        return topics(request)
    topic, rater = _topic(request), rater_of(request.values.get("rater", ""))
    task = _task(request, topic, rater)
    target = _target(request.values.get("target", ""))
    report = {
        "rater": rater,
        "task": _task_json(task),
        "page": _page(request, task.page) if task else None,
        "last": _last(request, topic),
        "progress": rating_progress(desk, topic, target),
    }
    view = ORIGINAL if request.values.get("view") == ORIGINAL else TEXT
    more = {
        "topic": topic,
        "topics": desk.book.topics,
        "view": view,
        "grades": list(enumerate(GRADES)),
        "shown_types": SHOWN_TYPES,
        "done": request.values.get("done", ""),
        "may_rate": bool(request.policy.token),
    }
    return PageResponse("rate.html", report, more)


def answer(request: PageRequest) -> RedirectResult:
    """Take an answer and go on to the next page."""
    desk, form = request.here.desk(), request.form
    desk.book.refresh()
    topic, rater = desk.book.only_topic(form.get("topic", "")), rater_of(form.get("rater", ""))
    page, url = _page_of(form)
    url = url or url_of(request.here.tables(), page)
    later = form.get("grade", "") == str(RatingAnswer.LATER)
    guess = desk.guess(topic, page)
    rating = desk.rate(
        PageRating(
            topic.number,
            page,
            url,
            rater,
            0.0,
            RatingAnswer.LATER if later else RatingAnswer.RATED,
            0.0 if later else grade_of(form.get("grade", "")),
        )
    )
    address = AddressBuilder(request).to(
        "/rate",
        topic=topic.name,
        rater=rater,
        last=rating.page,
        view=form.get("view", ""),
        target=form.get("target", ""),
    )
    report = {
        "rated": _rating_json(rating),
        "guess": round(guess.score, DIGITS) if guess else None,
        "next": _task_json(desk.next_task(topic, rater)),
    }
    return RedirectResult(address, report)


def undo(request: PageRequest) -> RedirectResult:
    """Take the last answer back; its page comes again."""
    desk, form = request.here.desk(), request.form
    topic, rater = desk.book.only_topic(form.get("topic", "")), rater_of(form.get("rater", ""))
    rating = desk.take_back(topic, rater)
    address = AddressBuilder(request).to("/rate", topic=topic.name, rater=rater, done="undone")
    return RedirectResult(address, {"withdrawn": _rating_json(rating)})


def ratings(request: PageRequest) -> PageResponse:
    """The answers of a rater, the last one first, and how far raters agree."""
    desk = request.here.desk()
    topic, rater = _topic(request), rater_of(request.values.get("rater", ""))
    report = {
        "topic": topic.name,
        "rater": rater,
        "ratings": rater_answers(desk.book, topic, rater, request.here.tables()),
        "agreement": agreement_report(desk.book, topic),
    }
    return PageResponse("ratings.html", report, {"grades": list(enumerate(GRADES))})


# -- what was asked -------------------------------------------------------------------------------


def rater_of(text: str) -> str:
    """Who rates."""
    return " ".join(text.split()) or RATER


def grade_of(text: str) -> float:
    """The grade that was sent."""
    try:
        grade = float(text.replace(",", "."))
    except ValueError:
        grade = -1.0
    if grade not in GRADES:
        raise BadRequestError(RatingProblem.BAD_GRADE.of(text=text[:40]))
    return grade


def is_page_id(text: str) -> bool:
    """Whether this is the number of a page."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS


def _topic(request: PageRequest) -> RatedTopic:
    book = request.here.desk().book
    book.refresh()
    return book.only_topic(request.values.get("topic", ""))


def _target(text: str) -> float:
    try:
        target = float(text.replace(",", "."))
    except ValueError:
        return TARGET
    return target if 0 < target < 1 else TARGET


def _page_of(form: Any) -> tuple[int, str]:
    """The id of a page that was sent, as a number or as an address."""
    number = form.get("page", "")
    if is_page_id(number):
        return int(number), ""
    url = canonical(form.get("url", ""))
    if url is None:
        raise BadRequestError(RatingProblem.NO_PAGE.of(url=(number or form.get("url", ""))[:200]))
    return key_of(url), url


def _task(request: PageRequest, topic: RatedTopic, rater: str) -> RatingTask | None:
    """The page to rate: the one that was named, something else, or the next."""
    desk = request.here.desk()
    if request.values.get("url"):
        page = key_of(request.url())
        if desk.pages().row_of(page) >= 0:
            return RatingTask(page, ChoiceReason.SEARCH, -1, False)
    is_other = request.values.get("other", "") in YES
    return desk.next_task(topic, rater, other=is_other)


# -- what is shown --------------------------------------------------------------------------------


def _task_json(task: RatingTask | None) -> dict[str, Any] | None:
    if task is None:
        return None
    # A page's id is larger than the numbers of JavaScript.
    return task._asdict() | {"page": str(task.page)}


def _rating_json(rating: PageRating) -> dict[str, Any]:
    return {
        "page": str(rating.page),
        "url": rating.url,
        "rater": rating.rater,
        "answer": str(rating.answer),
        "grade": rating.grade if rating.answer is RatingAnswer.RATED else None,
        "chosen": str(rating.chosen),
    }


def _page(request: PageRequest, page: int) -> dict[str, Any]:
    """What is shown of a page."""
    tables = request.here.tables()
    stored, document = stored_page(tables, page), stored_document(tables, page)
    language, cluster = stored_language(tables, page), stored_cluster(tables, page)
    text = document.text if document else ""
    return {
        "url": stored.url if stored else "",
        "title": (document and document.title) or (stored and stored.title) or "",
        "language": language.language if language else "",
        "media_type": stored.media_type if stored else "",
        "cluster": cluster.label if cluster else "",
        "paragraphs": _shown(texts_of(text, document.paragraphs if document else ())),
        "is_cut": len(text) > LETTERS,
    }


def _shown(paragraphs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The first paragraphs, up to so many letters."""
    found, letters = [], 0
    for kind, words in paragraphs:
        if letters >= LETTERS:
            break
        found.append((kind, words[: LETTERS - letters]))
        letters += len(words)
    return found


def _last(request: PageRequest, topic: RatedTopic) -> dict[str, Any] | None:
    """The page that was answered last: now the model may say what it thinks."""
    number = request.values.get("last", "")
    if not is_page_id(number):
        return None
    desk, page = request.here.desk(), int(number)
    said = [each for each in desk.book.ratings_of(topic.number) if each.page == page]
    if not said:
        return None
    return _rating_json(said[-1]) | _guess_json(desk.guess(topic, page))


def _guess_json(guess: ModelGuess | None) -> dict[str, Any]:
    if guess is None:
        return {"guess": None, "reasons": []}
    reasons = [
        {"kind": kind, "name": name, "contribution": round(contribution, DIGITS)}
        for kind, name, contribution in guess.reasons
    ]
    return {"guess": round(guess.score, DIGITS), "reasons": reasons}
