"""Speakers of seminar announcements: is the name of each found, titles aside?"""

import re
from pathlib import Path

from tests.people_web.written_names import name_key

from .name_counts import Find, NameCounts
from .page_texts import rows_of

TITLES = re.compile(
    r"^(?:(?:assistant|associate|adjunct|visiting|professors?|prof|dr|mr|mrs|ms|sir|dean)\b\.?\s*)+",
    re.IGNORECASE,
)
SUFFIXES = re.compile(r",?\s+(?:ph\.?\s?d|m\.?d|3rd|jr|sr|i{2,3}|esq)\b\.?.*$", re.IGNORECASE)


def speakers_found(find: Find, data: Path) -> list[NameCounts]:
    """Different names of speakers, for the announcements of even and of odd places."""
    counts = [[0, 0], [0, 0]]
    for at, row in enumerate(rows_of(data / "persons_seminars")):
        text = row["text"]
        found = {name_key(text[each.start : each.end]) for each in find(text, "en")}
        for bare, written in _forms(row["speakers"]).items():
            counts[at % 2][not (found & {bare, *written})] += 1
    return [NameCounts(right, 0, missed) for right, missed in counts]


def _forms(speakers: list[list[str]]) -> dict[str, set[str]]:
    """The written forms of each different name, by what is left when titles are put aside."""
    found: dict[str, set[str]] = {}
    for _, _, written in speakers:
        bare = name_key(SUFFIXES.sub("", TITLES.sub("", written)).strip(" ,."))
        found.setdefault(bare, set()).add(name_key(written.strip(" ,.")))
    return found
