"""`auslese language evaluate`: how well are languages named, on texts that have labels?"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import click

from auslese.analyse.language.language_evaluation import GoldText, LanguageEvaluation, code_of
from auslese.analyse.language.recogniser import shipped_recogniser
from auslese.cli.terminal import say
from auslese.records.errors import AusleseError
from auslese.wording.figures import plural

BATCH = 1000
SHOWN = 20


class BadLanguageGoldError(AusleseError):
    """A line of the gold is not `language⇥text`."""


@click.command("evaluate")
@click.argument("gold", required=False, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def evaluate(gold: Path | None, as_json: bool) -> None:
    """Say how well languages are named: lines `language⇥text` from GOLD or stdin.

    The codes are those of the recogniser, or older ones for the same: `no` is nb, `iw` is he. A
    text called `unknown` counts as wrong, unless the gold says `unknown` too. Languages that the
    recogniser lacks count as wrong, and are named.
    """
    evaluation = LanguageEvaluation.of(_answered(_gold(gold)), shipped_recogniser().languages)
    if not evaluation.texts:
        raise BadLanguageGoldError(
            "nothing to evaluate: give lines of a language, a tab and a text"
        )
    if as_json:
        say(json.dumps(evaluation.as_json(), ensure_ascii=False))
        return
    for line in _evaluation_report(evaluation):
        say(line)


def _gold(path: Path | None) -> Iterator[GoldText]:
    if path is None:
        yield from _lines(sys.stdin.buffer, "stdin")
        return
    try:
        with path.open("rb") as lines:
            yield from _lines(lines, str(path))
    except (FileNotFoundError, IsADirectoryError) as error:
        raise BadLanguageGoldError(f"{path}: {error.strerror}") from error


def _lines(lines: BinaryIO, name: str) -> Iterator[GoldText]:
    for number, line in enumerate(lines, 1):
        text = line.decode("utf-8-sig" if number == 1 else "utf-8", "replace").rstrip("\r\n")
        if not text.strip():
            continue
        language, tab, said = text.partition("\t")
        if not tab or not language.strip() or not said.strip():
            raise BadLanguageGoldError(
                f"{name}, line {number}: expected a language, a tab and a text"
            )
        yield GoldText(code_of(language, said), said)


def _answered(gold: Iterable[GoldText]) -> Iterator[tuple[str, str]]:
    """Pairs of what a text is in and what it is said to be in."""
    batch: list[GoldText] = []
    for each in gold:
        batch.append(each)
        if len(batch) == BATCH:
            yield from _pairs(batch)
            batch = []
    yield from _pairs(batch)


def _pairs(batch: list[GoldText]) -> Iterator[tuple[str, str]]:
    found = shipped_recogniser().recognise([each.text for each in batch])
    return ((gold.language, said.language) for gold, said in zip(batch, found, strict=True))


def _evaluation_report(evaluation: LanguageEvaluation) -> Iterator[str]:
    yield f"texts      {evaluation.texts:,} in {plural(len(evaluation.languages), 'language')}"
    means = f"{evaluation.macro:.2%} mean of the languages"
    yield f"accuracy   {evaluation.micro:.2%} of the texts, {means}"
    if evaluation.unknown:
        yield f"unknown    {plural(evaluation.unknown, 'text')} said to be in no language"
    if evaluation.lacking:
        yield f"lacking    the recogniser does not know {', '.join(evaluation.lacking)}"
    yield ""
    for language, score in sorted(evaluation.languages.items(), key=lambda item: item[1].accuracy):
        mistakes = ", ".join(f"{said} {count}" for said, count in score.mistakes[:3])
        yield f"{language:8} {score.accuracy:7.2%} of {score.texts:6,}   {mistakes}".rstrip()
    if evaluation.confusions:
        yield "\nmost often mistaken"
        for language, said, count in evaluation.confusions[:SHOWN]:
            yield f"{language:8} as {said:8} {count:6,}"
