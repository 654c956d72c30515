"""`auslese language detect` and `list`: which language is this text in?

A filter from stdin to stdout, one line out for each line in; or, for people, on files.
"""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np

from auslese.analyse.language.language_candidates import open_model, restrict_recogniser
from auslese.analyse.language.recogniser import Recogniser, shipped_recogniser
from auslese.cli.analysing.extract_command import ExtractOptions, extracts_of_files
from auslese.cli.data_stream import data_stream
from auslese.cli.terminal import harmless, harmless_json, say, say_data, say_json
from auslese.recipes.filters.extract_filters import text_extractor
from auslese.recipes.filters.text_input import TextRequest
from auslese.recipes.languages.language_filter import (
    DetectionOptions,
    LanguageReport,
    PlainLineAnswer,
    answers_to,
    give_up,
    language_reports,
)
from auslese.records.document import ReadProblem
from auslese.records.errors import AusleseError
from auslese.records.language_names import language_name_of
from auslese.system.pooled_batches import answer_in_batches
from auslese.system.shard_function import LINES, ShardFunction

LEAST_SHARE = 0.005  # a runner-up that would be shown as 0.00 is none
SHOWN = 40  # letters of a span that people are shown
MODEL = click.option(
    "--model",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="A model that was trained, instead of the one that comes with Auslese.",
)


@click.command("detect")
@click.option(
    "--languages",
    metavar="CODES",
    default="",
    help="Only these can be meant, as de,fr,da; `language list` has them all.",
)
@click.option(
    "--mix",
    "--paragraphs",
    "mix",
    is_flag=True,
    help="Texts in several languages: the share of each, and where it changes.",
)
@MODEL
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="one for each core",
    help="Processes that answer the lines of stdin; they begin as lines have to wait.",
)
@click.option("--json", "as_json", is_flag=True, help="JSON for each FILE.")
@click.argument("files", metavar="[FILE]...", nargs=-1)
def detect(languages: str, mix: bool, folder: Path | None, **options: Any) -> None:
    """Tell the language of texts, how sure that is, and whether it is running text.

    {"id","text"} gives {"id","language","confidence","alternatives":[[code,p],…],"running_text"}:
    one line of JSON for each on stdin, in order. `hint`, as de-CH, counts as weak evidence. A line
    that is no object of JSON is a text: it gives language, confidence and the text itself, with
    tabs between. What cannot be read gives a line with `error`, and stops nothing.

    --mix adds `mix` (the share of each language, by letters) and `spans` (each paragraph, and where
    the language changes inside one: start, end, language, confidence).

    With FILE (plain text, HTML, PDF) it prints a table, or JSON with --json.
    """
    job = DetectionJob(folder, languages, mix)
    if options["files"]:
        _report_files(options["files"], _detection(job), as_json=options["as_json"])
        return
    shard = DETECTED_LINES.prepared(job)
    answer_in_batches(sys.stdin.buffer, data_stream(), shard, options["workers"])


class DetectionJob(NamedTuple):
    """What the processes of the filter must know."""

    folder: Path | None
    """Of a model that was trained."""
    languages: str
    mix: bool


def _detection(job: DetectionJob) -> DetectionOptions:
    return DetectionOptions(_recogniser(job.folder, job.languages), job.mix)


def _detect_lines(detecting: DetectionOptions, batch: bytes) -> bytes:
    return "".join(map(_spelled, answers_to(LINES.split(batch), detecting))).encode()


def _give_up_line(job: DetectionJob, line: bytes, why: ReadProblem) -> bytes:
    return _spelled(give_up(line, why)).encode()


DETECTED_LINES = ShardFunction(_detection, _detect_lines, _give_up_line, LINES)


@click.command("list")
@MODEL
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def list_(folder: Path | None, as_json: bool) -> None:
    """List the languages that can be told: code, names, words in the dictionary."""
    model = _recogniser(folder).model
    counts = np.bincount(model.dictionary.languages, minlength=len(model.languages)).tolist()
    rows = [
        {"language": code, **language_name_of(code)._asdict(), "words": words}
        for code, words in sorted(zip(model.languages, counts, strict=True))
    ]
    if as_json:
        say_json({"languages": rows})
    else:
        say(_table(("code", "English", "German", "words"), [row.values() for row in rows]))


def _recogniser(folder: Path | None, languages: str = "") -> Recogniser:
    recogniser = Recogniser(open_model(folder)) if folder else shipped_recogniser()
    return restrict_recogniser(
        recogniser, [each.strip() for each in languages.split(",") if each.strip()]
    )


def _spelled(answer: LanguageReport | PlainLineAnswer) -> str:
    if isinstance(answer, PlainLineAnswer):
        text = harmless(answer.text.replace("\t", " "))
        return f"{answer.language}\t{answer.confidence:.4f}\t{text}\n"
    return harmless_json(json.dumps(answer, ensure_ascii=False)) + "\n"


def _report_files(files: Sequence[str], detecting: DetectionOptions, *, as_json: bool) -> None:
    """Tell the languages of files, for people or as JSON."""
    rows: list[Iterable[object]] = []
    failed = 0
    read = extracts_of_files(ExtractOptions(tuple(files), "", as_json, 1), text_extractor)
    try:
        for name, page in zip(files, read, strict=True):
            failed += "error" in page
            (report,) = language_reports(
                [TextRequest(page["text"], hint=page["language"])], detecting
            )
            report = {"id": name} | report | {key: page[key] for key in ERROR if key in page}
            if as_json:
                say_data(_spelled(report))
            elif "error" in page:
                say(f"{name}: {page['error']}", err=True)
            elif detecting.mix:
                rows += _span_rows(name, page["text"], report)
            else:
                rows.append(_row(name, report))
    finally:  # a file that is not there ends it, but what was told of others is kept
        if rows:
            say(_table(SPAN_HEAD if detecting.mix else HEAD, rows))
    if failed == len(files):
        raise AusleseError("no file could be read")


ERROR = ("error", "problem")
HEAD = ("file", "language", "", "confidence", "runner-up", "running text")
SPAN_HEAD = ("file", "letters", "language", "", "confidence", "begins")


def _row(name: str, report: LanguageReport) -> Iterable[object]:
    """A file in the table: its language, and which it would be otherwise."""
    second = next(
        (
            f"{code} {share:.2f}"
            for code, share in report["alternatives"][1:2]
            if share >= LEAST_SHARE
        ),
        "",
    )
    names = _names(report["language"])
    running = f"{report['running_text']:.0%}"
    return name, report["language"], names, f"{report['confidence']:.2f}", second, running


def _span_rows(name: str, text: str, report: LanguageReport) -> Iterable[Iterable[object]]:
    shares = ", ".join(f"{code} {share:.0%}" for code, share in report["mix"])
    yield name, len(text), shares, "", "", ""
    for span in report["spans"]:
        begins = " ".join(text[span["start"] : span["end"]][:SHOWN].split())
        place = f"{span['start']}-{span['end']}"
        sure = f"{span['confidence']:.2f}"
        yield "", place, span["language"], _names(span["language"]), sure, begins


def _names(code: str) -> str:
    name = language_name_of(code)
    return f"{name.english} · {name.german}" if name.english != code else ""


def _table(head: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Rows in columns, under their heads."""
    cells = [list(head), *([harmless(str(cell)) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in cells
    )
    return "\n".join(line.rstrip() for line in lines)
