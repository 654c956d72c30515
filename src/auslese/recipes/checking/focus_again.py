"""Scores of pages by the focus of their crawl, when rows of pages are made again.

What a damaged segment still tells is kept. Other pages are scored once more if the model that their
crawl used is there: the rows around them say which one that was, or else the settings do.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import isfinite
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from auslese.analyse.focus.focus_model import FocusModel
from auslese.recipes.checking.archived_reading import PageReadAgain
from auslese.recipes.focus.focus_opening import model_folder_of, model_version, open_model_folder
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import AusleseError
from auslese.records.page import Page
from auslese.store.collection import Collection
from auslese.store.tables.plain_rows import segment_rows
from auslese.store.tables.segment_files import numbers_of
from auslese.system.seals.damaged_file import DamagedFileError

PAGES = "pages"
COLUMNS = ("id", "fetched_at", "focus_score", "focus_by")
BY_TEXT = frozenset({"page", "links"})
"""Modes whose score of a page is that of its text by the model, and of nothing else."""


class NotedScore(NamedTuple):
    """What a row says of its page."""

    score: float | None
    by: str | None
    is_open: bool = False
    """Whether the score is yet to be made."""


class RowAgain(NamedTuple):
    """A page whose row is made again."""

    key: int
    at: int
    """In milliseconds since 1970."""
    found: PageReadAgain


class FocusAgain:
    """Finds the scores of pages whose rows are lost."""

    def __init__(self, collection: Collection, damaged: Sequence[int]) -> None:
        """These segments of pages are damaged."""
        self._kept: dict[tuple[int, int], NotedScore] = {}
        self._course: list[tuple[int, str | None]] = []
        """By what pages were judged from a moment on, as sound rows say."""
        for number in numbers_of(collection.tables, PAGES):
            with suppress(DamagedFileError):
                rows = segment_rows(collection.tables, PAGES, number, COLUMNS)
                self._keep(rows) if number in damaged else self._follow(rows)
        self._course.sort(key=itemgetter(0))
        self._focus = settings_of(collection).focus
        self._open_model(model_folder_of(collection.path, self._focus))
        if not self._course and self._focus.mode in BY_TEXT:
            self._course = [(0, f"{self._focus.mode} {self._version}")]
        self.unscored = 0
        """Pages whose score cannot be made again."""

    def _keep(self, rows: Sequence[Mapping[str, Any]]) -> None:
        for row in rows:
            noted = NotedScore(row["focus_score"], row["focus_by"])
            self._kept[row["id"], row["fetched_at"]] = noted

    def _follow(self, rows: Sequence[Mapping[str, Any]]) -> None:
        for row in rows:
            if not self._course or self._course[-1][1] != row["focus_by"]:
                self._course.append((row["fetched_at"], row["focus_by"]))

    def _open_model(self, folder: Path) -> None:
        self._model: FocusModel | None = None
        self._version = ""
        with suppress(AusleseError):
            self._model, self._version = open_model_folder(folder), model_version(folder)

    @property
    def letters(self) -> int:
        """So much of the text of a page is needed for its score; 0 if it needs none."""
        return self._focus.letters if any(by for _, by in self._course) else 0

    def scored(self, pages: Sequence[RowAgain]) -> list[Page]:
        """The rows of these pages, with scores where they had any."""
        noted = [self._kept.get((page.key, page.at)) or self._judge_of(page.at) for page in pages]
        texts = [
            page.found.reading.excerpt if one.is_open else ""
            for page, one in zip(pages, noted, strict=True)
        ]
        scores = self._scores(texts)
        done = [
            NotedScore(score, one.by) if one.is_open else one
            for one, score in zip(noted, scores, strict=True)
        ]
        return [
            page.found.page._replace(focus_score=one.score, focus_by=one.by)
            for page, one in zip(pages, done, strict=True)
        ]

    def _judge_of(self, at: int) -> NotedScore:
        """By what a page of this moment was judged, if that can be done again."""
        place = bisect_right(self._course, at, key=itemgetter(0))
        by = self._course[max(place - 1, 0)][1] if self._course else None
        mode, _, version = (by or "").partition(" ")
        if mode in BY_TEXT and self._model is not None and version == self._version:
            return NotedScore(None, by, is_open=True)
        self.unscored += bool(by)
        return NotedScore(None, None)

    def _scores(self, texts: Sequence[str]) -> list[float | None]:
        if self._model is None or not any(texts):
            return [None] * len(texts)
        scores = self._model.page_scores(list(texts)).tolist()
        return [score if isfinite(score) else None for score in scores]
