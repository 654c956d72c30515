"""Which captures leave with the chosen pages: by the keys of URLs, whatever archive they lie in.

Without conditions everything leaves but the captures of pages that may not: robots.txt, redirects,
sitemaps and answers that were no page belong to an archive. With conditions the pages leave, and
with them what led to them, what their hosts tell robots, and their pictures and style sheets.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.exporting.page_source import source_in
from auslese.recipes.pages.page_filter import pages_query
from auslese.recipes.rights.permitted_pages import PermittedPages, permitted_pages
from auslese.records.rights import RightsProfile
from auslese.records.url import Url, canonical, host_of, key_of
from auslese.store.archive.segment_captures import SegmentCaptures, host_mark
from auslese.store.collection import Collection
from auslese.store.exports import archive_lookups
from auslese.store.tables.sql_views import Connection

Keys = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
FOR_ROBOTS = ("/robots.txt", "/.well-known/tdmrep.json")
"""What a host tells robots: it goes with its pages, as the ground on which they were taken."""
NONE: Keys = np.zeros(0, np.int64)
MOST_REDIRECTS = 10  # one after the other, as browsers follow


class CaptureChoice(NamedTuple):
    """The captures that leave."""

    leaving: int
    """How many pages leave."""
    pages: Keys
    """Their ids; none where nobody has to know them, because all pages leave."""
    left_out: Mapping[str, int]
    """Pages that may not, by reason."""
    withheld: Keys
    """Keys whose captures stay here in any case."""
    beside: Keys | None
    """Keys whose captures leave beside those of the pages; all that are not withheld if None."""
    hosts: Keys
    """Marks of the hosts whose pictures and style sheets leave."""

    @property
    def is_all(self) -> bool:
        """Whether nothing stays here."""
        return self.beside is None and not len(self.withheld)

    def mask(self, captures: SegmentCaptures) -> Mask:
        """Which captures of a segment leave."""
        free = ~np.isin(captures.keys, self.withheld)
        if self.beside is None:
            return free
        wanted = np.isin(captures.keys, self.pages) | np.isin(captures.keys, self.beside)
        aids = captures.is_aid & np.isin(captures.hosts, self.hosts)
        return free & (wanted | aids)


def chosen_captures(
    collection: Collection, tables: Connection, options: ExportOptions, *, with_ids: bool
) -> CaptureChoice:
    """Choose them; SettingsError says what cannot be asked so.

    With ids, `archive_lookups` knows the chosen pages from then on, also if all leave.
    """
    chosen = _conditions(collection, tables, options)
    permitted = permitted_pages(tables, options.profile, options.use, chosen)
    is_plain = not (chosen or with_ids or permitted.left_out)
    if is_plain and not archive_lookups.has_others(tables, permitted.permitted):
        return CaptureChoice(permitted.permitted, NONE, permitted.left_out, NONE, None, NONE)
    pages = archive_lookups.choose(tables, permitted.query)
    if not chosen:
        return _all_but(tables, options, pages, permitted)
    return _fitting(tables, pages, permitted)


def _fitting(tables: Connection, pages: Keys, permitted: PermittedPages) -> CaptureChoice:
    """The pages that fit conditions, and what belongs to them."""
    withheld = archive_lookups.other_pages(tables)
    origins = archive_lookups.origins_of(tables)
    said = [key_of(Url(origin + path)) for origin in origins for path in FOR_ROBOTS]
    pictures = archive_lookups.pictures_on(tables)
    beside = np.concatenate([np.array(said, np.int64), pictures])
    leading = _leading_to(tables, np.concatenate([pages, beside]))
    beside = np.concatenate([beside, leading])
    hosts = {host_mark(host_of(Url(origin + "/"))) for origin in origins}
    marks = np.fromiter(hosts, np.int64, len(hosts))
    return CaptureChoice(len(pages), pages, permitted.left_out, withheld, beside, marks)


def _conditions(collection: Collection, tables: Connection, options: ExportOptions) -> str:
    """A query for the pages that are asked for; empty if all are."""
    if (
        options.languages
        or options.no_copies
        or options.best is not None
        or options.pages is not None
    ):
        return source_in(collection, tables, options, with_textless=True).query
    return pages_query(options.where, tables) if options.where.strip() else ""


def _all_but(
    tables: Connection, options: ExportOptions, pages: Keys, permitted: PermittedPages
) -> CaptureChoice:
    told = len(pages), pages, permitted.left_out
    if options.profile == RightsProfile.INTERNAL:
        return CaptureChoice(*told, NONE, None, NONE)
    withheld = archive_lookups.other_pages(tables)
    is_listed = options.profile == RightsProfile.URLS_ONLY
    pictures = NONE if is_listed else archive_lookups.pictures_of_others(tables)
    return CaptureChoice(*told, np.concatenate([withheld, pictures]), None, NONE)


def _leading_to(tables: Connection, keys: Keys) -> Keys:
    """The keys of those that were sent on to any of these, one after the other."""
    pairs = np.array(list(_targets(archive_lookups.redirects(tables))), np.int64).reshape(-1, 2)
    leading = np.zeros(0, np.int64)
    for _ in range(MOST_REDIRECTS):
        reached = np.isin(pairs[:, 1], keys)
        keys, before = np.concatenate([keys, pairs[reached, 0]]), len(leading)
        leading = pairs[reached, 0]
        if len(leading) == before:
            break
    return leading


def _targets(redirects: Iterable[tuple[int, str]]) -> Iterable[tuple[int, int]]:
    for key, target in redirects:
        url = canonical(target)
        if url is not None:
            yield key, key_of(url)
