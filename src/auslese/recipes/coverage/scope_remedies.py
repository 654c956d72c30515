"""Which rule would take a URL in that is outside, or keeps it out?"""

from auslese.crawl.scope.scope import NOTHING, Presence, Scope, compile_scope, suffix_refused
from auslese.recipes.coverage.missed_url import MissRemedy
from auslese.recipes.settings.settings_loading import Settings
from auslese.records.url import Url, host_of, origin_of
from auslese.wording.people.coverage_sentences import CoverageRemedy


class ScopeRemedies:
    """The rules of a collection, asked one by one."""

    def __init__(self, settings: Settings) -> None:
        """Make the rules ready."""
        self._presence = settings.presence
        self._longest = settings.limits.url_length
        self._scope = compile_scope(self._presence)
        self._denying = [(text, _denying(text)) for text in self._presence.deny]

    def outside(self, url: Url) -> MissRemedy | None:
        """What would take in a URL that is outside by the rules of today; None if it is inside."""
        verdict = self._scope.verdict(url)
        if not verdict.allowed:
            return self._allowing(url) if verdict == NOTHING else self._undenying(url)
        if len(url) > self._longest:
            words = CoverageRemedy.LENGTH.of(letters=len(url))
            return MissRemedy(words, "limits.url_length", str(len(url)))
        if suffix := suffix_refused(url):
            return MissRemedy(CoverageRemedy.SUFFIX.of(suffix=f".{suffix}"))
        return None

    def _allowing(self, url: Url) -> MissRemedy:
        rule = folder_rule(url) if self._presence.scope == "prefix" else host_rule(url)
        return MissRemedy(CoverageRemedy.ALLOW.of(rule=rule), "presence.allow", rule)

    def _undenying(self, url: Url) -> MissRemedy:
        rule = next((text for text, scope in self._denying if not scope.verdict(url).allowed), "")
        return MissRemedy(CoverageRemedy.UNDENY.of(rule=rule), "presence.deny", rule)


def _denying(rule: str) -> Scope:
    """A scope that takes in everything but what this rule denies."""
    return compile_scope(Presence(scope="none", allow=("re:.",), deny=(rule,)))


def host_rule(url: Url) -> str:
    """The rule that takes in the host of a URL, at its port if it has one."""
    host, place = host_of(url), origin_of(url).partition("://")[2]
    return host if host == place else f"{place}/"


def folder_rule(url: Url) -> str:
    """The rule that takes in the folder of a page and all below it."""
    page = url.partition("?")[0].partition("://")[2]
    return page[: page.rindex("/") + 1]
