"""`auslese topics`: what are texts about, in clusters, and how good are these?"""

import sys
from pathlib import Path

import click

from auslese.analyse.topics.similarity import COSINE, SIMILARITIES
from auslese.analyse.topics.text_clustering import DEFAULT, METHODS, TextClusterOptions
from auslese.cli.command_groups import CommandGroup
from auslese.cli.terminal import say, say_json
from auslese.recipes.topics.cluster_evaluation import compare_with_gold, read_gold
from auslese.recipes.topics.cluster_filter import clustered_lines
from auslese.recipes.topics.main_language import AUTO
from auslese.wording.figures import plural

MOST_CLUSTERS = 10_000
OF_OTHERS = "bisecting"
"""The method for similarities that the default one does not know."""
MOST_REPORTED = 20  # lines that could not be read; of more only the number is told


@click.group("topics", cls=CommandGroup)
def command() -> None:
    """Find the topics of texts as clusters, and measure clusters against known topics."""


@command.command("cluster")
@click.option(
    "-k",
    "clusters",
    type=click.IntRange(1, MOST_CLUSTERS),
    required=True,
    help="How many clusters; fewer if there are fewer texts.",
)
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    help=f"How; {DEFAULT} unless told otherwise, {OF_OTHERS} if --similarity is another than"
    f" {COSINE}, which is the only one of {DEFAULT}.",
)
@click.option(
    "--similarity",
    type=click.Choice(list(SIMILARITIES)),
    default=COSINE,
    show_default=True,
    help="How texts are compared.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="The same gives the same clusters.",
)
@click.option(
    "--language",
    metavar="CODE",
    default=AUTO,
    show_default=True,
    help="Whose stems and stop words are taken: a code as de, `auto` for what most texts are in,"
    " `none`.",
)
def cluster(clusters: int, method: str | None, similarity: str, seed: int, language: str) -> None:
    """Put texts into clusters: {"id","text"} in, {"id","cluster","label"} out, in order.

    One line of JSON for each text on stdin; a line that is no object of JSON is a text whose id is
    the number of its line. Answers come once the last text has arrived, one for each line. A text
    without words goes to the largest cluster. What cannot be read has the cluster null and an
    "error". The label is what its texts have and the others lack.
    """
    if method == DEFAULT and similarity != COSINE:
        raise click.UsageError(f"--method {DEFAULT} compares texts by {COSINE} only")
    method = method or (DEFAULT if similarity == COSINE else OF_OTHERS)
    options = TextClusterOptions(clusters, method, similarity, seed)
    for result in clustered_lines(sys.stdin.buffer, options, language):
        say_json(result)


@command.command("evaluate")
@click.argument("gold", metavar="GOLD.tsv", type=click.Path(path_type=Path))
def evaluate(gold: Path) -> None:
    """Measure clusters against topics: {"id","cluster"} in, {"purity","entropy","f",…} out.

    GOLD.tsv has an id, a tab and a label in each line. Told are also nmi and ari, and how many
    texts were compared, in no cluster, without a label, and missing.
    """
    found = compare_with_gold(sys.stdin.buffer, read_gold(gold))
    for line, why in found.errors[:MOST_REPORTED]:
        say(f"line {line}: {why}", err=True)
    if (more := len(found.errors) - MOST_REPORTED) > 0:
        say(f"and {plural(more, 'line')} more that could not be read", err=True)
    say_json(found.as_json())
