"""The walks of a collection, as they lie in its `samples` folder.

`plan.json` says how they were to be made, and is written before the first step; the same command
then goes on with them, and another one is refused. `walks.json` has the walks themselves.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from auslese.crawl.traps.url_shapes import shape_of
from auslese.records.errors import AusleseError, NotFoundError, SettingsError
from auslese.records.url import Url, host_of
from auslese.sample.random_walk import Walk, WalkOptions, walks_from
from auslese.store.collection import Collection
from auslese.store.unwritable_folder import reporting_if_unwritable
from auslese.system.durable_files import write_whole
from auslese.system.folder_lock import lock_folder

FOLDER = "samples"
PLAN, WALKS = "plan.json", "walks.json"
FORMAT = 1
SEEDS_APART = 1_000_003  # a prime: walks of one seed share no dice with those of the next


@dataclass(frozen=True, slots=True)
class WalkPlan:
    """What is to be walked, and how; only the number of steps may change later."""

    starts: tuple[str, ...]
    walks: int
    seed: int
    incoming: int
    index: str
    """The collection that knows the in-links; empty if none does."""
    host_pages: int
    shape_pages: int
    restart: float
    is_live: bool

    def new_walks(self) -> list[Walk]:
        """All walks, before their first page."""
        options = [
            WalkOptions(
                self.seed * SEEDS_APART + number,
                self.incoming,
                host_pages=self.host_pages,
                shape_pages=self.shape_pages,
                restart=self.restart,
            )
            for number in range(self.walks)
        ]
        return walks_from(self.starts, options, host, shape)


def host(url: str) -> str:
    """The host of a page."""
    return host_of(Url(url))


def shape(url: str) -> str:
    """What a URL has in common with all those that one script makes."""
    return shape_of(Url(url)).own


@contextmanager
def lock_walks(collection: Collection) -> Iterator[None]:
    """Let no other command walk here meanwhile: it would write its walks over these.

    A disk that takes nothing more is told in words; what was kept before is whole.
    """
    folder = collection.path / FOLDER
    with reporting_if_unwritable(folder), lock_folder(folder):
        yield


def keep_plan(collection: Collection, plan: WalkPlan) -> None:
    """Write the plan down; walks over stored links that had another one are forgotten.

    Those over the live web have cost requests, so another plan is a complaint.
    """
    known, folder = read_plan(collection), collection.path / FOLDER
    if known == plan:
        return
    if known is not None and (known.is_live or plan.is_live):
        raise _other_plan(collection.path, known, plan)
    (folder / WALKS).unlink(missing_ok=True)
    write_whole(folder / PLAN, [_json({"format": FORMAT, "plan": asdict(plan)})])


def _other_plan(path: Path, known: WalkPlan, plan: WalkPlan) -> SettingsError:
    other = [
        f"{part.name} {_plan_value_text(getattr(known, part.name))},"
        f" not {_plan_value_text(getattr(plan, part.name))}"
        for part in fields(plan)
        if getattr(known, part.name) != getattr(plan, part.name)
    ]
    return SettingsError(
        f"the walks in {path} were begun in another way: {'; '.join(other)}; give the same options"
        " to go on with them, or take another folder"
    )


def _plan_value_text(value: object) -> str:
    """A value of a plan, for people."""
    return " ".join(value) if isinstance(value, tuple) else str(value) or "none"


def read_plan(collection: Collection) -> WalkPlan | None:
    """How the walks there are made; None if there are none."""
    stored = _read(collection.path / FOLDER / PLAN)
    if stored is None:
        return None
    plan = stored["plan"]
    return WalkPlan(**plan | {"starts": tuple(plan["starts"])})


def keep_walks(collection: Collection, walks: Sequence[Walk], mark: str = "") -> None:
    """Write the walks as they are now; `mark` names the graph that they are made on."""
    stored = {"format": FORMAT, "mark": mark, "walks": [walk.saved() for walk in walks]}
    write_whole(collection.path / FOLDER / WALKS, [_json(stored)])


def read_walks(collection: Collection, mark: str | None = None) -> list[Walk]:
    """The walks that lie there; none if they were made on another graph than `mark`."""
    stored = _read(collection.path / FOLDER / WALKS)
    if stored is None or (mark is not None and stored["mark"] != mark):
        return []
    return [Walk.restored(saved, host, shape) for saved in stored["walks"]]


def walks_of(collection: Collection) -> list[Walk]:
    """The walks that lie there; NotFoundError if there are none."""
    walks = read_walks(collection)
    if not walks:
        raise NotFoundError(
            f"there are no walks in {collection.path}: `auslese sample walk` makes them"
        )
    return walks


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _read(path: Path) -> dict[str, Any] | None:
    try:
        stored: dict[str, Any] = json.loads(path.read_bytes().decode("utf-8", "surrogatepass"))
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise AusleseError(f"{path} is damaged: {error}") from error
    if stored.get("format") != FORMAT:
        raise AusleseError(f"{path} has a format that this version does not know")
    return stored
