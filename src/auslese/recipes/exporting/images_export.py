"""Harvested pictures in the forms that others read; one picture is in memory at a time."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from auslese.analyse.pictures.picture_ranking import RankingOptions
from auslese.export.pictures.dataset_card import figures_in
from auslese.export.pictures.picture_entry import PictureEntry, plain_record
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.exporting.picture_forms import FORMS
from auslese.recipes.harvest.harvest_run import require_harvest
from auslese.recipes.harvest.picture_files import ending_of, file_of
from auslese.recipes.harvest.picture_ranks import rank_pictures
from auslese.recipes.pages.page_filter import pages_query
from auslese.records.errors import AusleseError, SettingsError
from auslese.store.collection import Collection
from auslese.store.lookups.picture_lookups import harvest_records, kept_numbers
from auslese.store.tables.sql_views import Connection, connect
from auslese.wording.harvest.harvest_sentences import HarvestNote, HarvestProblem

AT_ONCE = 100  # pictures whose records are read together


MOST_UNREAD = 10  # pages that are named
LONGEST_PROBLEM = 200


class UnreadPage(NamedTuple):
    """A page of pictures that could not be read again."""

    url: str
    problem: str


class PictureExportSummary(NamedTuple):
    """What was written."""

    form: str
    pictures: int
    records: int
    bytes: int
    missing: int
    """Pictures whose files the archive does not give any more."""
    unread: int = 0
    """Pages that could not be read again for their texts."""
    unread_pages: tuple[UnreadPage, ...] = ()
    """The first of them."""

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        return self._asdict() | {"unread_pages": [page._asdict() for page in self.unread_pages]}

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        megabytes = self.bytes / 1e6
        words = [
            HarvestNote.WRITTEN.of(
                pictures=self.pictures, records=self.records, megabytes=megabytes
            )
        ]
        if self.missing:
            words.append(HarvestNote.MISSING.of(files=self.missing))
        if self.unread:
            words.append(HarvestNote.PAGES_MISSING.of(pages=self.unread))
        pages = [f"{page.url}: {page.problem}" for page in self.unread_pages]
        return "\n".join(["; ".join(words), *pages])


class ChosenPictures:
    """The pictures that somebody wants, one after the other, and what was seen of them."""

    def __init__(
        self,
        collection: Collection,
        tables: Connection,
        groups: list[list[int]],
        agreement: Mapping[str, Any] | None = None,
    ) -> None:
        """`groups`: the numbers of the records of each picture."""
        self.collection = collection
        self.tables = tables
        self.agreement = agreement
        self._groups = groups
        self.pictures = self.records = self.bytes = self.missing = self._unread = 0
        self._unread_pages: list[UnreadPage] = []

    def __iter__(self) -> Iterator[PictureEntry]:
        """Each with its file and all its records."""
        for begin in range(0, len(self._groups), AT_ONCE):
            some = self._groups[begin : begin + AT_ONCE]
            numbers = [number for group in some for number in group]
            found = {each["number"]: each for each in harvest_records(self.tables, numbers)}
            for group in some:
                entry = self._entry([found[number] for number in group])
                if entry is not None:
                    yield entry

    def _entry(self, records: list[dict[str, Any]]) -> PictureEntry | None:
        try:
            body = file_of(self.collection, records[0])
        except (AusleseError, OSError):
            self.missing += 1
            return None
        self.pictures += 1
        self.records += len(records)
        self.bytes += len(body)
        return PictureEntry(tuple(records), body, ending_of(records[0]["media_type"]))

    def note_unread(self, url: str, problem: str) -> None:
        """Count a page that could not be read again; the first ones are named."""
        self._unread += 1
        if len(self._unread_pages) < MOST_UNREAD:
            self._unread_pages.append(UnreadPage(url, " ".join(problem[:LONGEST_PROBLEM].split())))

    def summary(self, form: str) -> PictureExportSummary:
        """What came of it."""
        unread = self._unread, tuple(self._unread_pages)
        return PictureExportSummary(
            form, self.pictures, self.records, self.bytes, self.missing, *unread
        )


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> PictureExportSummary:
    """Write the pictures in the form that is wanted; each file is there as a whole or not."""
    require_harvest(collection)
    with connect(collection) as tables:
        groups = _groups(collection, tables, options)
        chosen = ChosenPictures(collection, tables, groups, _agreement(options.agreement))
        folder.mkdir(parents=True, exist_ok=True)
        FORMS[options.form](chosen, folder)
        return chosen.summary(options.form)


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> PictureExportSummary:
    """Write the records as JSON lines, without files."""
    require_harvest(collection)
    if options.form != "jsonl":
        raise SettingsError(HarvestProblem.NEEDS_FOLDER.of(form=options.form))
    pictures = records = 0
    with connect(collection) as tables:
        for group in _groups(collection, tables, options):
            pictures += 1
            for record in harvest_records(tables, group):
                records += 1
                write(json.dumps(plain_record(record), ensure_ascii=False).encode() + b"\n")
    return PictureExportSummary("jsonl", pictures, records, 0, 0)


def _agreement(file: Path | None) -> dict[str, Any] | None:
    """The figures in a file of JSON, each by the names that lead to it."""
    if file is None:
        return None
    try:
        found = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        problem = HarvestProblem.NO_AGREEMENT.of(file=file, problem=error)
        raise SettingsError(problem) from error
    return figures_in(found)


def _groups(collection: Collection, tables: Connection, options: ExportOptions) -> list[list[int]]:
    """The numbers of the records of each picture, the pictures in order."""
    pages = pages_query(options.where, tables) if options.where.strip() else ""
    groups: dict[int, list[int]] = {}
    for number, image in kept_numbers(tables, pages):
        groups.setdefault(image, []).append(number)
    if options.best is None:
        return list(groups.values())
    ranking = rank_pictures(collection, RankingOptions())
    ranked = (each.record.image for each in ranking.pictures)
    return [groups[image] for image in ranked if image in groups][: options.best]
