"""What waits at a host ends or moves: traps, hosts without hope, hosts with two names."""

from collections.abc import Sequence

from auslese.crawl.frontier.shared.database_link import Row
from auslese.crawl.frontier.shared.host_names import host_id_of
from auslese.crawl.frontier.shared.verbs.host_lines import hold_stripes
from auslese.crawl.frontier.shared.verbs.open_parts import OpenParts
from auslese.crawl.frontier.shared.verbs.url_adding import UrlAdding, twin_of
from auslese.crawl.frontier.shared.verbs.visit_ends import WaitingPlace
from auslese.crawl.frontier.worker_report import EndedVisit, GivenUp
from auslese.crawl.scope.host_aliases import is_address, is_alias_pair
from auslese.records.fetch import Refusal
from auslese.records.url import Url, host_of
from auslese.records.visit import Visit

# Nobody lends what waits there while the host's row is locked.
_LOCK = "SELECT id FROM host WHERE id = $1 FOR NO KEY UPDATE"
_LINE = """
SELECT line.id, line.bucket, line.not_before, line.tries, line.was_page, url.text, url.key,
    url.depth, url.via, url.hops
FROM waiting AS line JOIN host ON host.id = line.host_id
JOIN url ON url.key = line.key AND url.host_id = line.host_id
WHERE line.host_id = $1 AND NOT line.id = ANY(host.leased)
    AND ($2 = '' OR starts_with(url.text, $2 || '/'))
ORDER BY line.bucket, line.id
"""
_MOVE = """
UPDATE waiting SET bucket = new.bucket
FROM unnest($2::bigint[], $3::smallint[], $4::smallint[]) AS new (id, old, bucket)
WHERE waiting.host_id = $1 AND waiting.bucket = new.old AND waiting.id = new.id
"""
_NAMES = "SELECT id, name, address, alias_of FROM host WHERE id = ANY($1::bigint[])"


class LineSorting:
    """Sorts out lines; every method belongs into a transaction of the parts."""

    def __init__(self, parts: OpenParts, adding: UrlAdding) -> None:
        """Sort out the lines of this frontier."""
        self._parts = parts
        self._adding = adding
        self._same: list[tuple[Url, Url]] = []

    def sort_out(self, name: str, now: float) -> None:
        """Let what waits at a host wait elsewhere or end, as the book of shapes has it now."""
        parts, host_id = self._parts, host_id_of(name)
        rows = {row[0]: row for row in self._lock_line(host_id)}
        visits = {number: _visit(row, name) for number, row in rows.items()}
        kept, refused = parts.shapes.sort_out(
            name,
            [(row[2], row[1], number) for number, row in rows.items()],
            lambda numbers: {number: visits[number] for number in numbers},
        )
        moved = [
            (number, rows[number][1], bucket)
            for _, bucket, number in kept
            if bucket != rows[number][1]
        ]
        if moved:
            parts.link.run(_MOVE, host_id, *map(list, zip(*moved, strict=True)))
        for _, ended in refused:
            self._end(host_id, rows[ended.id], ended._replace(host_id=host_id, at=now))
        parts.write_ends()
        parts.changed.add(host_id)

    def end_waiting(self, name: str, given_up: GivenUp, now: float) -> list[Visit]:
        """End what waits at a host, or at one origin of it, in the same way."""
        kind, reason, detail, origin = given_up
        host_id = host_id_of(name)
        rows = self._lock_line(host_id, origin)
        for row in rows:
            self._end(host_id, row, EndedVisit(row[0], host_id, kind, reason, detail, at=now))
        self._parts.write_ends()
        self._parts.changed.add(host_id)
        return [_visit(row, name) for row in rows]

    def _end(self, host_id: int, row: Row, ended: EndedVisit) -> None:
        number, bucket, _, tries, was_page, _, key, depth, _, _ = row
        place = WaitingPlace(host_id, bucket, number, was_page)
        self._parts.ends.end(ended, (host_id, key, depth), tries, place)

    def _lock_line(self, host_id: int, origin: str = "") -> list[Row]:
        """What waits at a host, the leased not among it; nobody lends it meanwhile."""
        self._parts.link.run(_LOCK, host_id)
        return self._parts.link.rows(_LINE, host_id, origin)

    # -- hosts with two names ---------------------------------------------------------------------

    def forget(self) -> None:
        """Begin anew."""
        self._same.clear()

    def note_same(self, url: Url, first: Url) -> None:
        """Note that two URLs have the same content."""
        if host_of(url) != host_of(first):
            self._same.append((url, first))

    def join(self, now: float) -> None:
        """Crawl hosts under one name only, if equal content shows that they have two."""
        same, self._same = self._same, []
        for url, first in same:
            names = (host_of(url), host_of(first))
            if is_alias_pair(first, url, "") or any(map(is_address, names)):
                self._join_if_same(url, first, now)

    def _join_if_same(self, url: Url, first: Url, now: float) -> None:
        link = self._parts.link
        host, other = host_of(url), host_of(first)
        self._parts.intake.write_hosts([host, other])
        alias, main = (other, host) if is_address(other) else (host, other)
        known = {row[1]: row for row in link.rows(_NAMES, [host_id_of(alias), host_id_of(main)])}
        is_joined = any(row[3] is not None for row in known.values())
        if alias == main or is_joined or not is_alias_pair(first, url, known[main][2]):
            return
        link.run("UPDATE host SET alias_of = $2 WHERE id = $1", host_id_of(alias), host_id_of(main))
        self._move_to_main_host(alias, main, now)

    def move_if_alias(self, names: Sequence[str], now: float) -> None:
        """Let what waits at these hosts wait under their main names, if they are aliases."""
        if not names:
            return
        aliases = self._parts.intake.write_hosts(names)
        for name in names:
            if main := aliases.get(host_id_of(name)):
                self._move_to_main_host(name, main, now)

    def _move_to_main_host(self, alias: str, main: str, now: float) -> None:
        hold_stripes(self._parts.link, [host_id_of(main)])
        moved = self.end_waiting(alias, GivenUp("refused", Refusal.ALIAS.value, main), now)
        self._adding.add([twin_of(visit, main) for visit in moved], now)


def _visit(row: Row, host: str) -> Visit:
    _, bucket, _, _, _, text, key, depth, via, hops = row
    return Visit(Url(text), key, host, depth, bucket, via, hops)
