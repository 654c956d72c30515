"""Learns the topic of a collection, for crawls that stay with it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from statistics import median
from typing import Any

from auslese.analyse.focus.focus_model import FocusModel, FocusOptions, train_focus
from auslese.recipes.focus.focus_opening import model_folder_of, score_options
from auslese.recipes.focus.focus_sources import SourceText, texts_of_sources, texts_of_topic
from auslese.recipes.focus.focus_training import learn_subject
from auslese.recipes.settings.settings_loading import Settings
from auslese.store.collection import Collection
from auslese.store.unwritable_folder import reporting_if_unwritable

SHOWN_KEYWORDS = 20
LEAST_FOR_TRIAL = 4  # pages on the topic: fewer cannot be split
TRIAL_SHARE = 0.7
"""Of the pages: a trial model learns from these, and says what it thinks of the others (W. 4.1)."""


@dataclass(frozen=True, slots=True)
class FocusLesson:
    """What was learnt, from what; the fields of `focus learn --json`."""

    model: str
    positive: int
    neutral: int
    words: int
    """Different ones that the language model knows."""
    keywords: list[str]
    notes: list[str]
    left_out: list[dict[str, str]] = field(default_factory=list)
    unseen_positive: float | None = None
    """Median perplexity of pages on the topic that a trial model has not seen."""
    unseen_neutral: float | None = None

    def as_json(self) -> dict[str, Any]:
        """The lesson as `focus learn --json` prints it."""
        return asdict(self)


def learn_focus(collection: Collection, settings: Settings, topic: str = "") -> FocusLesson:
    """Learn the topic from what the settings name, or from the ratings of a topic; and keep it."""
    focus = settings.focus
    if topic:
        positive, neutral = texts_of_topic(collection, topic)
    else:
        sources = focus.positive or settings.presence.start
        positive = texts_of_sources(collection, settings, sources)
        neutral = texts_of_sources(collection, settings, focus.neutral)
    good, plain = _texts(positive), _texts(neutral)
    options = FocusOptions(scores=score_options(focus))
    model = learn_subject(good, plain, options)
    folder = model_folder_of(collection.path, focus)
    with reporting_if_unwritable(collection.path):
        folder.parent.mkdir(parents=True, exist_ok=True)
        model.save(folder)
    on_topic, off_topic = _unseen(good, plain, options)
    return FocusLesson(
        str(folder),
        len(good),
        len(plain),
        len(model.language_model.words),
        list(model.keywords.weights)[:SHOWN_KEYWORDS],
        [note.value for note in model.notes],
        [
            {"source": each.source, "problem": each.problem}
            for each in (*positive, *neutral)
            if not each.text
        ],
        on_topic,
        off_topic,
    )


def _texts(sources: Sequence[SourceText]) -> list[str]:
    return [each.text for each in sources if each.text]


def _unseen(
    good: list[str], plain: list[str], options: FocusOptions
) -> tuple[float | None, float | None]:
    """What a model of most pages says of the others: by this the borders can be judged."""
    if len(good) < LEAST_FOR_TRIAL:
        return None, None
    trial = train_focus(good[: (part := int(TRIAL_SHARE * len(good)))], plain, options)
    return _median(trial, good[part:]), _median(trial, plain)


def _median(model: FocusModel, texts: Sequence[str]) -> float | None:
    found = [float(score) for score in model.page_scores(texts) if isfinite(score)] if texts else []
    return round(median(found), 2) if found else None
