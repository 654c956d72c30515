"""Texts that somebody put into domains: a folder for each domain, or lines of JSON or TSV."""

import csv
import json
import os
from collections.abc import Iterator
from pathlib import Path

from auslese.analyse.subjects.subject_model import LabelledText
from auslese.extract.document_reader import read_document
from auslese.recipes.filters.page_input import page_in
from auslese.records.document import ReadProblem, Unreadable
from auslese.records.errors import NotFoundError, SettingsError
from auslese.system.process_pool import answer_each
from auslese.system.shard_function import ShardFunction, nothing_needed

LINES_OF_JSON, TABBED = ".jsonl", ".tsv"
END_OF_NAME = b"\0"  # no file has it in its name
UNREADABLE = b""  # what can be read has at least the line of its title
LONGEST_CELL = 10_000_000  # letters of one text in a TSV


def labelled_texts(path: Path) -> Iterator[LabelledText]:
    """The texts below a folder, each in the domain of its subfolder, or those of a file."""
    if path.is_dir():
        yield from _of_folders(path)
    elif not path.exists():
        raise NotFoundError(f"there is no {path}")
    elif path.suffix == LINES_OF_JSON:
        yield from _of_json(path)
    elif path.suffix == TABBED:
        yield from _of_tsv(path)
    else:
        raise SettingsError(
            f"{path}: expected a folder with one folder for each domain, or a file that ends in"
            f" {LINES_OF_JSON} or {TABBED} with label and text"
        )


def _of_folders(path: Path) -> Iterator[LabelledText]:
    """Files are read in another process: one may kill who reads it."""
    files = [
        (folder.name, file)
        for folder in sorted(each for each in path.iterdir() if each.is_dir())
        for file in sorted(each for each in folder.rglob("*") if each.is_file())
    ]
    # One after the other is read, when its turn comes.
    lines = (os.fsencode(file) + END_OF_NAME + file.read_bytes() for _, file in files)
    texts = answer_each(lines, FILE_TEXTS.prepared(None))
    for (label, _), text in zip(files, texts, strict=True):
        if text != UNREADABLE:
            yield LabelledText(label, text.decode("utf-8", "surrogatepass"))


def _text_in(nothing: None, line: bytes) -> bytes:
    name, _, body = line.partition(END_OF_NAME)
    try:
        document = read_document(page_in(Path(os.fsdecode(name)), body))
    except MemoryError:
        return UNREADABLE
    if isinstance(document, Unreadable):
        return UNREADABLE
    text = document.text or document.visible_text
    return f"{document.about.title}\n{text}".encode("utf-8", "surrogatepass")


def _no_text(_: None, line: bytes, why: ReadProblem) -> bytes:
    return UNREADABLE


FILE_TEXTS = ShardFunction(nothing_needed, _text_in, _no_text)
"""The texts of files, each behind its name."""


def _of_json(path: Path) -> Iterator[LabelledText]:
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                yield _labelled(row["label"], row["text"])
            except (ValueError, KeyError, TypeError, RecursionError):
                raise _unfit(path, number, 'an object with "label" and "text"') from None


def _of_tsv(path: Path) -> Iterator[LabelledText]:
    csv.field_size_limit(LONGEST_CELL)
    with path.open(encoding="utf-8", errors="replace", newline="") as lines:
        for number, row in enumerate(csv.reader(lines, "excel-tab", quoting=csv.QUOTE_NONE), 1):
            if row == ["label", "text"]:
                continue
            if len(row) < 2:  # noqa: PLR2004 label and text
                raise _unfit(path, number, "a label, a tab and a text")
            yield LabelledText(row[0], "\t".join(row[1:]))


def _labelled(label: object, text: object) -> LabelledText:
    if not isinstance(label, str) or not isinstance(text, str):
        raise TypeError
    return LabelledText(" ".join(label.split()), text)


def _unfit(path: Path, number: int, expected: str) -> SettingsError:
    return SettingsError(f"{path}, line {number}: expected {expected}")
