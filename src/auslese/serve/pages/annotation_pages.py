"""The page on which pictures are annotated: a picture, a key, the next one.

First what each picture shows, without its text, which might sway; then, for those on the topic,
what the text has to do with it.
"""

from typing import Any

from auslese.recipes.annotation.agreement_report import round_json
from auslese.recipes.annotation.annotation_desk import (
    AnnotationDesk,
    AnnotationTask,
    skipped,
)
from auslese.records.annotation import (
    AnnotationAnswer,
    AnnotationItem,
    AnnotationPhase,
    ItemUse,
    TextRelation,
)
from auslese.serve.guard import COPY_POLICY
from auslese.serve.kept_token import cookie_header
from auslese.serve.page_addresses import AddressBuilder
from auslese.serve.page_request import BadRequestError, PageRequest
from auslese.serve.page_result import PageResponse, RawResponse, RedirectResult
from auslese.store.annotation_book import (
    SETUP_COMMAND,
    AnnotationBook,
    annotator_name,
    round_names,
)
from auslese.wording.annotation.annotation_sentences import AnnotationProblem

SKIP = "skip"
START, TASK = "start", "task"
MOST_DIGITS = 9
MOST_EXAMPLES = 30
NOTICES = ("saved", "skipped", "surplus", "undone")
# Up, down, left, right, as in the thesis.
ARROWS = {
    TextRelation.DESCRIBES: ("ArrowUp", "↑"),
    TextRelation.FITS: ("ArrowDown", "↓"),
    TextRelation.IRRELEVANT: ("ArrowLeft", "←"),
    TextRelation.MISLEADING: ("ArrowRight", "→"),
}


def annotate(request: PageRequest) -> PageResponse:
    """The next picture of an annotator; before that, who it is, and which round."""
    names = round_names(request.here.collection.path)
    if not request.values.get("round") and len(names) != 1:
        return _rounds(request, names)
    desk = _desk(request)
    annotator = request.values.get("annotator", "")
    who = annotator_name(annotator) if annotator.strip() else ""
    task = desk.next_task(who) if who else START
    is_task = isinstance(task, AnnotationTask)
    report = {
        "round": round_json(desk.book.round),
        "annotator": who,
        "state": TASK if is_task else str(task),
        "phase": str(task.phase) if isinstance(task, AnnotationTask) else None,
        "item": _item(request, desk, task) if isinstance(task, AnnotationTask) else None,
        "progress": {str(phase): each._asdict() for phase, each in desk.progress(who).items()},
    }
    notice = request.values.get("done", "")
    more = {
        "notice": notice if notice in NOTICES else "",
        "arrows": [(code, str(name), *ARROWS[name]) for code, name in enumerate(TextRelation)],
        "may_annotate": bool(request.policy.token),
        "has_answers": bool(who and desk.book.own_answers(who)),
    }
    return PageResponse("annotate.html", report, more)


def start(request: PageRequest) -> RedirectResult:
    """Begin with a name; whoever got here has shown the token, which is kept."""
    desk = request.here.annotation_desk(request.form.get("round", ""))
    who = annotator_name(request.form.get("annotator", ""))
    address = AddressBuilder(request).to("/annotate", round=desk.book.round.name, annotator=who)
    headers = {"set-cookie": cookie_header(request.policy.token)}
    return RedirectResult(address, {"annotator": who}, headers)


def take_answer(request: PageRequest) -> RedirectResult:
    """Take an answer and go on to the next item."""
    form = request.form
    desk = request.here.annotation_desk(form.get("round", ""))
    who = annotator_name(form.get("annotator", ""))
    task = AnnotationTask(number_in(form.get("item", "")), phase_in(form.get("phase", "")))
    category = form.get("category", "")
    if category == SKIP:
        answer = skipped(task, who)
    else:
        labels = desk.book.round.labels(task.phase)
        if not (category.isascii() and category.isdigit() and int(category[:3]) < len(labels)):
            names = ", ".join(labels)
            raise BadRequestError(AnnotationProblem.NO_CATEGORY.of(name=category[:40], names=names))
        answer = AnnotationAnswer(task.item, task.phase, who, int(category))
    is_taken = desk.answer(answer)
    done = "surplus" if not is_taken else "skipped" if category == SKIP else "saved"
    report = {"outcome": done, "item": task.item, "phase": str(task.phase)}
    return RedirectResult(_back(request, desk, who, done), report)


