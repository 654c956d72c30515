"""Analyses are run before the eyes of a person or into a pipe."""

import os
from dataclasses import replace
from pathlib import Path

from auslese.cli.analysing.empty_collections import tell_if_empty
from auslese.cli.analysing.rights_words import rights_stage_report
from auslese.cli.duplicates.copy_words import duplicates_report
from auslese.cli.languages.language_words import languages_report
from auslese.cli.links.link_words import graph_report
from auslese.cli.people.contact_words import contacts_stage_report
from auslese.cli.people.people_words import people_stage_report
from auslese.cli.relevance.relevance_words import relevance_report
from auslese.cli.run_manner import SHOWN, RunManner
from auslese.cli.stage_progress import ReadingDisplay, reading_report
from auslese.cli.terminal import say, say_json
from auslese.cli.topics.cluster_words import topics_report
from auslese.fleet.engine_choice import stages_run_on
from auslese.recipes.searching.index_state import why_stale
from auslese.recipes.settings.settings_loading import load_settings
from auslese.recipes.stages.analyses import Summaries, analyse_collection
from auslese.recipes.stages.stage import StageOptions
from auslese.store.collection import Collection
from auslese.system.light_process import lighten_process
from auslese.system.signals import EXIT_CODES, noting_signals


def run_analyses(
    folder: Path,
    names: tuple[str, ...] = (),
    *,
    workers: int = 0,
    again: bool = False,
    manner: RunManner = SHOWN,
) -> int:
    """Analyse a collection before the eyes of a person, or quietly into a pipe; the exit code."""
    if not manner.quiet:
        tell_if_empty(Collection.open(folder))
    summaries = analyse_shown(folder, names, workers=workers, again=again, manner=manner)
    code = exit_code_of(summaries)
    if manner.quiet:
        say_json({"analyses": summaries})
    elif not names and not code and why_stale(Collection.open(folder)):
        say(f"next: `auslese index {folder}` makes the pages searchable", err=True)
    return code


def analyse_shown(
    folder: Path,
    names: tuple[str, ...] = (),
    *,
    workers: int = 0,
    again: bool = False,
    manner: RunManner = SHOWN,
) -> Summaries:
    """Analyse a collection, showing how it goes unless it is to be quiet."""
    lighten_process()
    collection = Collection.open(folder)
    settings = load_settings(collection.settings, {}, os.environ)
    with noting_signals(manner.deadline) as stopped, ReadingDisplay(manner.quiet) as display:
        options = StageOptions(settings, workers, again, display.show, display.tell, stopped)
        options = replace(options, wanted=manner.wanted)
        with stages_run_on(manner.place, options) as placed:
            summaries = analyse_collection(collection, names, placed)
    if not manner.quiet:
        for name, summary in summaries.items():
            say(REPORTS[name](summary), err=True)
    return summaries


def exit_code_of(summaries: Summaries) -> int:
    """The exit code: that of the signal that stopped an analysis, if one did."""
    endings = [summary["ending"] for summary in summaries.values()]
    return next((EXIT_CODES[ending] for ending in endings if ending in EXIT_CODES), 0)


REPORTS = {
    "reading": reading_report,
    "language": languages_report,
    "duplicates": duplicates_report,
    "graph": graph_report,
    "topics": topics_report,
    "relevance": relevance_report,
    "people": people_stage_report,
    "contacts": contacts_stage_report,
    "rights": rights_stage_report,
}
