"""Texts that somebody put into domains: a folder for each domain, or lines of JSON or TSV."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

from auslese.analyse.subjects.subject_model import LabelledText
from auslese.recipes.filters.file_texts import file_texts
from auslese.records.errors import NotFoundError, SettingsError

LINES_OF_JSON, TABBED = ".jsonl", ".tsv"
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
    files = [
        (folder.name, file)
        for folder in sorted(each for each in path.iterdir() if each.is_dir())
        for file in sorted(each for each in folder.rglob("*") if each.is_file())
    ]
    texts = file_texts([file for _, file in files])
    for (label, _), text in zip(files, texts, strict=True):
        if text is not None:
            yield LabelledText(label, text)


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
