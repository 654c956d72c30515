"""`auslese duplicates pairs`: which texts are alike? A filter from stdin to stdout."""

import os
import sys

import click

from auslese.analyse.duplicates.bands import LEAST_THRESHOLD, RECALL
from auslese.analyse.duplicates.shingles import SHINGLE_WORDS
from auslese.cli.terminal import say, say_json
from auslese.recipes.duplicates.pair_filter import PairOptions, PairSummary, similar_pairs
from auslese.wording.figures import plural

MOST_REPORTED = 20  # lines that could not be read; of more only the number is told


@click.command("pairs")
@click.option(
    "--threshold",
    type=click.FloatRange(LEAST_THRESHOLD, 1.0),
    default=0.8,
    show_default=True,
    help="The least similarity: shared shingles by all shingles of both texts.",
)
@click.option(
    "-k",
    "--words",
    type=click.IntRange(1, 100),
    default=SHINGLE_WORDS,
    show_default=True,
    help="Words of a shingle.",
)
@click.option(
    "--recall",
    type=click.FloatRange(0.5, 0.999999),
    default=RECALL,
    show_default=True,
    help="The share of pairs at the threshold that must be found; of closer ones it is more.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="one for each core",
    help="Processes that make sketches of the texts.",
)
def pairs(threshold: float, words: int, recall: float, workers: int) -> None:
    """Tell all pairs of texts that are alike: {"id","text"} in, {"a","b","similarity"} out.

    One line of JSON for each text on stdin; a line that is no object of JSON is a text whose id is
    the number of its line. Pairs come in the order of the texts once the last has arrived; their
    similarity is counted, not guessed. What cannot be read is told on stderr and stops nothing.
    """
    summary = PairSummary()
    options = PairOptions(threshold, words, recall)
    for one, other, similarity in similar_pairs(sys.stdin.buffer, options, workers, summary):
        say_json({"a": one, "b": other, "similarity": similarity})
    for line, why in summary.errors[:MOST_REPORTED]:
        say(f"line {line}: {why}", err=True)
    if (more := len(summary.errors) - MOST_REPORTED) > 0:
        say(f"and {plural(more, 'line')} more that could not be read", err=True)
    if summary.wordless:
        say(f"{plural(summary.wordless, 'text')} without a word, like nothing", err=True)
    say(f"{plural(summary.pairs, 'pair')} among {plural(summary.texts, 'text')}", err=True)
