"""`auslese words`: the words of a collection: list, growth, movers, unknown."""

from collections.abc import Callable, Iterable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from auslese.analyse.words.movers import MoverThresholds
from auslese.analyse.words.word_counting import WordCountOptions
from auslese.cli.command_groups import CollectionGroup, folder_argument
from auslese.cli.terminal import harmless, say, say_json
from auslese.cli.words.word_tables import (
    frequency_lines,
    frequency_rows,
    growth_as_json,
    growth_curve_of,
    growth_text,
    mover_bars,
    mover_rows,
    movers_as_json,
    movers_text,
    opening_lines,
    openings_as_json,
    report_left_out,
    stems_report,
    topic_movers_as_json,
    topic_movers_text,
    unknown_lines,
)
from auslese.export.plots.svg_plots import growth_curve
from auslese.recipes.words.collection_parts import (
    NAMES_OF_PARTS,
    CollectionPart,
    PartComparison,
    comparison,
    named_part,
    read_span,
)
from auslese.recipes.words.stem_options import StemOptions
from auslese.recipes.words.topic_movers import movement_by_topic, require_topics
from auslese.recipes.words.unknown_words import unknown_list
from auslese.recipes.words.word_lists import (
    FrequencyOptions,
    MoverOptions,
    frequency_list,
    movement,
    vocabulary_growth,
)
from auslese.records.errors import AusleseError
from auslese.store.collection import Collection
from auslese.store.lookups.page_texts import FETCHED, PUBLISHED, PageSelection
from auslese.store.tables.sql_views import connect
from auslese.system.durable_files import write_whole
from auslese.text.stemming import StemmingMethod
from auslese.wording.figures import plural

MOST = 20
Command = Callable[..., None]


def with_page_choice(function: Command) -> Command:
    """Give a command the options that choose pages and say what a word is."""
    for option in reversed(
        (
            click.option("--language", metavar="CODE", multiple=True, help="Pages in it, as de."),
            click.option("--domain", metavar="NAME", multiple=True, help="Top-level domain: de."),
            click.option("--site", metavar="NAME", multiple=True, help="Site or host."),
            click.option(
                "--topic", metavar="NAME", multiple=True, help="Cluster by its number or label."
            ),
            click.option(
                "--where",
                metavar="CONDITIONS",
                default="",
                help="Pages that fit, as 'topic:energy>0.5'.",
            ),
            click.option("--since", metavar="TIME", default="", help="From 2026, 2026-10, a day."),
            click.option("--until", metavar="TIME", default="", help="Up to its end."),
            click.option(
                "--by",
                type=click.Choice((FETCHED, PUBLISHED)),
                default=FETCHED,
                show_default=True,
                help="Which time of a page counts.",
            ),
            click.option("--no-copies", is_flag=True, help="No pages that are copies of others."),
            click.option("--case", "keeps_case", is_flag=True, help="Words with their capitals."),
            click.option("--numbers", "keeps_numbers", is_flag=True, help="Numbers are words too."),
        )
    ):
        function = option(function)
    return function


def with_report_options(what: str) -> Callable[[Command], Command]:
    """Give a command the options of how much is told, and where to."""

    def with_options(function: Command) -> Command:
        for option in reversed(
            (
                click.option(
                    "-n", "most", metavar="N", type=click.IntRange(min=1), help=f"How many {what}."
                ),
                click.option(
                    "--to", "file", metavar="FILE", type=_file(), help="Write them there as TSV."
                ),
                click.option("--json", "as_data", is_flag=True, help="Print as JSON."),
            )
        ):
            function = option(function)
        return function

    return with_options


def _file() -> click.Path:
    return click.Path(path_type=Path, dir_okay=False)


@click.group("words", cls=CollectionGroup)
def command() -> None:
    """The words of the collection in DIR; without a command, the most frequent ones.

    Words are those of the main text, in small letters unless --case is given. A paragraph that
    stands on several pages of a site counts once.
    """


