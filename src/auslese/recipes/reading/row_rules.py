"""What is taken from documents as rows, and a short name for it."""

import json
from dataclasses import asdict, dataclass
from typing import Self

from xxhash import xxh3_64_hexdigest

from auslese.extract.sentence_rules import DEFAULT_RULES, SentenceRules
from auslese.recipes.settings.analysis_settings import ReadingSection

MANUALS = "no answers"
"""What manuals that are left out are; where they are, documents from before say it of none."""


@dataclass(frozen=True, slots=True)
class RowRules:
    """What is taken from documents."""

    sentences: SentenceRules = DEFAULT_RULES
    leave_out_manuals: tuple[str, ...] = ()
    """Programs whose manuals are documents, without sentences and pictures, and no answers."""

    @classmethod
    def of(cls, reading: ReadingSection) -> Self:
        """The rules that the settings give."""
        words = reading.min_words, reading.max_words, reading.shortest_word, reading.longest_word
        return cls(SentenceRules(*words), reading.leave_out_manuals)

    @property
    def key(self) -> str:
        """A short name for these rules: other rules have another."""
        manuals = sorted(set(self.leave_out_manuals))
        rules = [asdict(self.sentences), manuals, *[MANUALS] * bool(manuals)]
        return xxh3_64_hexdigest(
            json.dumps(rules, ensure_ascii=False, separators=(",", ":")).encode()
        )
