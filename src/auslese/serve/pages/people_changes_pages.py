"""What is entered about people: somebody is shown no more, names belong together or apart."""

from auslese.recipes.people.people_changes import forget as forget_person
from auslese.recipes.people.people_changes import join as join_names
from auslese.records.people_edits import OptOutKind, PeopleEdit
from auslese.records.url import Url, canonical
from auslese.serve.page_addresses import AddressBuilder
from auslese.serve.page_request import BadRequestError, PageRequest, number_of
from auslese.serve.page_result import RedirectResult
from auslese.store.people_book import PeopleBook
from auslese.wording.people.people_page_sentences import PeoplePageProblem
from auslese.wording.people.people_sentences import PeopleProblem

MOST_ENTRIES = 10**9
FORM = "form"  # what fields begin with that name a form of a name


def forget(request: PageRequest) -> RedirectResult:
    """Show a name, a mail address, a page or a site no more, from now on."""
    form = request.form
    kind = form.get("kind", OptOutKind.NAME)
    if kind not in list(OptOutKind):
        raise BadRequestError(
            PeoplePageProblem.BAD_KIND.of(text=kind[:40], kinds=", ".join(OptOutKind))
        )
    wish = forget_person(
        request.here.collection, kind, form.get("value", ""), form.get("reason", "")
    ).wish
    # What was removed does not stand in the address: it would be kept in the browser's history.
    address = _address(request, "/people/notice", "forgotten", wish.number)
    report = {"done": "forgotten", "number": wish.number, "kind": str(wish.kind)}
    return RedirectResult(address, report | {"value": wish.value})


def restore(request: PageRequest) -> RedirectResult:
    """Take an entry back."""
    number = number_of(request.form.get("number", ""), 0, MOST_ENTRIES, 0)
    _book(request).restore(number)
    address = _address(request, "/people/notice", "restored", number)
    return RedirectResult(address, {"done": "restored", "number": number})


def join(request: PageRequest) -> RedirectResult:
    """Say that names are those of one person."""
    form = request.form
    names = [form.get("name", ""), *_lines(form.get("names", ""))]
    site, reason = form.get("site", ""), form.get("reason", "")
    edit = join_names(request.here.collection, names, site, reason)
    return _edited(request, "joined", edit)


def split(request: PageRequest) -> RedirectResult:
    """Say that forms of a name, or the name on some pages, are another person's."""
    form = request.form
    forms = [text for name, text in form.items() if name.startswith(FORM) and text.strip()]
    pages = [_page(line) for line in _lines(form.get("pages", ""))]
    if not form.get("site"):
        raise BadRequestError(PeopleProblem.BAD_SITE.of(text=""))
    edit = _book(request).split(
        form["site"], form.get("name", ""), forms, pages, form.get("reason", "")
    )
    return _edited(request, "split", edit)


def _edited(request: PageRequest, done: str, edit: PeopleEdit) -> RedirectResult:
    report = {"done": done, "number": edit.number, "site": edit.site, "names": list(edit.names)}
    return RedirectResult(_address(request, "/people", done, edit.number), report)


def _address(request: PageRequest, path: str, done: str, number: int) -> str:
    return AddressBuilder(request).to(path, done=done, number=number)


def _book(request: PageRequest) -> PeopleBook:
    return PeopleBook(request.here.collection.path)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _page(text: str) -> Url:
    url = canonical(text)
    if url is None:
        raise BadRequestError(PeopleProblem.BAD_PAGE.of(text=text[:200]))
    return url
