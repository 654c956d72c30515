"""`auslese language`: which language is a text in?"""

import click

from auslese.cli.language_evaluate import evaluate


@click.group("language")
def command() -> None:
    """Name the languages of texts."""


command.add_command(evaluate)
