"""How pictures are laid out in a folder, form by form."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from auslese.export.pictures.dataset_card import METADATA, DatasetFacts, card, croissant
from auslese.export.pictures.mirror_form import LOG, info_file, log_head, log_line, mirror_path
from auslese.export.pictures.picture_entry import (
    PLACE,
    SHARED_NAMES,
    PictureEntry,
    Record,
    content_name,
    plain_record,
    shared_name,
    shared_record,
)
from auslese.export.pictures.web_dataset import SAMPLES, SHARD_BYTES, packed, shard_name
from auslese.extract.pictures.reading_order import PagePart
from auslese.recipes.harvest.page_parts import parts_of_pages
from auslese.recipes.harvest.picture_files import ending_of
from auslese.records.url import Url, host_of
from auslese.store.archive.page_ref import PageRef
from auslese.store.collection import Collection
from auslese.store.lookups.picture_lookups import HARVEST_COLUMNS, harvest_records, page_refs
from auslese.store.tables.column_types import STRING
from auslese.store.tables.parquet_stream import parquet_bytes
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.sql_views import Connection
from auslese.store.tables.table_schema import column
from auslese.system.durable_files import write_whole

IMAGES, RECORDS, PAGES = "images", "captions.jsonl", "interleaved.jsonl"
PAGES_AT_ONCE = 500  # whose records are at hand together
MIRROR = "mirror"
OTHER = "_other"
"""Folder for what cannot lie where its URL says, because a file is in the way."""


HUB_COLUMNS = (
    column("file_name", STRING, "where the picture lies, seen from this table"),
    *(
        each._replace(name=SHARED_NAMES.get(each.name, each.name))
        for each in TABLES["harvest"].columns
        if each.name in HARVEST_COLUMNS and each.name not in PLACE
    ),
)


class PictureSeries(Protocol):
    """The pictures to write, one after the other, and where they come from."""

    collection: Collection
    tables: Connection
    agreement: Mapping[str, Any] | None
    """Figures of annotators, if there are any."""

    def __iter__(self) -> Iterator[PictureEntry]:
        """Each picture once."""

    def note_unread(self, url: str, problem: str) -> None:
        """Note a page that could not be read again."""


def write_jsonl(series: PictureSeries, folder: Path) -> None:
    """Files by content below `images`, and a line of `captions.jsonl` for each record."""
    write_whole(folder / RECORDS, _record_lines(series, folder))


def _record_lines(series: PictureSeries, folder: Path) -> Iterator[bytes]:
    for entry in series:
        name = f"{IMAGES}/{shared_name(entry)}"
        _write_once(folder / name, entry.body)
        for record in entry.records:
            yield _json_line({"file_name": name} | plain_record(record))


def _write_once(path: Path, body: bytes) -> None:
    """Write a file that goes by its content, unless it is there."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, [body])


def _json_line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


# -- the seed's folder ----------------------------------------------------------------------------


def write_mirror(series: PictureSeries, folder: Path) -> None:
    """JOB/DATE/mirror/URL as folders/file, the XML beside it, and one log.

    JOB is the name of the collection, DATE the day on which the first of the pages was fetched.
    """
    entries = iter(series)
    first = next(entries, None)
    day = f"{first.first['page_fetched_at']:%Y-%m-%d}" if first else "undated"
    place = folder / series.collection.path.resolve().name / day
    place.mkdir(parents=True, exist_ok=True)

    def lines() -> Iterator[bytes]:
        yield log_head()
        for entry in chain([first] if first else [], entries):
            image = _mirrored(entry, place)
            for record in entry.records:
                yield log_line(record, str(image), f"{image}.xml")

    write_whole(place / LOG, lines())


def _mirrored(entry: PictureEntry, place: Path) -> Path:
    """Write a picture and its XML; where they lie, seen from the log."""
    path = Path(MIRROR) / mirror_path(entry.first["url"], entry.ending)
    try:
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(place / path, [entry.body])
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        path = Path(MIRROR) / OTHER / shared_name(entry)
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(place / path, [entry.body])
    write_whole(place / f"{path}.xml", [info_file(entry)])
    return path


# -- WebDataset -----------------------------------------------------------------------------------


def write_webdataset(series: PictureSeries, folder: Path) -> None:
    """Tar files of a thousand pictures, or half a gigabyte."""
    entries = iter(series)
    number = 0
    while (first := next(entries, None)) is not None:
        write_whole(folder / shard_name(number), packed(_shard(first, entries)))
        number += 1


