"""`auslese search`: ask a collection."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from auslese.cli.searching.answer_words import answer_report
from auslese.cli.terminal import say, say_json
from auslese.recipes.searching.query_runs import run_lines
from auslese.recipes.searching.searcher import Searcher
from auslese.records.answer import HitOrder, LanguagePreference, SearchQuery
from auslese.store.collection import Collection

MOST = 10
MOST_HITS = 10_000


@click.command(name="search")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("words", metavar="[QUERY]...", nargs=-1)
@click.option(
    "-k",
    "most",
    type=click.IntRange(1, MOST_HITS),
    default=MOST,
    show_default=True,
    help="Hits to list.",
)
@click.option("--first", type=click.IntRange(0, MOST_HITS), default=0, help="Hits to leave out.")
@click.option("--language", metavar="CODES", default="", help="Only pages in these, as de,fr.")
@click.option("--prefer", metavar="CODES", default="", help="Pages in these before others.")
@click.option("--all-words", is_flag=True, help="Only pages that have every word.")
@click.option(
    "--order",
    type=click.Choice([order.value for order in HitOrder]),
    default=HitOrder.BEST.value,
    show_default=True,
)
@click.option(
    "--also",
    "others",
    metavar="SOURCE",
    multiple=True,
    help="Ask this, too: another DIR, the address of an Auslese server, or an engine that is"
    " described by OpenSearch; may be repeated. One answer says where each page is from.",
)
@click.option("--explain", is_flag=True, help="Show what each score is made of.")
@click.option(
    "--queries",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help='Ask many: lines {"id","text"}; the answer is a run as TREC has it.',
)
@click.option(
    "--ratings",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Learn the weights from these ratings (TREC qrels) of pages for --queries.",
)
@click.option("--write", is_flag=True, help="Put what --ratings taught into auslese.toml.")
@click.option("--json", "as_data", is_flag=True, help="Print the answer as JSON.")
def command(
    *,
    folder: Path,
    words: tuple[str, ...],
    queries: Path | None,
    others: tuple[str, ...],
    as_data: bool,
    **arguments: object,
) -> None:
    """Ask the collection in DIR.

    Words, "a phrase", "a b"~5, a NEAR/5 b, begin*, =exact, -without, AND OR NOT and brackets (UND
    ODER NICHT as well), title: text: site: lang: type: cluster: topic:energy>0.5 url: date:2024..
    depth<3. Every text is a query; what was understood is shown.
    """
    _require_sense(words, queries, arguments | {"others": others})
    question = _question(" ".join(words), arguments)
    collection = Collection.open(folder)
    if queries is not None and isinstance(ratings := arguments["ratings"], Path):
        files, is_written = (queries, ratings), bool(arguments["write"])
        _weight_run().run_learning(collection, files, as_data, is_written)
        return
    if others:
        _joint_search()(folder, others, question, as_data)
        return
    searcher = Searcher(collection)
    if queries is not None:
        for line in run_lines(searcher, queries, question):
            say(line)
        return
    answer = searcher.answer(question)
    if as_data:
        say_json(answer.as_json())
        return
    if not answer.total and question.languages:
        known = ", ".join(searcher.languages) or "none"
        say(f"languages of the pages: {known}", err=True)
    for line in answer_report(
        answer, explain=bool(arguments["explain"]), colour=sys.stdout.isatty()
    ):
        say(line)


def _require_sense(
    words: tuple[str, ...], queries: Path | None, arguments: dict[str, object]
) -> None:
    if bool(words) == (queries is not None):
        raise click.UsageError("either QUERY or --queries FILE")
    if arguments["others"] and (queries is not None or arguments["explain"]):
        raise click.UsageError("--also is for one QUERY, without --explain")
    if arguments["ratings"] and queries is None:
        raise click.UsageError("--ratings needs --queries FILE")
    if arguments["write"] and not arguments["ratings"]:
        raise click.UsageError("--write needs --ratings FILE")


def _question(text: str, arguments: dict[str, object]) -> SearchQuery:
    only, preferred = (
        tuple(code.strip() for code in _letters(arguments[name]).split(",") if code.strip())
        for name in ("language", "prefer")
    )
    if only and preferred:
        raise click.UsageError("either --language or --prefer")
    preference = (
        LanguagePreference.ONLY
        if only
        else LanguagePreference.PREFER
        if preferred
        else LanguagePreference.ANY
    )
    return SearchQuery(
        text,
        first=int(str(arguments["first"])),
        most=int(str(arguments["most"])),
        languages=only or preferred,
        preference=preference,
        order=HitOrder(str(arguments["order"])),
        every_word=bool(arguments["all_words"]),
        groups=True,
    )


def _letters(value: object) -> str:
    """What was typed, without bytes that are no letters: no page has such a language."""
    return str(value).encode("utf-8", "replace").decode()


def _joint_search() -> Any:
    """What asks several sources; it takes long to import, and few searches do."""
    return import_module("auslese.cli.searching.joint_run").search_together


def _weight_run() -> Any:
    """What learns weights; it takes long to import, and few searches do."""
    return import_module("auslese.cli.searching.weight_run")
