"""Names of persons as the filter `people find` tells them.

A line with `text` gets spans in letters of that text. A page (`html`, `html_b64`, `pdf_b64`,
`body_b64`) is read first: then the answer has its visible text under `text`, title first, and the
spans are letters of that. Texts are taken for running text, in which lone names count; on pages
every second lone word that looks like a name is something else.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from auslese.analyse.people.combined_finder import EVERY
from auslese.analyse.people.name_finder import NameFinder, titled_span
from auslese.analyse.people.name_parts import normalised_name
from auslese.extract.document_reader import read_document
from auslese.recipes.filters.extract_filters import NO_PAGE, problem
from auslese.recipes.filters.page_input import page_of_request
from auslese.recipes.people.finder_choice import open_finder
from auslese.records.document import Document, ReadProblem, Unreadable, language_of
from auslese.records.person import FoundName
from auslese.system.json_lines import read_request

DIGITS = 3
NameReport = dict[str, Any]


class FindRequest(NamedTuple):
    """What a line asks."""

    text: str
    name: object = None
    language: str = ""
    is_page: bool = False
    """Whether the text was read out of a page, so that whoever asks has not got it."""
    problem: NameReport | None = None


class FilterFinders(NamedTuple):
    """Who finds the names."""

    in_texts: NameFinder
    on_pages: NameFinder


def filter_finders(name: str = "") -> FilterFinders:
    """The finders of the filter; one that is named is for texts and pages alike."""
    return FilterFinders(open_finder(name or EVERY), open_finder(name))


def name_reports(lines: Sequence[bytes], finders: FilterFinders) -> list[NameReport]:
    """The names in the text or the page of each line, in order."""
    return [name_report(find_request_of(line), finders) for line in lines]


def name_report(request: FindRequest, finders: FilterFinders) -> NameReport:
    """The names in a text, as JSON has them."""
    finder = finders.on_pages if request.is_page else finders.in_texts
    head: NameReport = {"id": request.name}
    if request.is_page:
        head["text"] = request.text
    found = finder.find(request.text, request.language) if request.text else []
    persons = {"persons": [_person(request.text, each) for each in found]}
    return head | persons | (request.problem or {})


def _person(text: str, found: FoundName) -> NameReport:
    begin, end = titled_span(text, found)
    name = found.name
    return {
        "start": found.start,
        "end": found.end,
        "name": name.full,
        "text": text[found.start : found.end],
        "normalised": normalised_name(name),
        **name._asdict(),
        "titled": [begin, end],
        "confidence": round(found.confidence, DIGITS),
        "source": str(found.source),
    }


def find_request_of(line: bytes) -> FindRequest:
    """What a line asks; a line that is no object of JSON is a text."""
    line = line.rstrip(b"\r")
    if line.lstrip()[:1] != b"{":
        return FindRequest(line.decode("utf-8", "replace"))
    name: object = None
    try:
        request = read_request(line)
        name = request.get("id")
        language = request.get("language") or ""
        language = language_of(language) if isinstance(language, str) else ""
        text = request.get("text")
        if isinstance(text, str):
            return FindRequest(text, name, language)
        return _of_page(name, read_document(page_of_request(request)))
    except ValueError as error:
        return FindRequest("", name, problem={"error": str(error), "problem": NO_PAGE})
    except MemoryError:
        return FindRequest("", name, problem=problem(Unreadable(ReadProblem.TOO_LARGE)))


def _of_page(name: object, document: Document | Unreadable) -> FindRequest:
    if isinstance(document, Unreadable):
        return FindRequest("", name, is_page=True, problem=problem(document))
    return FindRequest(text_of_page(document), name, document.about.language, is_page=True)


def text_of_page(document: Document) -> str:
    """The title and all visible text of a page, in lines."""
    return with_title(document.about.title, document.visible_text)


def with_title(title: str, text: str) -> str:
    """A text behind its title, unless it begins with that itself."""
    return text if not title or text.startswith(title) else f"{title}\n{text}"


def give_up(line: bytes, why: ReadProblem) -> NameReport:
    """What to say of a line of which its process died."""
    try:
        name = read_request(line).get("id")
    except ValueError:
        name = None
    return {"id": name, "persons": []} | problem(Unreadable(why))
