"""A text that somebody asks about, in a line: an object of JSON, or the text itself."""

from typing import NamedTuple

from auslese.recipes.json_line import read_question


class Question(NamedTuple):
    """A line: an object of JSON, or a plain text."""

    text: str
    is_plain: bool = False
    name: object = None
    hint: str = ""
    error: str = ""


def question_of(line: bytes) -> Question:
    """What a line asks; what begins like an object of JSON must be one."""
    line = line.rstrip(b"\r")
    if line.lstrip()[:1] != b"{":
        return Question(line.decode("utf-8", "replace"), is_plain=True)
    name: object = None
    try:
        asked = read_question(line)
        name = asked.get("id")
        return Question(_text(asked, "text"), name=name, hint=_text(asked, "hint", ""))
    except ValueError as error:
        return Question("", name=name, error=str(error))


def _text(asked: dict[str, object], key: str, default: object = None) -> str:
    value = asked.get(key, default)
    if not isinstance(value, str):
        raise ValueError(f'expected a string "{key}"')
    return value
