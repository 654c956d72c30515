"""Pages out of templates. Whatever a template prints is escaped, and made fit for HTML and XML."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from auslese.export.maps.map_records import LONGEST_URL
from auslese.records.language_names import language_name_of
from auslese.wording.figures import number
from auslese.wording.page_wording import code_name, text_for
from auslese.wording.stored_sentences import spoken_from_file
from auslese.wording.ui_languages import GERMAN

# Controls, lone surrogates and letters that turn lines round: nothing a reader would miss.
_UNFIT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_WEB = re.compile(r"https?://[^\s\"'<>\\^`{|}]+", re.IGNORECASE)
# What a template says whatever is shown: {{ t("search") }}.
_WORDS = re.compile(r"""\{\{ t\((?:"(\w+)"|'(\w+)')\) \}\}""")
UNSHOWN = "\ufffd"
HUGE = 1024


def fit(value: Any) -> Any:
    """A text without what a page cannot have."""
    if isinstance(value, str) and _UNFIT.search(value):
        return type(value)(_UNFIT.sub(UNSHOWN, value))
    return value


def web_address(url: str) -> str:
    """The URL if it leads into the web, else nothing: `javascript:` is an address, too."""
    return url if len(url) <= LONGEST_URL and _WEB.fullmatch(url) else ""


def real_address(url: str) -> str:
    """The URL if a server may have it: names in `.invalid` are those of imported documents."""
    host = urlsplit(url).hostname if web_address(url) else None
    return url if host and not host.endswith(".invalid") else ""


def moment(value: str | float | datetime, ui_language: str) -> str:
    """A moment in UTC as people write it."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return str(value)
    if isinstance(value, int | float):
        try:
            value = datetime.fromtimestamp(value, UTC)
        except (OverflowError, ValueError, OSError):
            return ""
    form = "%d.%m.%Y, %H:%M UTC" if ui_language == GERMAN else "%Y-%m-%d %H:%M UTC"
    return value.strftime(form)


def clock(value: float) -> str:
    """The time of day of a moment, in UTC."""
    return datetime.fromtimestamp(value, UTC).strftime("%H:%M:%S")


def language_name(code: str, ui_language: str) -> str:
    """What a language is called; its code if that is not known."""
    names = language_name_of(code)
    return names.german if ui_language == GERMAN else names.english


def size(value: float, ui_language: str) -> str:
    """Bytes in a unit that fits."""
    for unit in ("B", "kB", "MB"):
        if value < HUGE:
            return f"{number(value, ui_language, 0 if unit == 'B' else 1)} {unit}"
        value /= HUGE
    return f"{number(value, ui_language, 1)} GB"


class TranslatedTemplates(FileSystemLoader):
    """The templates in one language: words that are the same on every page stand in them."""

    def __init__(self, ui_language: str) -> None:
        super().__init__(Path(__file__).parent / "templates")
        self._ui_language = ui_language

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """A template with its words put in, which is a third of the work of showing a page."""
        source, name, is_current = super().get_source(environment, template)
        return (
            _WORDS.sub(
                lambda found: escape(text_for(found[1] or found[2], self._ui_language)), source
            ),
            name,
            is_current,
        )


@cache
def templates(ui_language: str) -> Environment:
    """All templates in a language; escaping is on in every one of them."""
    made = Environment(
        loader=TranslatedTemplates(ui_language),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,  # else the files are looked at for every page
        finalize=fit,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["web"] = real_address
    made.globals |= {
        "door": ui_language,
        "t": lambda key, **parts: text_for(key, ui_language, **parts),
        "named": lambda key, code: code_name(key, code, ui_language),
        "said": lambda sentence: spoken_from_file(sentence, ui_language),
        "num": lambda value, digits=0: number(value, ui_language, digits),
        "when": lambda value: moment(value, ui_language),
        "clock": clock,
        "language_name": lambda code: language_name(code, ui_language),
        "size": lambda value: size(value, ui_language),
        "trusted": Markup,
    }
    return made


def render(template: str, ui_language: str, values: dict[str, Any]) -> bytes:
    """The page."""
    return templates(ui_language).get_template(template).render(values).encode("utf-8", "replace")
