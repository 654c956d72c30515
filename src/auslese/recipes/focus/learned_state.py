"""What workers have learnt on the way, kept for the next crawl; or why it begins anew.

    models/focus-learned/learned-1/     what the first worker has learnt of links
    models/focus-learned/pagerank-1/    what it knows of the PageRank of pages that wait

A crawl goes on with what its worker of the same number has kept; others are left as they are.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

from auslese.analyse.focus.learning.link_cash import LinkCash
from auslese.analyse.focus.learning.link_scorer import LearningOptions, LinkScorer
from auslese.records.errors import AusleseError
from auslese.system.array_folder import note_of
from auslese.wording.coded_sentence import CodedSentence
from auslese.wording.focus.focus_sentences import ForgottenReason

FOLDER = "focus-learned"
MODEL = "model"
Kept = TypeVar("Kept", LinkScorer, LinkCash)


class LearnedState(NamedTuple):
    """Where a worker keeps what it learns, and by which model of the topic it learns."""

    folder: Path
    model: str

    def keep(self, thing: LinkScorer | LinkCash) -> None:
        """Keep it in the place of what is there; whole, or not at all.

        A disk that takes nothing more is told by the archive, and what was learnt is no reason to
        end a crawl.
        """
        with suppress(OSError):
            self.folder.parent.mkdir(parents=True, exist_ok=True)
            thing.save(self.folder, {MODEL: self.model})

    def scorer(self, options: LearningOptions) -> tuple[LinkScorer, CodedSentence | None]:
        """What was learnt of links; or a new scorer, and why."""
        found, why = self._kept(LinkScorer.open)
        if found is not None and found.options != options:
            found, why = None, ForgottenReason.OTHER_OPTIONS.of(folder=self.folder)
        return found or LinkScorer(options), why

    def cash(self) -> tuple[LinkCash, CodedSentence | None]:
        """What was given to pages; or nothing, and why."""
        found, why = self._kept(LinkCash.open)
        return LinkCash() if found is None else found, why

    def _kept(
        self, opened: Callable[[Path], Kept | None]
    ) -> tuple[Kept | None, CodedSentence | None]:
        """What lies in the folder, or why it cannot be used; neither if there is nothing."""
        if not self.folder.is_dir():
            return None, None
        try:
            note, found = note_of(self.folder), opened(self.folder)
        except (AusleseError, OSError, ValueError, KeyError, TypeError, IndexError) as error:
            return None, ForgottenReason.DAMAGED.of(folder=self.folder, problem=error)
        if found is None:
            return None, ForgottenReason.OTHER_VERSION.of(folder=self.folder)
        if note.get(MODEL) != self.model:
            return None, ForgottenReason.OTHER_MODEL.of(folder=self.folder)
        return found, None


def state_of(collection: Path, mode: str, worker: int, model: str) -> LearnedState:
    """Where a worker keeps what it learns in a mode."""
    return LearnedState(collection / "models" / FOLDER / f"{mode}-{worker}", model)


def kept_states(collection: Path, mode: str, model: str) -> list[LearnedState]:
    """All that workers have kept in a mode."""
    folders = sorted((collection / "models" / FOLDER).glob(f"{mode}-*"))
    return [LearnedState(folder, model) for folder in folders if folder.is_dir()]
