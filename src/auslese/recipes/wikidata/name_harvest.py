"""Lists of first, middle and last names out of the labels of humans (B5; the seed's 3.2.1)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from auslese.analyse.people.name_parts import name_part_sets
from auslese.recipes.wikidata.sparql_client import EndpointError, QueryProgress, SparqlClient
from auslese.recipes.wikidata.sparql_results import ResultRow
from auslese.recipes.wikidata.wikidata_queries import HUMAN, humans
from auslese.records.url import Url, key_of
from auslese.store.unwritable_folder import reporting_if_unwritable
from auslese.system.durable_files import write_whole
from auslese.system.key_set import KeySet

LIMIT = 200_000  # labels, as the seed asked for (listing 3.2)
PAGE = 5_000  # humans of one answer: some 800 KB, a few seconds of Wikidata's query service
MANY_LANGUAGES = "mul"  # where Wikidata keeps what is the same in all of them, above all names
LONGEST_PART = 60  # letters; longer ones are sentences without blanks, or worse
FIRST, MIDDLE, LAST, COUNTS = "first.txt", "middle.txt", "last.txt", "counts.tsv"


class NameQuestion(NamedTuple):
    """Whose names are wanted."""

    kind: str = HUMAN
    languages: tuple[str, ...] = ("en",)
    most: int | None = LIMIT
    split_hyphens: bool = False
    least_letters: int = 1
    ordered: bool = False
    """Ask for an order, which is slow; without one an endpoint may give somebody twice."""
    page: int = PAGE


@dataclass(slots=True)
class NameCounts:
    """In how many names a part stands, by its place."""

    first: Counter[str] = field(default_factory=Counter)
    middle: Counter[str] = field(default_factory=Counter)
    last: Counter[str] = field(default_factory=Counter)
    names: int = 0
    split_hyphens: bool = False
    least_letters: int = 1

    def take(self, name: str) -> None:
        """Count the parts of a name."""
        self.names += 1
        parts = name_part_sets(
            [name], split_hyphens=self.split_hyphens, least_letters=self.least_letters
        )
        self.first.update(filter(_is_usable, parts.first))
        self.middle.update(filter(_is_usable, parts.middle))
        self.last.update(filter(_is_usable, parts.last))

    def lists(self) -> dict[str, list[str]]:
        """The three lists, what is frequent first; first names are no middle names."""
        return {
            FIRST: _by_number(self.first),
            MIDDLE: [part for part in _by_number(self.middle) if part not in self.first],
            LAST: _by_number(self.last),
        }

    def rows(self) -> Iterator[str]:
        """The counts as lines with tabs: part, as first, as middle, as last name."""
        yield "part\tfirst\tmiddle\tlast\n"
        for part in sorted({*self.first, *self.middle, *self.last}):
            yield f"{part}\t{self.first[part]}\t{self.middle[part]}\t{self.last[part]}\n"


def _is_usable(part: str) -> bool:
    """Whether it can be a line of a list: no controls, no marks that turn a line round."""
    return len(part) <= LONGEST_PART and part.isprintable()


def _by_number(counted: Counter[str]) -> list[str]:
    return [part for part, _ in sorted(counted.items(), key=lambda it: (-it[1], it[0]))]


@dataclass(slots=True)
class NameReport:
    """What came of asking for names."""

    endpoint: str
    folder: Path
    humans: int = 0
    nameless: int = 0
    """Of these: without a label in the languages asked for."""
    repeated: int = 0
    """Of these: given more than once, so that others may be lacking."""
    names: int = 0
    parts: dict[str, int] = field(default_factory=dict)
    requests: int = 0

    def as_json(self) -> dict[str, Any]:
        """As `wikidata names --json` prints it."""
        return {name: getattr(self, name) for name in self.__slots__} | {"folder": str(self.folder)}


def harvest_names(
    client: SparqlClient,
    question: NameQuestion,
    report: NameReport,
    show: Callable[[QueryProgress], None],
) -> NameReport:
    """Ask for the names and write the lists."""
    counts = NameCounts(split_hyphens=question.split_hyphens, least_letters=question.least_letters)
    seen = KeySet()
    languages = tuple(dict.fromkeys((*question.languages, MANY_LANGUAGES)))
    pages = humans(question.kind, languages, question.ordered)
    for rows in client.pages(pages, question.most, question.page, show):
        _count_page(rows, counts, seen, report)
    report.requests = client.asked
    report.names = counts.names
    if not report.humans:
        raise EndpointError(
            f"{report.endpoint} knows no instance of {question.kind} (wdt:P31 wd:{question.kind});"
            " is it Wikidata or a copy of it?"
        )
    report.parts = _written(report.folder, counts)
    return report


def _count_page(
    rows: Iterable[ResultRow], counts: NameCounts, seen: KeySet, report: NameReport
) -> None:
    """Count the names of one page; a name counts once for each human that has it."""
    names: dict[str, set[str]] = {}
    for row in rows:
        if "id" in row:
            label = row["label"].value if "label" in row else ""
            names.setdefault(row["id"].value, set()).update([label] if label.strip() else ())
    keys = np.fromiter((key_of(Url(each)) for each in names), np.int64, len(names))
    report.humans += len(names)
    for told, is_new in zip(names.values(), seen.add(keys).tolist(), strict=True):
        report.repeated += not is_new
        report.nameless += is_new and not told
        for name in sorted(told) if is_new else ():
            counts.take(name)


def _written(folder: Path, counts: NameCounts) -> dict[str, int]:
    """How long each list is that now lies in the folder."""
    lists = counts.lists()
    with reporting_if_unwritable(folder):
        for name, parts in lists.items():
            write_whole(folder / name, (f"{part}\n".encode() for part in parts))
        write_whole(folder / COUNTS, map(str.encode, counts.rows()))
    return {name.removesuffix(".txt"): len(parts) for name, parts in lists.items()}
