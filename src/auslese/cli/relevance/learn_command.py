"""`auslese learn`: what ratings teach, and all pages scored by it."""

from pathlib import Path
from typing import Any

import click

from auslese.cli.analysing.analyse_run import run_analyses
from auslese.cli.command_groups import CollectionGroup, folder_argument
from auslese.cli.data_stream import data_stream
from auslese.cli.output_files import write_file
from auslese.cli.relevance.relevance_words import (
    evaluation_words,
    simulation_words,
    training_words,
)
from auslese.cli.run_manner import RunManner
from auslese.cli.terminal import say, say_json
from auslese.recipes.relevance.label_files import (
    CSV,
    FORMS,
    JSONL,
    RATER,
    LabelDefaults,
    import_labels,
    label_lines,
    labels_in,
    labels_of,
    unknown_pages,
)
from auslese.recipes.relevance.learning_report import (
    MOST_ANSWERS,
    evaluation_report,
    simulation_report,
    training_report,
)
from auslese.recipes.relevance.rating_progress import TARGET
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook
from auslese.wording.figures import plural

SHARE = click.FloatRange(0.01, 0.999)
as_json = click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
topic_option = click.option("--topic", "name", default="", metavar="NAME", help="Of this topic.")


@click.group("learn", cls=CollectionGroup)
def command() -> None:
    """Learn from the ratings of the collection in DIR; without a command, score all pages.

    `auslese rate DIR` opens the page on which pages are rated, `auslese topic add` begins a topic.
    """


@command.command("apply")
@folder_argument
@click.option("--workers", type=click.IntRange(min=0), default=0, help="Processes; 0: all cores.")
@as_json
@click.pass_context
def apply(context: click.Context, folder: Path, workers: int, as_data: bool) -> None:
    """Learn every topic and score all pages for it; the same as `auslese analyse DIR relevance`."""
    context.exit(run_analyses(folder, ("relevance",), workers=workers, manner=RunManner(as_data)))


@command.command("train")
@folder_argument
@topic_option
@as_json
def train(folder: Path, name: str, as_data: bool) -> None:
    """What the ratings of a topic teach: words that speak for it, and against."""
    found = training_report(Collection.open(folder), name)
    say_json(found) if as_data else say(training_words(found))


@command.command("evaluate")
@folder_argument
@topic_option
@click.option("--target", type=SHARE, default=TARGET, show_default=True, help="Recall wanted.")
@as_json
def evaluate(folder: Path, name: str, target: float, as_data: bool) -> None:
    """How well a topic is known: precision, recall and losses at thresholds, and stop advice.

    Figures by lot rest on pages that were drawn from all; those by the model on its own scores.
    """
    found = evaluation_report(Collection.open(folder), name, target)
    say_json(found) if as_data else say(evaluation_words(found))


@command.command("simulate")
@folder_argument
@click.argument("file", metavar="LABELS", type=click.Path(path_type=Path))
@click.option("--seed", default=0, help="Another session.")
@click.option("-n", "most", default=MOST_ANSWERS, show_default=True, help="Answers at most.")
@as_json
def simulate(folder: Path, file: Path, as_data: bool, **given: Any) -> None:
    """How rating would go if LABELS (url and grade, CSV or JSONL) answered; nothing is written."""
    gold = labels_in(file, LabelDefaults("gold"))
    found = simulation_report(Collection.open(folder), gold, given["seed"], given["most"])
    say_json(found) if as_data else say(simulation_words(found))


@command.command("export")
@folder_argument
@topic_option
@click.option("--format", "form", type=click.Choice(FORMS), help=f"{CSV} unless FILE is .{JSONL}.")
@click.option(
    "--to",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where to; without it, to stdout.",
)
def export(folder: Path, name: str, form: str | None, file: Path | None) -> None:
    """Write the ratings that count: topic, url, grade, rater, at, answer, chosen."""
    book = RatingBook(Collection.open(folder).path)
    topics = [book.topic(name)] if name else book.topics
    ending = file.suffix.lstrip(".").lower() if file else CSV
    lines = label_lines(labels_of(book, topics), form or (ending if ending in FORMS else CSV))
    if file is None:
        data_stream().writelines(line.encode("utf-8") for line in lines)
    else:
        write_file(file, "".join(lines))
        say(f"the ratings are in {file}", err=True)


@command.command("import")
@folder_argument
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--topic", default="", metavar="NAME", help="Of lines that name none.")
@click.option("--rater", default=RATER, show_default=True, help="Of lines that name none.")
@click.option("--add-topics", is_flag=True, help="Begin topics that there are not yet.")
@as_json
def import_file(folder: Path, file: Path, as_data: bool, **given: Any) -> None:
    """Take over ratings from a CSV or JSONL file: url and grade, better also topic and rater.

    All lines are taken or none. Ratings of pages that the collection does not have are kept, and
    count as soon as it has them.
    """
    collection = Collection.open(folder)
    written = import_labels(RatingBook(collection.path), file, LabelDefaults(**given))
    unknown = unknown_pages(collection, {rating.page for rating in written})
    if as_data:
        say_json({"ratings": len(written), "unknown_pages": unknown})
        return
    say(f"{plural(len(written), 'rating')} taken over", err=True)
    if unknown:
        say(
            f"{plural(unknown, 'page')} of these are not in the collection: their ratings are kept"
            " and count as soon as they are",
            err=True,
        )
