"""Key words of the texts in lines, each of which says whether it is good or neutral."""

from collections.abc import Iterable
from typing import NamedTuple

from auslese.recipes.filters.extract_filters import NO_PAGE
from auslese.system.json_lines import read_request

POSITIVE, NEUTRAL = "positive", "neutral"


class TextSets(NamedTuple):
    """Good and neutral texts, and what is wrong with other lines."""

    positive: list[str]
    neutral: list[str]
    errors: list[dict[str, object]]


def text_sets(lines: Iterable[bytes]) -> TextSets:
    """The texts of lines {"id","text","set"}."""
    sets = TextSets([], [], [])
    for line in lines:
        name: object = None
        try:
            request = read_request(line)
            name = request.get("id")
            _put(request, sets)
        except ValueError as error:
            sets.errors.append({"id": name, "error": str(error), "problem": NO_PAGE})
    return sets


def _put(request: dict[str, object], sets: TextSets) -> None:
    text, which = request.get("text"), request.get("set")
    if not isinstance(text, str):
        raise ValueError('expected a string "text"')
    if which not in (POSITIVE, NEUTRAL):
        raise ValueError(f'expected "set" to be "{POSITIVE}" or "{NEUTRAL}"')
    (sets.positive if which == POSITIVE else sets.neutral).append(text)
