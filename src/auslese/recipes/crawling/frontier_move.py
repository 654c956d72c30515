"""The frontier of a collection, brought from one store into another: all of it or nothing.

What waits for tables is written first. Then everything is copied, and counted here and there; then
`auslese.toml` names the new place, and only then the old file is put aside. Killed in between, the
same command goes on: a copy that is whole is known by its counts and by the modulus that names its
contents, which no two collections share.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from auslese.crawl.frontier.moving import FrontierSource, NumbersDifferError, move_rows
from auslese.crawl.frontier.opening import EMBEDDED, FrontierPlace, frontier_store
from auslese.recipes.crawling.tabulate import RowWriter
from auslese.recipes.settings.collection_frontier import place_in
from auslese.recipes.settings.crawl_settings import FrontierSection
from auslese.recipes.settings.settings_edit import write_setting
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import AusleseError
from auslese.store.collection import Collection
from auslese.system.durable_files import publish, remove_aside, temporary_of
from auslese.system.seals.file_seal import break_seal, seal_file, seal_of
from auslese.wording.fleet.move_sentences import FrontierMoveProblem

KEPT_AS = ".moved"
"""Behind the name of a frontier file whose frontier lives elsewhere now."""
BESIDE = ("-wal", "-shm", "-journal")

Show = Callable[[int, int], None]
"""Hears how many rows of all have come."""


class FrontierMoved(NamedTuple):
    """What a move has brought."""

    urls: int
    waiting: int
    rows: int
    was_there: bool = False
    """The copy was whole already, or the frontier is kept there anyway."""


def move_frontier(
    collection: Collection, target: FrontierSection, show: Show = lambda done, of: None
) -> FrontierMoved:
    """Let the frontier be kept in this store from now on; nobody may crawl meanwhile."""
    with collection.lock():
        settings = settings_of(collection)
        here, there = place_in(collection, settings.frontier), place_in(collection, target)
        if here == there:
            _put_aside(collection, there)
            return FrontierMoved(0, 0, 0, was_there=True)
        if not frontier_store(here).reader().has_begun():
            _write_settings(collection, target)
            return FrontierMoved(0, 0, 0)
        _write_rows(collection, here, settings.limits.urls)
        moved = _copy(here, there, show)
        _write_settings(collection, target)
        _put_aside(collection, there)
        return moved


def _write_rows(collection: Collection, place: FrontierPlace, most: int) -> None:
    """Write what waits for its tables."""
    with frontier_store(place).open_arrivals(most) as book:
        RowWriter(book.staging, collection.tables).write_rows()


def _copy(here: FrontierPlace, there: FrontierPlace, show: Show) -> FrontierMoved:
    with frontier_store(here).open_source() as source:
        if unwritten := source.unwritten():
            raise AusleseError(FrontierMoveProblem.AT_WORK.of(number=unwritten))
        if frontier_store(there).reader().has_begun() and (known := _known_copy(source, there)):
            return known
        if there.store == EMBEDDED:
            return _copy_into_file(source, there.path, show)
        return _copied(source, there, show)


def _known_copy(source: FrontierSource, there: FrontierPlace) -> FrontierMoved | None:
    """What was copied before, None if nothing was; an error if that is another frontier."""
    with frontier_store(there).open_source() as copy:
        numbers, found = source.numbers(), copy.numbers()
        if not any(found.values()):  # its tables were made, and nobody has used them
            return None
        if found != numbers or _modulus(copy) != _modulus(source):
            raise AusleseError(FrontierMoveProblem.OTHER_THERE.of(place=_shown(there)))
    return _summary(numbers)._replace(was_there=True)


def _modulus(source: FrontierSource) -> str:
    """What names the contents of a frontier."""
    meta = {name: value for rows in source.rows("meta") for name, value in rows}
    return str(meta.get("modulus", ""))


def _copy_into_file(source: FrontierSource, path: Path, show: Show) -> FrontierMoved:
    aside = temporary_of(path)
    _remove(aside)
    try:
        moved = _copied(source, FrontierPlace(aside), show)
    except BaseException:
        _remove(aside)
        raise
    publish(aside, path)
    _remove_beside(aside)
    seal_file(path)
    return moved


def _copied(source: FrontierSource, there: FrontierPlace, show: Show) -> FrontierMoved:
    try:
        with frontier_store(there).open_target() as target:
            return _summary(move_rows(source, target, show))
    except NumbersDifferError as error:
        raise AusleseError(
            FrontierMoveProblem.INCOMPLETE.of(
                place=_shown(there), tables=", ".join(error.differing)
            )
        ) from error


def _summary(numbers: dict[str, int]) -> FrontierMoved:
    rows = sum(number for name, number in numbers.items() if name != "waiting")
    return FrontierMoved(numbers["url"], numbers["waiting"], rows)


def _write_settings(collection: Collection, target: FrontierSection) -> None:
    """Name the new place; the store last, for it is what decides."""
    if target.url:
        write_setting(collection.settings, "frontier.url", target.url)
    write_setting(collection.settings, "frontier.store", target.store)


def _put_aside(collection: Collection, there: FrontierPlace) -> None:
    """Keep the file of before under another name, for nobody writes it any more."""
    file = collection.frontier
    if there.store == EMBEDDED or not file.exists():
        return
    break_seal(file)
    file.replace(file.with_name(file.name + KEPT_AS))
    _remove_beside(file)


def _shown(place: FrontierPlace) -> str:
    return place.url or str(place.path)


def _remove(path: Path) -> None:
    remove_aside(path)
    _remove_beside(path)


def _remove_beside(path: Path) -> None:
    for ending in BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)
    seal_of(path).unlink(missing_ok=True)
