"""What must happen to an archive after a crash, so that it holds exactly what is recorded?"""

import os
import re
from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from auslese.store.archive import cdxj
from auslese.store.archive.archive_writer import SegmentPosition
from auslese.system.durable_files import TEMPORARY, sync_file, sync_folder

# What a writer leaves under the name of a segment, and what finishing an index leaves half done.
OUR_FILE = re.compile(
    r"\.?(?P<stem>auslese-(?P<run>.+)-w\d+-\d{5,})"
    rf"(?:\.warc\.gz|{re.escape(cdxj.GROWING)}|{re.escape(cdxj.SORTED)}(?:{re.escape(TEMPORARY)})?)"
)


class RepairAction(StrEnum):
    """What was done to a segment, or found."""

    CUT = "cut"  # it held more than is recorded
    SEALED = "sealed"  # it was growing; its index is sorted now, the caller records it as closed
    REMOVED = "removed"  # nothing in it is recorded
    DAMAGED = "damaged"  # it holds less than is recorded; left as it is


class Repair(NamedTuple):
    """One thing done to, or found in, a segment."""

    segment: str
    action: RepairAction
    detail: str


def repair(
    folder: Path, committed: Mapping[str, SegmentPosition], runs: Collection[str]
) -> list[Repair]:
    """Return what it took to make the archive hold exactly the committed bytes.

    May be killed and called again. A file that none of our runs wrote is never touched. Nobody
    may write to these segments meanwhile: the caller holds the collection's lock, or names only
    the segments of a worker that is dead, and no runs.
    """
    repairs = _removed(folder, committed, runs)
    for position in committed.values():
        repairs += _mended(folder / position.segment, position)
    if repairs:
        sync_folder(folder)
    return repairs


def _removed(
    folder: Path, committed: Mapping[str, SegmentPosition], runs: Collection[str]
) -> list[Repair]:
    strays = set()
    for path in list(folder.iterdir()):
        found = OUR_FILE.fullmatch(path.name)
        if found is None or found["run"] not in runs:
            continue
        segment = found["stem"] + ".warc.gz"
        if segment not in committed:
            strays.add(segment)
        if segment not in committed or path.name.endswith(TEMPORARY):
            path.unlink()
    return [
        Repair(name, RepairAction.REMOVED, "nothing in it was recorded") for name in sorted(strays)
    ]


def _mended(segment: Path, position: SegmentPosition) -> Iterator[Repair]:
    length = segment.stat().st_size if segment.exists() else 0
    if length < position.warc_bytes:
        yield _damaged(segment, "bytes", length, position.warc_bytes)
        return
    if length > position.warc_bytes:
        os.truncate(segment, position.warc_bytes)
        sync_file(segment)
        detail = f"{length} bytes, cut to the {position.warc_bytes} that are recorded"
        yield Repair(segment.name, RepairAction.CUT, detail)
    if not _is_finished(segment, position):
        yield _with_index(segment, position)


def _is_finished(segment: Path, position: SegmentPosition) -> bool:
    index = cdxj.sorted_path(segment)
    return (
        position.closed
        and not cdxj.growing_path(segment).exists()
        and index.exists()
        and index.stat().st_size == position.cdxj_bytes
    )


def _with_index(segment: Path, position: SegmentPosition) -> Repair:
    lines = cdxj.lines_before(segment, position.warc_bytes)
    length = sum(map(len, lines))
    if length != position.cdxj_bytes:
        return _damaged(segment, "bytes of index", length, position.cdxj_bytes)
    cdxj.finish_index(segment, lines)
    return Repair(segment.name, RepairAction.SEALED, f"index of {len(lines)} captures sorted")


def _damaged(segment: Path, what: str, found: int, recorded: int) -> Repair:
    return Repair(segment.name, RepairAction.DAMAGED, f"{found} {what} found, {recorded} recorded")
