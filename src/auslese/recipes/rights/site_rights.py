"""What the files of a host say of the use of its pages: robots.txt, tdmrep.json, RSL licences."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from auslese.crawl.robots.path_patterns import PathPattern, longest_fitting
from auslese.crawl.robots.rights_requests import TDMREP
from auslese.crawl.robots.robots_rules import in_one_spelling
from auslese.crawl.robots.robots_txt import parse_robots, path_in
from auslese.extract.rights.rsl_licence import LicensedContent, read_rsl
from auslese.extract.rights.tdmrep_file import TdmRule, read_tdmrep
from auslese.recipes.rights.usage_rules import UsageRules, usage_rules
from auslese.records.rights.page_rights import Permission, RightsStatement, Use
from auslese.records.rights.rights_vocabulary import (
    AI_USES,
    RSL,
    TDM_RESERVATION,
    VOCABULARIES,
)
from auslese.records.url import Url, canonical, host_of, origin_of, path_of
from auslese.store.rights.rights_lookups import SiteRightsFile, SiteRightsRow

EVERYTHING = "*"
LONGEST_DETAIL = 300  # letters
UNREAD_FILE = "tdmrep.json: not readable"
UNREAD_RULE = "tdmrep.json: rule without a meaning"
NOT_READ = "not read"
LONG_AGO = datetime.fromtimestamp(0, UTC)


class TdmRules(NamedTuple):
    """The rules of one origin, in their order."""

    at: datetime
    rules: list[tuple[PathPattern, TdmRule]]


class Licence(NamedTuple):
    """An RSL licence that was read."""

    at: datetime
    contents: list[tuple[PathPattern, LicensedContent]]


class SiteRights:
    """What holds for the pages of a host, by their paths."""

    def __init__(self, row: SiteRightsRow, agent: str, unknown: Counter[str]) -> None:
        """Read what a host says to this robot; what has no meaning is counted."""
        robots = parse_robots(row.robots)
        self._robots_at = row.robots_at or LONG_AGO
        self._usage = usage_rules(robots, agent, unknown)
        base = Url(f"https://{row.host}/")
        named = (canonical(each, base) for each in robots.licences)
        self._named = [url for url in named if url is not None]
        self._tdm: dict[str, TdmRules] = {}
        self._licences: dict[str, Licence] = {}
        for file in row.files:
            url = Url(file.url)
            if file.text and url.endswith(TDMREP):
                self._tdm[origin_of(url)] = _tdm_rules(file.text, file.at, unknown)
            elif file.text:
                self._licences[_name_of(url)] = _licence(file, row.host, unknown)

    def statements(self, url: Url, licences: Iterable[Url] = ()) -> Iterator[RightsStatement]:
        """What is said of a page, which may name licences of its own."""
        path = in_one_spelling(path_in(path_of(url)))
        for rules in self._usage:
            yield from self._of_usage(rules, path)
        if (tdm := self._tdm.get(origin_of(url))) is not None:
            yield from _of_tdm(tdm, path)
        for named in self._named:
            yield from self._of_licence(named, path, self._robots_at, "robots.txt License")
        for named in licences:
            yield from self._of_licence(named, path, None, "page rsl")

    def _of_usage(self, rules: UsageRules, path: str) -> Iterator[RightsStatement]:
        for stated in longest_fitting(rules.rules, path):
            for use, permission, words in stated:
                yield RightsStatement(
                    use,
                    permission,
                    f"robots.txt {rules.field}",
                    VOCABULARIES[rules.field],
                    self._robots_at,
                    f"user-agent {rules.audience}: {words}"[:LONGEST_DETAIL],
                )

    def _of_licence(
        self, named: Url, path: str, at: datetime | None, source: str
    ) -> Iterator[RightsStatement]:
        licence = self._licences.get(_name_of(named))
        if licence is None or not licence.contents:
            yield from unread_licence(named, at, source)
            return
        for content in longest_fitting(licence.contents, path)[:1]:
            for use in Use:
                permission = content.permission(use)
                yield _rsl_statement(use, permission, source, licence.at, str(named))


def unread_licence(named: Url, at: datetime | None, source: str) -> Iterator[RightsStatement]:
    """What follows of a licence whose terms we do not know: that there are terms."""
    for use in Use:
        yield _rsl_statement(use, Permission.CONDITIONAL, source, at, f"{named} ({NOT_READ})")


def _rsl_statement(
    use: Use, permission: Permission, source: str, at: datetime | None, detail: str
) -> RightsStatement:
    return RightsStatement(use, permission, source, VOCABULARIES[RSL], at, detail[:LONGEST_DETAIL])


def _of_tdm(tdm: TdmRules, path: str) -> Iterator[RightsStatement]:
    """The first rule that fits decides."""
    for pattern, rule in tdm.rules:
        if pattern.fits(path):
            detail = rule.policy or f"location {rule.location}"
            for use in AI_USES:
                yield RightsStatement(
                    use,
                    rule.permission,
                    "tdmrep.json",
                    VOCABULARIES[TDM_RESERVATION],
                    tdm.at,
                    detail[:LONGEST_DETAIL],
                )
            return


def _tdm_rules(text: str, at: datetime, unknown: Counter[str]) -> TdmRules:
    read = read_tdmrep(text)
    unknown[UNREAD_RULE if read.rules else UNREAD_FILE] += read.unread
    return TdmRules(
        at, [(PathPattern.of(_path_pattern(rule.location)), rule) for rule in read.rules]
    )


def _licence(file: SiteRightsFile, host: str, unknown: Counter[str]) -> Licence:
    read = read_rsl(file.text)
    unknown.update(f"{RSL}: {word}" for word in read.unknown)
    contents = [
        (PathPattern.of(_path_pattern(content.url)), content)
        for content in read.contents
        if _is_of(content.url, host)
    ]
    return Licence(file.at, contents)


def _path_pattern(written: str) -> str:
    """A pattern of paths, whether it was written as one or as an address."""
    if not written:
        return EVERYTHING
    if written.startswith("*"):
        return written
    return path_in(written) if "://" in written else f"/{written.lstrip('/')}"


def _is_of(pattern: str, host: str) -> bool:
    """Whether a pattern speaks of this host: paths do, addresses name theirs."""
    if "://" not in pattern:
        return True
    url = canonical(pattern.partition("*")[0].rstrip("$"))
    return url is not None and host_of(url) == host


def _name_of(url: Url) -> str:
    """A name for a licence without scheme and port: whoever gives a path alone leaves them open."""
    return host_of(url) + path_of(url)
