"""A damaged frontier, made again from the tables and the archive.

It is made beside the damaged one and takes its place when it is whole; the damaged one is kept.
"""

import os
from base64 import b32decode
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path
from time import time
from typing import Any, NamedTuple

from auslese.crawl.fetch.conditional_requests import usable_date, usable_tag
from auslese.crawl.frontier.opening import FrontierPlace, frontier_store
from auslese.crawl.frontier.recovery import FrontierRecovery, RecoveredVisit
from auslese.crawl.frontier.row_staging import OutcomeRow, RightsFileRow, SiteRow
from auslese.crawl.frontier.worker_report import EndedVisit, SegmentMark
from auslese.recipes.checking.crawl_tables import KEPT_AS
from auslese.recipes.crawling.tabulate import FED_TABLES, MILLISECONDS
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.fetch import Refusal, Refused
from auslese.records.reading import may_follow
from auslese.records.url import Url, canonical, host_of, key_of
from auslese.records.visit import IMPORT_BUCKET, PLAIN_BUCKET, SITEMAP_BUCKET, Visit
from auslese.store.archive import cdxj
from auslese.store.archive.archive_check import check_segment
from auslese.store.archive.archive_repair import OUR_FILE
from auslese.store.collection import Collection
from auslese.store.tables.plain_rows import plain_rows
from auslese.store.tables.segment_files import numbers_of
from auslese.system.durable_files import publish, temporary_of
from auslese.system.seals.file_seal import break_seal, seal_file, seal_of

BATCH = 10_000  # visits in one transaction
BESIDE = ("-wal", "-shm", "-journal")
VISIT = ("id", "fetched_at", "digest", "etag", "last_modified", "segment", "record_offset")
LINKED = ("source", "target", "url", "rel")
SOURCES = ("id", "depth", "directives")
NOFOLLOW = "nofollow"
SHA1 = "sha1:"
RUN_MOMENT = "%Y%m%d%H%M%S"  # at the beginning of its name


class PageContent(NamedTuple):
    """What a visit brought, as tables and the archive's index tell it."""

    digest: bytes
    payload: bytes
    etag: str
    modified: str


def recover_frontier(collection: Collection) -> None:
    """Put a new frontier in the place of a damaged one; whoever calls it holds the collection."""
    aside = temporary_of(collection.frontier)
    _remove(aside)
    limit = settings_of(collection).limits.urls
    with frontier_store(FrontierPlace(aside)).open_recovery(limit) as book:
        _fill(book, collection)
    _remove_beside(aside)
    _put_in_place(collection.frontier, aside)


def _fill(book: FrontierRecovery, collection: Collection) -> None:
    for visits in _batches(_visits(collection)):
        book.end(visits)
    waiting = chain(_redirect_targets(collection.tables), _link_targets(collection.tables))
    for targets in _batches(waiting):
        book.wait(targets)
    book.note_sites([_site(row) for row in plain_rows(collection.tables, "sites", SiteRow._fields)])
    segments = list(_segments(collection.archive))
    book.note_files(segments, {name: _next(collection.tables, name) for name in FED_TABLES})
    book.note_runs(dict(_runs(segments)))


def _put_in_place(frontier: Path, aside: Path) -> None:
    kept = frontier.with_name(frontier.name + KEPT_AS)
    kept.unlink(missing_ok=True)
    os.link(frontier, kept)
    break_seal(frontier)
    _remove_beside(frontier)
    publish(aside, frontier)
    seal_file(frontier)


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
    _remove_beside(path)


def _remove_beside(path: Path) -> None:
    for ending in BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)
    seal_of(path).unlink(missing_ok=True)


# -- visits ---------------------------------------------------------------------------------------


def _visits(collection: Collection) -> Iterator[RecoveredVisit]:
    """How all visits ended, in their order, each with what it brought."""
    contents = _contents(collection)
    for row in plain_rows(collection.tables, "outcomes", ("id", *OutcomeRow._fields)):
        content = contents.get((row["id"], row["ended_at"]))
        ended = EndedVisit(
            0,
            0,
            row["kind"],
            row["reason"],
            row["detail"],
            row["status"],
            row["ended_at"] / MILLISECONDS,
            row["seconds"],
            row["bytes"],
        )
        if content is not None:
            ended = ended._replace(**content._asdict())
        yield RecoveredVisit(_visit(row), ended, row["tries"])


def _visit(row: dict[str, Any]) -> Visit:
    url = Url(row["url"])
    refused = _refusal(row) if row["kind"] == "refused" and not row["tries"] else None
    place = (row["depth"], _bucket(row), row["via"], row["hops"], refused)
    return Visit(url, row["id"], host_of(url), *place)


