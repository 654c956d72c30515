"""Why a crawl lacks a URL, and what would have to change: the values."""

from typing import NamedTuple

from auslese.records.url import Url
from auslese.wording.coded_sentence import CodedSentence

NEVER_SEEN, WAITING = "never_seen", "waiting"


class MissRemedy(NamedTuple):
    """What would have to change."""

    words: CodedSentence
    setting: str = ""
    """The setting that would have to change, if one would."""
    value: str = ""
    """What would have to be added to it or taken out of it, or its new value."""


class MissedUrl(NamedTuple):
    """A URL of the list that the crawl does not hold."""

    url: Url
    host: str
    reason: str
    """never_seen, waiting, or how its visit ended: refused.scope, failed.http_404, …"""
    detail: str
    remedy: MissRemedy
    held_as: str = ""
    """The page that it redirects to, or is another name of, if that is held."""

    def as_json(self) -> dict[str, str]:
        """As JSON."""
        return {
            "url": self.url,
            "host": self.host,
            "reason": self.reason,
            "detail": self.detail,
            "remedy": str(self.remedy.words),
            "setting": self.remedy.setting,
            "value": self.remedy.value,
            "held_as": self.held_as,
        }
