"""Files that a crawl asks every host for, whatever its pages are."""

TDMREP = "/.well-known/tdmrep.json"
SITE_FILES = frozenset({"/robots.txt", TDMREP})
