"""Names on the pages of a made university, by kind of page, by culture, known and unknown."""

from collections import defaultdict
from collections.abc import Iterable

from tests.people_web.made_people import MadePerson
from tests.people_web.university_web import UniversityWeb
from tests.people_web.written_names import name_key

from .name_counts import Find, NameCounts, PageNames, found_keys, most_frequent, page_names, summed
from .page_texts import PageText

Place = tuple[str, str]
SHOWN = 25


def names_of_web(
    find: Find, web: UniversityWeb, texts: dict[Place, PageText]
) -> dict[Place, PageNames]:
    """What the finder makes of every page."""
    return {
        place: page_names(found_keys(find, texts[place]), page.names)
        for place, page in web.pages.items()
    }


def print_by_kind(web: UniversityWeb, found: dict[Place, PageNames], *, shown: int = 0) -> None:
    """A row for each kind of page; the most frequent mistakes, if wanted."""
    by_kind: defaultdict[str, list[PageNames]] = defaultdict(list)
    for place, names in found.items():
        by_kind[web.pages[place].kind].append(names)
    print(f"{'kind':16}{'pages':>7}{'names':>8}{'precision':>11}{'recall':>9}")
    for kind, pages in sorted(by_kind.items()):
        counts = summed(each.counts for each in pages)
        print_row(kind, len(pages), counts)
        if shown:
            print("    wrong:", most_frequent((each.wrong for each in pages), shown))
            print("    missed:", most_frequent((each.missed for each in pages), shown))


def print_row(label: str, pages: int, counts: NameCounts) -> None:
    """Precision and recall of a group."""
    names = counts.right + counts.missed
    print(f"{label:16}{pages:7,}{names:8,}{counts.precision:11.3f}{counts.recall:9.3f}", flush=True)


def recall_by_culture(
    web: UniversityWeb, found: dict[Place, PageNames], unknown: Iterable[int]
) -> dict[str, float]:
    """Share of full names found, by culture and for surnames that the lists do not have."""
    strange = set(unknown)
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for place, names in found.items():
        for gold in web.pages[place].names:
            if gold.person < 0 or not gold.is_required:
                continue
            person = web.people[gold.person]
            if name_key(gold.full) != name_key(person.full):
                continue
            is_found = name_key(gold.full) in names.right
            groups = (person.culture, "unknown" if person.number in strange else "known")
            for group in groups:
                counts[group][0] += is_found
                counts[group][1] += 1
    return {group: hits / total for group, (hits, total) in sorted(counts.items())}


def unknown_surnames(people: Iterable[MadePerson]) -> list[int]:
    """Numbers of the people whose surname stands in no shipped list."""
    from auslese.analyse.people.name_lists import shipped_names

    names = shipped_names()
    return [each.number for each in people if not any(map(names.last, each.family.split("-")))]
