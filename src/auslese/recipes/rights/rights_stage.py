"""Works out what may be done with each page: from what sites and pages say into the table rights.

The table is replaced as a whole: a killed run leaves the old one.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from xxhash import xxh3_64_hexdigest

from auslese.extract.rights.page_optouts import optout_words, page_statements, unknown_words
from auslese.recipes.rights.site_rights import SiteRights, unread_licence
from auslese.recipes.stages.stage import Stage, StageOptions, StageRun, StageSummary
from auslese.records.rights.page_rights import Permission, RightsStatement, Use, most_restrictive
from auslese.records.rights.rights_vocabulary import VOCABULARIES, WORDS, named_licences
from auslese.records.url import Url
from auslese.store.collection import Collection
from auslese.store.rights.rights_lookups import (
    CLOSED,
    PageToJudge,
    column_of,
    count_untold,
    pages_to_judge,
    sites_with_rights,
)
from auslese.store.rights.rights_table import (
    are_rights_of,
    are_rights_there,
    replace_rights,
    sources_of_rights,
)
from auslese.store.tables.sql_views import Connection, connect
from auslese.wording.stage_sentences import StaleReason

JUDGED = "judged by what their owners say"
RULES = 1
"""Version of the rules by which statements become permissions."""
MOST_UNKNOWN = 20  # words without a meaning that a summary shows
NO_STATEMENTS: list[dict[str, Any]] = []


@dataclass(slots=True)
class RightsSummary(StageSummary):
    """What came of it; the fields of `analyse --json`."""

    pages: int = 0
    sites: int = 0
    """Hosts whose files say something."""
    stated: int = 0
    """Pages of which something is said."""
    reserved: dict[str, int] = field(default_factory=dict)
    """Pages by the use that is reserved, if only under conditions."""
    unknown: dict[str, int] = field(default_factory=dict)
    """Words that state nothing, as nobody knows them, the most frequent first."""
    renewed: bool = False

    last_keys: ClassVar[tuple[str, ...]] = ("pages_per_second",)

    @property
    def pages_per_second(self) -> float:
        """How fast it was."""
        return self.per_second(self.pages)


@dataclass(frozen=True, slots=True)
class RightsStage(Stage[RightsSummary]):
    """Judges pages by what is said of their use."""

    name = "rights"
    about = "what may be done with pages: robots.txt, tdmrep.json, RSL licences, pages themselves"

    def why_stale(self, collection: Collection, options: StageOptions) -> list[str]:
        """Whether pages or statements are others than before."""
        sources = _sources(collection, options)
        if not sources:
            return []
        if options.again:
            return [StaleReason.ALL_ANEW.of()]
        if are_rights_of(collection.tables, sources):
            return []
        is_there = are_rights_there(collection.tables)
        return [(StaleReason.RIGHTS_CHANGED if is_there else StaleReason.NO_RIGHTS).of()]

    def run(self, run: StageRun) -> RightsSummary:
        """Make the table anew if it is stale."""
        summary = RightsSummary()
        if self.why_stale(run.collection, run.options):
            with connect(run.collection) as tables:
                _RightsRun(run, tables, summary).judge(_sources(run.collection, run.options))
        return summary


def _sources(collection: Collection, options: StageOptions) -> str:
    rules = f"{RULES} {options.settings.politeness.agent} {VOCABULARIES} {WORDS}"
    return sources_of_rights(collection.tables, xxh3_64_hexdigest(rules.encode()))


class _RightsRunStoppedError(Exception):
    """Somebody wants the run to stop; nothing is written."""


class _RightsRun:
    """One run, from the first page to the table."""

    def __init__(self, run: StageRun, tables: Connection, summary: RightsSummary) -> None:
        self._run, self._tables, self._summary = run, tables, summary
        self._unknown: Counter[str] = Counter()
        self._sites: dict[str, SiteRights] = {}

    def judge(self, sources: str) -> None:
        agent = self._run.options.settings.politeness.agent
        for row in sites_with_rights(self._tables):
            self._sites[row.host] = SiteRights(row, agent, self._unknown)
        self._summary.sites = len(self._sites)
        try:
            replace_rights(self._run.collection.tables, sources, self._parts())
        except _RightsRunStoppedError:
            return
        self._summary.renewed = True
        self._summary.unknown = dict((+self._unknown).most_common(MOST_UNKNOWN))

    def _parts(self) -> Iterator[dict[str, list[Any]]]:
        of, _ = count_untold(self._tables)
        reserved = Counter[str]()
        for pages in pages_to_judge(self._tables):
            rows = [self._row(page) for page in pages]
            self._summary.pages += len(rows)
            self._summary.stated += sum(1 for row in rows if row["statements"])
            for use in Use:
                reserved[use] += sum(row[column_of(use)] in CLOSED for row in rows)
            yield {name: [row[name] for row in rows] for name in rows[0]}
            self._run.show(self._summary.pages, of, JUDGED)
            if self._run.stops(self._summary):
                raise _RightsRunStoppedError
        self._summary.reserved = {use.value: reserved[use] for use in Use}

    def _row(self, page: PageToJudge) -> dict[str, Any]:
        row: dict[str, Any] = {"id": page.id, "url": page.url, "fetched_at": page.fetched_at}
        site = self._sites.get(page.host)
        if site is None and not page.optouts:  # as nearly every page
            return row | SILENT
        statements = list(self._statements(page, site))
        return row | _judged(statements) | {"statements": _as_rows(statements, page)}

    def _statements(self, page: PageToJudge, site: SiteRights | None) -> Iterator[RightsStatement]:
        yield from page_statements(page.optouts, page.fetched_at)
        self._unknown.update(f"page {word}" for word in unknown_words(page.optouts))
        url, licences = Url(page.url), named_licences(optout_words(page.optouts))
        if site is not None:
            yield from site.statements(url, licences)
        else:
            for licence in licences:
                yield from unread_licence(licence, page.fetched_at, "page rsl")


def _judged(statements: list[RightsStatement]) -> dict[str, str]:
    """Of each use the most restrictive that was said."""
    return {
        column_of(use): most_restrictive(
            each.permission for each in statements if each.use is use
        ).value
        for use in Use
    }


def _as_rows(statements: list[RightsStatement], page: PageToJudge) -> list[dict[str, Any]]:
    return [
        each._asdict() | {"said_at": each.said_at or page.fetched_at}
        for each in dict.fromkeys(statements)
    ]


SILENT: dict[str, Any] = {column_of(use): Permission.UNSTATED.value for use in Use} | {
    "statements": NO_STATEMENTS
}
"""The rights of a page of which nobody says anything."""
