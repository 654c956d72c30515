"""`auslese mcp`: collections for language models, by the Model Context Protocol on stdio."""

import sys
from pathlib import Path

import click

from auslese.recipes.searching.searcher import Searcher
from auslese.serve.programs.line_endpoint import answer_messages, private_stdout
from auslese.serve.programs.program_protocol import ProgramEndpoint
from auslese.serve.programs.program_tools import ProgramTools
from auslese.serve.shelf import Shelf, Volume, names_for
from auslese.store.collection import Collection


@click.command(name="mcp")
@click.argument(
    "folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
def command(folders: tuple[Path, ...]) -> None:
    """Let a program with a language model read the collections in DIR...

    It speaks the Model Context Protocol on stdin and stdout: tools to search, to read pages in
    Markdown, to find similar ones, and to trace an address. It only reads, and ends with its stdin.
    docs/guides/programs.md shows how to name it in such a program; `auslese serve` has the same
    under /mcp.
    """
    collections = [Collection.open(folder) for folder in folders]
    names = names_for(folders)
    volumes = [Volume(*each, Searcher) for each in zip(names, collections, strict=True)]
    with private_stdout() as target:
        answer_messages(ProgramEndpoint(ProgramTools(Shelf(volumes))), sys.stdin.buffer, target)
