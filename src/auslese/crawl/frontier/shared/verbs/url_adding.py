"""How URLs come into a shared frontier: new ones, known ones under a better link, and twins."""

from collections.abc import Iterable, Mapping, Sequence
from time import monotonic

from auslese.crawl.frontier.shared.host_names import host_id_of
from auslese.crawl.frontier.shared.verbs.host_lines import hold_stripes
from auslese.crawl.frontier.shared.verbs.open_parts import OpenParts
from auslese.crawl.frontier.worker_report import ended_by_refusal
from auslese.crawl.scope.host_aliases import under_host
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import host_of, key_of
from auslese.records.visit import FOCUS_BUCKETS, Visit

LOOK_SECONDS = 10.0  # between two looks whether others have refused links that are not followed
_UNFOLLOWED = (Refusal.NOFOLLOW.value, Refusal.FOCUS.value)

_IS_ANY_UNFOLLOWED = """
SELECT EXISTS (SELECT FROM tally WHERE kind = 'refused' AND reason = ANY($1::text[]) AND n > 0)
"""
_LET_IN = """
DELETE FROM outcome USING unnest($1::bigint[], $2::bigint[]) AS found (key, host_id)
WHERE outcome.key = found.key AND outcome.host_id = found.host_id
    AND outcome.reason IN ('nofollow', 'focus')
RETURNING outcome.key, outcome.reason
"""
_PLACES = """
SELECT url.key, url.id, url.bucket, url.depth
FROM unnest($1::bigint[], $2::bigint[]) AS found (key, host_id) JOIN url USING (key, host_id)
"""
_RISING = """
SELECT DISTINCT url.host_id
FROM unnest($1::bigint[], $2::bigint[], $3::smallint[]) AS found (key, host_id, bucket)
JOIN url USING (key, host_id)
WHERE url.bucket > found.bucket AND url.bucket BETWEEN $4 AND $5
"""
_LOCK = "SELECT id FROM host WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE"
_RISE = """
UPDATE waiting SET bucket = found.bucket
FROM unnest($1::bigint[], $2::bigint[], $3::smallint[]) AS found (key, host_id, bucket)
JOIN url USING (key, host_id) JOIN host ON host.id = url.host_id
WHERE waiting.host_id = url.host_id AND waiting.bucket = url.bucket AND waiting.id = url.id
    AND url.bucket > found.bucket AND url.bucket BETWEEN $4 AND $5
    AND waiting.not_before = 0 AND waiting.was_page IS NULL AND NOT url.id = ANY(host.leased)
RETURNING waiting.key, waiting.host_id, waiting.bucket
"""
_SET_BUCKETS = """
UPDATE url SET bucket = new.bucket
FROM unnest($1::bigint[], $2::bigint[], $3::smallint[]) AS new (key, host_id, bucket)
WHERE url.key = new.key AND url.host_id = new.host_id
"""


