"""Finds out why a crawl lacks a URL and what would have to change, by its trace and the rules."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from auslese.crawl.frontier.crawl_state import CrawlState, is_page
from auslese.crawl.frontier.outage import UnreachableHost
from auslese.crawl.frontier.url_trace import UrlFate, UrlFates
from auslese.crawl.scope.host_aliases import under_host
from auslese.crawl.traps.url_shapes import allow_rule
from auslese.recipes.coverage.missed_url import NEVER_SEEN, WAITING, MissedUrl, MissRemedy
from auslese.recipes.coverage.robots_lines import forbidding_line
from auslese.recipes.coverage.scope_remedies import ScopeRemedies, folder_rule
from auslese.recipes.coverage.url_spellings import twin_spellings
from auslese.recipes.settings.settings_loading import Settings
from auslese.records.url import Url, canonical, host_of, origin_of
from auslese.wording.people.coverage_sentences import CoverageRemedy

MOST_STEPS = 10  # redirects and names of hosts that are followed; as limits.redirects has it
MEDIA_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+")
TRAP_SHAPE = re.compile(r" at ((?::\d+)?/\S*[{*]\S*)")  # `chain at :80/cal/{n}/{n} (…)`
MOST_HOSTS = 100_000  # of which is remembered whether they were seen: 20 MB
MOST_ROBOTS = 1024  # robots.txt that are kept at hand, of half a megabyte at most
PLAIN_REMEDIES = {
    "fetched.sitemap": MissRemedy(CoverageRemedy.SITEMAP.of()),
    "refused.redirects": MissRemedy(CoverageRemedy.REDIRECTS.of(), "limits.redirects"),
    "refused.noindex": MissRemedy(CoverageRemedy.NOINDEX.of()),
    "refused.focus": MissRemedy(CoverageRemedy.FOCUS.of(), "focus.razor"),
    "refused.errors": MissRemedy(CoverageRemedy.ERRORS.of()),
    "failed.http_404": MissRemedy(CoverageRemedy.GONE.of()),
    "failed.http_410": MissRemedy(CoverageRemedy.GONE.of()),
    "failed.http_401": MissRemedy(CoverageRemedy.FORBIDDEN.of()),
    "failed.http_403": MissRemedy(CoverageRemedy.FORBIDDEN.of()),
    "failed.tls": MissRemedy(CoverageRemedy.TLS.of(), "presence.unverified_tls", "true"),
}
TRY_AGAIN = MissRemedy(CoverageRemedy.TRY_AGAIN.of())
UNKNOWN = MissRemedy(CoverageRemedy.UNKNOWN.of())


def is_held(fate: UrlFate | None) -> bool:
    """Whether the crawl has a page there, be it a copy or one that is to be seen again."""
    return fate is not None and (is_page(fate.kind, fate.reason) or fate.was_page)


class MissReasons:
    """Tells for one URL after the other why it is missed."""

    def __init__(
        self,
        settings: Settings,
        fates: UrlFates,
        state: CrawlState,
        unreachable: Iterable[UnreachableHost] = (),
    ) -> None:
        """`state`: where the crawl stands."""
        self._settings = settings
        self._fates = fates
        self._has_begun = state.seen > 0
        self._waiting = state.queued
        self._deep = state.outcomes.get("refused.depth", 0)
        self._scope = ScopeRemedies(settings)
        self._unreachable = {host.host: host for host in unreachable}
        self._knows_host = lru_cache(MOST_HOSTS)(fates.knows_host)
        self._robots = lru_cache(MOST_ROBOTS)(fates.robots_text)

    def missed(self, url: Url, fate: UrlFate | None) -> MissedUrl:
        """Why this URL is missed, of which this became."""
        return self._missed(url, url, fate, MOST_STEPS)

    def _missed(self, url: Url, here: Url, fate: UrlFate | None, steps: int) -> MissedUrl:
        if fate is None:
            remedy = self._unseen(here)
            return MissedUrl(url, host_of(url), NEVER_SEEN, "", remedy)
        reason = WAITING if fate.kind == WAITING else f"{fate.kind}.{fate.reason}"
        plain = MissedUrl(url, host_of(url), reason, fate.detail, UNKNOWN)
        if reason == "fetched.redirect":
            return self._moved(plain, canonical(fate.detail), CoverageRemedy.REDIRECTED, steps)
        if reason == "refused.alias":
            twin = under_host(here, fate.detail)
            return self._moved(plain, twin, CoverageRemedy.MISSING_TWIN, steps)
        return plain._replace(remedy=self._remedy(here, fate, reason))

    def _moved(
        self, missed: MissedUrl, target: Url | None, form: CoverageRemedy, steps: int
    ) -> MissedUrl:
        """The same for a URL whose page is elsewhere: perhaps it is held there."""
        if target is None or not steps:
            return missed
        host = host_of(target)
        there = self._found(target)
        if there is not None and is_held(there):
            words = (
                CoverageRemedy.HELD_ELSEWHERE.of()
                if form is CoverageRemedy.REDIRECTED
                else CoverageRemedy.HELD_ON_TWIN.of(host=host)
            )
            return missed._replace(remedy=MissRemedy(words), held_as=target)
        further = self._missed(missed.url, target, there, steps - 1)
        if further.held_as:
            return further._replace(reason=missed.reason, detail=missed.detail)
        remedy = further.remedy._replace(words=form.of(remedy=further.remedy.words, host=host))
        return missed._replace(remedy=remedy)

    def _found(self, url: Url) -> UrlFate | None:
        """What became of a URL, or of one that is compared as it, a page before all others."""
        found = [fate for fate in self._fates.fates_of(twin_spellings(url)) if fate]
        return next(filter(is_held, found), found[0] if found else None)

    def _unseen(self, url: Url) -> MissRemedy:
        if refused := self._scope.outside(url):
            return refused
        if not self._has_begun:
            return MissRemedy(CoverageRemedy.BEGIN.of())
        if gone := self._out_of_reach(url):
            return gone
        if not any(map(self._knows_host, map(host_of, twin_spellings(url)))):
            start = f"{origin_of(url)}/"
            return MissRemedy(CoverageRemedy.NO_HOST.of(start=start), "presence.start", start)
        if self._waiting:
            return MissRemedy(CoverageRemedy.LINK_LATER.of(waiting=self._waiting))
        if self._deep:
            return MissRemedy(CoverageRemedy.LINK_DEEPER.of(deep=self._deep), "limits.depth")
        return MissRemedy(CoverageRemedy.LINK.of(), "presence.start", url)

    def _remedy(self, url: Url, fate: UrlFate, reason: str) -> MissRemedy:
        if reason in PLAIN_REMEDIES:
            return PLAIN_REMEDIES[reason]
        if make := _REMEDIES.get(reason):
            return make(self, url, fate)
        return TRY_AGAIN if fate.kind == "failed" else UNKNOWN

    def _out_of_scope(self, url: Url, _: UrlFate) -> MissRemedy:
        return self._scope.outside(url) or MissRemedy(CoverageRemedy.RULES_CHANGED.of())

    def _waits(self, url: Url, _: UrlFate) -> MissRemedy:
        return self._out_of_reach(url) or MissRemedy(CoverageRemedy.CRAWL_ON.of())

    def _out_of_reach(self, url: Url) -> MissRemedy | None:
        """What is to be done if its host could not be reached."""
        found = self._unreachable.get(host_of(url))
        if found is None:
            return None
        words = CoverageRemedy.UNREACHABLE.of(host=found.host, reason=found.reason)
        return MissRemedy(words)

    def _too_deep(self, _: Url, fate: UrlFate) -> MissRemedy:
        words = CoverageRemedy.DEEPER.of(depth=fate.depth)
        return MissRemedy(words, "limits.depth", str(fate.depth))

    def _too_long(self, url: Url, _: UrlFate) -> MissRemedy:
        words = CoverageRemedy.LENGTH.of(letters=len(url))
        return MissRemedy(words, "limits.url_length", str(len(url)))

    def _too_large(self, _: Url, fate: UrlFate) -> MissRemedy:
        return MissRemedy(CoverageRemedy.TOO_LARGE.of(detail=fate.detail), "limits.body_bytes")

    def _unread(self, _: Url, fate: UrlFate) -> MissRemedy:
        return MissRemedy(CoverageRemedy.SUFFIX.of(suffix=fate.detail))

    def _mistyped(self, _: Url, fate: UrlFate) -> MissRemedy:
        named = MEDIA_TYPE.search(fate.detail)  # it may be said in a sentence
        words = CoverageRemedy.TYPE.of(type=fate.detail)
        return MissRemedy(words, "crawl.types", named[0] if named else "")

    def _not_followed(self, url: Url, _: UrlFate) -> MissRemedy:
        return MissRemedy(CoverageRemedy.NOFOLLOW.of(), "presence.start", url)

    def _not_public(self, url: Url, fate: UrlFate) -> MissRemedy:
        words = CoverageRemedy.ADDRESS.of(detail=fate.detail)
        return MissRemedy(words, "presence.allow", host_of(url))

    def _trapped(self, url: Url, fate: UrlFate) -> MissRemedy:
        shape = TRAP_SHAPE.search(fate.detail)
        rule = allow_rule(host_of(url), shape[1]) if shape else folder_rule(url)
        return MissRemedy(CoverageRemedy.TRAP.of(rule=rule), "traps.allow", rule)

    def _forbidden(self, url: Url, _: UrlFate) -> MissRemedy:
        text = self._robots(origin_of(url))
        line = forbidding_line(text, url, self._settings.politeness.agent)
        host = host_of(url)
        if not line:
            return MissRemedy(CoverageRemedy.ROBOTS.of(host=host))
        words = CoverageRemedy.ROBOTS_LINE.of(host=host, line=line)
        return MissRemedy(words, "politeness.own_sites", host)


_REMEDIES: dict[str, Callable[[MissReasons, Url, UrlFate], MissRemedy]] = {
    WAITING: MissReasons._waits,
    "refused.scope": MissReasons._out_of_scope,
    "refused.depth": MissReasons._too_deep,
    "refused.length": MissReasons._too_long,
    "refused.suffix": MissReasons._unread,
    "refused.type": MissReasons._mistyped,
    "refused.nofollow": MissReasons._not_followed,
    "refused.address": MissReasons._not_public,
    "refused.trap": MissReasons._trapped,
    "refused.robots": MissReasons._forbidden,
    "failed.too_large": MissReasons._too_large,
}
