"""`auslese language`: which language is this text in, and what does a collection teach of it?"""

import click

from auslese.cli.late_commands import LazyCommand, LazyCommands

PLACES = {
    "detect": LazyCommand(
        "languages.detect_command",
        "Tell the language of texts, how sure that is, and whether it is running text.",
        "detect",
    ),
    "evaluate": LazyCommand(
        "languages.evaluate_command",
        "Say how well languages are named: lines `language⇥text` from GOLD or stdin.",
        "evaluate",
    ),
    "grow": LazyCommand(
        "languages.grow_command",
        "Add words that learnt dictionaries lack to them, from the sentences of DIR.",
        "grow",
    ),
    "list": LazyCommand(
        "languages.detect_command",
        "List the languages that can be told: code, names, words in the dictionary.",
        "list_",
    ),
    "review": LazyCommand(
        "languages.train_command",
        "Let somebody who speaks a learnt language look at its doubtful words.",
        "review",
    ),
    "train": LazyCommand(
        "languages.train_command",
        "Learn languages from the sentences of the collection in DIR, without labels.",
        "train",
    ),
}


@click.group("language", cls=LazyCommands, places=PLACES)
def command() -> None:
    """Tell which language texts are in; learn languages from a collection."""
