"""Which outcomes may be visited again, and as what: expressions that every database understands."""

from typing import Final

from auslese.crawl.recrawl.recrawl_plan import FAILED, LISTING, OTHER, PAGE, ROBOTS

SORT_OF_OUTCOME: Final = (
    f"CASE WHEN kind = 'failed' OR reason = 'errors' THEN {FAILED}"
    f" WHEN reason = 'robots' THEN {ROBOTS} WHEN reason = 'sitemap' THEN {LISTING}"
    f" WHEN reason IN ('page', 'copy', 'unchanged') THEN {PAGE} ELSE {OTHER} END"
)
CANDIDATES: Final = "(kind <> 'refused' OR reason IN ('noindex', 'errors', 'robots'))"
