"""What can be taken out of a page, in the form in which the filters tell it."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, NamedTuple

from auslese.extract.document_reader import Source, read_document
from auslese.extract.document_sentences import sentences_of
from auslese.extract.markdown.markdown_text import markdown_page
from auslese.extract.page_links import links_of
from auslese.extract.sentence_rules import SentenceRules
from auslese.recipes.filters.page_input import as_in_file, is_somewhere, page_of_request
from auslese.records.document import Document, ReadProblem, Unreadable
from auslese.system.json_lines import read_request

Extract = dict[str, Any]
"""What is told of a page, ready for JSON."""
Read = Callable[[Source], Document | Unreadable]

WORDS_OF_PROBLEMS = {
    ReadProblem.EMPTY: "there is nothing to read",
    ReadProblem.ENCRYPTED: "it is encrypted",
    ReadProblem.BROKEN: "it is broken",
    ReadProblem.TOO_LARGE: "it is too large",
    ReadProblem.TOO_SLOW: "reading it takes too long",
    ReadProblem.UNKNOWN_TYPE: "there is no reader for it",
    ReadProblem.CRASHED: "the reader died of it",
}
NO_PAGE = "question"
"""The problem of a line in which there is no page."""


class Extractor(NamedTuple):
    """What somebody wants of pages."""

    take: Callable[[Source], Extract | Unreadable]
    nothing: Extract
    """What is told of a page that cannot be read, so that the keys are always the same."""


def text_extractor(read: Read = read_document, *, everything: bool = False) -> Extractor:
    """The main text or everything visible, with what the page says about itself."""

    def take(source: Source) -> Extract | Unreadable:
        found = read(source._replace(pictures=False))
        if isinstance(found, Unreadable):
            return found
        return _text_extract(found, found.visible_text if everything else found.text)

    return Extractor(take, _text_extract(Document(""), ""))


def _text_extract(document: Document, text: str) -> Extract:
    about = asdict(document.about)
    kind = {"page_type": document.page_type, "media_type": document.media_type}
    more = {"charset": document.charset, "is_cut": document.is_cut}
    return {"title": about.pop("title"), "text": text} | about | kind | more


def markdown_extractor() -> Extractor:
    """The main text in Markdown, with what the page says about itself."""

    def take(source: Source) -> Extract | Unreadable:
        found = markdown_page(source)
        if isinstance(found, Unreadable):
            return found
        return _markdown_extract(found.document, found.markdown)

    return Extractor(take, _markdown_extract(Document(""), ""))


def _markdown_extract(document: Document, markdown: str) -> Extract:
    extract = _text_extract(document, "")
    return {("markdown" if key == "text" else key): it for key, it in extract.items()} | {
        "markdown": markdown
    }


def links_extractor(*, relative: bool = False) -> Extractor:
    """The links in the order of the page.

    On a page that stands nowhere relative ones are left out, or told as they are (`relative`).
    """

    def take(source: Source) -> Extract | Unreadable:
        links = links_of(source)
        if isinstance(links, Unreadable):
            return links
        every = [links[place]._asdict() for place in range(len(links))]
        return {"links": _placed(every, relative=relative)}

    return Extractor(take, {"links": []})


def _placed(every: list[Extract], *, relative: bool) -> list[Extract]:
    """Those that lead somewhere; or all, relative where the page stands nowhere."""
    if not relative:
        return [each for each in every if is_somewhere(each["url"])]
    places = [each | {"url": as_in_file(each["url"])} for each in every]
    return [each for each in places if each["url"]]


def images_extractor(read: Read = read_document, *, relative: bool = False) -> Extractor:
    """The pictures, each with the text around it; relative addresses as for links."""

    def take(source: Source) -> Extract | Unreadable:
        found = read(source)
        if isinstance(found, Unreadable):
            return found
        pictures = [picture._asdict() for picture in found.pictures]
        return {"images": _placed(pictures, relative=relative)}

    return Extractor(take, {"images": []})


def sentences_extractor(rules: SentenceRules, read: Read = read_document) -> Extractor:
    """The sentences of the running text."""

    def take(source: Source) -> Extract | Unreadable:
        found = read(source._replace(pictures=False))
        if isinstance(found, Unreadable):
            return found
        return {"sentences": [each.text for each in sentences_of(found, rules)]}

    return Extractor(take, {"sentences": []})


def extract_of(source: Source, extractor: Extractor) -> Extract:
    """What is wanted of a page; if it cannot be read, nothing, and why."""
    try:
        result = extractor.take(source)
    except MemoryError:
        result = Unreadable(ReadProblem.TOO_LARGE)
    if isinstance(result, Unreadable):
        result = extractor.nothing | problem(result)
    return {"url": source.url if is_somewhere(source.url) else ""} | result


def problem(unreadable: Unreadable) -> Extract:
    """Why a page could not be read, in words and by its name."""
    words = WORDS_OF_PROBLEMS[unreadable.why]
    reported = f"{words}: {unreadable.detail}" if unreadable.detail else words
    return {"error": reported, "problem": str(unreadable.why)}


def answer(line: bytes, extractor: Extractor) -> Extract:
    """What is wanted of the page in a line of JSON."""
    name: object = None
    try:
        question = read_request(line)
        name = question.get("id")
        source = page_of_request(question)
    except ValueError as error:
        reported = {"error": str(error), "problem": NO_PAGE}
        return {"id": name, "url": ""} | extractor.nothing | reported
    return {"id": name} | extract_of(source, extractor)


def give_up(line: bytes, why: ReadProblem, extractor: Extractor) -> Extract:
    """What to say of a line of which its process died."""
    try:
        name = read_request(line).get("id")
    except ValueError:
        name = None
    return {"id": name, "url": ""} | extractor.nothing | problem(Unreadable(why))
