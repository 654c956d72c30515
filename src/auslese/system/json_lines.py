"""A question in a line of JSON."""

import json
from math import isfinite

LONGEST_NUMBER = 20  # letters of it that are told


def read_request(line: bytes) -> dict[str, object]:
    """The object in a line of JSON; ValueError says what is wrong with it."""
    text = line.decode("utf-8", "replace")
    try:
        question = json.loads(text, parse_float=_finite, parse_constant=_finite)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"no line of JSON: {error}{_hint(text)}") from None
    if not isinstance(question, dict):
        raise ValueError("expected an object")
    return question


def _finite(number: str) -> float:
    """A number that JSON can spell: it could not be told back otherwise."""
    if not isfinite(float(number)):
        raise ValueError(f"{number[:LONGEST_NUMBER]} is no number of JSON")
    return float(number)


def _hint(text: str) -> str:
    return "; for a page itself on stdin, give - as a file" if text.lstrip()[:1] == "<" else ""
