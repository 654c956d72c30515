"""What became of single URLs in a shared frontier, for those who wait for them."""

from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.url_trace import UrlOutcome
from auslese.records.url import Url, key_of


class SharedOutcomes:
    """Keeps the promises of `UrlOutcomes` on an open frontier."""

    def __init__(self, link: DatabaseLink) -> None:
        """Ask this connection."""
        self._link = link

    def knows(self, url: Url) -> bool:
        """Whether this URL was ever taken in."""
        return bool(self._link.value("SELECT 1 FROM url WHERE key = $1", key_of(url)))

    def outcome_of(self, url: Url) -> UrlOutcome | None:
        """How a URL ended; None if it has not, or was never taken in."""
        row = self._link.row("SELECT kind, reason, detail FROM outcome WHERE key = $1", key_of(url))
        return UrlOutcome(*row) if row else None
