"""Many queries, answered as a run: the format in which search engines are compared (TREC)."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from auslese.recipes.searching.searcher import Searcher
from auslese.records.answer import SearchQuery
from auslese.records.errors import AusleseError, NotFoundError
from auslese.search.answer.rated_pages import one_word
from auslese.system.json_lines import read_request

RUN = "auslese"
STDIN = Path("-")


class BadQueryError(AusleseError):
    """A line is no query."""


def run_lines(searcher: Searcher, path: Path, question: SearchQuery) -> Iterator[str]:
    """A line for each hit: query, Q0, page, place, score, name of the run."""
    for name, text in queries_in(path):
        request = replace(question, text=text, beside=False, groups=False)
        for place, (page, score) in enumerate(searcher.ranking(request), 1):
            yield f"{name} Q0 {one_word(page)} {place} {score:.6f} {RUN}"


def queries_in(path: Path) -> Iterator[tuple[str, str]]:
    """Names and texts of the queries in a file."""
    try:
        stream = sys.stdin.buffer if path == STDIN else path.open("rb")
    except OSError as error:
        raise NotFoundError(f"{path}: {error.strerror}") from error
    with stream:
        for number, line in enumerate(stream, 1):
            if not line.strip():
                continue
            try:
                request = read_request(line)
                yield one_word(str(request["id"])), str(request["text"])
            except (ValueError, KeyError) as error:
                why = f"expected a key {error}" if isinstance(error, KeyError) else str(error)
                raise BadQueryError(f"{path}, line {number}: {why}") from error
