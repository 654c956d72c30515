"""What is learnt from a collection, analysis by analysis: each runs if it is stale.

An analysis is one entry of `ANALYSES`: what it is about, which others it needs, what of it is
stale and why, and a function that runs it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from auslese.extract.document import READER
from auslese.recipes import page_clusters
from auslese.recipes.document_rows import RowRules
from auslese.recipes.duplicates import DuplicateWishes, find_duplicates
from auslese.recipes.language_model import chosen_model
from auslese.recipes.languages import LanguageWishes, chunks_to_tell, tell_languages
from auslese.recipes.link_graph import GraphWishes, make_graph, why_stale
from auslese.recipes.page_clusters import TopicRun, make_clusters
from auslese.recipes.reading import (
    Progress,
    ReadingWishes,
    count_in,
    count_unread,
    read_pages,
)
from auslese.recipes.settings import Settings
from auslese.recipes.signals import EXIT_CODES
from auslese.recipes.told_duplicates import stale_words
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.store.language_table import count_documents
from auslese.store.reading_tables import chunks_by_reader

Summaries = dict[str, dict[str, Any]]
"""What analyses brought, by their names."""


@dataclass(frozen=True, slots=True)
class Run:
    """How analyses are to run."""

    settings: Settings
    workers: int = 0
    again: bool = False
    """Anew, whatever is there."""
    progress: Callable[[Progress], None] = lambda progress: None
    said: Callable[[str], None] = lambda words: None
    """Gets sentences for people."""
    stopped: Callable[[], str] = lambda: ""


class Analysis(NamedTuple):
    """One thing that can be learnt from a collection."""

    about: str
    needs: tuple[str, ...]
    """Analyses that must be up to date before."""
    stale: Callable[[Collection, Run], list[str]]
    """What is not up to date, and why, in words; nothing if all is."""
    run: Callable[[Collection, Run], dict[str, Any]]
    """Returns its summary, with `ending`: finished, or the signal that stopped it."""


def stale_readings(collection: Collection, run: Run) -> list[str]:
    """Which pages are to be read, and why."""
    unread, chunks = count_unread(collection), chunks_by_reader(collection.tables)
    if run.again:
        every = unread + count_in(collection, chunks)
        return [f"{_some(every, 'page')}, all anew"] if every else []
    words = [f"{_some(unread, 'page')} not read yet"] if unread else []
    if others := [each.reader for each in chunks.values() if each.reader != READER]:
        olds = ", ".join(str(reader) for reader in sorted(set(others)))
        words.append(
            f"documents of {_some(len(others), 'segment')} were read by version"
            f" {olds} of the reader; now it is version {READER}"
        )
    rules = RowRules.of(run.settings.reading).key
    same_reader = {number: each for number, each in chunks.items() if each.reader == READER}
    if ruled := [number for number, each in same_reader.items() if each.rules != rules]:
        words.append(
            f"{_some(count_in(collection, ruled), 'page')} read by other settings of [reading], or"
            " before these were noted"
        )
    return words


def _some(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'s' * (number != 1)}"


def run_reading(collection: Collection, run: Run) -> dict[str, Any]:
    """Read what is unread."""
    wishes = ReadingWishes(
        workers=run.workers,
        again=run.again,
        rules=RowRules.of(run.settings.reading),
        progress=run.progress,
        stopped=run.stopped,
    )
    return read_pages(collection, wishes).as_json()


def stale_languages(collection: Collection, run: Run) -> list[str]:
    """Of which documents the languages are to be told."""
    model = chosen_model(collection, run.settings.language)
    chunks = chunks_to_tell(collection, model.name, again=run.again)
    number = count_documents(collection.tables, chunks)
    if run.again:
        return [f"{_some(number, 'document')}, all anew"] if number else []
    return [f"{_some(number, 'document')} new, changed or told by another model"] * bool(number)


def run_languages(collection: Collection, run: Run) -> dict[str, Any]:
    """Tell the languages of documents."""
    wishes = LanguageWishes(run.workers, run.again, run.progress, run.stopped)
    model = chosen_model(collection, run.settings.language)
    return tell_languages(collection, model, wishes).as_json()


def stale_duplicates(collection: Collection, run: Run) -> list[str]:
    """Why the groups of copies are to be made anew."""
    return stale_words(collection, run.settings.duplicates, again=run.again)


def run_duplicates(collection: Collection, run: Run) -> dict[str, Any]:
    """Put copies into groups."""
    wishes = DuplicateWishes(run.workers, run.again, run.progress, run.said, run.stopped)
    return find_duplicates(collection, run.settings.duplicates, wishes).as_json()


def stale_graph(collection: Collection, run: Run) -> list[str]:
    """Why the link graph is to be made."""
    return ["all anew"] if run.again else list(filter(None, [why_stale(collection)]))


def run_graph(collection: Collection, run: Run) -> dict[str, Any]:
    """Make the link graph and rank its pages."""
    return make_graph(collection, GraphWishes(run.again, run.progress, run.stopped)).as_json()


def stale_topics(collection: Collection, run: Run) -> list[str]:
    """Why clusters are to be made."""
    why = page_clusters.why_stale(collection, run.settings.topics)
    return ["all anew"] if run.again else list(filter(None, [why]))


def run_topics(collection: Collection, run: Run) -> dict[str, Any]:
    """Put pages into clusters."""
    asked = TopicRun(run.settings.topics, run.again, run.progress, run.stopped)
    return make_clusters(collection, asked).as_json()


# In the order of work: an analysis stands behind those it needs.
ANALYSES: Mapping[str, Analysis] = {
    "reading": Analysis(
        "pages into documents, sentences and images", (), stale_readings, run_reading
    ),
    "language": Analysis(
        "languages of documents and paragraphs", ("reading",), stale_languages, run_languages
    ),
    "duplicates": Analysis(
        "which pages are copies of each other", ("reading",), stale_duplicates, run_duplicates
    ),
    "graph": Analysis("who links to whom, and the rank of every page", (), stale_graph, run_graph),
    "topics": Analysis(
        "what pages are about, in clusters of alike ones",
        ("reading", "language", "duplicates"),
        stale_topics,
        run_topics,
    ),
}


def chosen_analyses(names: Iterable[str]) -> list[str]:
    """The analyses that are asked for, with those they need, in the order of work; or all."""
    wanted = set(names) or set(ANALYSES)
    if unknown := sorted(wanted - set(ANALYSES)):
        known = ", ".join(ANALYSES)
        raise SettingsError(f"there is no analysis {', '.join(unknown)}; there is {known}")
    for name in reversed(list(ANALYSES)):
        if name in wanted:
            wanted.update(ANALYSES[name].needs)
    return [name for name in ANALYSES if name in wanted]


def analyse_collection(collection: Collection, names: Iterable[str], run: Run) -> Summaries:
    """Run what is stale of these analyses, or of all; their summaries by name."""
    chosen = chosen_analyses(names)
    summaries: Summaries = {}
    with collection.lock():
        for name in chosen:
            stale = ANALYSES[name].stale(collection, run)
            for words in stale:
                run.said(f"{name}: {words}")
            if not stale:
                run.said(f"{name}: up to date")
            summaries[name] = {"stale": stale} | ANALYSES[name].run(collection, run)
            if summaries[name]["ending"] in EXIT_CODES:
                break
    return summaries
