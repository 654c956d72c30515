"""The book of shapes: what each shape of URL has brought so far, and what that means for the next.

The frontier asks it about every new URL (`consider`) and every leased one (`advised`), tells it how
visits end (`learn`), and lets it draw its conclusions after every report (`settle`). Why a shape is
a trap is in `evidence`, what its answers were in `type_memory`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from operator import attrgetter
from typing import Protocol

from auslese.crawl.frontier.lease import Errand
from auslese.crawl.frontier.worker_report import EndedVisit, ended_by_refusal
from auslese.crawl.traps.shape_evidence import COMBINATIONS, ShapeRecord, ShapeState
from auslese.crawl.traps.type_memory import (
    PAGE_SUFFIXES,
    TRUST_WANTED,
    is_mixed,
    learn_type,
    looks_like_download,
    remembered,
)
from auslese.crawl.traps.url_shapes import Shape, shape_of, suffix_of
from auslese.crawl.traps.url_traps import TrapDetector, TrapSettings
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url
from auslese.records.visit import SITEMAP_BUCKETS, THROTTLED_BUCKET, Visit
from auslese.wording.crawl_sentences import TRAP_KINDS

MOST_SHAPES = 50_000  # some 500 bytes each
MOST_PER_HOST = 2_000
WRITE_EVERY = 50  # reports; a verdict is written at once, counts can be counted again
READ_AT_ONCE = 5_000  # URLs read from the file together

NO_SHAPE = Shape("", "")
DOUBTED = frozenset({ShapeState.THROTTLED, ShapeState.STOPPED})

WaitingUrl = tuple[float, int, int]
"""One that waits: not before, bucket, number."""


@dataclass(frozen=True, slots=True)
class ShapeBookSettings:
    """What the book is to look for."""

    traps: TrapSettings = field(default_factory=TrapSettings)
    remember_types: bool = True
    fingerprint: str = ""
    """Changes when what was refused because of the book is to be let in again."""
    most_shapes: int = MOST_SHAPES
    most_per_host: int = MOST_PER_HOST


class ShapeStore(Protocol):
    """Where the book is kept: beside the outcomes that follow from it, in their transactions."""

    def read(self, most: int) -> Iterable[tuple[str, ShapeRecord]]:
        """Give the shapes that matter most, with their hosts."""
        ...

    def write(self, records: Iterable[tuple[str, ShapeRecord]]) -> None:
        """Write down what has changed; what can soon be learnt anew may be left out."""
        ...

    def delete(self, names: Iterable[tuple[str, str]]) -> None:
        """Forget these shapes of these hosts."""
        ...

    def begin_anew_if_changed(self, fingerprint: str) -> int:
        """Forget all, and let in again what was refused because of it, if the settings are others.

        How many URLs that were.
        """
        ...


@dataclass(slots=True)
class _ReportedPage:
    """A page of the report at hand, and whether it led to anything."""

    records: list[ShapeRecord]
    sketch: int
    is_copy: bool
    leads_on: bool = False


class ShapeBook:
    """All shapes of a crawl, by host."""

    def __init__(self, store: ShapeStore, settings: ShapeBookSettings, now: float) -> None:
        """Open the book; must be called within a transaction."""
        self._store = store
        self._settings = settings
        self._door = TrapDetector(settings.traps, datetime.fromtimestamp(now, UTC).year)
        self._hosts: dict[str, dict[str, ShapeRecord]] = {}
        self._size = 0
        self._pages: dict[int, _ReportedPage] = {}
        self._touched: dict[tuple[str, str], ShapeRecord] = {}
        self._unwritten: dict[tuple[str, str], ShapeRecord] = {}
        self._concerned: dict[str, None] = {}
        """Hosts where waiting URLs are to be looked at again."""
        self._uneasy: set[str] = set()
        """Hosts with something suspect or unwanted; of all others nothing need be asked."""
        self._reports = 0
        store.begin_anew_if_changed(settings.fingerprint)
        for host, record in store.read(settings.most_shapes):
            self._hosts.setdefault(host, {})[record.name] = record
            self._size += 1
            if record.is_suspect or record.unwanted:
                self._uneasy.add(host)

    # -- what the frontier asks -------------------------------------------------------------------

    def consider(self, fresh: Sequence[Visit]) -> list[Visit]:
        """Return new visits with what the book has to say: refused, last in line, or as they are.

        Start pages are never doubted, a person has named them; nor are sitemaps.
        """
        return [visit if visit.refused or _is_named(visit) else self._met(visit) for visit in fresh]

    def _met(self, visit: Visit) -> Visit:
        if self._door.is_allowed(visit.url):
            self._note_origin(visit, [])
            return visit
        shape = shape_of(visit.url)
        records = self._records(visit.host, shape)
        self._note_origin(visit, records)
        for record in records:
            record.note_found(visit.depth, shape)
        is_first = self._is_first(records, shape)
        if refused := None if is_first else self._refusal(visit.host, records):
            return visit._replace(refused=refused)
        if refused := self._known_type(visit.host, shape, records):
            return visit._replace(refused=refused)
        is_last = not is_first and (_worst(records) or (shape.skeleton and _suspects(records)))
        return visit._replace(bucket=THROTTLED_BUCKET) if is_last else visit

    def _is_first(self, records: list[ShapeRecord], shape: Shape) -> bool:
        """Whether a URL with a session in it is the first of its kind: then it may be a page.

        Its kin under other ids wait at the end, or are refused, but this one is as good as any.
        """
        if not shape.skeleton:
            return False
        echoes = [record.is_echo(shape.skeleton) for record in _suspects(records)]
        return bool(echoes) and not any(echoes)

    def _note_origin(self, visit: Visit, records: list[ShapeRecord]) -> None:
        """Note whose child it is; a page that leads out of its own shape is of some use."""
        page = self._pages.get(visit.via)
        if page is None:
            return
        kin = [record for record in records if record in page.records]
        doubtful = any(record.is_suspect for record in page.records)
        for record in kin:
            record.bred += 1
        for record in records:
            record.tainted += doubtful
        if not kin and not any(record.state in DOUBTED for record in records):
            page.leads_on = True

    def _refusal(self, host: str, records: list[ShapeRecord]) -> Refused | None:
        stopped = _in_state(records, ShapeState.STOPPED)
        if stopped is None:
            return None
        stopped.refused += 1
        self._unwritten[host, stopped.name] = stopped
        detail = TRAP_KINDS[stopped.kind].text(shape=stopped.name, evidence=stopped.why)
        return Refused(Refusal.TRAP, detail)

    def _known_type(self, host: str, shape: Shape, records: list[ShapeRecord]) -> Refused | None:
        if not self._settings.remember_types:
            return None
        for record in self._typed(host, shape, records):
            if not record.is_family and (refused := remembered(record)):
                return refused
        return None

    def advised(self, errand: Errand) -> Errand:
        """Return a leased visit with the care that its shape asks for."""
        if errand.visit.bucket in SITEMAP_BUCKETS:
            return errand
        url, host = errand.visit.url, errand.visit.host
        if host not in self._uneasy and not looks_like_download(url, suffix_of(url)):
            return errand
        shape = shape_of(url)
        records = self._records(host, shape, make=False)
        suspect = any(record.is_suspect for record in records)
        look_first = self._settings.remember_types and self._look_first(url, shape, records, host)
        if suspect or look_first:
            return errand._replace(suspect=suspect, look_first=look_first)
        return errand

    def _look_first(self, url: Url, shape: Shape, records: list[ShapeRecord], host: str) -> bool:
        typed = list(self._typed(host, shape, records))
        if any(map(is_mixed, typed)):
            return True
        if not looks_like_download(url, shape.suffix):
            return False
        return not any(record.wanted >= TRUST_WANTED for record in typed)

    # -- what the frontier tells ------------------------------------------------------------------

    def learn(self, errand: Errand, ended: EndedVisit) -> None:
        """Take in how a visit ended."""
        visit = errand.visit
        if visit.bucket in SITEMAP_BUCKETS:
            return
        shape = shape_of(visit.url)
        records = self._records(visit.host, shape)
        for record in self._typed(visit.host, shape, records, make=True):
            if learn_type(record, ended) and self._settings.remember_types:
                self._concerned[visit.host] = None
            if record.unwanted or record.is_suspect:
                self._uneasy.add(visit.host)
        is_page = ended.kind == "fetched" and ended.reason != "redirect"
        if is_page and not self._door.is_allowed(visit.url):
            for record in _suspects(records) if shape.skeleton else ():
                record.is_echo(shape.skeleton)
            self._pages[visit.key] = _ReportedPage(records, ended.sketch, ended.reason == "copy")

    def settle(self) -> list[str]:
        """Draw the conclusions of a report; the hosts where waiting URLs are concerned."""
        for page in self._pages.values():
            for record in page.records:
                record.note_page(page.sketch, page.is_copy, page.leads_on)
        self._pages.clear()
        concerned, self._concerned = self._concerned, {}
        verdicts = bool(concerned)
        for (host, _), record in self._touched.items():
            if not self._door.is_open and record.judge(self._settings.traps.mode == "stop"):
                verdicts = True
                self._uneasy.add(host)
                if record.state in DOUBTED:
                    concerned[host] = None
        self._unwritten.update(self._touched)
        self._touched.clear()
        self._reports += 1
        if verdicts or self._reports % WRITE_EVERY == 0:
            self.write()
        if self._size > self._settings.most_shapes:
            self._forget_some()
        return list(concerned)

    def write(self) -> None:
        """Write down what has changed; belongs into a transaction."""
        self._store.write([(host, record) for (host, _), record in self._unwritten.items()])
        self._unwritten.clear()

    def sort_out(
        self,
        host: str,
        waiting: list[WaitingUrl],
        visits: Callable[[list[int]], dict[int, Visit]],
    ) -> tuple[list[WaitingUrl], list[tuple[Visit, EndedVisit]]]:
        """Return who of those that wait at a host may wait on, and where, and who is refused."""
        kept: list[WaitingUrl] = []
        refused: list[tuple[Visit, EndedVisit]] = []
        firsts: set[str] = set()
        for start in range(0, len(waiting), READ_AT_ONCE):
            part = waiting[start : start + READ_AT_ONCE]
            known = visits([number for _, _, number in part])
            for not_before, bucket, number in part:
                visit = known[number]._replace(bucket=bucket)
                records, shape = self._doubted(visit, host)
                skeleton = shape.skeleton
                is_first = bool(skeleton) and bucket != THROTTLED_BUCKET and skeleton not in firsts
                firsts.add(skeleton)
                why = None if is_first else self._refusal(host, records)
                if why := why or self._known_type(host, shape, records):
                    refused.append((visit, ended_by_refusal(number, why)))
                else:
                    is_last = _worst(records) and not is_first
                    kept.append((not_before, THROTTLED_BUCKET if is_last else bucket, number))
        return kept, refused

    def _doubted(self, visit: Visit, host: str) -> tuple[list[ShapeRecord], Shape]:
        """Return what counts for one that waits; nothing for those a person has named."""
        if _is_named(visit) or self._door.is_allowed(visit.url):
            return [], NO_SHAPE
        shape = shape_of(visit.url)
        return self._records(host, shape, make=False), shape

    # -- the records ------------------------------------------------------------------------------

    def _records(self, host: str, shape: Shape, *, make: bool = True) -> list[ShapeRecord]:
        """Return the records of a shape, its own first."""
        names = [name for name in (shape.own, shape.family) if name]
        return [found for name in names if (found := self._record(host, name, make)) is not None]

    def _record(self, host: str, name: str, make: bool) -> ShapeRecord | None:
        shapes = self._hosts.get(host)
        if shapes is None:
            if not make:
                return None
            shapes = self._hosts[host] = {}
        record = shapes.get(name)
        if record is None and make:
            if len(shapes) >= self._settings.most_per_host:
                self._forget(host, shapes, len(shapes) // 2)
            record = shapes[name] = ShapeRecord(name)
            self._size += 1
        if record is not None and make:
            self._touched[host, name] = record
        return record

    def _typed(
        self, host: str, shape: Shape, records: list[ShapeRecord], *, make: bool = False
    ) -> Iterator[ShapeRecord]:
        """Give the records that hold which types came: of its ending, of its shape."""
        if shape.suffix and shape.suffix not in PAGE_SUFFIXES:
            ending = self._record(host, f"*.{shape.suffix}", make)
            if ending is not None:
                yield ending
        yield from records

    def _forget_some(self) -> None:
        """Make room: hosts met first are done first."""
        for host in list(self._hosts):
            if self._size <= self._settings.most_shapes * 3 // 4:
                return
            shapes = self._hosts[host]
            self._forget(host, shapes, len(shapes))
            if not shapes:
                del self._hosts[host]

    def _forget(self, host: str, shapes: dict[str, ShapeRecord], most: int) -> None:
        """Drop open shapes of a host, those with the fewest URLs first."""
        harmless = [record for record in shapes.values() if not record.is_suspect]
        gone = sorted(harmless, key=attrgetter("found"))[:most]
        for record in gone:
            del shapes[record.name]
            self._touched.pop((host, record.name), None)
            self._unwritten.pop((host, record.name), None)
        self._size -= len(gone)
        self._store.delete([(host, record.name) for record in gone])


def _in_state(records: list[ShapeRecord], state: ShapeState) -> ShapeRecord | None:
    """Return the record that speaks for its URLs in this state.

    A trusted shape outweighs its family, but not where the family is one of combinations: there
    each shape has pages that differ, and all of them together say the same.
    """
    trusted = False
    for record in records:
        if record.state is state and (not trusted or record.kind == COMBINATIONS):
            return record
        trusted = trusted or record.trusted
    return None


def _suspects(records: list[ShapeRecord]) -> list[ShapeRecord]:
    return [record for record in records if record.is_suspect]


def _worst(records: list[ShapeRecord]) -> bool:
    """Whether the URLs of these records come last."""
    return _in_state(records, ShapeState.THROTTLED) is not None


def _is_named(visit: Visit) -> bool:
    """Whether a person or the site itself has named this URL: a start page, or a sitemap."""
    return not visit.via or visit.bucket in SITEMAP_BUCKETS
