"""`auslese focus`: a subject learnt from good pages, and how near texts and links are to it."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from auslese.analyse.focus.arpa_files import read_arpa, write_arpa
from auslese.analyse.focus.focus_model import LEAST_WORDS, FocusModel, FocusOptions
from auslese.analyse.focus.keywords import AMPLIFIER, LOG_ODDS, MOST, Keywords, learn_keywords
from auslese.analyse.focus.kneser_ney import UnknownWords
from auslese.analyse.focus.ngram_model import HIGHEST_ORDER, NgramModel, NgramOptions
from auslese.cli.command_groups import CommandGroup
from auslese.cli.data_stream import data_stream
from auslese.cli.focus.focus_compare_command import compare
from auslese.cli.focus.focus_learn_command import learn
from auslese.cli.focus.focus_tune_command import tune
from auslese.cli.terminal import harmless, harmless_json, say, say_json
from auslese.recipes.focus.focus_filter import (
    PlainPerplexity,
    perplexity_answers,
    perplexity_given_up,
    score_answers,
    score_given_up,
)
from auslese.recipes.focus.focus_training import learn_subject
from auslese.recipes.focus.keyword_filter import text_sets
from auslese.recipes.focus.seed_texts import seed_texts
from auslese.records.document import ReadProblem
from auslese.records.errors import NotFoundError
from auslese.system.pooled_batches import answer_in_batches
from auslese.system.shard_function import LINES, ShardFunction
from auslese.wording.figures import plural
from auslese.wording.focus.focus_sentences import FocusNoteText

SHOWN_WORDS = 10
PATH = click.Path(path_type=Path)


def _sets(required: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        neutral = click.option(
            "--neutral", metavar="FILE", type=PATH, help="Texts that are not about it."
        )
        positive = click.option(
            "--positive", metavar="FILE", type=PATH, required=required, help="Good texts."
        )
        return positive(neutral(command))

    return decorated


method_option = click.option(
    "--method",
    type=click.Choice((AMPLIFIER, LOG_ODDS)),
    default=AMPLIFIER,
    show_default=True,
    help="Werner's tf · (idf - idf), or log-odds with a prior.",
)
most_option = click.option(
    "-n", "most", type=click.IntRange(min=1), default=MOST, show_default=True, help="Key words."
)
model_option = click.option(
    "--model", "path", metavar="FOLDER", type=PATH, required=True, help="What `train` has made."
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="one for each core",
    help="Processes that answer the lines of stdin; they begin as lines have to wait.",
)


@click.group("focus", cls=CommandGroup)
def command() -> None:
    """A subject learnt from some good pages: its words, and how near texts and links are to it.

    FILE is a folder with a file for each page (plain text, HTML, PDF), a .jsonl file with an object
    {"text"} in each line, or any other file with a text in each line.
    """


for of_collections in (learn, compare, tune):
    command.add_command(of_collections)


@command.command("keywords")
@_sets(required=False)
@method_option
@most_option
def keywords(positive: Path | None, neutral: Path | None, method: Any, most: int) -> None:
    """The words of a subject with their weights, the best first.

    Each gives a line {"word","score"}. Without --positive, lines {"id","text","set"} from stdin, of
    which each set is "positive" or "neutral". What cannot be read gives a line with `error`, and
    stops nothing.
    """
    if positive is not None:
        found = learn_keywords(seed_texts(positive), _texts_of(neutral), most, method)
    elif neutral is not None:
        raise click.UsageError("--neutral goes with --positive; else both are lines of stdin")
    else:
        sets = text_sets(line.rstrip(b"\r\n") for line in sys.stdin.buffer)
        for error in sets.errors:
            say_json(error)
        found = learn_keywords(sets.positive, sets.neutral, most, method)
    for word, score in found.weights.items():
        say_json({"word": word, "score": round(score, 6)})


def _texts_of(path: Path | None) -> Iterator[str]:
    return iter(()) if path is None else seed_texts(path)


@command.command("train")
@_sets(required=True)
@click.option("--to", "target", metavar="FOLDER", type=PATH, required=True, help="The model.")
@click.option(
    "--order",
    type=click.IntRange(1, HIGHEST_ORDER),
    default=HIGHEST_ORDER,
    show_default=True,
    help="Words of the longest rows.",
)
@click.option(
    "--unknown",
    type=click.Choice([str(each) for each in UnknownWords]),
    default=str(UnknownWords.ZERO_COUNT),
    show_default=True,
    help="What a word is worth that was not learnt.",
)
@method_option
@most_option
@click.option("--arpa", metavar="FILE", type=PATH, help="The language model as ARPA, too.")
@click.option("--json", "as_data", is_flag=True, help="Print what was learnt as JSON.")
def train(positive: Path, neutral: Path | None, target: Path, **given: Any) -> None:
    """Learn a subject: a language model of the good texts, key words, a model of the neutral ones.

    The model is modified Kneser–Ney. Sentences below five words are not learnt from.
    """
    ngrams = NgramOptions(given["order"], UnknownWords(given["unknown"]), LEAST_WORDS)
    options = FocusOptions(ngrams, most_keywords=given["most"], method=given["method"])
    model = learn_subject(seed_texts(positive), _texts_of(neutral), options)
    target.parent.mkdir(parents=True, exist_ok=True)
    model.save(target)
    if given["arpa"]:
        write_arpa(model.language_model, given["arpa"])
    _report(model, target, as_data=given["as_data"])


def _report(model: FocusModel, target: Path, *, as_data: bool) -> None:
    rows = [len(level.chances) for level in model.language_model.levels]
    discounts = model.language_model.notes
    if as_data:
        say_json(
            {
                "words": len(model.language_model.words),
                "rows": rows,
                "keywords": model.keywords.weights,
                "notes": list(model.notes),
                "discounts": [each._asdict() for each in discounts],
            }
        )
        return
    for note in model.notes:
        say(f"note: {FocusNoteText[note.name].of()}", err=True)
    for each in discounts:
        say(f"note: {FocusNoteText.DISCOUNTS.of(order=str(each.order))}", err=True)
    say(_strongest(model.keywords))
    learnt = f"{plural(rows[0], 'word')}, {plural(sum(rows[1:]), 'row')} of words"
    say(f"{learnt}: {target}", err=True)


def _strongest(words: Keywords) -> str:
    return harmless(", ".join(list(words.weights)[:SHOWN_WORDS]))


@command.command("perplexity")
@model_option
@workers_option
def perplexity(path: Path, workers: int) -> None:
    """How surprising texts are to the model of the subject: the less, the nearer they are.

    {"id","text"} gives {"id","perplexity"}, null for a text without words: one line of JSON for
    each on stdin, in order. A line that is no object of JSON is a text: it gives perplexity and
    text, with a tab between. FOLDER may also be an ARPA file of any program.
    """
    shard = PERPLEXITY_LINES.prepared(path)
    answer_in_batches(sys.stdin.buffer, data_stream(), shard, workers)


@command.command("score")
@model_option
@workers_option
def score(path: Path, workers: int) -> None:
    """Score pages and their links: lines of JSON from stdin to stdout, in order.

    {"id","text","links":[…]}, each link a text or {"text"}, gives {"id","perplexity","keyword",
    "weighted","difference","links":[{"perplexity","keyword","score","difference","dropped"},…]}.
    Low is near; `difference` is log2 of the perplexity less that of the neutral texts, below 0 on
    the subject.
    """
    shard = SCORE_LINES.prepared(path)
    answer_in_batches(sys.stdin.buffer, data_stream(), shard, workers)


def _language_model(path: Path) -> NgramModel:
    if path.is_file():
        return read_arpa(path)
    if not path.is_dir():
        raise NotFoundError(f"there is no {path}; `auslese focus train` makes a model")
    return FocusModel.open(path).language_model


def _perplexity_lines(model: NgramModel, batch: bytes) -> bytes:
    return "".join(map(_spelled, perplexity_answers(LINES.split(batch), model))).encode()


def _perplexity_given_up(path: Path, line: bytes, why: ReadProblem) -> bytes:
    return _spelled(perplexity_given_up(line, why)).encode()


def _score_lines(model: FocusModel, batch: bytes) -> bytes:
    return "".join(map(_spelled, score_answers(LINES.split(batch), model))).encode()


def _score_given_up(path: Path, line: bytes, why: ReadProblem) -> bytes:
    return _spelled(score_given_up(line, why)).encode()


PERPLEXITY_LINES = ShardFunction(_language_model, _perplexity_lines, _perplexity_given_up, LINES)
SCORE_LINES = ShardFunction(FocusModel.open, _score_lines, _score_given_up, LINES)


def _spelled(answer: dict[str, Any] | PlainPerplexity) -> str:
    if isinstance(answer, PlainPerplexity):
        text = harmless(answer.text.replace("\t", " "))
        return f"{answer.perplexity:.4f}\t{text}\n"
    return harmless_json(json.dumps(answer, ensure_ascii=False)) + "\n"
