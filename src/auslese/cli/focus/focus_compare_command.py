"""`auslese focus compare`: crawls of the same start pages side by side."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from auslese.cli.output_files import write_file
from auslese.cli.terminal import harmless, say, say_json
from auslese.export.plots.curves_plot import CurvePanel, NamedCurve, curves_plot
from auslese.recipes.focus.focus_comparison import compare_crawls
from auslese.recipes.focus.focus_opening import model_folder_of
from auslese.recipes.settings.settings_loading import settings_of
from auslese.store.collection import Collection
from auslese.wording.figures import plural

LONGEST = 40  # letters of a name in the table


@click.command("compare")
@click.argument(
    "folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--model",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="Model that measures, learnt from texts apart; without it, that of the first collection.",
)
@click.option(
    "--threshold",
    metavar="SCORE",
    type=click.FloatRange(min=0, min_open=True),
    help="Perplexity up to which a page is on the topic, in place of the neutral pages' model.",
)
@click.option(
    "--plot",
    metavar="FILE.svg",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Draw the curves.",
)
@click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
def compare(
    folders: tuple[Path, ...],
    model: Path | None,
    threshold: float | None,
    plot: Path | None,
    as_data: bool,
) -> None:
    """Compare crawls: how long did each stay with the topic?

    They should have begun with the same start pages, and their pages must have been read. Curves
    go as far as the shortest of them.
    """
    report = compare_crawls(folders, model or _own_model(folders[0]), threshold)
    if plot is not None:
        write_file(plot, plot_of(report))
    if as_data:
        say_json(report)
    else:
        for line in comparison_words(report):
            say(line)


def _own_model(folder: Path) -> Path:
    collection = Collection.open(folder)
    return model_folder_of(collection.path, settings_of(collection).focus)


def comparison_words(report: Mapping[str, Any]) -> Iterator[str]:
    """The comparison as tables."""
    crawls = report["crawls"]
    pages, sentences = report["common_pages"], report["common_sentences"]
    yield f"among the first {plural(pages, 'page')} of each"
    width = max(len(_name(crawl)) for crawl in crawls)
    yield f"  {'crawl'.ljust(width)}  on topic   share  hosts  sites  all pages"
    for crawl in crawls:
        point = crawl["points"][-1]
        share = point["on_topic"] / point["pages"]
        yield (
            f"  {harmless(_name(crawl)).ljust(width)}  {point['on_topic']:>8,}  {share:>6.1%}"
            f"  {point['hosts']:>5,}  {point['sites']:>5,}  {crawl['pages']:>9,}"
        )
    yield "on topic after so many pages"
    steps = [point["pages"] for point in crawls[0]["points"]]
    yield f"  {' ' * width}  {' '.join(f'{step:>7,}' for step in steps)}"
    for crawl in crawls:
        row = " ".join(f"{point['on_topic']:>7,}" for point in crawl["points"])
        yield f"  {harmless(_name(crawl)).ljust(width)}  {row}"
    yield f"perplexity of the first sentences, {sentences:,} of each"
    steps = [point["sentences"] for point in crawls[0]["perplexities"]]
    yield f"  {' ' * width}  {' '.join(f'{step:>7,}' for step in steps)}"
    for crawl in crawls:
        row = " ".join(f"{point['perplexity']:>7,.0f}" for point in crawl["perplexities"])
        yield f"  {harmless(_name(crawl)).ljust(width)}  {row}"


def _name(crawl: Mapping[str, Any]) -> str:
    """The name of its folder with its mode."""
    mode = str(crawl["mode"]).partition(" ")[0]
    return f"{Path(crawl['collection']).resolve().name[:LONGEST]} ({mode})"


def plot_of(report: Mapping[str, Any]) -> str:
    """Pages on the topic, hosts, and perplexity, each over the crawl."""
    crawls = report["crawls"]
    panels = [
        _panel("pages on the topic", "pages", crawls, ("points", "pages", "on_topic")),
        _panel("sites visited", "pages", crawls, ("points", "pages", "sites")),
        _panel(
            "perplexity of the first sentences",
            "sentences",
            crawls,
            ("perplexities", "sentences", "perplexity"),
        ),
    ]
    note = f"the first {report['common_pages']:,} pages of each crawl"
    return curves_plot("Focused crawls compared", note, panels)


def _panel(
    heading: str, across: str, crawls: list[Mapping[str, Any]], names: tuple[str, str, str]
) -> CurvePanel:
    series, along, up = names
    curves = [
        NamedCurve(_name(crawl), [(point[along], point[up]) for point in crawl[series]])
        for crawl in crawls
    ]
    return CurvePanel(heading, across, curves)
