"""Long work over a collection: the one noun for it, and the one way to run it.

    Stage           what it is called, what it needs, why it is stale, what it does
    StageOptions    how it is to run: settings, processes, anew, who hears of it, when to stop
    StageRun        one run: the collection, the clock, how far it is, the wish to stop
    StageSummary    what came of it, as commands print it

What is special to a stage are fields of its own object: `ReadingStage(page_seconds=8.0)`. What
takes long in it and can be cut is a plain function over batches, its `shards`: this process cuts
batches from the tables, an engine answers them (`StageOptions.engine`; reading, where a page may
hang, has `system.marked_pool`), and this process alone writes. All stages are listed in
`recipes.stages.stage_list`.
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Generic, TypeVar

from auslese.recipes.settings.setting_tables import Settings
from auslese.store.collection import Collection
from auslese.store.unwritable_folder import reporting_if_unwritable
from auslese.system.process_pool import forked_pool
from auslese.system.progress import StageProgress
from auslese.system.shard_function import (
    Argument,
    ShardEngine,
    ShardFunction,
    StartEngine,
    State,
)
from auslese.system.shards.shard_ledger import RecordedEngine, ShardLedger, forget_shards, plan_of
from auslese.wording.stage_sentences import ShardNote

FINISHED = "finished"
UNFINISHED = "unfinished"
"""The folder of answers to batches that are to become tables."""


@dataclass(frozen=True, slots=True)
class StageOptions:
    """How stages are to run."""

    settings: Settings = field(default_factory=Settings)
    workers: int = 0
    """Processes; 0 for one per processor core."""
    again: bool = False
    """Anew, whatever is there."""
    progress: Callable[[StageProgress], None] = lambda progress: None
    notify: Callable[[str], None] = lambda words: None
    """Gets sentences for people."""
    stopped: Callable[[], str] = lambda: ""
    """Says why to stop, as soon as there is a reason."""
    wanted: bool = False
    """Somebody is about to use what the stage makes: it is made even if nothing needs it yet."""
    engine: StartEngine = forked_pool
    """Who answers the batches that stages are cut into."""
    spread: bool = False
    """The engine has processes on other machines: it also gets what is done here by a pool of its
    own, or in one piece."""


@dataclass(slots=True, kw_only=True)
class StageSummary:
    """What came of a stage; its fields are what `--json` prints."""

    ending: str = FINISHED
    """Or the reason why it was stopped."""
    seconds: float = 0.0

    last_keys: ClassVar[tuple[str, ...]] = ()
    """What is printed behind ending and seconds: fields, or what is computed from others."""

    @property
    def is_finished(self) -> bool:
        """Nobody has stopped it."""
        return self.ending == FINISHED

    def per_second(self, number: int) -> float:
        """So many in all this time, as a rate."""
        return round(number / max(self.seconds, 1e-9), 1)

    def as_json(self) -> dict[str, Any]:
        """The summary as it is printed."""
        ends = ("ending", "seconds", *self.last_keys)
        own = [each.name for each in fields(self) if each.name not in ends]
        return {name: getattr(self, name) for name in (*own, *ends)}


class StageRun:
    """One run of a stage: what all of them ask for while they work."""

    def __init__(self, collection: Collection, options: StageOptions) -> None:
        """Begin now."""
        self.collection = collection
        self.options = options
        self.workers = options.workers or os.cpu_count() or 1
        self._began = monotonic()

    @property
    def seconds(self) -> float:
        """Since it began."""
        return monotonic() - self._began

    def engine(
        self, function: ShardFunction[Argument, State], argument: Argument
    ) -> AbstractContextManager[ShardEngine]:
        """Who answers the batches of this run."""
        return self.options.engine(function, argument, self.workers)

    @contextmanager
    def recorded_engine(
        self, stage: str, function: ShardFunction[Argument, State], argument: Argument
    ) -> Iterator[ShardEngine]:
        """The same for a stage that writes its table as a whole: answers are kept until then."""
        if self.options.again:
            forget_shards(self._shards_of(stage))
        ledger = ShardLedger(self._shards_of(stage), plan_of(function, argument))
        if ledger.was_renewed:
            self.options.notify(f"{stage}: {ShardNote.RENEWED.of()}")
        elif ledger.found:
            self.options.notify(f"{stage}: {ShardNote.FOUND.of(shards=ledger.found)}")
        with ledger, self.engine(function, argument) as engine:
            yield RecordedEngine(engine, ledger)

    def forget_shards_of(self, stage: str) -> None:
        """Its table is written: answers need not be kept any more."""
        forget_shards(self._shards_of(stage))

    def _shards_of(self, stage: str) -> Path:
        return self.collection.path / UNFINISHED / stage

    def show(self, done: int, of: int, what: str, workers: int = 1) -> None:
        """Say how far it is: so many of so many pages are `what`."""
        self.options.progress(StageProgress(done, of, self.seconds, workers, what))

    def stops(self, summary: StageSummary) -> bool:
        """Whether somebody wants it to stop; the summary then says why."""
        if reason := self.options.stopped():
            summary.ending = reason
        return bool(reason)


Summary = TypeVar("Summary", bound=StageSummary)


class Stage(ABC, Generic[Summary]):
    """Long work over a collection; it can be stopped or killed and goes on where it was."""

    name: ClassVar[str]
    about: ClassVar[str]
    needs: ClassVar[tuple[str, ...]] = ()
    """Stages that must be up to date before."""
    shards: ClassVar[ShardFunction[Any, Any] | None] = None
    """What batches of it are done by; None if it is done in one piece."""

    @abstractmethod
    def why_stale(self, collection: Collection, options: StageOptions) -> list[str]:
        """What is not up to date, and why, in words; nothing if all is."""

    @abstractmethod
    def run(self, run: StageRun) -> Summary:
        """Do what is stale."""


def run_stage(stage: Stage[Summary], collection: Collection, options: StageOptions) -> Summary:
    """Run a stage and take its time; whoever calls it holds the collection."""
    run = StageRun(collection, options)
    with reporting_if_unwritable(collection.path):
        summary = stage.run(run)
    summary.seconds = round(run.seconds, 3)
    return summary