def _bucket(row: dict[str, Any]) -> int:
    if row["reason"] == "sitemap":
        return SITEMAP_BUCKET
    is_imported = row["kind"] == "fetched" and not row["tries"] and not row["via"]
    return IMPORT_BUCKET if is_imported else PLAIN_BUCKET


def _refusal(row: dict[str, Any]) -> Refused | None:
    known = row["reason"] in set(Refusal)
    return Refused(Refusal(row["reason"]), row["detail"]) if known else None


def _contents(collection: Collection) -> dict[tuple[int, int], PageContent]:
    """What each visit brought that has a row in the table of pages."""
    payloads = dict(_payloads(collection.archive))
    return {
        (row["id"], row["fetched_at"]): PageContent(
            bytes.fromhex(row["digest"]),
            payloads.get((row["segment"], row["record_offset"]), bytes.fromhex(row["digest"])),
            usable_tag(row["etag"]),
            usable_date(row["last_modified"]),
        )
        for row in plain_rows(collection.tables, "pages", VISIT)
    }


def _payloads(archive: Path) -> Iterator[tuple[tuple[str, int], bytes]]:
    for segment in archive.glob("*.warc.gz"):
        for line in cdxj.lines_before(segment, segment.stat().st_size):
            entry = cdxj.entry_of(line)
            if entry.digest.startswith(SHA1):
                yield entry.capture[:2], b32decode(entry.digest.removeprefix(SHA1))


# -- what waits -----------------------------------------------------------------------------------


def _redirect_targets(tables: Path) -> Iterator[Visit]:
    for row in plain_rows(tables, "outcomes", ("id", *OutcomeRow._fields)):
        if (row["kind"], row["reason"]) == ("fetched", "redirect"):
            target = canonical(row["detail"])
            if target is not None:
                place = (row["depth"], PLAIN_BUCKET, row["id"], row["hops"] + 1)
                yield Visit(target, key_of(target), host_of(target), *place)


def _link_targets(tables: Path) -> Iterator[Visit]:
    """Where links lead to, each target once, and once more if only a later link may be followed."""
    pages = {row["id"]: row for row in plain_rows(tables, "pages", SOURCES)}
    seen: set[tuple[int, bool]] = set()
    for row in plain_rows(tables, "links", LINKED):
        source = pages.get(row["source"], {"depth": 0, "directives": ""})
        is_followed = may_follow(row["rel"]) and NOFOLLOW not in (source["directives"] or "")
        if not seen & {(row["target"], True), (row["target"], is_followed)}:
            seen.add((row["target"], is_followed))
            refused = None if is_followed else Refused(Refusal.NOFOLLOW, row["rel"])
            url = Url(row["url"])
            place = (source["depth"] + 1, PLAIN_BUCKET, row["source"], 0, refused)
            yield Visit(url, row["target"], host_of(url), *place)


# -- hosts, files, runs ---------------------------------------------------------------------------


def _site(row: dict[str, Any]) -> SiteRow:
    for name in ("robots_at", "last_access", "next_access"):
        row[name] /= MILLISECONDS
    files = [each | {"at": _seconds(each["at"])} for each in row["rights_files"] or ()]
    row["rights_files"] = tuple(RightsFileRow(**each) for each in files)
    return SiteRow(**row)


def _seconds(at: Any) -> float:
    """A moment of a part of a row, which may come as one."""
    return at.timestamp() if isinstance(at, datetime) else at / MILLISECONDS


def _segments(archive: Path) -> Iterator[SegmentMark]:
    """Our archive segments; of one that was growing, up to where it can be read."""
    for path in sorted(archive.glob("*.warc.gz")):
        if OUR_FILE.fullmatch(path.name):
            is_growing, length = cdxj.growing_path(path).exists(), path.stat().st_size
            if is_growing:
                length = _whole_length(path)
            lines = cdxj.lines_before(path, length)
            yield SegmentMark(path.name, length, sum(map(len, lines)), not is_growing)


def _whole_length(segment: Path) -> int:
    broken, length = check_segment(segment, lambda number: None).broken, segment.stat().st_size
    torn = [each.offset for each in broken if each.offset + each.length >= length]
    return min([length, *torn])


def _next(tables: Path, name: str) -> int:
    return max(numbers_of(tables, name), default=0) + 1


def _runs(segments: Sequence[SegmentMark]) -> Iterator[tuple[str, float]]:
    for mark in segments:
        found = OUR_FILE.fullmatch(mark.segment)
        if found is not None:
            yield found["run"], _moment_of(found["run"])


def _moment_of(run: str) -> float:
    try:
        moment = datetime.strptime(run[:14], RUN_MOMENT).replace(tzinfo=UTC)
    except ValueError:
        return time()
    return moment.timestamp()


def _batches(visits: Iterable[Any]) -> Iterator[list[Any]]:
    rest = iter(visits)
    while some := list(islice(rest, BATCH)):
        yield some
