"""A subject learnt from seeds, with a look at their languages."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from auslese.analyse.focus.focus_model import FocusModel, FocusNote, FocusOptions, train_focus
from auslese.analyse.language.recogniser import shipped_recogniser
from auslese.records.language import UNKNOWN

LOOKED_AT = 50
"""Texts of each set whose languages are looked at: what most of them are in is known by then."""
LOOKED_LETTERS = (
    2_000  # of a text; a long manual with many commands and names is in none as a whole
)


def learn_subject(
    positive: Iterable[str], neutral: Iterable[str], options: FocusOptions | None = None
) -> FocusModel:
    """Learn a subject; a note says if its seeds are in another language than the neutral texts.

    SeedsWithoutTextError if the seeds have no words.
    """
    good, plain = list(positive), list(neutral)
    model = train_focus(good, plain, options)
    mine, others = main_language(good), main_language(plain)
    if mine and others and mine != others:
        return replace(model, notes=(*model.notes, FocusNote.OTHER_LANGUAGE))
    return model


def main_language(texts: Sequence[str]) -> str:
    """The language that most of these texts are in; none if there is no such."""
    filled = (text[:LOOKED_LETTERS] for text in texts if text.strip())
    found = shipped_recogniser().recognise(list(islice(filled, LOOKED_AT)))
    votes = Counter(each.language for each in found if each.language != UNKNOWN)
    return votes.most_common(1)[0][0] if votes else ""
