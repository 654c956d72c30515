"""A text that somebody asks about, in a line: an object of JSON, or the text itself."""

from typing import NamedTuple

from auslese.system.json_lines import read_request


class TextRequest(NamedTuple):
    """A line: an object of JSON, or a plain text."""

    text: str
    is_plain: bool = False
    name: object = None
    hint: str = ""
    error: str = ""


def text_request_of(line: bytes) -> TextRequest:
    """What a line asks; what begins like an object of JSON must be one."""
    line = line.rstrip(b"\r")
    if line.lstrip()[:1] != b"{":
        return TextRequest(line.decode("utf-8", "replace"), is_plain=True)
    name: object = None
    try:
        request = read_request(line)
        name = request.get("id")
        return TextRequest(_text(request, "text"), name=name, hint=_text(request, "hint", ""))
    except ValueError as error:
        return TextRequest("", name=name, error=str(error))


def _text(request: dict[str, object], key: str, default: object = None) -> str:
    value = request.get(key, default)
    if not isinstance(value, str):
        raise ValueError(f'expected a string "{key}"')
    return value
