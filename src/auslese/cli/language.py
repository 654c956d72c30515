"""`auslese language`: which language is this, and languages that a collection teaches."""

import click

from auslese.cli.language_train import review, train


@click.group("language")
def command() -> None:
    """Recognise languages, and learn new ones from a collection."""


command.add_command(train)
command.add_command(review)
