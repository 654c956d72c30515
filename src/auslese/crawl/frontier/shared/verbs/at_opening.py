"""What is put right when a shared frontier is opened for a crawl, while others work in it.

Who opens under our name holds the lock that we hold now, so what is left over of our leases belongs
to nobody. The leases of others are theirs, until they run out.
"""

from auslese.crawl.frontier.frontier_settings import FrontierRules, Refuse
from auslese.crawl.frontier.shared.returning.shared_recrawl import plan_shared_recrawl
from auslese.crawl.frontier.shared.verbs.handing_back import HandingBack
from auslese.crawl.frontier.shared.verbs.open_parts import OpenParts
from auslese.crawl.frontier.shared.verbs.shared_outages import retry_outages
from auslese.crawl.frontier.shared.verbs.shared_places import settle_places
from auslese.crawl.frontier.shared.verbs.taken_back import take_back_outcomes
from auslese.crawl.frontier.shared.verbs.visit_ends import WaitingPlace
from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.crawl.recrawl.recrawl_values import RecrawlPlan
from auslese.crawl.robots.sitemap_requests import without_suffix_refusal
from auslese.records.fetch import Refusal
from auslese.records.url import Url, key_of

OPENING_LOCK = 0x6175746F  # one opens after the other; any number of ours will do

_HELD_BY_US = "SELECT id FROM host WHERE worker IS NOT NULL AND opener = $1"
_LAST_ACCESS = "UPDATE host SET last_access = $2 WHERE worker IS NOT NULL AND opener = $1"
_REFUSED = """
SELECT url.key, url.host_id, url.text, url.depth, url.bucket
FROM outcome JOIN url USING (key, host_id)
WHERE kind = 'refused' AND reason IN ('scope', 'depth', 'suffix', 'length')
"""
_WAITING = """
SELECT url.key, url.host_id, url.text, url.depth, url.bucket, line.bucket, line.id, line.was_page
FROM waiting AS line JOIN url USING (key, host_id) JOIN host ON host.id = line.host_id
WHERE NOT line.id = ANY(host.leased)
"""
# Failures that may have passed by the next command, and what is no failure of a page.
_MAY_HAVE_PASSED = (
    "(kind = 'failed' AND (reason IN ('dns', 'connect', 'tls', 'timeout', 'cut', 'protocol')"
    " OR reason = 'http_429' OR reason LIKE 'http_5%')"
    " OR kind = 'refused' AND reason IN ('robots', 'errors'))"
)
_RE_RANK = """
UPDATE host SET rank = due_at + coalesce(best, 15) * $1::float8 WHERE rank IS NOT NULL
"""


class AtOpening:
    """Puts right what must be; every method belongs into a transaction of the parts."""

    def __init__(self, parts: OpenParts, back: HandingBack) -> None:
        """Open this frontier."""
        self._parts = parts
        self._back = back

    def lock(self) -> None:
        """Let nobody else open it meanwhile."""
        self._parts.link.run(
            f"SELECT pg_advisory_xact_lock({OPENING_LOCK}, hashtext(current_schema()))"
        )

    def end_left_over(self, now: float) -> None:
        """End the leases that are left over under our name, and let hosts be tried at once."""
        parts = self._parts
        parts.link.run(_LAST_ACCESS, parts.opener, now)
        self._back.free_left_over(now)
        settle_places(parts.link, now, parts.settings.address_delay)
        parts.changed.update(retry_outages(parts.link, parts.settings.delay))

    def rank_anew(self) -> None:
        """Rank hosts as this crawl does, if the last one ranked them otherwise."""
        link, patience = self._parts.link, str(self._parts.patience)
        before = link.value("SELECT value FROM meta WHERE name = 'patience'")
        if before != patience:
            link.run(
                "INSERT INTO meta VALUES ('patience', $1)"
                " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                patience,
            )
            if before is not None:
                link.run(_RE_RANK, self._parts.patience)

    def let_in_unfocused(self) -> None:
        """Let all wait that a focused crawl has dropped, unless this one is focused."""
        if not self._parts.settings.ageing:
            self._take_back("reason = $3", Refusal.FOCUS.value)

    def _take_back(self, which: str, *values: object) -> None:
        parts = self._parts
        take_back_outcomes(parts.link, parts.counts, which, *values, hosts=parts.changed)

    def plan(self, now: float) -> RecrawlPlan | None:
        """Plan to come back, if that is wanted."""
        parts, again = self._parts, self._parts.settings.again
        if again is None:
            return None
        return plan_shared_recrawl(parts.link, parts.counts, now, again, parts.patience)

    # -- rules ------------------------------------------------------------------------------------

    def apply_rules(self, rules: FrontierRules, now: float) -> None:
        """Reconsider what is undecided, if the rules are not those of the last crawl."""
        link = self._parts.link
        before = link.value("SELECT value FROM meta WHERE name = 'rules'")
        if before is not None and before != rules.fingerprint:
            again = self._let_in(rules.refuse)
            self._refuse_waiting(rules.refuse, now)
            self._take_back("key = ANY($3::bigint[])", again)
        link.run(
            "INSERT INTO meta VALUES ('rules', $1)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            rules.fingerprint,
        )

    def _let_in(self, refuse: Refuse) -> list[int]:
        """The keys of refused URLs that are refused no more."""
        return [
            key
            for part in self._parts.link.stream(_REFUSED)
            for key, _, text, depth, bucket in part
            if not without_suffix_refusal(refuse(Url(text), depth), bucket)
        ]

    def _refuse_waiting(self, refuse: Refuse, now: float) -> None:
        parts = self._parts
        for part in parts.link.stream(_WAITING):
            for key, host_id, text, depth, bucket, where, number, was_page in part:
                why = without_suffix_refusal(refuse(Url(text), depth), bucket)
                if why is None:
                    continue
                ended = EndedVisit(number, host_id, "refused", why.why.value, why.detail, at=now)
                place = WaitingPlace(host_id, where, number, was_page)
                parts.ends.end(ended, (host_id, key, depth), 0, place)
                parts.counts.refused[depth] += 1
                parts.changed.add(host_id)
        parts.write_ends()

    # -- start pages ------------------------------------------------------------------------------

    def retry_failed(self) -> None:
        """Let those start pages wait again that failed in a way that may have passed."""
        parts = self._parts
        if not parts.settings.start:
            return
        keys = [key_of(url) for url in parts.settings.start]
        rows = parts.link.rows(_RETRY_FAILED, keys)
        for kind, reason, depth, host_id in rows:
            parts.counts.outcomes[kind, reason, depth] -= 1
            parts.counts.waiting += 1
            parts.changed.add(host_id)


_RETRY_FAILED = f"""
WITH gone AS (
    DELETE FROM outcome WHERE key = ANY($1::bigint[]) AND {_MAY_HAVE_PASSED} RETURNING *
), kept AS (
    INSERT INTO history SELECT * FROM gone
), forgotten AS (
    DELETE FROM attempt USING gone WHERE attempt.key = gone.key
), back AS (
    INSERT INTO waiting (host_id, id, key, bucket, was_page)
    SELECT url.host_id, url.id, url.key, CASE WHEN page.key IS NULL THEN url.bucket ELSE 0 END,
        CASE WHEN page.key IS NULL THEN NULL ELSE 0 END
    FROM gone JOIN url USING (key, host_id) LEFT JOIN page USING (key, host_id)
)
SELECT gone.kind, gone.reason, url.depth, url.host_id FROM gone JOIN url USING (key, host_id)
"""
