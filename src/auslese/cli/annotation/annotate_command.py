"""`auslese annotate`: pictures with texts, annotated by several people, and how far they agree."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from auslese.cli.annotation.agreement_words import agreement_words, disagreement_line, setup_words
from auslese.cli.command_groups import CollectionGroup, folder_argument
from auslese.cli.output_files import write_file
from auslese.cli.terminal import say, say_data, say_json
from auslese.recipes.annotation.adjudication import (
    answer_rows,
    decision_of,
    disagreements,
    final_rows,
)
from auslese.recipes.annotation.agreement_report import agreement_report
from auslese.recipes.annotation.round_setup import set_round_up
from auslese.records.annotation import AnnotationPhase, AnnotationRound
from auslese.records.errors import NotFoundError, SettingsError
from auslese.store.annotation_book import (
    SETUP_COMMAND,
    AnnotationBook,
    round_folder,
    round_names,
)
from auslese.store.collection import Collection
from auslese.wording.annotation.annotation_sentences import AnnotationNote, AnnotationProblem

CATEGORIES = "on topic,near the topic,same field,other thing,something else"
LOCAL = "127.0.0.1"
ITEMS, ANSWERS = "items", "answers"
PHASES = click.Choice([str(phase) for phase in AnnotationPhase])

as_json = click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
round_option = click.option(
    "--round",
    "name",
    default="",
    metavar="NAME",
    help="Of this round; of the only one unless told.",
)


@click.group("annotate", cls=CollectionGroup)
def command() -> None:
    """Let several people annotate pictures of the collection in DIR; without a command, the page.

    `auslese annotate setup DIR --items FILE` makes a round. Three people see every picture: first
    what it shows, then, if it is on the topic, what the text beside it has to do with it.
    """


@command.command("page")
@folder_argument
@click.option("--port", metavar="N", default=0, help="Port; 0 for any.")
@click.option("--host", metavar="HOST", default=LOCAL, show_default=True, help="Where to listen.")
@click.option("--token", metavar="TEXT", help="What annotators on other machines must show once.")
def page(folder: Path, port: int, host: str, token: str | None) -> None:
    """Open the page on which pictures are annotated; Ctrl-C ends it.

    Every answer is on the disk before the next picture comes.
    """
    if not round_names(Collection.open(folder).path):
        raise NotFoundError(AnnotationProblem.NO_ROUNDS.of(command=SETUP_COMMAND))
    say(AnnotationNote.ADDRESS.text(), err=True)
    # With the whole search behind it, which takes seconds to import.
    serving = import_module("auslese.cli.searching.serve_command")
    serving.serve_folders(
        [folder], serving.ServedPlace(host, port, "annotate"), serving.ServingOptions(token=token)
    )


@command.command("setup")
@folder_argument
@click.option(
    "--items",
    "file",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="Lines of JSON: id, image or image_url, text, page, index; gold or example with topic and"
    " relation.",
)
@click.option("--round", "name", default="round-1", show_default=True, help="Name of the round.")
@click.option("--topic", default="", help="What pictures are wanted of, in a few words.")
@click.option("--instructions", default="", help="What annotators read above every picture.")
@click.option(
    "--categories",
    default=CATEGORIES,
    show_default=True,
    help="What pictures show, divided by commas: the topic first, something else last.",
)
@click.option(
    "--on-topic", default=1, show_default=True, help="So many of the first categories are on topic."
)
@click.option("--annotators", default=3, show_default=True, help="Answers that each item gets.")
@click.option("--gold-every", default=10, show_default=True, help="A gold question in so many.")
@as_json
def setup(folder: Path, file: Path, categories: str, as_data: bool, **given: Any) -> None:
    """Make a round of annotation out of a list of pictures with their texts."""
    collection = Collection.open(folder)
    if not file.is_file():
        raise NotFoundError(AnnotationProblem.NO_FILE.of(path=file))
    names = tuple(name.strip() for name in categories.split(","))
    made = set_round_up(collection, AnnotationRound(categories=names, **given), file)
    if as_data:
        say_json(made.as_json())
        return
    say(setup_words(made.as_json()))
    say(AnnotationNote.PAGE_NEXT.text(folder=folder), err=True)


@command.command("agreement")
@folder_argument
@round_option
@as_json
def agreement(folder: Path, name: str, as_data: bool) -> None:
    """How far annotators agree: majority, unanimity, κ, α, categories taken together, quality."""
    found = agreement_report(book_of(folder, name))
    say_json(found) if as_data else say(agreement_words(found, folder))


@command.command("adjudicate")
@folder_argument
@round_option
@click.option("--phase", type=PHASES, default=str(AnnotationPhase.PICTURE), show_default=True)
@click.option(
    "--decide",
    "decisions",
    multiple=True,
    metavar="ID=CATEGORY",
    help="What counts for an item; may be given several times.",
)
@click.option("--by", default="", help="Who decides.")
@as_json
def adjudicate(
    folder: Path, name: str, phase: str, decisions: tuple[str, ...], **given: Any
) -> None:
    """Items on which annotators disagree, the hardest first; with --decide, what counts."""
    book = book_of(folder, name)
    if decisions:
        _decide(book, AnnotationPhase(phase), decisions, given["by"])
    found = disagreements(book)
    if given["as_data"]:
        say_json({"round": book.round.name, "count": len(found), "disagreements": found})
        return
    for row in found:
        say(disagreement_line(row))
    say(AnnotationNote.DECIDED.text(open=len(found), decided=len(decisions)), err=True)


@command.command("export")
@folder_argument
@round_option
@click.option("--form", type=click.Choice([ITEMS, ANSWERS]), default=ITEMS, show_default=True)
@click.option("--to", "file", type=click.Path(path_type=Path), help="Write it here, not to stdout.")
def export(folder: Path, name: str, form: str, file: Path | None) -> None:
    """What was annotated, in lines of JSON: every item with what counts, or every answer."""
    book = book_of(folder, name)
    rows = final_rows(book) if form == ITEMS else answer_rows(book)
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    write_file(file, text) if file else say_data(text)


def book_of(folder: Path, name: str) -> AnnotationBook:
    """A round; NotFoundError if there is none of this name."""
    return AnnotationBook(round_folder(Collection.open(folder).path, name))


def _decide(
    book: AnnotationBook, phase: AnnotationPhase, decisions: tuple[str, ...], by: str
) -> None:
    pairs = [text.rpartition("=") for text in decisions]
    wrong = [text for text, (name, _, _) in zip(decisions, pairs, strict=True) if not name]
    if wrong:
        raise SettingsError(AnnotationProblem.BAD_DECISION.of(text=wrong[0]))
    if not by:
        raise SettingsError(AnnotationProblem.NOBODY_DECIDES.of())
    book.decide(
        [
            decision_of(book, phase, book.item_named(name).number, category, by)
            for name, _, category in pairs
        ]
    )
