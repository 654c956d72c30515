"""How far an import is, and what it brought."""

from dataclasses import dataclass, field
from typing import NamedTuple

from auslese.crawl.worker.receiver import ArrivalOutcome
from auslese.recipes.importing.json_documents import RefusedDocument
from auslese.recipes.stages.stage import StageSummary

MOST_REPORTED = 20  # of those that could not be taken
ALREADY_THERE = (ArrivalOutcome.OLDER, ArrivalOutcome.REPEATED)


class ImportProgress(NamedTuple):
    """How far it is."""

    documents: int
    bytes_read: int
    bytes: int
    """Of all files; 0 if that is not known."""
    seconds: float


@dataclass(slots=True)
class ImportSummary(StageSummary):
    """What an import brought; the fields of `import --json`."""

    documents: int = 0
    new: int = 0
    changed: int = 0
    same: int = 0
    redirects: int = 0
    """URLs that lead elsewhere."""
    gone: int = 0
    """Pages that are there no more."""
    refused: dict[str, int] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    """The first that were refused: where, and why."""
    files: int = 0
    bytes: int = 0
    repaired: list[str] = field(default_factory=list)
    """What a kill had left behind."""

    last_keys = ("documents_per_second", "repaired")

    @property
    def documents_per_second(self) -> float:
        """How fast they came."""
        return self.per_second(self.documents)

    @property
    def has_taken_something(self) -> bool:
        """Whether there was anything that the collection has, now or before."""
        known = (self.refused.get(reason, 0) for reason in ALREADY_THERE)
        return bool(self.new + self.changed + self.same + self.redirects + self.gone + sum(known))

    def refuse(self, refused_document: RefusedDocument) -> None:
        """Count what could not be taken."""
        self.refused[refused_document.reason] = self.refused.get(refused_document.reason, 0) + 1
        if len(self.told) < MOST_REPORTED:
            why = (
                f"{refused_document.reason}: {refused_document.detail}"
                if refused_document.detail
                else refused_document.reason
            )
            self.told.append(f"{refused_document.where}: {why}")
