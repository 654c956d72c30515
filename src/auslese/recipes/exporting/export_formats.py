"""What every export is given and what it gives back; `format_list` has the formats themselves."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

from auslese.records.rights import RightsProfile, Use
from auslese.store.collection import Collection

Write = Callable[[bytes], object]

DEFAULT_SIZE = 1_000_000_000  # bytes of a file where a format cuts: what upload forms still take


def tell_nobody(pages: int, of: int) -> None:
    """Progress that nobody wants to see."""


class ExportOptions(NamedTuple):
    """What of a collection somebody wants; a format heeds what concerns it."""

    languages: tuple[str, ...] = ()
    """Codes; all if empty."""
    running: bool = False
    """Only running text."""
    cap: int | None = None
    """Most bytes for one top-level domain."""
    no_copies: bool = False
    """Nothing of pages that are copies of others."""
    as_words: bool = False
    """Sentences as rows of words, `SEN:word:word`."""
    where: str = ""
    """Conditions on pages, in the query language of search; all if empty."""
    form: str = "jsonl"
    """One of the forms of the format."""
    best: int | None = None
    """So many, the best of their ranking; all if None."""
    agreement: Path | None = None
    """What `auslese annotate agreement --json` has printed, for the card of a data set."""
    profile: RightsProfile = RightsProfile.SHAREABLE
    """Which pages may leave the house."""
    use: Use = Use.AI_TRAIN
    """For which use they may; the command fills in that of the format."""
    table: str = "documents"
    """Of which rows are written."""
    columns: tuple[str, ...] = ()
    """Of that table; all if empty."""
    size: int | None = DEFAULT_SIZE
    """Most bytes of a file, where a format cuts."""
    pages: tuple[int, ...] | None = None
    """Only these, by their ids; rows of tables come in their order."""
    progress: Callable[[int, int], object] = tell_nobody
    """Is told how many pages of how many are done."""
    seed: int = 0
    """Another one gives another order, where a format shuffles."""


class ExportSummary(Protocol):
    """What was written."""

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""


class ExportFormat(Protocol):
    """What the module of a format has."""

    def to_folder(
        self, collection: Collection, folder: Path, options: ExportOptions
    ) -> ExportSummary:
        """Write files into a folder that is there; each as a whole or not at all."""

    def to_stream(
        self, collection: Collection, write: Write, options: ExportOptions
    ) -> ExportSummary:
        """Write the same piece by piece."""
