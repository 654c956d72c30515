r"""Language models as text, in the form that other programs read and write: ARPA.

    \data\
    ngram 1=5

    \1-grams:
    -1.2	cat	-0.3

Each line has the decimal logarithm of a probability, the words, and that of what is left to words
that were not seen behind these; the longest rows have no third part.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TextIO

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.kneser_ney import NEVER, UnknownWords
from auslese.analyse.focus.ngram_model import HIGHEST_ORDER, NgramLevel, NgramModel
from auslese.analyse.focus.ngram_table import (
    ABSENT,
    Keys,
    NgramTable,
    ngram_table,
    row_keys,
    rows_of,
)
from auslese.analyse.focus.word_stream import BEGIN, MARKS, UNKNOWN
from auslese.records.errors import AusleseError
from auslese.system.durable_files import publish, written_aside

CHUNK = 1 << 16
"""Rows that are written in one step."""
SECTION = re.compile(r"\\([0-9]{1,2})-grams:")
END_OF_FILE = "\\end\\"


class UnfitArpaError(AusleseError):
    """A file is no ARPA model, or not one that can be used here; the message names the line."""


def write_arpa(model: NgramModel, path: Path) -> None:
    """Write a model as an ARPA file."""
    with written_aside(path) as aside:
        with aside.open("w", encoding="utf-8") as file:
            file.writelines(arpa_lines(model))
        publish(aside, path)


def arpa_lines(model: NgramModel) -> Iterator[str]:
    """The lines of the ARPA file of a model, some at a time; a row that is never said has -99."""
    is_closed = model.unknown is UnknownWords.CLOSED
    counts = [len(level.chances) for level in model.levels]
    counts[0] -= is_closed
    yield "\\data\\\n"
    yield from (f"ngram {order}={count}\n" for order, count in enumerate(counts, 1))
    names = np.array(list(model.words), object)
    for order, level in enumerate(model.levels, 1):
        yield f"\n\\{order}-grams:\n"
        columns = _columns(model, order)
        # IRSTLM reads rows with the same first words only if they stand together.
        rows = np.lexsort(columns[::-1])[is_closed and order == 1 :]
        for begin in range(0, len(rows), CHUNK):
            some = rows[begin : begin + CHUNK]
            texts = map(" ".join, zip(*(names[each[some]] for each in columns), strict=True))
            yield _row_lines(level, some, texts)
    yield f"\n{END_OF_FILE}\n"


def _columns(model: NgramModel, order: int) -> list[NDArray[np.int32]]:
    """The first words of all rows of one length, the second ones, and so on."""
    heads = np.arange(len(model.levels[order - 1].chances))
    columns: list[NDArray[np.int32]] = []
    for level in reversed(model.levels[1:order]):
        heads, last = rows_of(level.table.keys[heads])
        columns.append(last.astype(np.int32))
    return [heads.astype(np.int32), *reversed(columns)]


def _row_lines(level: NgramLevel, rows: NDArray[np.int64], texts: Iterable[str]) -> str:
    chances = level.chances[rows].tolist()
    if not len(level.left):
        pairs = zip(chances, texts, strict=True)
        return "".join(f"{chance:.7g}\t{text}\n" for chance, text in pairs)
    lines = zip(chances, texts, level.left[rows].tolist(), strict=True)
    return "".join(f"{chance:.7g}\t{text}\t{left:.7g}\n" for chance, text, left in lines)


class _Section(NamedTuple):
    """The rows of one length, as a file has them."""

    chances: NDArray[np.float32]
    words: list[Sequence[str]]
    left: NDArray[np.float32]


def read_arpa(path: Path) -> NgramModel:
    """The model in an ARPA file; UnfitArpaError says what is wrong with it.

    Every row must have its first words as a row of their own, as programs write it.
    """
    with path.open(encoding="utf-8", errors="replace") as lines:
        sections = list(_sections(lines, path))
    if not sections:
        raise UnfitArpaError(f"{path} is no language model in the form of ARPA")
    words, level = _word_level(sections[0], path)
    levels = [level]
    for section in sections[1:]:
        levels.append(_row_level(section, words, levels, path))
    levels[-1] = levels[-1]._replace(left=np.empty(0, np.float32))
    is_closed = MARKS[UNKNOWN] not in {each[0].lower() for each in sections[0].words}
    unknown = UnknownWords.CLOSED if is_closed else UnknownWords.ZERO_COUNT
    return NgramModel(words, tuple(levels), unknown)


def _sections(lines: TextIO, path: Path) -> Iterator[_Section]:
    order = 0
    rows: list[tuple[float, Sequence[str], float]] = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if head := SECTION.fullmatch(text):
            if order:
                yield _section(rows)
            order, rows = order + 1, []
            if int(head[1]) != order or order > HIGHEST_ORDER:
                raise UnfitArpaError(f"{path}, line {number}: orders 1 to {HIGHEST_ORDER} in order")
        elif text == END_OF_FILE:
            break
        elif order and text:
            rows.append(_row_of(text.split(), order, f"{path}, line {number}"))
    if order:
        yield _section(rows)


def _row_of(parts: list[str], order: int, place: str) -> tuple[float, Sequence[str], float]:
    try:
        left = float(parts[order + 1]) if len(parts) > order + 1 else 0.0
        row = float(parts[0]), parts[1 : order + 1], left
        if len(row[1]) != order or len(parts) > order + 2 or not np.isfinite((row[0], left)).all():
            raise ValueError
    except ValueError:
        raise UnfitArpaError(f"{place}: expected a number, {order} words and a number") from None
    return row


def _section(rows: Iterable[tuple[float, Sequence[str], float]]) -> _Section:
    chances, words, left = zip(*rows, strict=True) if rows else ((), (), ())
    return _Section(np.array(chances, np.float32), list(words), np.array(left, np.float32))


def _word_level(section: _Section, path: Path) -> tuple[dict[str, int], NgramLevel]:
    words = dict(zip(MARKS, range(len(MARKS)), strict=True))
    names = [_mark_or_word(row[0]) for row in section.words]
    for name in names:
        words.setdefault(name, len(words))
    if len(set(names)) < len(names):
        raise UnfitArpaError(f"{path} has a word twice")
    places = [words[name] for name in names]
    chances, left = np.full(len(words), NEVER, np.float32), np.zeros(len(words), np.float32)
    chances[places], left[places] = section.chances, section.left
    chances[BEGIN] = NEVER  # some programs give it a probability, which is never asked for
    return words, NgramLevel(ngram_table(np.empty(0, np.uint64)), chances, left)


def _mark_or_word(name: str) -> str:
    return name.lower() if name.lower() in MARKS else name


def _row_level(
    section: _Section, words: dict[str, int], shorter: list[NgramLevel], path: Path
) -> NgramLevel:
    try:
        numbers = [[words[_mark_or_word(word)] for word in row] for row in section.words]
    except KeyError as error:
        raise UnfitArpaError(f"{path} has a row with {error}, which is no word of it") from None
    columns = np.array(numbers, np.int64).reshape(len(numbers), len(shorter) + 1)
    keys = row_keys(_contexts(columns, shorter, path), columns[:, -1])
    order = np.argsort(keys, kind="stable")
    table = _table(keys[order], path)
    return NgramLevel(table, section.chances[order], section.left[order])


def _contexts(
    columns: NDArray[np.int64], shorter: list[NgramLevel], path: Path
) -> NDArray[np.int64]:
    found = columns[:, 0]
    for level, words in zip(shorter[1:], columns.T[1:-1], strict=True):
        found = level.table.find(row_keys(found, words)).astype(np.int64)
        if (found == ABSENT).any():
            raise UnfitArpaError(f"{path} has a row without that of its first words")
    return found


def _table(keys: Keys, path: Path) -> NgramTable:
    if (keys[1:] == keys[:-1]).any():
        raise UnfitArpaError(f"{path} has a row twice")
    return ngram_table(keys)