@command.command("list")
@folder_argument
@with_page_choice
@with_report_options("words, the most frequent first; with --to all unless told")
@click.option(
    "--stem",
    "method",
    type=click.Choice([method.value for method in StemmingMethod]),
    default=StemmingMethod.NONE.value,
    show_default=True,
    help="How forms of a word are found; snowball needs one --language.",
)
@click.option(
    "--stem-table", "table", metavar="FILE", type=_file(), help="Words and stems for --stem table."
)
@click.option(
    "--no-stop-words", is_flag=True, help="Leave out those listed or on nearly all pages."
)
def list_words(
    folder: Path,
    most: int | None = MOST,
    file: Path | None = None,
    as_data: bool = False,
    **chosen: Any,
) -> None:
    """How often each word is used, on how many pages and sites; its stem, and what that tells."""
    part, spelling = _chosen(folder, chosen)
    shown = most or (None if file else MOST)
    with_stop_words = not chosen.get("no_stop_words", False)
    options = FrequencyOptions(shown, spelling, _stem_options(chosen), with_stop_words)
    found = frequency_list(part, options)
    if file:
        _write(file, frequency_rows(found))
    if as_data:
        say_json(
            {
                "words": found.words,
                "kinds": found.kinds,
                "pages": found.pages,
                "stems": {
                    "method": found.stemming.method,
                    "told": found.stemming.note,
                    "kinds": found.stems,
                },
                "list": [] if file else [asdict(row) for row in found.rows],
            }
        )
        return
    pages, kinds = plural(found.pages, "page"), plural(found.kinds, "different one")
    say(f"{plural(found.words, 'word')} of {pages}, {kinds}", err=True)
    say(report_left_out(found.left_out), err=True)
    if options.stems.method is not StemmingMethod.NONE:
        say(stems_report(found), err=True)
    if not file:
        say("\n".join(frequency_lines(found)))


def _stem_options(chosen: dict[str, Any]) -> StemOptions:
    method, table = StemmingMethod(chosen.get("method", StemmingMethod.NONE)), chosen.get("table")
    if (method is StemmingMethod.TABLE) != (table is not None):
        raise click.UsageError("--stem table and --stem-table FILE belong together")
    languages = chosen.get("language", ())
    return StemOptions(method, languages[0] if len(languages) == 1 else "", table)


@command.command("growth")
@folder_argument
@with_page_choice
@click.option("--plot", metavar="FILE", type=_file(), help="Draw the curve there, as SVG.")
@click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
def growth(folder: Path, plot: Path | None, as_data: bool, **chosen: Any) -> None:
    """How the vocabulary grows with the text: Heaps' law, Zipf's law, words used once.

    Pages that bring many more new words than the law lets expect open a new subject.
    """
    part, spelling = _chosen(folder, chosen)
    found = vocabulary_growth(part, spelling)
    if plot:
        _write(plot, [growth_curve(growth_curve_of(found.growth, part.description))])
    if as_data:
        openings = [openings_as_json(opening) for opening in found.openings]
        say_json({**growth_as_json(found.growth), "openings": openings})
    else:
        say("\n".join([growth_text(found.growth), *opening_lines(found.openings)]))


@command.command("movers")
@folder_argument
@click.argument("this", default="")
@click.argument("that", default="")
@click.option(
    "--against",
    metavar="DIR2",
    type=click.Path(path_type=Path),
    help="Compare with another collection.",
)
@with_page_choice
@with_report_options("words that rise, and how many that fall")
@click.option("--plot", metavar="FILE", type=_file(), help="Draw the bars there, as SVG.")
@click.option(
    "--sort",
    type=click.Choice(("g2", "ratio")),
    default="g2",
    show_default=True,
    help="The surest first, or those that moved furthest.",
)
@click.option(
    "--min-ratio",
    metavar="N",
    type=float,
    default=0.5,
    show_default=True,
    help="Least logarithm of the ratio, base 2.",
)
@click.option(
    "--min-pages",
    metavar="N",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Least pages with the word, where it is used more.",
)
@click.option(
    "--min-sites",
    metavar="N",
    type=click.IntRange(min=0),
    default=0,
    help="Least sites there; by default two if there are five.",
)
@click.option(
    "--false",
    "discovery",
    metavar="SHARE",
    type=click.FloatRange(0, 1),
    default=0.05,
    show_default=True,
    help="Share of the words told that may be false.",
)
@click.option(
    "--each-topic", is_flag=True, help="The movers of every cluster, beside those of all pages."
)
def movers(folder: Path, this: str, that: str, against: Path | None, **options: Any) -> None:
    """Words that rise and fall between two parts of a collection, or two collections.

    Without THIS the last month is compared with all before; if all pages were fetched within one
    month, the last crawl with all before; if there was one crawl, the last month in which pages
    say they were published. THIS and THAT name parts: a month as 2026-10, a time as
    2026-01..2026-06, a top-level domain as .at, a site as example.org, or last-crawl. Without THAT
    a time is compared with all before, a domain or site with all others.

    --topic looks at the pages of a cluster alone, --each-topic at those of one cluster after the
    other: what is new within a topic is often lost among all pages.
    """
    limits = MoverThresholds(
        options.pop("discovery"),
        options.pop("min_ratio"),
        options.pop("min_pages"),
        options.pop("min_sites"),
    )
    most, sort = options.pop("most") or MOST, options.pop("sort")
    file, plot, as_data, each_topic = (
        options.pop(name) for name in ("file", "plot", "as_data", "each_topic")
    )
    part, spelling = _chosen(folder, options)
    compared = _compared(part, this, that, against)
    how = MoverOptions(most, sort, limits, spelling)
    found = movement(compared, how)
    topics = movement_by_topic(compared, how) if each_topic else []
    if plot:
        _write(plot, [mover_bars(found)])
    if file:
        _write(file, mover_rows(found))
    if as_data:
        of_topics = {"topics": [topic_movers_as_json(each) for each in topics]}
        say_json(movers_as_json(found) | (of_topics if each_topic else {}))
    else:
        say(movers_text(found))
        for each in topics:
            say(f"\n{topic_movers_text(each)}")


