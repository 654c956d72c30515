"""`auslese topic`: what pages are rated for: list, add, change, remove."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from auslese.cli.command_groups import CollectionGroup, folder_argument
from auslese.cli.terminal import say, say_json
from auslese.recipes.relevance.ready_topics import ready_topic, ready_topics
from auslese.recipes.relevance.topic_report import topic_line, topics_report
from auslese.records.rating import RELEVANT, RatedTopic
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook

SHARE = click.FloatRange(0, 1)


@click.group("topic", cls=CollectionGroup)
def command() -> None:
    """Topics of the collection in DIR, for which an expert rates pages; without a command, all.

    `auslese rate DIR` opens the page on which pages are rated, `auslese learn DIR` scores all
    others. A query finds what is relevant: topic:NAME, or topic:NAME>0.7.
    """


@command.command("list")
@folder_argument
@click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
def list_topics(folder: Path, as_data: bool) -> None:
    """All topics with how many pages were rated for each."""
    found = topics_report(Collection.open(folder))
    if as_data:
        say_json(found)
        return
    if not found["topics"]:
        say("no topic yet: `auslese topic add DIR NAME` makes one", err=True)
    for topic in found["topics"]:
        say(topic_line(topic))


@command.command("add")
@folder_argument
@click.argument("name", required=False, default="")
@click.option("--criteria", default="", help="When is a page relevant? Shown while rating.")
@click.option(
    "--ready",
    metavar="NAME",
    type=click.Choice(list(ready_topics())),
    help=f"Switch on a ready-made one: {', '.join(ready_topics())}.",
)
@click.option("--language", type=click.Choice(("de", "en")), default="en", help="Of a ready one.")
@click.option("--ranked", "is_ranked", is_flag=True, help="Let answers put its pages forward.")
@click.option(
    "--unwanted",
    "is_unwanted",
    is_flag=True,
    help="Leave its pages out of answers; with --ranked, put them back instead.",
)
@click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
def add(folder: Path, name: str, as_data: bool, **given: Any) -> None:
    """Begin a topic."""
    if not name and not given["ready"]:
        raise click.UsageError("a topic needs a NAME, or --ready with the name of one")
    book = RatingBook(Collection.open(folder).path)
    topic = ready_topic(given["ready"]).topic(given["language"]) if given["ready"] else None
    topic = topic or RatedTopic(0, name)
    topic = replace(
        topic,
        name=name or topic.name,
        criteria=given["criteria"] or topic.criteria,
        is_ranked=given["is_ranked"],
        is_unwanted=given["is_unwanted"] or topic.is_unwanted,
    )
    _show(folder, book.add_topic(topic), as_data)
    if not as_data:
        say(f"`auslese rate {folder}` opens the page on which pages are rated", err=True)


@command.command("change")
@folder_argument
@click.argument("name")
@click.option("--name", "new_name", help="Another name; ratings stay with the topic.")
@click.option("--criteria", help="When is a page relevant?")
@click.option(
    "--threshold", type=SHARE, help=f"Score from which on a page counts; {RELEVANT} at first."
)
@click.option("--ranked/--not-ranked", "is_ranked", default=None, help="Put its pages forward?")
@click.option(
    "--unwanted/--wanted",
    "is_unwanted",
    default=None,
    help="Leave its pages out of answers? With --ranked they are put back instead.",
)
@click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
def change(folder: Path, name: str, new_name: str | None, as_data: bool, **given: Any) -> None:
    """Rename a topic or say more about it."""
    changes = {key: value for key, value in given.items() if value is not None}
    if new_name is not None:
        changes["name"] = new_name
    book = RatingBook(Collection.open(folder).path)
    number = book.topic(name).number
    _show(folder, book.change_topic(number, lambda topic: replace(topic, **changes)), as_data)


@command.command("remove")
@folder_argument
@click.argument("name")
def remove(folder: Path, name: str) -> None:
    """Take a topic off the list; its ratings stay in the journal."""
    book = RatingBook(Collection.open(folder).path)
    topic = book.topic(name)
    book.change_topic(topic.number, lambda old: replace(old, is_removed=True))
    say(f"the topic {topic.name!r} is removed; its ratings stay in ratings.jsonl", err=True)


def _show(folder: Path, topic: RatedTopic, as_data: bool) -> None:
    found = topics_report(Collection.open(folder))
    mine = next(each for each in found["topics"] if each["number"] == topic.number)
    if as_data:
        say_json(mine)
    else:
        say(topic_line(mine))
