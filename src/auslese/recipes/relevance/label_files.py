"""Labels in files: ratings as CSV or as lines of JSON, out of a collection and into another one.

Both forms have the same names: topic, url, grade, rater, at, answer, chosen. Of what comes in, url
and grade must be there.
"""

import csv
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from time import time
from typing import Any

from auslese.records.errors import NotFoundError
from auslese.records.rating import (
    GRADES,
    ChoiceReason,
    PageRating,
    RatedTopic,
    RatingAnswer,
)
from auslese.records.topic_use import topic_key
from auslese.records.url import canonical, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.relevance_lookups import known_pages
from auslese.store.rating_book import RatingBook, RatingError
from auslese.store.tables.sql_views import connect
from auslese.wording.rating_sentences import RatingProblem

COLUMNS = ("topic", "url", "grade", "rater", "at", "answer", "chosen")
CSV, JSONL = "csv", "jsonl"
FORMS = (CSV, JSONL)
RATER = "import"
"""Who has rated, where a file does not say."""
AT_ONCE = 10_000  # ratings in one write: a million are done in some seconds
LONGEST_CELL = 1_000_000


@dataclass(frozen=True, slots=True)
class LabelDefaults:
    """What is made of labels that do not say it themselves."""

    topic: str = ""
    rater: str = RATER
    add_topics: bool = False
    """Begin topics that there are not yet."""


def labels_of(book: RatingBook, topics: Iterable[RatedTopic]) -> Iterator[dict[str, Any]]:
    """The answers to these topics that count, as they stand in files."""
    for topic in topics:
        for rating in book.ratings_of(topic.number):
            yield {
                "topic": topic.name,
                "url": rating.url,
                "grade": rating.grade if rating.answer is RatingAnswer.RATED else None,
                "rater": rating.rater,
                "at": datetime.fromtimestamp(rating.at, UTC).isoformat(timespec="milliseconds"),
                "answer": str(rating.answer),
                "chosen": str(rating.chosen),
            }


def label_lines(labels: Iterable[Mapping[str, Any]], form: str) -> Iterator[str]:
    """Labels as lines of a file."""
    if form == JSONL:
        yield from (json.dumps(label, ensure_ascii=False) + "\n" for label in labels)
        return
    yield _csv_line(COLUMNS)
    yield from (_csv_line(["" if x is None else x for x in label.values()]) for label in labels)


def import_labels(book: RatingBook, file: Path, options: LabelDefaults) -> list[PageRating]:
    """Write the labels of a file into the book: all of them, or none if one is no label."""
    labels = [_label(values, f"{file}", line, options) for line, values in _rows(file)]
    if not labels:
        raise _bad(file, 1, "there is no label in it")
    topics = _topics_for(book, [name for name, _ in labels], options)
    ratings = [PageRating(topics[topic_key(name)].number, **values) for name, values in labels]
    written: list[PageRating] = []
    for start in range(0, len(ratings), AT_ONCE):
        written += book.rate(ratings[start : start + AT_ONCE])
    return written


def labels_in(file: Path, options: LabelDefaults) -> dict[int, float]:
    """The grades of a file by page; lines without a grade are left out."""
    labels = (_label(values, str(file), line, options) for line, values in _rows(file))
    return {
        values["page"]: values["grade"]
        for _, values in labels
        if values["answer"] is RatingAnswer.RATED
    }


def unknown_pages(collection: Collection, pages: set[int]) -> int:
    """How many of these pages the collection does not have."""
    with connect(collection) as tables:
        return len(pages) - len(known_pages(tables, pages))


def _topics_for(
    book: RatingBook, names: Iterable[str], options: LabelDefaults
) -> dict[str, RatedTopic]:
    """The topics that labels name; new ones are begun when all labels are known to be good."""
    found = {topic_key(topic.name): topic for topic in book.topics}
    for name in dict.fromkeys(names):
        if topic_key(name) in found:
            continue
        if not options.add_topics:
            book.topic(name)
        found[topic_key(name)] = book.add_topic(RatedTopic(0, name))
    return found


def _rows(file: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The lines of a file with their numbers."""
    try:
        text = file.read_bytes().decode("utf-8-sig", "replace")
    except (FileNotFoundError, IsADirectoryError):
        raise NotFoundError(f"there is no file {file}") from None
    if file.suffix.lower() == f".{JSONL}" or text.lstrip()[:1] == "{":
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                yield number, _json_row(line, file, number)
        return
    csv.field_size_limit(LONGEST_CELL)
    sign = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.DictReader(StringIO(text, newline=""), delimiter=sign)
    try:
        columns = {str(name).strip().lower() for name in reader.fieldnames or ()}
        if not {"url", "grade"} <= columns:
            raise _bad(file, 1, "expected the names of columns, url and grade among them")
        for row in reader:
            names = {str(key).strip().lower(): value for key, value in row.items()}
            yield reader.line_num, {key: value or "" for key, value in names.items()}
    except csv.Error as problem:
        raise _bad(file, reader.line_num, str(problem)) from None


def _json_row(line: str, file: Path, number: int) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise _bad(file, number, "no line of JSON") from None
    if not isinstance(row, dict):
        raise _bad(file, number, "expected an object")
    return row


def _label(
    row: Mapping[str, Any], file: str, line: int, options: LabelDefaults
) -> tuple[str, dict[str, Any]]:
    """The topic of a label, and its rating without it."""
    topic = str(row.get("topic") or options.topic).strip()
    if not topic:
        raise _bad(file, line, "it names no topic; --topic can do it for all lines")
    url = canonical(str(row.get("url") or ""))
    if url is None:
        raise _bad(file, line, f"{str(row.get('url'))[:80]!r} is no http or https address")
    answer = _answer(row, file, line)
    return topic, {
        "page": key_of(url),
        "url": url,
        "rater": str(row.get("rater") or options.rater),
        "at": _moment(row.get("at"), file, line),
        "answer": answer,
        "grade": _grade(row.get("grade"), file, line) if answer is RatingAnswer.RATED else 0.0,
        "chosen": _chosen(row.get("chosen")),
    }


def _answer(row: Mapping[str, Any], file: str, line: int) -> RatingAnswer:
    try:
        return RatingAnswer(str(row.get("answer") or RatingAnswer.RATED))
    except ValueError:
        raise _bad(file, line, f"{row['answer']!r} is no answer") from None


def _chosen(value: object) -> ChoiceReason:
    """Why it was shown; estimates rest on pages drawn by lot in *this* collection alone."""
    return ChoiceReason.IMPORTED if value != ChoiceReason.RANDOM else ChoiceReason.RANDOM


def _grade(value: object, file: str, line: int) -> float:
    """The nearest grade to a number from 0 to 1."""
    try:
        number = float(str(value).strip().replace(",", "."))
    except ValueError:
        number = math.nan
    if not 0 <= number <= 1:
        raise _bad(file, line, f"{value!r} is no grade from 0 to 1")
    return min(GRADES, key=lambda grade: abs(grade - number))


def _moment(value: object, file: str, line: int) -> float:
    if value in (None, ""):
        return time()
    try:
        moment = datetime.fromisoformat(str(value))
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        raise _bad(file, line, f"{value!r} is no moment, as 2026-05-31T12:00:00+00:00") from None


def _bad(file: Path | str, line: int, problem: str) -> RatingError:
    return RatingError(RatingProblem.BAD_LABEL.of(path=str(file), line=line, problem=problem))


def _csv_line(values: Iterable[object]) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()