def _compared(part: CollectionPart, this: str, that: str, against: Path | None) -> PartComparison:
    if against is None:
        return comparison(part.collection, this, that, part.choice)
    if that:
        raise click.UsageError(
            f"two parts and --against are too many: THIS may be {NAMES_OF_PARTS}"
        )
    other = Collection.open(against)
    mine = named_part(part.collection, this, part.choice) if this else part
    theirs = (
        named_part(other, this, part.choice) if this else CollectionPart(other, part.choice, "")
    )
    sentence = f"{theirs.description or 'all pages'} of {other.path.name}"
    return PartComparison(
        mine._replace(description=f"{mine.description} of {part.collection.path.name}"),
        theirs._replace(description=sentence),
    )


@command.command("unknown")
@folder_argument
@with_page_choice
@with_report_options("words, the most frequent first")
def unknown(
    folder: Path, most: int | None, file: Path | None, as_data: bool, **chosen: Any
) -> None:
    """Words that the dictionary of their sentence's language lacks, with examples."""
    part, _ = _chosen(folder, chosen)
    found = unknown_list(part, most or MOST)
    if file:
        _write(file, (f"{line}\n" for line in unknown_lines(found)))
    if as_data:
        say_json(found.as_json())
    elif not file:
        say("\n".join(unknown_lines(found)))


def _pages_that_fit(folder: Path, where: str) -> str:
    page_filter = import_module("auslese.recipes.pages.page_filter")  # the parser is behind it
    with connect(Collection.open(folder)) as tables:
        return str(page_filter.pages_query(where, tables))


def _chosen(folder: Path, options: dict[str, Any]) -> tuple[CollectionPart, WordCountOptions]:
    """The pages that the options choose, and what a word is."""
    since, until = options.get("since", ""), options.get("until", "")
    choice = PageSelection(
        languages=tuple(code.lower() for code in options.get("language", ())),
        domains=tuple(name.lower().lstrip(".") for name in options.get("domain", ())),
        sites=tuple(name.lower() for name in options.get("site", ())),
        since=read_span(since)[0] if since else None,
        until=read_span(until)[1] if until else None,
        by=options.get("by", FETCHED),
        no_copies=options.get("no_copies", False),
        topics=tuple(options.get("topic", ())),
        pages=_pages_that_fit(folder, where) if (where := options.get("where", "").strip()) else "",
    )
    if choice.no_copies:
        # With all settings behind it, 0.05 s, which the others need not wait for.
        copy_report = import_module("auslese.recipes.duplicates.copy_report")
        copy_report.require_groups(Collection.open(folder))
    if choice.topics:
        require_topics(Collection.open(folder), choice.topics)
    descriptions = [
        f"{name} {', '.join(options[name])}"
        for name in ("language", "domain", "site", "topic")
        if options.get(name)
    ]
    descriptions += [
        f"{name} {options[name]}" for name in ("since", "until", "where") if options.get(name)
    ]
    descriptions += ["no copies"] * choice.no_copies
    words = f"pages with {'; '.join(descriptions)}" if descriptions else "all pages"
    spelling = WordCountOptions(
        options.get("keeps_case", False), options.get("keeps_numbers", False)
    )
    return CollectionPart(Collection.open(folder), choice, words), spelling


def _write(file: Path, lines: Iterable[str]) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, (line.encode("utf-8", "replace") for line in lines))
    except OSError as error:
        raise AusleseError(f"{file} cannot be written: {error.strerror}") from None
    say(f"written: {harmless(str(file))}", err=True)
