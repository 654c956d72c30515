"""`auslese language train` and `review`: languages that a collection teaches."""

import re
import sys
from pathlib import Path
from typing import Any

import click

from auslese.analyse.language.self_training import TrainingRules
from auslese.cli.crawl_progress import ProgressDisplay
from auslese.cli.terminal import say, say_data, say_json
from auslese.recipes.languages.language_training import (
    LanguageTrainingOptions,
    LanguageTrainingSummary,
    learn_labelled,
    train_languages,
)
from auslese.recipes.languages.trained_languages import NO, YES, TrainedLanguages
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.wording.figures import plural

NAME = re.compile(r"([a-z0-9-]+)=([A-Za-z][A-Za-z0-9-]*)")
STDIN = "-"
ONE_LANGUAGE = (
    "of one language nothing can be told apart: a collection with several top-level domains,"
    " or lines with --labelled, teach more"
)
USED = (
    'to use them: `model = "collection"` under [language] in auslese.toml, then `auslese analyse`'
)


class TrainingDisplay(ProgressDisplay):
    """Shows how a training goes."""

    def show(self, number: int, domain: str, sentences: int) -> None:
        """Take notice of where it is."""
        what = f"round {number}" if number else "looking through the sentences"
        self._line.show(f"{what}  .{domain}  {plural(sentences, 'sentence')}")


def _read_names(
    context: click.Context, option: click.Parameter, values: tuple[str, ...]
) -> dict[str, str]:
    found = [NAME.fullmatch(value) for value in values]
    if None in found:
        raise click.BadParameter("expected a domain and a name, as is=is", context, option)
    return {match[1]: match[2] for match in found if match}


@click.command(name="train")
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--name",
    "names",
    metavar="DOMAIN=NAME",
    multiple=True,
    callback=_read_names,
    help="What the language of a top-level domain is called, as is=is.",
)
@click.option("--apart", metavar="DOMAIN", multiple=True, help="Do not join it with another.")
@click.option(
    "--rounds",
    metavar="N",
    type=click.IntRange(1, 20),
    default=TrainingRules().rounds,
    show_default=True,
    help="At most so many rounds of cleaning.",
)
@click.option(
    "--per-domain",
    metavar="N",
    type=click.IntRange(min=TrainingRules().least),
    default=TrainingRules().per_domain,
    show_default=True,
    help="Most sentences that one domain teaches.",
)
@click.option(
    "--labelled",
    metavar="FILE",
    help="Learn from lines with a language, a tab and a text instead; - is stdin. Needs --to.",
)
@click.option(
    "--to",
    "target",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Of --labelled: the model.",
)
@click.option("--json", "as_data", is_flag=True, help="Print what was learnt as JSON.")
def train(folder: Path | None, **arguments: Any) -> None:
    """Learn languages from the sentences of the collection in DIR, without labels.

    Each top-level domain is first taken for a language. Sentences that are surely in it (70 %, and
    no other more than 10 %) make its dictionary anew, until nothing changes. Domains with the same
    language are joined; one without a language of its own, as .com, teaches those of the others.

    The model is kept in the collection (models/language) with readable dictionaries.
    """
    if (folder is None) == (arguments["labelled"] is None):
        raise click.UsageError("name a collection DIR, or a file with --labelled")
    if folder is not None and arguments["target"] is not None:
        raise click.UsageError("--to goes with --labelled; a collection keeps its own model")
    if folder is None:
        _learn_labelled(arguments["labelled"], arguments["target"], arguments["as_data"])
        return
    rules = TrainingRules(
        rounds=arguments["rounds"],
        per_domain=arguments["per_domain"],
        apart=frozenset(arguments["apart"]),
    )
    collection = Collection.open(folder)
    with TrainingDisplay(arguments["as_data"]) as display:
        options = LanguageTrainingOptions(rules, arguments["names"], display.show)
        trained = train_languages(collection, options)
    if arguments["as_data"]:
        say_json(trained.as_json())
    else:
        say(training_report(trained))


def _learn_labelled(name: str, target: Path | None, as_data: bool) -> None:
    if target is None:
        raise click.UsageError("--labelled needs --to: the folder for the model")
    if name == STDIN:
        learnt = learn_labelled(sys.stdin, target)
    else:
        with _opened(Path(name)).open(encoding="utf-8", errors="replace") as lines:
            learnt = learn_labelled(lines, target)
    if as_data:
        say_json({"languages": learnt})
    else:
        say("\n".join(f"{name}: {plural(number, 'text')}" for name, number in learnt.items()))


def _opened(path: Path) -> Path:
    if not path.is_file():
        raise NotFoundError(f"there is no file {path}")
    return path


def training_report(trained: LanguageTrainingSummary) -> str:
    """What was learnt, in words."""
    summary = trained.as_json()
    lines = [
        f"round {each['round']}: {each['contamination']:.2%} of what had taught a language was"
        f" foreign; {each['changed']:.2%} of the sentences taken otherwise"
        + (f"; kept as before: {', '.join(each['restored'])}" if each["restored"] else "")
        for each in summary["rounds"]
    ]
    for each in summary["languages"]:
        domains = ", ".join(f".{domain}" for domain in each["domains"])
        guess = f"; {each['share']:.0%} of it looks like {each['taken_for']}"
        lines.append(
            f"{each['name']}: from {domains}, {plural(each['words'], 'word')}"
            f" seen {each['seen']:,} times" + (guess if each["share"] < 1 else "")
        )
    without = {"mixed": "mixed, no language of its own", "small": "too few sentences"}
    lines += [
        f".{domain}: {without[each['kind']]}"
        for domain, each in summary["domains"].items()
        if each["kind"] in without
    ]
    lines.append(USED if len(summary["languages"]) > 1 else ONE_LANGUAGE)
    return "\n".join(lines)


@click.command(name="review")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--export", "target", metavar="FILE", help="Write the doubtful words; - is stdout.")
@click.option("--import", "source", metavar="FILE", help="Read what was said of them; - is stdin.")
@click.option(
    "--words",
    metavar="N",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    help="Words to look at, for each language.",
)
def review(folder: Path, target: str | None, source: str | None, words: int) -> None:
    """Let somebody who speaks a learnt language look at its doubtful words.

    --export writes a table with tabs: words that are as frequent in another language, or have odd
    letters. Write yes or no into its column `keep`. --import takes the words with no out of the
    dictionary and the model, and remembers all that was said for later trainings.
    """
    if (target is None) == (source is None):
        raise click.UsageError("name a FILE with --export or with --import")
    collection = Collection.open(folder)
    learnt = TrainedLanguages(collection.models)
    if target is not None:
        _export(learnt, target, words)
        return
    with collection.lock():
        if source == STDIN:
            said = learnt.take_review("stdin", sys.stdin)
        else:
            path = _opened(Path(source or ""))
            with path.open(encoding="utf-8-sig", newline="") as lines:
                said = learnt.take_review(str(path), lines)
    say(f"{plural(said[YES], 'word')} kept, {plural(said[NO], 'word')} taken out")


def _export(learnt: TrainedLanguages, target: str, words: int) -> None:
    lines = "".join(learnt.review_lines(words))
    if target == STDIN:
        say_data(lines)
    else:
        Path(target).write_text(lines, "utf-8")
        say(f"{plural(lines.count(chr(10)) - 1, 'word')} written to {target}", err=True)
