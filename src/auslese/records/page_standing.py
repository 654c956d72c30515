"""May a page be an answer? One rule for search, ranks and whatever else names pages.

    living      was fetched and is still there: answers are made of these
    gone        was fetched, and a later visit found nothing or was sent elsewhere
    unfetched   belongs to the presence and is known by links alone
    outside     does not belong to the presence and is known by links alone
    dead        was asked for, and there is none
    unwanted    asks not to be indexed, is the same page under another name of its host, or was made
                by a program whose manuals are left out; or a topic leaves it out of answers

Living pages come first; gone, unfetched and outside ones stand below them and say what they are.
What is dead or unwanted is no answer. `store.tables.sql_views` has the standing of every page, but
for what topics leave out: that is told by models which are made of these pages, so the index alone
heeds it, and has such pages as unwanted for whoever asks for them.
"""

from enum import StrEnum


class PageStanding(StrEnum):
    """What a page is to the collection."""

    LIVING = "living"
    GONE = "gone"
    UNFETCHED = "unfetched"
    OUTSIDE = "outside"
    DEAD = "dead"
    UNWANTED = "unwanted"


BELOW = (PageStanding.GONE, PageStanding.UNFETCHED, PageStanding.OUTSIDE)
"""Pages that may be an answer below those that are living."""
NO_ANSWERS = (PageStanding.DEAD, PageStanding.UNWANTED)
"""Pages that are no answer to anything."""
FETCHED = (PageStanding.LIVING, PageStanding.GONE)
