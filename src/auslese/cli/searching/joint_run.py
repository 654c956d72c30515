"""One question to a collection and to further sources."""

import os
import sys
from dataclasses import replace
from pathlib import Path

from auslese.cli.crawling.contact_prompt import contact_for
from auslese.cli.searching.joint_words import joint_report
from auslese.cli.terminal import say, say_json
from auslese.recipes.metasearch.joint_search import JointSearch
from auslese.recipes.metasearch.source_opening import open_sources
from auslese.recipes.samples.client_setup import presence_of
from auslese.recipes.settings.settings_loading import Settings, load_settings
from auslese.records.answer import SearchQuery
from auslese.store.collection import SETTINGS_FILE


def search_together(
    folder: Path, others: tuple[str, ...], question: SearchQuery, as_data: bool
) -> None:
    """Ask all of them, and print the answer."""
    words = (str(folder), *others)
    with open_sources(words, source_settings(folder, words)) as sources:
        search = JointSearch(sources)
        try:
            answer = search.answer(question)
        finally:
            search.close()
    if as_data:
        say_json(answer.as_json())
        return
    for line in joint_report(answer, colour=sys.stdout.isatty()):
        say(line)


def source_settings(folder: Path, words: tuple[str, ...]) -> Settings:
    """The settings under which others are asked; nobody else's machine without a contact."""
    file = folder / SETTINGS_FILE
    settings = load_settings(file, {}, os.environ)
    contact = contact_for(presence_of(words), settings.politeness.contact, file)
    return replace(settings, politeness=replace(settings.politeness, contact=contact))
