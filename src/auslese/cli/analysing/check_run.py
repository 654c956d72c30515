"""A collection is checked, and repaired, before the eyes of a person or into a pipe."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from auslese.cli.analysing.analyse_run import analyse_shown
from auslese.cli.crawl_progress import ProgressDisplay
from auslese.cli.run_manner import RunManner
from auslese.cli.searching.index_command import index_shown
from auslese.recipes.checking.collection_check import (
    CheckedFile,
    CheckReport,
    FileClass,
    FileState,
    check_collection,
)
from auslese.recipes.checking.collection_repair import remove_damaged, stages_of
from auslese.store.collection import Collection
from auslese.wording.figures import plural
from auslese.wording.harvest.harvest_sentences import HarvestNote

MEBIBYTE = 1 << 20
MOST_URLS = 5  # of lost pages that are named; all of them are in the JSON


@dataclass
class CheckOutcome:
    """What was found, what was done about it, and what is left."""

    found: CheckReport
    after: CheckReport | None = None
    """What was found after a repair; None if nothing was repaired."""
    lost: list[CheckedFile] = field(default_factory=list)
    """What was damaged and cannot be made again."""

    @property
    def still_damaged(self) -> list[CheckedFile]:
        """The files that are damaged now."""
        return (self.after or self.found).damaged

    @property
    def repaired(self) -> list[CheckedFile]:
        """The files that were damaged and are not any more."""
        left = {file.path for file in self.still_damaged}
        return [file for file in self.found.damaged if file.path not in left]

    def as_json(self) -> dict[str, Any]:
        """What `check --json` prints."""
        return self.found.as_json() | {
            "repaired": [str(file.path) for file in self.repaired],
            "lost": [str(file.path) for file in self.lost],
        }


class CheckDisplay(ProgressDisplay):
    """Shows how much of a collection is checked."""

    def show(self, done: int, of: int) -> None:
        """Take notice of how many bytes were read."""
        rate = self._rate.note(done) / MEBIBYTE
        share = f"{done / MEBIBYTE:,.0f} of {of / MEBIBYTE:,.0f} MiB checked"
        self._line.show(f"{share}  {rate:,.0f} MiB/s")


def check_shown(collection: Collection, *, repair: bool, quiet: bool) -> CheckOutcome:
    """Check a collection, and repair it, showing how it goes unless `quiet`."""
    found = _checked(collection, quiet)
    is_complete = all(file.state is FileState.SOUND for file in found.files)
    if not repair or is_complete:
        return CheckOutcome(found)
    with collection.lock():
        lost = remove_damaged(collection, found)
    stages = stages_of(found, lost)
    if analyses := tuple(name for name in stages if name != "index"):
        analyse_shown(collection.path, analyses, manner=RunManner(quiet=quiet))
    if "index" in stages:
        index_shown(collection, manner=RunManner(quiet=quiet))
    return CheckOutcome(found, _checked(collection, quiet), lost)


def _checked(collection: Collection, quiet: bool) -> CheckReport:
    with CheckDisplay(quiet) as display:
        return check_collection(collection, display.show)


def check_report(folder: Path, outcome: CheckOutcome) -> str:
    """What was found, in words."""
    lines = [_class_line(name, counts) for name, counts in outcome.found.counts().items()]
    for file in outcome.found.damaged:
        detail = f": {file.problem}" * bool(file.problem)
        lines.append(f"{file.path} is damaged{detail}")
        lines += [f"  lost: {url}" for url in file.lost[:MOST_URLS]]
        if len(file.lost) > MOST_URLS:
            lines.append(f"  lost: {plural(len(file.lost) - MOST_URLS, 'page')} more")
    if outcome.after is not None and outcome.found.damaged:
        lines.append(f"rebuilt: {plural(len(outcome.repaired), 'file')}")
    if outcome.found.unscored:
        pages = plural(outcome.found.unscored, "page")
        lines.append(
            f"{pages} rebuilt without focus_score: the model that scored them is not there any more"
        )
    if outcome.after is not None and any(map(_is_harvest, outcome.repaired)):
        lines.append(HarvestNote.CHECKED.text(folder=folder))
    lines += [f"cannot be rebuilt: {file.path}; {_advice(file)}" for file in outcome.lost]
    return "\n".join([*lines, _ending(folder, outcome)])


def _is_harvest(file: CheckedFile) -> bool:
    """Whether a table of pictures was taken away: no analysis makes it again."""
    return file.kind is FileClass.TABLES and file.path.parent.name in ("pictures", "harvest")


def _class_line(name: str, counts: dict[str, int]) -> str:
    parts = [f"{number:,} {state}" for state, number in counts.items() if number]
    return f"{name:9}{', '.join(parts) or 'nothing there'}"


def _advice(file: CheckedFile) -> str:
    return (
        "put the file of a backup in its place, or make a new collection of the archive:"
        f" `auslese import NEW {_archive_of(file.path)}`"
    )


def _archive_of(path: Path) -> Path:
    home = next(place for place in path.parents if (place / "archive").is_dir())
    return home / "archive"


def _ending(folder: Path, outcome: CheckOutcome) -> str:
    if not outcome.still_damaged:
        return "all is sound"
    if outcome.after is None:
        return f"`auslese check {folder} --repair` rebuilds what can be rebuilt"
    return f"{plural(len(outcome.still_damaged), 'file')} still damaged"
