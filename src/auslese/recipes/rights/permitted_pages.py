"""Which pages may leave the house, for what use and in which shape; the others are counted."""

from collections.abc import Mapping
from typing import NamedTuple

from auslese.records.rights.page_rights import RightsProfile, Use
from auslese.store.rights.rights_lookups import leaving_pages, permitted_query
from auslese.store.tables.sql_views import Connection
from auslese.wording.figures import plural


class PermittedPages(NamedTuple):
    """Those of the chosen pages that may leave."""

    query: str
    """For their ids."""
    permitted: int
    left_out: Mapping[str, int]
    """Pages by what keeps them, as `ai-train reserved`; each page once."""
    is_told: bool
    """Whether all that sites say was heeded; if not, of some pages only their own word was."""

    @property
    def chosen(self) -> int:
        """Pages that were asked for."""
        return self.permitted + sum(self.left_out.values())

    def lines(self) -> list[str]:
        """What was left out, for a person; nothing if nothing was."""
        lines = [
            f"{plural(pages, 'page')} left out: {reason}" for reason, pages in self.left_out.items()
        ]
        if not self.is_told:
            lines.append(
                "of some pages only their own word on rights is known; `auslese analyse DIR rights`"
                " heeds robots.txt, tdmrep.json and RSL licences, too"
            )
        return lines


def permitted_pages(
    tables: Connection, profile: RightsProfile, use: Use, chosen: str = ""
) -> PermittedPages:
    """Those pages of a query for ids that may leave; of all of today's if it is empty."""
    leaving = leaving_pages(tables, profile, use, chosen)
    query = permitted_query(profile, use, chosen)
    is_told = not leaving.untold or profile in _HEEDING_NOTHING
    return PermittedPages(query, leaving.permitted, leaving.left_out, is_told)


_HEEDING_NOTHING = (RightsProfile.INTERNAL, RightsProfile.URLS_ONLY)
