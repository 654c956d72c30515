"""Where a crawl stands, for those who look at it again and again: cheap, by the frontier alone."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from time import monotonic, time
from typing import Any, NamedTuple

from auslese.crawl.forecast.forecast import Forecast, forecast
from auslese.crawl.frontier.frontier_reader import FrontierReader
from auslese.crawl.scope.rules import RuleKind, parse_rule
from auslese.crawl.scope.scope import Presence, compile_scope, rule_on_side
from auslese.recipes.crawling.crawl_control import is_pause_requested, is_stop_requested
from auslese.recipes.crawling.live_state import read_live
from auslese.recipes.settings.collection_frontier import frontier_of
from auslese.records.errors import SettingsError
from auslese.records.url import Url
from auslese.store.collection import Collection
from auslese.store.lookups.overview_lookups import known_urls
from auslese.store.tables.sql_views import Connection
from auslese.system.regex_safety import is_costly
from auslese.wording.rule_sentences import RuleComplaint

MOST_HOSTS = 20
LATEST = 20_000  # visits that the rate is drawn from: some milliseconds to read
COLUMNS = 40  # of the plot of the rate
MOST_TRAPS = 20
RATE_SECONDS = 60.0  # the rate is that of the last minute
MOST_TRIED = 200_000  # URLs that a change of rules is tried on
EXAMPLES = 5
TRY_SECONDS = 2.0  # after which the URLs that were tried have to do


class CrawlPace(NamedTuple):
    """Pages that came in equal spans of time."""

    begin: float
    span: float
    """Seconds of each."""
    pages: list[int]


def crawl_view(collection: Collection) -> dict[str, Any]:
    """The state of the crawl of a collection, running or not."""
    live = read_live(collection.path) if collection.holder_lives() else None
    reader = frontier_of(collection).reader()
    standing = reader.crawl_state()
    ahead = forecast(standing.survey)
    return {
        "state": _state(collection, live, reader),
        "live": live,
        "pages": standing.pages,
        "queued": standing.queued,
        "seen": standing.seen,
        "hosts": standing.hosts,
        "outcomes": dict(sorted(standing.outcomes.items(), key=lambda each: -each[1])),
        "depth": standing.depth,
        "forecast": _forecast(ahead),
        "traps": [trap._asdict() for trap in reader.traps()[:MOST_TRAPS]],
        "unreachable": [host._asdict() for host in reader.unreachable()[:MOST_HOSTS]],
        **_pace_and_hosts(reader),
    }


def _state(collection: Collection, live: dict[str, Any] | None, reader: FrontierReader) -> str:
    """running, paused, stopping, busy (something else works there), idle or new."""
    if live is not None:
        if is_stop_requested(collection.path):
            return "stopping"
        return "paused" if is_pause_requested(collection.path) else "running"
    if collection.holder_lives():
        return "busy"
    return "idle" if reader.has_begun() else "new"


def _forecast(ahead: Forecast) -> dict[str, Any]:
    return asdict(ahead) | {"slowest": [host._asdict() for host in ahead.slowest[:MOST_HOSTS]]}


def _pace_and_hosts(reader: FrontierReader) -> dict[str, Any]:
    moments = reader.page_moments(LATEST)
    now = time()
    recent = sum(1 for moment in moments if moment > now - RATE_SECONDS)
    first = max(now - RATE_SECONDS, moments[0]) if moments else now
    pace = pace_of(moments)
    return {
        "rate": round(recent / max(now - first, 1.0), 2),
        "pace": pace._asdict() if pace else None,
        "busiest": [host._asdict() for host in reader.busiest_hosts(MOST_HOSTS)],
    }


def pace_of(moments: Sequence[float]) -> CrawlPace | None:
    """How many pages came when, of these moments in order."""
    if not moments or moments[-1] <= moments[0]:
        return None
    begin, span = moments[0], (moments[-1] - moments[0]) / COLUMNS
    pages = [0] * COLUMNS
    for moment in moments:
        pages[min(int((moment - begin) / span), COLUMNS - 1)] += 1
    return CrawlPace(begin, span, pages)


def try_rules(tables: Connection, now: Presence, then: Presence) -> dict[str, Any]:
    """What another presence would do with the URLs that are known: how many come in, or fall out.

    By the rules alone: robots.txt, depth and limits may still keep out what they let in. Only so
    many URLs are tried as some seconds allow, for whoever can see the page can ask for it.
    """
    refuse_slow(now, then)
    before, after = compile_scope(now), compile_scope(then)
    urls = known_urls(tables, MOST_TRIED)
    added: list[str] = []
    dropped: list[str] = []
    tried, end = 0, monotonic() + TRY_SECONDS
    for url in urls:
        if monotonic() > end:
            break
        tried += 1
        was, will_be = (scope.verdict(Url(url)).allowed for scope in (before, after))
        if will_be and not was:
            added.append(url)
        elif was and not will_be:
            dropped.append(url)
    return {
        "tried": tried,
        "added": len(added),
        "dropped": len(dropped),
        "added_examples": added[:EXAMPLES],
        "dropped_examples": dropped[:EXAMPLES],
    }


def refuse_slow(now: Presence, then: Presence) -> None:
    """Refuse to try expressions that can hold up everybody; who has the file may still use them."""
    for rule in {*then.allow, *then.deny} - {*now.allow, *now.deny}:
        parsed = parse_rule(rule)
        expression = parsed.expression if parsed.look is RuleKind.EXPRESSION else None
        if expression and is_costly(expression.pattern):
            raise SettingsError(RuleComplaint.TOO_COSTLY.of(rule=rule))


def rule_counts(tables: Connection, presence: Presence) -> dict[str, Any]:
    """Which rule decides about how many of the URLs that are known."""
    scope = compile_scope(presence)
    urls = known_urls(tables, MOST_TRIED)
    counts = Counter(scope.verdict(Url(url)) for url in urls)
    never = [rule_on_side("allow", parse_rule(rule)) for rule in presence.allow]
    never += [rule_on_side("deny", parse_rule(rule)) for rule in presence.deny]
    report = [
        {"rule": verdict.rule, "allowed": verdict.allowed, "urls": number}
        for verdict, number in counts.most_common()
    ]
    known = {each["rule"] for each in report}
    report += [
        {"rule": rule, "allowed": rule.startswith("allow"), "urls": 0}
        for rule in never
        if rule not in known
    ]
    return {"tried": len(urls), "rules": report}
