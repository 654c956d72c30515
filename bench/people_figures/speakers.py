"""Speakers of seminar announcements: is the name of each found, titles aside?"""

from pathlib import Path

from tests.people_web.written_names import name_key

from auslese.analyse.people.name_parts import split_name

from .name_counts import Find, NameCounts
from .page_texts import rows_of


def speakers_found(find: Find, data: Path, *, half: int | None = None) -> NameCounts:
    """Different names of speakers of each announcement; `half` is 0 or 1, None is all of them."""
    right = missed = 0
    for at, row in enumerate(rows_of(data / "persons_seminars")):
        if half is not None and at % 2 != half:
            continue
        text = row["text"]
        spans = [(each.start, each.end) for each in find(text, "en")]
        written = {name_key(text[begin:end]) for begin, end in spans}
        for names in _forms(row["speakers"]).values():
            is_found = bool(names & written)
            right += is_found
            missed += not is_found
    return NameCounts(right, 0, missed)


def _forms(speakers: list[list[object]]) -> dict[str, set[str]]:
    """The written forms of each different name, with what is left when titles are put aside."""
    found: dict[str, set[str]] = {}
    for _, _, written in speakers:
        bare = name_key(split_name(str(written)).full)
        found.setdefault(bare, {bare}).add(name_key(str(written).strip(" ,.")))
    return found