def take_back(request: PageRequest) -> RedirectResult:
    """Take the last answer back; its item comes again."""
    desk = request.here.annotation_desk(request.form.get("round", ""))
    who = annotator_name(request.form.get("annotator", ""))
    last = desk.take_back(who)
    report = {"withdrawn": {"item": last.item, "phase": str(last.phase)}}
    return RedirectResult(_back(request, desk, who, "undone"), report)


def annotation_help(request: PageRequest) -> PageResponse:
    """What the categories mean, with examples."""
    desk = _desk(request)
    book = desk.book
    examples = [item for item in book.items if item.use is ItemUse.EXAMPLE][:MOST_EXAMPLES]
    report = {
        "round": round_json(book.round),
        "examples": [_example(request, book, item) for item in examples],
    }
    arrows = [(str(name), ARROWS[name][1]) for name in TextRelation]
    return PageResponse("annotation_help.html", report, {"arrows": arrows})


def picture(request: PageRequest) -> RawResponse:
    """The bytes of a picture, as a picture and as nothing else."""
    desk = _desk(request)
    item = desk.book.item(number_in(request.values.get("item", "")))
    headers = {
        "content-security-policy": COPY_POLICY,
        "content-disposition": "inline",
        "cache-control": "private, max-age=3600",
    }
    return RawResponse(desk.book.picture(item), item.media_type, headers)


def picture_address(request: PageRequest, book: AnnotationBook, item: int) -> str:
    """Where the picture of an item is."""
    return AddressBuilder(request).to("/annotate/picture", round=book.round.name, item=item)


def number_in(text: str) -> int:
    """The number of an item that was sent."""
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise BadRequestError(AnnotationProblem.NO_ITEM.of(name=text[:40]))
    return int(text)


def phase_in(text: str) -> AnnotationPhase:
    """The phase that was sent."""
    try:
        return AnnotationPhase(text)
    except ValueError:
        names = ", ".join(AnnotationPhase)
        raise BadRequestError(
            AnnotationProblem.NO_CATEGORY.of(name=text[:40], names=names)
        ) from None


# -- what is shown --------------------------------------------------------------------------------


def _desk(request: PageRequest) -> AnnotationDesk:
    desk = request.here.annotation_desk(request.values.get("round", ""))
    desk.book.refresh()
    return desk


def _back(request: PageRequest, desk: AnnotationDesk, who: str, done: str) -> str:
    return AddressBuilder(request).to(
        "/annotate", round=desk.book.round.name, annotator=who, done=done
    )


def _rounds(request: PageRequest, names: list[str]) -> PageResponse:
    rounds = []
    for name in names:
        desk = request.here.annotation_desk(name)
        desk.book.refresh()
        progress = desk.progress("")
        rounds.append(
            {
                "name": name,
                "topic": desk.book.round.topic,
                "items": progress[AnnotationPhase.PICTURE].items,
                "answers": sum(each.answers for each in progress.values()),
                "needed": sum(each.needed for each in progress.values()),
            }
        )
    return PageResponse("annotation_rounds.html", {"rounds": rounds}, {"command": SETUP_COMMAND})


def _item(request: PageRequest, desk: AnnotationDesk, task: AnnotationTask) -> dict[str, Any]:
    item = desk.book.item(task.item)
    shown = {
        "number": item.number,
        "picture": picture_address(request, desk.book, item.number),
        "categories": list(desk.book.round.labels(task.phase)),
    }
    if task.phase is AnnotationPhase.TEXT:
        shown |= {"text": item.text, "page": item.page}
    return shown


def _example(request: PageRequest, book: AnnotationBook, item: AnnotationItem) -> dict[str, Any]:
    labels = book.round.categories
    return {
        "picture": picture_address(request, book, item.number),
        "text": item.text,
        "category": labels[item.right_picture] if item.right_picture >= 0 else None,
        "relation": str(tuple(TextRelation)[item.right_text]) if item.right_text >= 0 else None,
        "note": item.note,
    }
