"""What is learnt from a collection, analysis by analysis: each runs if it is stale.

An analysis is one entry of `ANALYSES`: what it is about, which others it needs, and a module of its
name in `recipes.analyses`. That is imported when it is its turn: all of them take most of a second,
also for those who only ask what there is.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from auslese.recipes.stages.stage_run import StageOptions as StageOptions
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.system.signals import EXIT_CODES

Summaries = dict[str, dict[str, Any]]
"""What analyses brought, by their names."""


class AnalysisModule(Protocol):
    """What the module of an analysis has."""

    def stale(self, collection: Collection, options: StageOptions) -> list[str]:
        """What is not up to date, and why, in words; nothing if all is."""

    def run(self, collection: Collection, options: StageOptions) -> dict[str, Any]:
        """Its summary, with `ending`: finished, or the signal that stopped it."""


class Analysis(NamedTuple):
    """One thing that can be learnt from a collection."""

    about: str
    needs: tuple[str, ...]
    """Analyses that must be up to date before."""


# In the order of work: an analysis stands behind those it needs.
ANALYSES: Mapping[str, Analysis] = {
    "reading": Analysis("pages into documents, sentences and images", ()),
    "language": Analysis("languages of documents and paragraphs", ("reading",)),
    "duplicates": Analysis("which pages are copies of each other", ("reading",)),
    "graph": Analysis("who links to whom, and the rank of every page", ()),
    "topics": Analysis(
        "what pages are about, in clusters of alike ones", ("reading", "language", "duplicates")
    ),
}


def chosen_analyses(names: Iterable[str]) -> list[str]:
    """The analyses that are asked for, with those they need, in the order of work; or all."""
    requested = set(names) or set(ANALYSES)
    if unknown := sorted(requested - set(ANALYSES)):
        known = ", ".join(ANALYSES)
        raise SettingsError(f"there is no analysis {', '.join(unknown)}; there is {known}")
    for name in reversed(list(ANALYSES)):
        if name in requested:
            requested.update(ANALYSES[name].needs)
    return [name for name in ANALYSES if name in requested]


def analyse_collection(
    collection: Collection, names: Iterable[str], run: StageOptions
) -> Summaries:
    """Run what is stale of these analyses, or of all; their summaries by name."""
    chosen = chosen_analyses(names)
    summaries: Summaries = {}
    with collection.lock():
        for name in chosen:
            module = _module_of(name)
            stale = module.stale(collection, run)
            for words in stale:
                run.said(f"{name}: {words}")
            if not stale:
                run.said(f"{name}: up to date")
            summaries[name] = {"stale": stale} | module.run(collection, run)
            if summaries[name]["ending"] in EXIT_CODES:
                break
    return summaries


def _module_of(name: str) -> AnalysisModule:
    return cast(AnalysisModule, import_module(f"auslese.recipes.stages.{name}_analysis"))
