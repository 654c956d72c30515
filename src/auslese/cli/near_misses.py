"""What somebody may have meant by a name that does not exist: a slip, or a word for the same."""

from collections.abc import Iterable, Sequence
from importlib import import_module

import click

LIKENESS = 0.75
"""Of difflib's ratio. A slip of a six-letter name has 0.83 (`serach`), one of five 0.8 (`cralw`);
names that only share letters have less (`--seiten` and `--stream`: 0.71)."""
SHORTENED = 3  # letters that are enough to begin a name with

# Words that people bring along from German and from other programs, with what they mean here.
OTHER_NAMES: dict[str, tuple[str, ...]] = {
    "abfragen": ("search",),
    "adresse": ("url",),
    "analysieren": ("analyse",),
    "ansprechpartner": ("--contact",),
    "anlegen": ("new",),
    "arbeiter": ("workers", "--workers"),
    "ausgeben": ("export",),
    "aussen": ("outside",),
    "außerhalb": ("outside",),
    "bestand": ("status",),
    "bewerten": ("evaluate",),
    "bilder": ("images",),
    "copies": ("duplicates",),
    "create": ("new",),
    "crawlen": ("crawl",),
    "domäne": ("domain",),
    "download": ("crawl",),
    "dubletten": ("duplicates", "groups"),
    "duplikate": ("duplicates", "groups"),
    "einstellungen": ("config",),
    "erkennen": ("detect",),
    "erklären": ("explain",),
    "erneut": ("--again",),
    "exportieren": ("export",),
    "extrahieren": ("extract",),
    "fetch": ("crawl",),
    "find": ("search",),
    "finden": ("search",),
    "force": ("--again",),
    "frage": ("search",),
    "fragen": ("search",),
    "get": ("crawl",),
    "gruppen": ("groups", "clusters"),
    "häufigkeit": ("list", "words"),
    "help": ("--help",),
    "hilfe": ("--help",),
    "holen": ("crawl",),
    "importieren": ("import",),
    "indexieren": ("index",),
    "indizieren": ("index",),
    "info": ("status",),
    "init": ("new",),
    "karte": ("map",),
    "kontakt": ("--contact",),
    "kopien": ("duplicates", "groups"),
    "lang": ("language", "--language"),
    "languages": ("language", "--language"),
    "lesen": ("reading", "analyse"),
    "liste": ("list",),
    "los": ("go",),
    "neu": ("new", "--again"),
    "out": ("--to", "--into"),
    "output": ("--to", "--into"),
    "paare": ("pairs",),
    "pagerank": ("rank", "graph"),
    "pause": ("--delay",),
    "prüfen": ("check", "test"),
    "query": ("search",),
    "rang": ("rank",),
    "ranks": ("rank", "graph"),
    "read": ("reading", "analyse"),
    "sätze": ("sentences",),
    "schätzen": ("estimate",),
    "seiten": ("--max-pages",),
    "server": ("serve",),
    "settings": ("config",),
    "spiegel": ("mirrors",),
    "sprache": ("language", "--language"),
    "sprachen": ("language", "--language"),
    "spur": ("trace",),
    "stand": ("status",),
    "stats": ("status",),
    "stichprobe": ("sample",),
    "suche": ("search",),
    "suchen": ("search",),
    "tiefe": ("--max-depth",),
    "themen": ("topics", "clusters"),
    "trainieren": ("train",),
    "unbekannt": ("unknown",),
    "vergleichen": ("compare",),
    "version": ("--version",),
    "verwandt": ("related",),
    "vorlagen": ("templates",),
    "wachstum": ("growth",),
    "woerter": ("words", "list"),
    "wörter": ("words", "list"),
    "zeige": ("show",),
    "zeigen": ("show",),
    "zeit": ("--max-time",),
    "ziel": ("--to", "--into"),
    "zustand": ("status",),
    "ähnlich": ("similar",),
}


def near_misses(name: str, names: Iterable[str]) -> list[str]:
    """Of these names those that somebody may have meant, the likeliest first; most often none."""
    known = list(names)
    word = name.casefold().lstrip("-")
    meant = [each for each in OTHER_NAMES.get(word, ()) if each in known]
    if meant:
        return meant[:1]

    spelled = {each.lstrip("-").casefold(): each for each in known}
    begun = [spelled[each] for each in spelled if each.startswith(word)]
    if len(begun) == 1 and len(word) >= SHORTENED:
        return begun
    difflib = import_module("difflib")  # only for those who have mistyped
    return [spelled[each] for each in difflib.get_close_matches(word, spelled, 2, LIKENESS)]


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """The question to put behind an error, or nothing; as ` Did you mean 'analyse'?`."""
    meant = near_misses(name, names)
    return f" Did you mean {' or '.join(map(repr, meant))}?" if meant else ""


def with_suggestion(error: click.ClickException) -> click.ClickException:
    """The error about an option that there is not, with the one that may have been meant.

    click's own guesses are too wild: `--stream` for `--seiten`.
    """
    if not isinstance(error, click.NoSuchOption) or error.ctx is None:
        return error
    options = options_of(error.ctx)
    message = f"No such option '{error.option_name}'."
    return click.UsageError(message + did_you_mean(error.option_name, options), error.ctx)


def options_of(context: click.Context) -> Sequence[str]:
    """The long options of a command, and short ones that have no long name."""
    parameters = context.command.get_params(context)
    spellings = [[*each.opts, *each.secondary_opts] for each in parameters]
    long = [name for names in spellings for name in names if name.startswith("--")]
    return long + [names[0] for names in spellings if names and len(names[0]) == len("-k")]
