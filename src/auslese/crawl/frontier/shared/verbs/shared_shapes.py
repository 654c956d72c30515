"""The book of shapes in a shared frontier: each opener learns by itself and writes down verdicts.

A host is asked by one opener at a time, but by several in turn, so evidence is spread over their
books. What one of them has written last stands; who opens the frontier begins with all of it.
"""

from collections.abc import Iterable, Iterator

from auslese.crawl.frontier.bookkeeping.packed_shapes import (
    SHAPE_COLUMNS,
    is_kept,
    row_of_shape,
    shape_of_row,
)
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.opener_counts import OpenerCounts
from auslese.crawl.frontier.shared.verbs.taken_back import take_back_outcomes
from auslese.crawl.traps.shape_evidence import ShapeRecord

_ALL = ("state", "rest", *SHAPE_COLUMNS[1:])
_WRITE = f"""
INSERT INTO shape (host, state, rest, {", ".join(SHAPE_COLUMNS)})
SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $5::text[], $6::text[],
    $7::bigint[], $8::bigint[], $9::bigint[])
ON CONFLICT (host, name) DO UPDATE
SET {", ".join(f"{name} = excluded.{name}" for name in _ALL)}
"""
_REFUSED_BY_IT = (
    "kind = 'refused' AND (reason = 'trap' OR reason = 'type' AND detail LIKE 'remembered:%')"
)


class SharedShapes:
    """Keeps the promises of `ShapeStore`; all within transactions."""

    def __init__(self, link: DatabaseLink, counts: OpenerCounts, changed: set[int]) -> None:
        """Look at an open frontier; hosts where URLs wait anew are added to `changed`."""
        self._link = link
        self._counts = counts
        self._changed = changed

    def read(self, most: int) -> Iterator[tuple[str, ShapeRecord]]:
        """Give the shapes that matter most, with their hosts."""
        rows = self._link.rows(
            f"SELECT host, state, rest, {', '.join(SHAPE_COLUMNS)} FROM shape"
            " ORDER BY state = 'open', found DESC LIMIT $1",
            most,
        )
        yield from (shape_of_row(tuple(row)) for row in rows)

    def write(self, records: Iterable[tuple[str, ShapeRecord]]) -> None:
        """Write down what has changed."""
        rows = {
            (host, record.name): row_of_shape(host, record)
            for host, record in records
            if is_kept(record)
        }
        if rows:
            ordered = [rows[name] for name in sorted(rows)]
            self._link.run(_WRITE, *map(list, zip(*ordered, strict=True)))

    def delete(self, names: Iterable[tuple[str, str]]) -> None:
        """Forget these shapes of these hosts."""
        gone = list(names)
        if gone:
            self._link.run(
                "DELETE FROM shape USING unnest($1::text[], $2::text[]) AS gone (host, name)"
                " WHERE shape.host = gone.host AND shape.name = gone.name",
                *map(list, zip(*gone, strict=True)),
            )

    def begin_anew_if_changed(self, fingerprint: str) -> int:
        """Let in again what was refused under other settings; how many URLs that were."""
        before = self._link.value("SELECT value FROM meta WHERE name = 'traps'")
        self._link.run(
            "INSERT INTO meta VALUES ('traps', $1)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            fingerprint,
        )
        if before is None or before == fingerprint:
            return 0
        self._link.run("DELETE FROM shape")
        # They were let in when they were found: `found` counts them so.
        return take_back_outcomes(
            self._link, self._counts, _REFUSED_BY_IT, hosts=self._changed, refused_at_door=False
        )
