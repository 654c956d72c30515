"""Learns the topic of a collection, for crawls that stay with it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from auslese.analyse.focus.focus_model import FocusOptions
from auslese.analyse.focus.score_borders import (
    ScoreQuantiles,
    borders_between,
    held_out_quantiles,
)
from auslese.recipes.focus.focus_opening import model_folder_of, score_options
from auslese.recipes.focus.focus_sources import SourceText, texts_of_sources, texts_of_topic
from auslese.recipes.focus.focus_training import learn_subject
from auslese.recipes.focus.reward_fitting import with_rewards
from auslese.recipes.settings.settings_loading import Settings
from auslese.store.collection import Collection
from auslese.store.unwritable_folder import reporting_if_unwritable

SHOWN_KEYWORDS = 20
DIGITS = 3  # of borders: more would pretend that a few texts know them


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
    borders: list[float] = field(default_factory=list)
    """Of scores, as fit this model; none if there are too few pages to tell."""

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
    unseen = held_out_quantiles(good, plain, options, focus.letters)
    borders = borders_between(unseen) if unseen else ()
    model = with_rewards(learn_subject(good, plain, options), good, plain, options, focus.letters)
    model = replace(model, borders=borders)
    folder = model_folder_of(collection.path, focus)
    with reporting_if_unwritable(collection.path):
        folder.parent.mkdir(parents=True, exist_ok=True)
        model.save(folder)
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
        *_medians(unseen),
        [float(f"{border:.{DIGITS}g}") for border in borders],
    )


def _texts(sources: Sequence[SourceText]) -> list[str]:
    return [each.text for each in sources if each.text]


def _medians(unseen: ScoreQuantiles | None) -> tuple[float | None, float | None]:
    if unseen is None:
        return None, None
    neutral = unseen.neutral and round(unseen.neutral[1], 2)
    return round(unseen.positive[1], 2), neutral