def _shard(first: PictureEntry, entries: Iterator[PictureEntry]) -> Iterator[PictureEntry]:
    count, length = 1, len(first.body)
    yield first
    while count < SAMPLES and length < SHARD_BYTES:
        entry = next(entries, None)
        if entry is None:
            return
        count, length = count + 1, length + len(entry.body)
        yield entry


# -- interleaved ----------------------------------------------------------------------------------


def write_interleaved(series: PictureSeries, folder: Path) -> None:
    """A line of `interleaved.jsonl` for each page: `texts` and `images`, one of both null each.

    Pages are read again for it, and those that cannot be are noted.
    """
    shown: dict[int, list[int]] = {}
    for entry in series:
        _write_once(folder / IMAGES / shared_name(entry), entry.body)
        for record in entry.records:
            shown.setdefault(record["page"], []).append(record["number"])
    write_whole(folder / PAGES, _page_lines(series, shown))


def _page_lines(series: PictureSeries, shown: Mapping[int, list[int]]) -> Iterator[bytes]:
    """The lines of all pages; `shown` has the numbers of the records of each."""
    pages = list(shown)
    for begin in range(0, len(pages), PAGES_AT_ONCE):
        some = pages[begin : begin + PAGES_AT_ONCE]
        names: dict[tuple[int, str], str] = {}
        for record in harvest_records(series.tables, [one for page in some for one in shown[page]]):
            name = content_name(record["digest"], ending_of(record["media_type"]))
            names[record["page"], record["url"]] = f"{IMAGES}/{name}"
        for page, found in parts_of_pages(series.collection, page_refs(series.tables, some)):
            if found.problem:
                series.note_unread(page.url, found.problem)
            else:
                yield _page_line(page, found.parts, names)


def _page_line(
    page: PageRef, parts: Sequence[PagePart], names: Mapping[tuple[int, str], str]
) -> bytes:
    taken = [part for part in parts if part[0] or (page.id, part[1]) in names]
    return _json_line(
        {
            "url": page.url,
            "texts": [text or None for text, _ in taken],
            "images": [names[page.id, url] if url else None for _, url in taken],
            "image_urls": [url or None for _, url in taken],
        }
    )


# -- Hugging Face ---------------------------------------------------------------------------------


def write_hub(series: PictureSeries, folder: Path) -> None:
    """The layout `imagefolder` of the hub: train/metadata.parquet, a card, and Croissant.

    A typed table, because loaders take the types of JSON lines from the first of them, and stop at
    a score or a licence where the first lines have none.
    """
    facts = DatasetFacts(series.collection.path.resolve().name, agreement=series.agreement)
    train = folder / "train"
    train.mkdir(parents=True, exist_ok=True)
    digest = sha256()

    def chunks() -> Iterator[bytes]:
        for chunk in parquet_bytes(HUB_COLUMNS, _hub_rows(series, train, facts)):
            digest.update(chunk)
            yield chunk

    write_whole(folder / METADATA, chunks())
    today = datetime.now(UTC).date()
    write_whole(folder / "croissant.json", [croissant(facts, digest.hexdigest(), today).encode()])
    write_whole(folder / "README.md", [card(facts).encode()])


def _hub_rows(series: PictureSeries, train: Path, facts: DatasetFacts) -> Iterator[Record]:
    for entry in series:
        name = f"{IMAGES}/{shared_name(entry)}"
        _write_once(train / name, entry.body)
        _count(facts, entry)
        for record in entry.records:
            yield {"file_name": name} | shared_record(record)


def _count(facts: DatasetFacts, entry: PictureEntry) -> None:
    facts.pictures += 1
    facts.bytes += len(entry.body)
    facts.types[entry.first["media_type"]] += 1
    for record in entry.records:
        day = f"{record['page_fetched_at']:%Y-%m-%d}"
        facts.take(host_of(Url(record["page_url"])), record["licences"], day)


# -- annotation -----------------------------------------------------------------------------------


def write_items(series: PictureSeries, folder: Path) -> None:
    """Files, and `items.jsonl`: a picture a line, as `auslese annotate setup` takes them."""

    def lines() -> Iterator[bytes]:
        for entry in series:
            name = f"{IMAGES}/{shared_name(entry)}"
            _write_once(folder / name, entry.body)
            yield _json_line(
                {
                    "id": str(entry.first["number"]),
                    "image": name,
                    "text": entry.caption,
                    "page": entry.first["page_url"],
                    "index": entry.first["number"],
                }
            )

    write_whole(folder / "items.jsonl", lines())


FORMS: Mapping[str, Callable[[PictureSeries, Path], None]] = {
    "jsonl": write_jsonl,
    "mirror": write_mirror,
    "webdataset": write_webdataset,
    "interleaved": write_interleaved,
    "hf": write_hub,
    "annotation": write_items,
}