class UrlAdding:
    """Takes in URLs; every method belongs into a transaction of the parts."""

    def __init__(self, parts: OpenParts) -> None:
        """Add to this frontier."""
        self._parts = parts
        self._knows_unfollowed = False
        self._looked_at = -LOOK_SECONDS

    def add(self, visits: Sequence[Visit], now: float) -> int:
        """Take in URLs and say how many were new."""
        if not visits:
            return 0
        parts, intake = self._parts, self._parts.intake
        visits = self._within_limit(visits)
        asked = intake.unseen(visits)
        fresh: list[Visit] = []
        twins: list[Visit] = []
        if asked:
            hold_stripes(parts.link, (host_id_of(visit.host) for visit in asked))
            fresh = intake.write_urls(asked)
        if fresh:
            aliases = intake.write_hosts(visit.host for visit in fresh)
            found, fresh = fresh, parts.shapes.consider(fresh)
            self._set_buckets(
                new for old, new in zip(found, fresh, strict=True) if old.bucket != new.bucket
            )
            self._write_new(fresh, aliases, now)
            twins = [twin_of(one, main) for one, main in self._refused_as(fresh, aliases)]
        self._follow(visits)
        return len(fresh) + self.add(twins, now)

    def _within_limit(self, visits: Sequence[Visit]) -> Sequence[Visit]:
        """Of those beyond the limit the unknown ones are only counted."""
        counts, most = self._parts.counts, self._parts.settings.max_urls
        if self._parts.known_urls + counts.urls + len(visits) <= most:
            return visits
        known = self._parts.link.value("SELECT sum(urls)::bigint FROM opener")
        self._parts.known_urls = int(known or 0)
        room = most - self._parts.known_urls - counts.urls
        if len(visits) <= room:
            return visits
        unknown = self._parts.intake.unknown(visits)
        for visit in unknown[max(room, 0) :]:
            counts.outcomes["refused", "urls", visit.depth] += 1
        return unknown[: max(room, 0)]

    def _write_new(self, fresh: Sequence[Visit], aliases: Mapping[int, str], now: float) -> None:
        """Let the new ones wait, or end those that were refused at the door."""
        parts = self._parts
        parts.counts.urls += len(fresh)
        parts.counts.found.update(visit.depth for visit in fresh)
        let_in: list[Visit] = []
        for visit in fresh:
            host_id = host_id_of(visit.host)
            why = visit.refused
            if why is None and host_id in aliases:
                why = Refused(Refusal.ALIAS, aliases[host_id])
            if why is None:
                let_in.append(visit)
                continue
            number = parts.intake.numbers[visit.key]
            parts.counts.refused[visit.depth] += 1
            url = (host_id, visit.key, visit.depth)
            parts.ends.end(ended_by_refusal(number, why, now), url, 0)
            self._knows_unfollowed = self._knows_unfollowed or why.why.value in _UNFOLLOWED
        parts.counts.waiting += len(let_in)
        parts.intake.queue_up(let_in, parts.patience)

    def _refused_as(
        self, fresh: Sequence[Visit], aliases: Mapping[int, str]
    ) -> Iterable[tuple[Visit, str]]:
        """Those that were refused because their host is crawled under another name."""
        for visit in fresh:
            main = aliases.get(host_id_of(visit.host)) if visit.refused is None else None
            if main is not None:
                yield visit, main

    def _set_buckets(self, visits: Iterable[Visit]) -> None:
        moved = list(visits)
        if moved:
            self._parts.link.run(_SET_BUCKETS, *_places_of(moved))

    # -- known URLs -------------------------------------------------------------------------------

    def _follow(self, visits: Sequence[Visit]) -> None:
        """Let those wait that one of these links leads to now, and those move up that may."""
        followed = {visit.key: visit for visit in visits if visit.refused is None}
        if followed and self._is_any_unfollowed():
            self._let_in(followed)
        if self._parts.settings.ageing:
            self._raise(visits)

    def _is_any_unfollowed(self) -> bool:
        """Whether there is any URL that only links lead to which are not followed."""
        if not self._knows_unfollowed and monotonic() - self._looked_at > LOOK_SECONDS:
            self._looked_at = monotonic()
            is_any = self._parts.link.value(_IS_ANY_UNFOLLOWED, list(_UNFOLLOWED))
            self._knows_unfollowed = bool(is_any)
        return self._knows_unfollowed

    def _let_in(self, followed: Mapping[int, Visit]) -> None:
        parts, link = self._parts, self._parts.link
        parts.write_ends()
        hosts = [host_id_of(visit.host) for visit in followed.values()]
        gone = dict(map(tuple, link.rows(_LET_IN, list(followed), hosts)))
        if not gone:
            return
        taken = [followed[key] for key in gone]
        places = {
            key: rest
            for key, *rest in link.rows(
                _PLACES, list(gone), [host_id_of(visit.host) for visit in taken]
            )
        }
        waiting, moved = [], []
        for visit in taken:
            number, bucket, depth = places[visit.key]
            if gone[visit.key] == Refusal.FOCUS.value and bucket != visit.bucket:
                moved.append(visit)
                bucket = visit.bucket
            parts.intake.numbers[visit.key] = number
            parts.counts.outcomes["refused", gone[visit.key], depth] -= 1
            parts.counts.refused[depth] -= 1
            waiting.append(visit._replace(bucket=bucket))
        self._set_buckets(moved)
        parts.counts.waiting += len(waiting)
        hold_stripes(link, (host_id_of(visit.host) for visit in waiting))
        parts.intake.queue_up(waiting, parts.patience)

    def _raise(self, visits: Sequence[Visit]) -> None:
        """Let URLs wait in a better bucket that a link promises more of."""
        best: dict[int, Visit] = {}
        for visit in visits:
            if visit.refused is None and visit.bucket in FOCUS_BUCKETS:
                known = best.get(visit.key)
                best[visit.key] = visit if known is None or visit.bucket < known.bucket else known
        if not best:
            return
        link, limits = self._parts.link, (FOCUS_BUCKETS.start, FOCUS_BUCKETS.stop - 1)
        found = _places_of(list(best.values()))
        hosts = [host for (host,) in link.rows(_RISING, *found, *limits)]
        if not hosts:
            return
        link.rows(_LOCK, hosts)  # so that nobody lends meanwhile what moves
        risen = link.rows(_RISE, *found, *limits)
        if risen:
            link.run(_SET_BUCKETS, *map(list, zip(*risen, strict=True)))
            self._parts.changed.update(host for _, host, _ in risen)


def twin_of(visit: Visit, main: str) -> Visit:
    """The same page under the name by which its host is crawled."""
    url = under_host(visit.url, main)
    return visit._replace(url=url, key=key_of(url), host=host_of(url))


def _places_of(visits: Sequence[Visit]) -> tuple[list[int], list[int], list[int]]:
    """Keys, hosts and buckets."""
    return (
        [visit.key for visit in visits],
        [host_id_of(visit.host) for visit in visits],
        [visit.bucket for visit in visits],
    )
