"""What is learnt from a collection, analysis by analysis: each runs if it is stale.

An analysis is a stage that is listed as one in `recipes.stages.stage_list`.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.recipes.stages.stage_list import ANALYSES, stage_class
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.wording.stage_sentences import StaleReason

Summaries = dict[str, dict[str, Any]]
"""What analyses brought, by their names."""


def chosen_analyses(names: Iterable[str]) -> list[str]:
    """The analyses that are asked for, with those they need, in the order of work; or all."""
    requested = set(names) or set(ANALYSES)
    if unknown := sorted(requested - set(ANALYSES)):
        known = ", ".join(ANALYSES)
        raise SettingsError(f"there is no analysis {', '.join(unknown)}; there is {known}")
    for name in reversed(ANALYSES):
        if name in requested:
            requested.update(stage_class(name).needs)
    return [name for name in ANALYSES if name in requested]


def analyse_collection(
    collection: Collection, names: Iterable[str], options: StageOptions
) -> Summaries:
    """Run what is stale of these analyses, or of all; their summaries by name.

    What is to be made again are the analyses that are named: those they need are only brought up
    to date, so that groups of copies are made again without reading every page again.
    """
    requested = frozenset(names)
    chosen = chosen_analyses(requested)
    summaries: Summaries = {}
    with collection.lock():
        for name in chosen:
            stage = stage_class(name)()
            again = options.again and (not requested or name in requested)
            own_options = replace(options, again=again)
            stale = stage.why_stale(collection, own_options)
            for words in stale or [StaleReason.UP_TO_DATE.of()]:
                options.notify(f"{name}: {words}")
            summary = run_stage(stage, collection, own_options)
            summaries[name] = {"stale": stale} | summary.as_json()
            if not summary.is_finished:
                break
    return summaries
