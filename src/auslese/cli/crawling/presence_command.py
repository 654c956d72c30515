"""`auslese presence`: which URLs belong to it, and its way from and to files."""

import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

import click

from auslese.cli.command_groups import CommandGroup
from auslese.cli.terminal import harmless, say, say_data, say_json
from auslese.crawl.scope.scope import Scope, Verdict, compile_scope, suffix_refused
from auslese.recipes.presences.presence_files import (
    WRITERS,
    begin_collections,
    read_sheets,
    write_sheet,
)
from auslese.recipes.presences.presence_sheet import sheet_of
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.url import Url, canonical
from auslese.store.collection import Collection
from auslese.wording.outcome_sentences import OutcomeDetail

NO_ADDRESS_OF_THE_WEB = Verdict(False, "not an address of the web")


class ScopeTest(NamedTuple):
    """What we say about one URL."""

    url: str
    canonical: Url | None
    allowed: bool
    rule: str


@click.group("presence", cls=CommandGroup)
def command() -> None:
    """Ask about the chosen part of the web; bring it from older programs or to them."""


@command.command("test")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("urls", metavar="URL...", nargs=-1, required=True)
@click.option("--address", help="The address the hosts resolve to, for rules about addresses.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each URL.")
def test(folder: Path, urls: tuple[str, ...], address: str | None, as_json: bool) -> None:
    """Say for each URL whether it would be fetched, and which rule decides.

    The URL - stands for the lines of stdin.
    """
    settings = settings_of(Collection.open(folder))
    scope = compile_scope(settings.presence)
    lines = (line.strip() for line in sys.stdin) if urls == ("-",) else urls
    for url in lines:
        answer = _answer(scope, url, address, settings.limits.url_length)
        if as_json:
            say_json(answer._asdict())
        else:
            say(_line(answer))
    if scope.needs_address and not address:
        say("some rules speak of addresses; --address tells one", err=True)


def _answer(scope: Scope, text: str, address: str | None, longest: int) -> ScopeTest:
    url = canonical(text)
    if url is None:
        return ScopeTest(text, None, *NO_ADDRESS_OF_THE_WEB)
    verdict = scope.verdict(url, address)
    if verdict.allowed and len(url) > longest:
        why = OutcomeDetail.TOO_LONG.text(letters=len(url), most=longest)
        verdict = Verdict(False, f"length: {why}")
    elif verdict.allowed and (suffix := suffix_refused(url)):
        verdict = Verdict(False, f"suffix: .{suffix} is not read")
    return ScopeTest(text, url, *verdict)


def _line(answer: ScopeTest) -> str:
    url = answer.canonical or harmless(answer.url)
    return f"{'yes' if answer.allowed else 'no'}\t{url}\t{answer.rule}"


@command.command("import")
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--into", metavar="DIR", required=True, type=click.Path(path_type=Path), help="New collection."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each collection.")
def import_(files: Iterable[Path], into: Path, as_json: bool) -> None:
    """Make collections from presences in files or folders of files.

    Understood are TOML and JSON as `presence export` writes them, configurations of Hoover (1997)
    and sessions of the UNICO web robot (2004). One presence becomes DIR, several become folders
    in DIR.
    """
    sheets = read_sheets(files)
    collections = begin_collections(into, sheets)
    for collection, sheet in zip(collections, sheets, strict=True):
        ignored = f" (not understood: {', '.join(sheet.ignored)})" if sheet.ignored else ""
        say(f"{collection.path}: {sheet.presence.name}{ignored}", err=True)
        if as_json:
            report = {"collection": str(collection.path), **asdict(sheet.presence)}
            say_json({**report, "ignored": sheet.ignored})


@command.command("export")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--format", "format_name", type=click.Choice(list(WRITERS)), default="toml", show_default=True
)
def export(folder: Path, format_name: str) -> None:
    """Write the presence to stdout; what the format says differently is told on stderr."""
    text, notes = write_sheet(sheet_of(settings_of(Collection.open(folder))), format_name)
    for note in notes:
        say(note, err=True)
    say_data(text)
