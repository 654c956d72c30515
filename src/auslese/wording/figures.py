"""Numbers as they are written in a language."""

from auslese.wording.ui_languages import GERMAN

_SWAPPED = str.maketrans(",.", ".,")


def number(value: float, ui_language: str, digits: int = 0) -> str:
    """A number as it is written in the language."""
    return figure(f"{value:,.{digits}f}", ui_language)


def figure(text: str, ui_language: str) -> str:
    """A figure in English form, as `1,234.5` or `12%`, as it is written in the language."""
    return text.translate(_SWAPPED).replace("%", " %") if ui_language == GERMAN else text


def plural(number: int, noun: str, several: str = "") -> str:
    """The number and its noun in English, as `1 page` or `2,000 pages`; or as `2 copies`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {several or noun + 's'}"
