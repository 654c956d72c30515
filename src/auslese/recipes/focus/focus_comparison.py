"""Crawls of the same start pages side by side: how long did each stay with the topic?

All are measured by one model, which should have been learnt from texts that none of the crawls has
learnt from (Werner 5.1.1): perplexity of the first n sentences in growing packs, the share of pages
on the topic, and hosts and sites beside the pages, for one site may flood a crawl.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import inf, isfinite, log
from pathlib import Path
from typing import Any

import numpy as np

from auslese.analyse.focus.focus_model import FocusModel
from auslese.analyse.focus.focus_tokens import focus_sentences
from auslese.recipes.focus.focus_opening import open_model_folder
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.lookups.focus_lookups import CrawledText, crawled_texts, last_focus
from auslese.store.tables.sql_views import connect
from auslese.wording.crawl_sentences import FocusProblem

STEPS = 10
"""Points of a curve: Werner's packs, a tenth more each."""
LEAST_WORDS = 5
"""Of a sentence that is measured, as of one that is learnt from."""


@dataclass(slots=True)
class CrawlCurve:
    """How one crawl went; the entries of `focus compare --json`."""

    collection: str
    mode: str
    """By what it was focused, with the version of the model; `none` if it was not."""
    pages: int = 0
    """That have text, in the order in which they came."""
    on_topic: int = 0
    hosts: int = 0
    sites: int = 0
    points: list[dict[str, int]] = field(default_factory=list)
    """After so many pages: how many were on the topic, from how many hosts and sites."""
    perplexities: list[dict[str, float]] = field(default_factory=list)
    """Of the first so many sentences, as if they were one text."""


@dataclass(slots=True)
class _Measured:
    """What is kept of each page: a bit and two names."""

    is_on_topic: list[bool] = field(default_factory=list)
    hosts: list[str] = field(default_factory=list)
    sites: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    """Words of each sentence, with its end."""
    surprise: list[float] = field(default_factory=list)
    """Of each sentence: its words times the logarithm of its perplexity."""


def compare_crawls(
    folders: Sequence[Path], model_folder: Path, threshold: float | None
) -> dict[str, Any]:
    """How these collections compare, as `focus compare --json` prints it.

    On the topic is what the model of the topic explains better than its background, or, with a
    threshold or without neutral pages, what has at most this perplexity.
    """
    model = open_model_folder(model_folder)
    if threshold is None and model.background is None:
        raise NotFoundError(FocusProblem.NO_BACKGROUND.of(folder=model_folder))
    measured = [_measured(Collection.open(folder), model, threshold) for folder in folders]
    pages = min(len(each.is_on_topic) for _, each in measured)
    sentences = min(len(each.sizes) for _, each in measured)
    curves = [_curve(curve, each, pages, sentences) for curve, each in measured]
    return {
        "model": str(model_folder),
        "threshold": threshold,
        "common_pages": pages,
        "common_sentences": sentences,
        "crawls": [asdict(curve) for curve in curves],
    }


def _measured(
    collection: Collection, model: FocusModel, threshold: float | None
) -> tuple[CrawlCurve, _Measured]:
    measured = _Measured()
    with connect(collection) as tables:
        curve = CrawlCurve(str(collection.path), last_focus(tables) or "none")
        for texts in crawled_texts(tables):
            _take(measured, texts, model, threshold)
    if not measured.is_on_topic:
        raise NotFoundError(FocusProblem.NOTHING_READ.of(folder=collection.path))
    return curve, measured


def _take(
    measured: _Measured, texts: Sequence[CrawledText], model: FocusModel, threshold: float | None
) -> None:
    """Measure some pages, all in a few calls of the model."""
    plain = [each.text for each in texts]
    if threshold is None:
        measured.is_on_topic += (model.page_differences(plain) < 0).tolist()
    else:
        measured.is_on_topic += (model.page_scores(plain) <= threshold).tolist()
    measured.hosts += [each.host for each in texts]
    measured.sites += [each.site or each.host for each in texts]
    sentences = [
        words for text in plain for words in focus_sentences(text) if len(words) >= LEAST_WORDS
    ]
    found = model.language_model.perplexities([" ".join(words) for words in sentences])
    for words, perplexity in zip(sentences, found.tolist(), strict=True):
        if isfinite(perplexity):
            measured.sizes.append(len(words) + 1)
            measured.surprise.append((len(words) + 1) * log(perplexity))


def _curve(curve: CrawlCurve, measured: _Measured, pages: int, sentences: int) -> CrawlCurve:
    """The curve over as many pages and sentences as all have; the totals are of all."""
    curve.pages, curve.on_topic = len(measured.is_on_topic), sum(measured.is_on_topic)
    curve.hosts, curve.sites = len(set(measured.hosts)), len(set(measured.sites))
    curve.points = [
        {
            "pages": most,
            "on_topic": sum(measured.is_on_topic[:most]),
            "hosts": len(set(measured.hosts[:most])),
            "sites": len(set(measured.sites[:most])),
        }
        for most in _packs(pages)
    ]
    surprise, sizes = np.cumsum(measured.surprise), np.cumsum(measured.sizes)
    curve.perplexities = [
        {
            "sentences": most,
            "perplexity": round(_text_perplexity(surprise[most - 1], sizes[most - 1]), 2),
        }
        for most in _packs(sentences)
    ]
    return curve


def _text_perplexity(surprise: float, words: int) -> float:
    return float(np.exp(surprise / words)) if words else inf


def _packs(whole: int) -> list[int]:
    """Growing packs, a tenth more each."""
    return sorted({max(1, round(whole * step / STEPS)) for step in range(1, STEPS + 1)} - {0})[
        : whole or 0
    ]
