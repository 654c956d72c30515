"""What pages are worth by a topic that an expert has taught.

The model sees of a page what a crawl has at hand: its title, the beginning of its text, its
address. What links say, clusters and ranks are not known yet and count as nothing.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.language.recogniser import shipped_recogniser
from auslese.analyse.relevance.field_terms import RelevanceText
from auslese.analyse.relevance.relevance_features import FeatureSpace, read_feature_space
from auslese.analyse.relevance.relevance_model import (
    ModelState,
    RelevanceModel,
    read_relevance_model,
)
from auslese.crawl.worker.link_focus import JudgeablePage
from auslese.recipes.relevance.prepared_pages import SPACE, relevance_folder, topic_folder
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook
from auslese.wording.focus.focus_sentences import ExpertProblem

LEARNT = frozenset({ModelState.LEARNT, ModelState.ALL_RELEVANT})


class ExpertRewards:
    """Keeps the promise of `PageRewards` by a model of relevance."""

    def __init__(self, space: FeatureSpace, model: RelevanceModel) -> None:
        """Score pages by this model, as this space sees them."""
        self._space, self._model = space, model

    def of(
        self, pages: Sequence[JudgeablePage], differences: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """How relevant each page is; no number for one without text."""
        if not pages:
            return np.empty(0)
        languages = _languages(pages)
        texts = [
            RelevanceText(page.title, page.text, page.url, language)
            for page, language in zip(pages, languages, strict=True)
        ]
        scores = self._model.scores(self._space.features(texts))
        return np.where([bool(page.text.strip()) for page in pages], scores, np.nan)


def _languages(pages: Sequence[JudgeablePage]) -> list[str]:
    """The language of each page, for its stems: as it claims, or as it reads."""
    silent = [page.text for page in pages if not page.language]
    told = iter(shipped_recogniser().recognise(silent)) if silent else iter(())
    return [
        page.language.partition("-")[0].lower() if page.language else next(told).language
        for page in pages
    ]


def expert_stamps(collection: Collection, topic: str) -> list[Path]:
    """The files that change when the topic is learnt again."""
    number = RatingBook(collection.path).topic(topic).number
    folders = topic_folder(collection, number), relevance_folder(collection) / SPACE
    return [folder / "about.json" for folder in folders]


def open_expert(collection: Collection, topic: str) -> ExpertRewards:
    """What an expert taught about a topic; NotFoundError if nothing was learnt from it yet."""
    number = RatingBook(collection.path).topic(topic).number
    space = read_feature_space(relevance_folder(collection) / SPACE)
    model = read_relevance_model(topic_folder(collection, number))
    if space is None or model is None or model.state not in LEARNT or not _fit(space, model):
        raise NotFoundError(ExpertProblem.NOT_LEARNT.of(topic=topic, collection=collection.path))
    return ExpertRewards(space, model)


def _fit(space: FeatureSpace, model: RelevanceModel) -> bool:
    """Whether both are of the same preparation: pages may be prepared anew at this moment."""
    widths = [sum(many for _, many in part) for part in space.layout]
    return widths == [len(model.coefficients.words), len(model.coefficients.dense)]
