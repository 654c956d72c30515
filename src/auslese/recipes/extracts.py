"""What can be taken out of a page, in the form in which the filters tell it."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, NamedTuple

from auslese.extract.document import Source, read_document
from auslese.extract.page_links import links_of
from auslese.extract.sentences import SentenceRules, sentences_of
from auslese.recipes.asked_page import asked_page, is_somewhere
from auslese.recipes.json_line import read_question
from auslese.records.text import Document, Problem, Unreadable

Extract = dict[str, Any]
"""What is told of a page, ready for JSON."""
Read = Callable[[Source], Document | Unreadable]

WORDS_OF_PROBLEMS = {
    Problem.EMPTY: "there is nothing to read",
    Problem.ENCRYPTED: "it is encrypted",
    Problem.BROKEN: "it is broken",
    Problem.TOO_LARGE: "it is too large",
    Problem.TOO_SLOW: "reading it takes too long",
    Problem.UNKNOWN_TYPE: "there is no reader for it",
    Problem.CRASHED: "the reader died of it",
}
LEFT_OUT = "left_out"
"""The key under which links are counted that are not told, for who asks."""
NO_PAGE = "question"
"""The problem of a line in which there is no page."""


class Wanted(NamedTuple):
    """What somebody wants of pages."""

    take: Callable[[Source], Extract | Unreadable]
    nothing: Extract
    """What is told of a page that cannot be read, so that the keys are always the same."""


def wanted_text(read: Read = read_document, *, everything: bool = False) -> Wanted:
    """The main text or everything visible, with what the page says about itself."""

    def take(source: Source) -> Extract | Unreadable:
        found = read(source._replace(pictures=False))
        if isinstance(found, Unreadable):
            return found
        return _told(found, found.visible_text if everything else found.text)

    return Wanted(take, _told(Document(""), ""))


def _told(document: Document, text: str) -> Extract:
    about = asdict(document.about)
    kind = {"page_type": document.page_type, "media_type": document.media_type}
    more = {"charset": document.charset, "is_cut": document.is_cut}
    return {"title": about.pop("title"), "text": text} | about | kind | more


def wanted_links(*, count_left_out: bool = False) -> Wanted:
    """The links in the order of the page; those that lead nowhere are left out, or counted too."""

    def take(source: Source) -> Extract | Unreadable:
        links = links_of(source)
        if isinstance(links, Unreadable):
            return links
        every = [links[place]._asdict() for place in range(len(links))]
        told = [link for link in every if is_somewhere(link["url"])]
        counted = {LEFT_OUT: len(every) - len(told)} if count_left_out else {}
        return {"links": told} | counted

    return Wanted(take, {"links": []})


def wanted_images(read: Read = read_document) -> Wanted:
    """The pictures, each with the text around it."""

    def take(source: Source) -> Extract | Unreadable:
        found = read(source)
        if isinstance(found, Unreadable):
            return found
        pictures = (picture for picture in found.pictures if is_somewhere(picture.url))
        return {"images": [picture._asdict() for picture in pictures]}

    return Wanted(take, {"images": []})


def wanted_sentences(rules: SentenceRules, read: Read = read_document) -> Wanted:
    """The sentences of the running text."""

    def take(source: Source) -> Extract | Unreadable:
        found = read(source._replace(pictures=False))
        if isinstance(found, Unreadable):
            return found
        return {"sentences": [each.text for each in sentences_of(found, rules)]}

    return Wanted(take, {"sentences": []})


def extract_of(source: Source, wanted: Wanted) -> Extract:
    """What is wanted of a page; if it cannot be read, nothing, and why."""
    try:
        taken = wanted.take(source)
    except MemoryError:
        taken = Unreadable(Problem.TOO_LARGE)
    if isinstance(taken, Unreadable):
        taken = wanted.nothing | problem(taken)
    return {"url": source.url if is_somewhere(source.url) else ""} | taken


def problem(unreadable: Unreadable) -> Extract:
    """Why a page could not be read, in words and by its name."""
    words = WORDS_OF_PROBLEMS[unreadable.why]
    told = f"{words}: {unreadable.detail}" if unreadable.detail else words
    return {"error": told, "problem": str(unreadable.why)}


def answer(line: bytes, wanted: Wanted) -> Extract:
    """What is wanted of the page in a line of JSON."""
    name: object = None
    try:
        question = read_question(line)
        name = question.get("id")
        source = asked_page(question)
    except ValueError as error:
        told = {"error": str(error), "problem": NO_PAGE}
        return {"id": name, "url": ""} | wanted.nothing | told
    return {"id": name} | extract_of(source, wanted)


def give_up(line: bytes, why: Problem, wanted: Wanted) -> Extract:
    """What to say of a line of which its process died."""
    try:
        name = read_question(line).get("id")
    except ValueError:
        name = None
    return {"id": name, "url": ""} | wanted.nothing | problem(Unreadable(why))
