"""People as files of others have them: names with their pages, a table, lines of JSON.

The file of names is that of Bumüller (2019, 3.2.2.3): a line for each name, its pages behind it,
each with its scores in brackets; as many scores as there are may stand there.

    <Dennis_Armbruster>⇥http://uni.example/~da/ (12.3,4.5,0.71) http://uni.example/all (3.1,0.9,0.2)
"""

import csv
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Any

COLUMNS = (
    "name",
    "titles",
    "given",
    "particle",
    "family",
    "suffixes",
    "site",
    "role",
    "organisation",
    "emails",
    "phones",
    "identifiers",
    "best_url",
    "best_score",
    "is_home",
    "pages",
)
BETWEEN = "; "  # values of one cell
FORMULA = re.compile(r"[=@\-\t\r]|\+(?![\d\s()./-]*\Z)")
"""With what a cell begins that a spreadsheet would calculate; a plus may begin a number."""


def harmless_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if FORMULA.match(text) else text


def iri(text: str) -> str:
    """A text as it may stand between < and >: what may not is percent-encoded."""
    return "".join(
        _escaped(letter) if letter in _UNFIT or letter < "!" else letter for letter in text
    )


_UNFIT = frozenset('<>"{}|^`\\\x7f')


def _escaped(letter: str) -> str:
    return "".join(f"%{byte:02X}" for byte in letter.encode())


def name_begin(name: str) -> bytes:
    """The begin of the line of a name."""
    return f"{name}\t".encode()


def page_entry(url: str, scores: Sequence[float], *, is_first: bool) -> bytes:
    """A page behind its name."""
    told = ",".join(f"{score:.6g}" for score in scores)
    return f"{'' if is_first else ' '}{iri(url)} ({told})".encode()


def person_line(person: Mapping[str, Any]) -> bytes:
    """A person with all pages as a line of JSON."""
    return json.dumps(person, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def table_head() -> bytes:
    """The names of the columns."""
    return _cells(COLUMNS)


def table_row(person: Mapping[str, Any]) -> bytes:
    """A person as a row of the table."""
    return _cells(_cell(person[column]) for column in COLUMNS)


def _cell(value: object) -> str:
    if isinstance(value, list | tuple):
        return _cell(BETWEEN.join(map(str, value)))
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return harmless_cell(text)


def _cells(values: Iterable[str]) -> bytes:
    line = StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(values)  # as RFC 4180 has it
    return line.getvalue().encode("utf-8", "replace")
