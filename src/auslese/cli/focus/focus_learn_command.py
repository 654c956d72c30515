"""`auslese focus learn`: learn the topic of a collection, for crawls that stay with it."""

from pathlib import Path

import click

from auslese.cli.command_groups import folder_argument
from auslese.cli.terminal import harmless, say, say_json
from auslese.recipes.focus.focus_learning import FocusLesson, learn_focus
from auslese.recipes.settings.settings_loading import settings_of
from auslese.store.collection import Collection
from auslese.wording.figures import plural
from auslese.wording.focus.focus_sentences import FocusNoteText


@click.command("learn")
@folder_argument
@click.option(
    "--topic", default="", metavar="NAME", help="From the ratings of this topic of an expert."
)
@click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
def learn(folder: Path, topic: str, as_data: bool) -> None:
    """Learn the topic of the collection in DIR, for `auslese crawl --focus`.

    From the pages and files that the settings name (`focus.positive`, `focus.neutral`; without the
    first, the start pages), or from what an expert has rated. Pages that the collection does not
    have are fetched, as politely as by a crawl.
    """
    collection = Collection.open(folder)
    lesson = learn_focus(collection, settings_of(collection), topic)
    if as_data:
        say_json(lesson.as_json())
    else:
        say(lesson_report(lesson, folder))


def lesson_report(lesson: FocusLesson, folder: Path) -> str:
    """What was learnt, in words."""
    lines = [
        f"learnt from {plural(lesson.positive, 'page')} on the topic and"
        f" {plural(lesson.neutral, 'neutral page')}: {plural(lesson.words, 'word')}",
        f"keywords: {harmless(', '.join(lesson.keywords)) or 'none'}",
    ]
    if lesson.unseen_positive is not None:
        others = f", of neutral ones {lesson.unseen_neutral:,.0f}" if lesson.unseen_neutral else ""
        lines.append(
            f"median perplexity of pages on the topic that were held back"
            f" {lesson.unseen_positive:,.0f}{others}"
        )
    if lesson.borders:
        borders = ", ".join(f"{border:g}" for border in lesson.borders)
        lines.append(f"borders of buckets that fit: {borders}")
    lines += [f"{harmless(one['source'])}: {harmless(one['problem'])}" for one in lesson.left_out]
    lines += [f"note: {FocusNoteText[note.upper()].of()}" for note in lesson.notes]
    lines.append(f"next: `auslese crawl {folder} --focus links`")
    return "\n".join(lines)
