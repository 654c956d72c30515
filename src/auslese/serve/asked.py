"""What a request asks for, whatever was written into it."""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from starlette.datastructures import QueryParams

from auslese.records.answer import LanguageWish, Order, Question
from auslese.records.errors import AusleseError
from auslese.records.url import Url, canonical
from auslese.search.fields import field_of
from auslese.serve.manners import Manners
from auslese.serve.shelf import Shelf, Volume

ENGLISH, GERMAN = "en", "de"
DOORS = (ENGLISH, GERMAN)
MOST_HITS = 100
HITS = 10
LAST_PAGE = 1000
MOST_FILTERS = 50
LONGEST_QUERY = 4000  # letters; the parser cuts earlier
YES = ("1", "true", "on")


Choice = TypeVar("Choice", LanguageWish, Order)


class BadRequestError(AusleseError):
    """What was asked cannot be meant."""


class Asked(NamedTuple):
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
    door: str
    """The language in which we answer."""
    is_door_chosen: bool
    as_json: bool
    manners: Manners
    origin: str
    """Scheme and host as the client wrote them, as http://127.0.0.1:8080."""

    @property
    def here(self) -> Volume:
        """The collection; there must be one."""
        return self.volume or self.shelf.named(None)

    def url(self) -> Url:
        """The address of the web in `url`."""
        text = self.values.get("url", "")
        url = canonical(text) if text else None
        if url is None:
            raise BadRequestError(f"{text!r} is not an http or https address")
        return url


def door_of(values: Mapping[str, str], accepted: str) -> tuple[str, bool]:
    """The language to answer in, and whether it was chosen: by `lang`, else by the browser's."""
    chosen = values.get("lang", "").lower()
    if chosen in DOORS:
        return chosen, True
    wishes: list[tuple[float, int, str]] = []
    for at, part in enumerate(accepted.split(",")[:20]):
        tag, _, weight = part.partition(";")
        code = tag.strip().lower().partition("-")[0]
        if code in DOORS:
            wishes.append((-_weight(weight), at, code))
    return (min(wishes)[2] if wishes else ENGLISH), False


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


def question_of(values: QueryParams, door: str) -> Question:
    """The question; what cannot be meant is left out, so that every address has an answer."""
    most = number_of(values.get("most", ""), 1, MOST_HITS, HITS)
    page = number_of(values.get("page", ""), 1, LAST_PAGE, 1)
    languages, wish = _spoken(values)
    return Question(
        text=values.get("q", "")[:LONGEST_QUERY],
        first=(page - 1) * most,
        most=most,
        languages=languages,
        wish=wish,
        order=_of(Order, values.get("order", ""), Order.BEST),
        filters=_filters(values),
        every_word=values.get("every", "") in YES,
        beside=values.get("beside", "") not in ("0", "false"),
        groups=values.get("groups", "") in YES,
        door=door,
    )


def _of(choices: type[Choice], text: str, otherwise: Choice) -> Choice:
    try:
        return choices(text)
    except ValueError:
        return otherwise


def _spoken(values: QueryParams) -> tuple[tuple[str, ...], LanguageWish]:
    """The languages that count and what they do; `speak` says both, as only:de."""
    languages = _languages(values)
    wish = _of(LanguageWish, values.get("wish", ""), LanguageWish.ANY)
    chosen, _, code = values.get("speak", "").partition(":")
    if code and not languages:
        languages, wish = (code,), _of(LanguageWish, chosen, LanguageWish.ANY)
    return languages, wish if languages else LanguageWish.ANY


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
