"""What a request asks for, whatever was written into it."""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from starlette.datastructures import QueryParams

from auslese.records.answer import HitOrder, LanguagePreference, SearchQuery
from auslese.records.errors import AusleseError
from auslese.records.url import Url, canonical
from auslese.search.index.index_fields import field_of
from auslese.serve.server_options import ServerPolicy
from auslese.serve.shelf import Shelf, Volume
from auslese.wording.problem_sentences import PageProblem
from auslese.wording.ui_languages import ENGLISH, UI_LANGUAGES

MOST_HITS = 100
HITS = 10
LAST_PAGE = 1000
MOST_FILTERS = 50
LONGEST_QUERY = 4000  # letters; the parser cuts earlier
YES = ("1", "true", "on")


Choice = TypeVar("Choice", LanguagePreference, HitOrder)


class BadRequestError(AusleseError):
    """What was asked cannot be meant."""


class PageRequest(NamedTuple):
    """A request, made plain."""

    shelf: Shelf
    volume: Volume | None
    """The collection it is about; None for pages about all."""
    prefix: str
    """What stands before all addresses of that collection: empty, or as /c/name."""
    path: str
    """The page, without prefix and ending, as /search."""
    values: QueryParams
    form: Mapping[str, str]
    ui_language: str
    """The language in which we answer."""
    is_door_chosen: bool
    as_json: bool
    policy: ServerPolicy
    origin: str
    """Scheme and host as the client wrote them, as http://127.0.0.1:8080."""
    is_token_kept: bool = False
    """Whether the browser has shown the token before, to annotate."""

    @property
    def here(self) -> Volume:
        """The collection; there must be one."""
        return self.volume or self.shelf.named(None)

    def url(self) -> Url:
        """The address of the web in `url`."""
        text = self.values.get("url", "")
        url = canonical(text) if text else None
        if url is None:
            raise BadRequestError(PageProblem.NO_ADDRESS.of(text=text))
        return url


def ui_language_of(values: Mapping[str, str], accepted: str) -> tuple[str, bool]:
    """The language to answer in, and whether it was chosen: by `lang`, else by the browser's."""
    chosen = values.get("lang", "").lower()
    if chosen in UI_LANGUAGES:
        return chosen, True
    accepted_languages: list[tuple[float, int, str]] = []
    for at, part in enumerate(accepted.split(",")[:20]):
        tag, _, weight = part.partition(";")
        code = tag.strip().lower().partition("-")[0]
        if code in UI_LANGUAGES:
            accepted_languages.append((-_weight(weight), at, code))
    return (min(accepted_languages)[2] if accepted_languages else ENGLISH), False


def _weight(text: str) -> float:
    try:
        return float(text.strip().removeprefix("q=")) if text.strip() else 1.0
    except ValueError:
        return 0.0


def wants_json(path: str, accepted: str) -> bool:
    """Whether a program asks: by the address, or because it takes JSON and no HTML."""
    if path.startswith("/api/") or path.endswith(".json"):
        return True
    return "application/json" in accepted and "text/html" not in accepted


def question_of(values: QueryParams, ui_language: str) -> SearchQuery:
    """The question; what cannot be meant is left out, so that every address has an answer."""
    most = number_of(values.get("most", ""), 1, MOST_HITS, HITS)
    page = number_of(values.get("page", ""), 1, LAST_PAGE, 1)
    languages, wish = _language_choice(values)
    return SearchQuery(
        text=values.get("q", "")[:LONGEST_QUERY],
        first=(page - 1) * most,
        most=most,
        languages=languages,
        preference=wish,
        order=_of(HitOrder, values.get("order", ""), HitOrder.BEST),
        filters=_filters(values),
        every_word=values.get("every", "") in YES,
        beside=values.get("beside", "") not in ("0", "false"),
        groups=values.get("groups", "") in YES,
        ui_language=ui_language,
    )


def _of(choices: type[Choice], text: str, otherwise: Choice) -> Choice:
    try:
        return choices(text)
    except ValueError:
        return otherwise


def _language_choice(values: QueryParams) -> tuple[tuple[str, ...], LanguagePreference]:
    """The languages that count and what they do; `speak` says both, as only:de."""
    languages = _languages(values)
    preference = _of(LanguagePreference, values.get("wish", ""), LanguagePreference.ANY)
    chosen, _, code = values.get("speak", "").partition(":")
    if code and not languages:
        languages, preference = (code,), _of(LanguagePreference, chosen, LanguagePreference.ANY)
    return languages, preference if languages else LanguagePreference.ANY


def _languages(values: QueryParams) -> tuple[str, ...]:
    parts = [code.strip() for text in values.getlist("language") for code in text.split(",")]
    return tuple(dict.fromkeys(code for code in parts if code))[:MOST_FILTERS]


def _filters(values: QueryParams) -> tuple[tuple[str, str], ...]:
    pairs = [text.partition(":") for text in values.getlist("filter")]
    kept = [(name, value) for name, _, value in pairs if field_of(name) and value]
    return tuple(dict.fromkeys(kept))[:MOST_FILTERS]


def number_of(text: str, least: int, most: int, otherwise: int) -> int:
    """A number between these two; the nearest if it is beyond them."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        return otherwise
    return min(max(int(digits[:9]), least), most)
