"""`auslese domain`: which domain a text is about, by dictionaries learnt from labelled texts."""

import json
from pathlib import Path
from typing import Any

import click

from auslese.analyse.subjects.subject_evaluation import SubjectEvaluation, evaluate
from auslese.cli.command_groups import CommandGroup
from auslese.cli.filtering import filter_lines
from auslese.cli.terminal import harmless_json, say, say_json
from auslese.recipes.subjects.labelled_texts import labelled_texts
from auslese.recipes.subjects.subject_filter import answer, cross_validation, load, train
from auslese.wording.figures import plural

LEARNT, UNIFORM = "learnt", "uniform"
SHOWN_WORDS = 8

model_option = click.option(
    "--model", metavar="MODEL", required=True, type=click.Path(path_type=Path), help="Its file."
)
priors_option = click.option(
    "--priors",
    type=click.Choice((UNIFORM, LEARNT)),
    default=UNIFORM,
    show_default=True,
    help="Domains are equally likely beforehand, or as frequent as in what was learnt.",
)


@click.group("domain", cls=CommandGroup)
def command() -> None:
    """Domains of texts: learn them from labelled texts, recognise them, measure that.

    A domain is a topic with words of its own, as medicine or sport; it is known by a dictionary.
    """


@command.command("train")
@click.argument("source", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option(
    "--to",
    "target",
    metavar="MODEL",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the model there.",
)
@click.option("--json", "as_data", is_flag=True, help="Print what was learnt as JSON.")
def train_command(source: Path, target: Path, as_data: bool) -> None:
    """Learn the domains of FOLDER: one folder of texts, HTML or PDF files for each domain.

    FOLDER may also be a .jsonl file with objects {"label","text"}, or a .tsv file with a label and
    a text in each line.
    """
    texts = list(labelled_texts(source))
    model = train(texts, target)
    strongest = {name: model.strongest(name, SHOWN_WORDS) for name in model.domains}
    if as_data:
        say_json({"texts": len(texts), "words": len(model.vocabulary), "domains": strongest})
        return
    for name, words in strongest.items():
        say(f"{name}: {', '.join(words)}")
    learnt = f"{plural(len(texts), 'text')}, {plural(len(model.vocabulary), 'word')}"
    say(f"{plural(len(model.domains), 'domain')} learnt from {learnt}: {target}", err=True)


@command.command("detect")
@model_option
@priors_option
@click.option("--explain", "explained", is_flag=True, help='Also "words": what spoke for it.')
def detect(model: Path, priors: str, explained: bool) -> None:
    """Name the domains of texts: lines of JSON from stdin to stdout.

    {"id","text"} gives {"id","domain","confidence","alternatives":[[name,p],…]}. The domain is
    "none" when nothing fits.
    """
    learnt = load(model)

    def answered(line: str) -> str:
        result = answer(line, learnt, learnt_priors=priors == LEARNT, explained=explained)
        return harmless_json(json.dumps(result, ensure_ascii=False))

    filter_lines(answered)


@command.command("evaluate")
@click.argument("source", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option("--model", metavar="MODEL", type=click.Path(path_type=Path), help="Measure this one.")
@priors_option
@click.option(
    "--folds",
    type=click.IntRange(2, 100),
    default=5,
    show_default=True,
    help="Without a model: parts of which each is asked of what the others teach.",
)
@click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
def evaluate_command(
    source: Path, model: Path | None, priors: str, folds: int, as_data: bool
) -> None:
    """Measure how well the domains of FOLDER are recognised, by a model or by cross-validation."""
    texts = list(labelled_texts(source))
    options: dict[str, Any] = {"learnt_priors": priors == LEARNT}
    if model:
        scored = evaluate(load(model), texts, **options)
    else:
        scored = cross_validation(texts, folds, **options)
    if as_data:
        say_json(scored.as_json())
    else:
        say(_evaluation_report(scored))


def _evaluation_report(scored: SubjectEvaluation) -> str:
    share = scored.right / max(scored.texts, 1)
    lines = [f"{share:.1%} of {plural(scored.texts, 'text')} right, {scored.none:,} called none"]
    lines += [f"  {name}: {right} of {every}" for name, (right, every) in scored.by_domain.items()]
    lines += [f"  {label} taken for {guess}: {number}" for label, guess, number in scored.confused]
    return "\n".join(lines)
