"""URLs that are a trap by their own look, whatever lies behind them.

What needs to be learnt from the pages is in `shape_book`; here one URL is enough: a path that
repeats itself (a relative link on a page that answers to any path), a path without end, a calendar
years from now.
"""

import re
from dataclasses import dataclass
from typing import Literal

from auslese.crawl.scope.rule_book import UrlRuleBook, Verdict
from auslese.crawl.scope.rules import parse_rule
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url, canonical, host_of, path_of
from auslese.wording.crawl_sentences import TrapReason

TrapMode = Literal["stop", "throttle", "off"]

REPEATS = 3  # a folder within itself happens (/news/news/), thrice in a row is a loop
SURPLUS = 3  # segments that stood further to the left already, as in /a/b/a/c/b/a
LONGEST_PERIOD = 4  # segments that repeat together
FEWEST_SLASHES = 3  # before so many, nothing can repeat

# A year with a month in a path or parameter that speaks of dates. Words and not only numbers:
# /standards/2035/12 may be a document, /calendar/2035/12 is a page that a script makes.
_CALENDAR = re.compile(
    r"calend|kalend|termin|event|agenda|veranstalt|(?:^|[^a-z])(?:date|day|month|year|week|tag|monat"
    r"|jahr|woche|cal|mois|jour|annee|dia|mes)(?:[^a-z]|$)",
    re.IGNORECASE,
).search
# With a month behind it, or called a year: /event/24322 is the number of an event.
_YEARS = re.compile(
    r"(?<![0-9])([2-9][0-9]{3})[/.-](?:0?[1-9]|1[0-2])(?![0-9])|(?:year|jahr|annee)=([0-9]{4,5})\b",
    re.IGNORECASE,
).finditer
# A frameset and, as its query, a page below its own folder.
_FRAMES = re.compile(r".*/(?:index\.html?)?").fullmatch
_FRAMED = re.compile(r"(?!/)[\w$@.,~/-]+\.html?").fullmatch
_NUMBER = re.compile(r"[0-9]*(?:\.[a-z]+)?").fullmatch


@dataclass(frozen=True, slots=True)
class TrapSettings:
    """What is taken for a trap, and what is done about it."""

    mode: TrapMode = "stop"
    allow: tuple[str, ...] = ()
    """Rules that name what is never a trap."""
    path_segments: int = 20
    years_ahead: int = 5


class TrapDetector:
    """Tells traps by the look of a URL, and knows what is never one."""

    def __init__(self, settings: TrapSettings, this_year: int) -> None:
        """Make the rules ready."""
        self._settings = settings
        self._last_year = this_year + settings.years_ahead
        allowed = Verdict(True, "traps.allow")
        self._allow = UrlRuleBook((parse_rule(text), allowed) for text in settings.allow)

    @property
    def is_open(self) -> bool:
        """Whether nothing at all is taken for a trap."""
        return self._settings.mode == "off"

    def is_allowed(self, url: Url) -> bool:
        """Whether a person has said that this is no trap."""
        if not self._settings.allow:
            return False
        host = host_of(url)
        if self._allow.for_host(host, ""):
            return True
        return any(test(url) for test in self._allow.for_urls(host, ""))

    def refusal(self, url: Url) -> Refused | None:
        """Why the URL is a trap by its look; None if it is none."""
        why = self._look(url) if self._settings.mode == "stop" else ""
        return Refused(Refusal.TRAP, why) if why and not self.is_allowed(url) else None

    def _look(self, url: Url) -> str:
        path, _, query = path_of(url).partition("?")
        if query and (shown := framed_page(url)):
            return TrapReason.FRAMES.text(page=shown)
        if path.count("/") >= FEWEST_SLASHES:
            segments = path.split("/")[1:]
            if len(segments) > self._settings.path_segments:
                most = self._settings.path_segments
                return TrapReason.DEPTH.text(folders=len(segments), most=most)
            if again := repetition_in(segments):
                return TrapReason.REPETITION.text(folders=again)
        return self._far_date(f"{path}?{query}")

    def _far_date(self, rest: str) -> str:
        years = (found[1] or found[2] for found in _YEARS(rest))
        far = [year for year in years if int(year) > self._last_year]
        if far and _CALENDAR(rest):
            return TrapReason.CALENDAR.text(year=far[0], last=self._last_year)
        return ""


def framed_page(url: Url) -> Url | None:
    """The page that a frameset is to show; None if this is no address of a frameset.

    Javadoc links to every page once more within its frames, as `index.html?java/util/Map.html`:
    the answer is always the same frameset.
    """
    before, _, query = url.partition("?")
    if not _FRAMES(before) or not _FRAMED(query):
        return None
    shown = canonical(query, Url(before))
    return shown if shown != before else None


def repetition_in(segments: list[str]) -> str:
    """Return what repeats in a path without reason; empty if nothing does.

    Numbers may repeat (/2011/11/11/11), and so may single letters, which are how some stores
    spread their files over folders. A name with a dot is a file, and no folder within itself.
    """
    names = [segment for segment in segments if segment]
    odd = [name for name in names if not _is_plain(name)]
    surplus = len(odd) - len(set(odd))
    if not surplus and len(odd) == len(names):
        return ""
    twice = [name for name in set(odd) if odd.count(name) > 1]
    if surplus >= SURPLUS or any("." in name for name in twice):
        return "/" + max(twice, key=odd.count)
    for period in range(1, LONGEST_PERIOD + 1):
        if found := _repeats(names, period):
            return found
    return ""


def _repeats(names: list[str], period: int) -> str:
    """Return the run of so many segments that comes three times in a row."""
    for start in range(len(names) - REPEATS * period + 1):
        run = names[start : start + period]
        if (period == 1 and _is_plain(run[0])) or all(map(_NUMBER, run)):
            continue
        if names[start : start + REPEATS * period] == run * REPEATS:
            return "/" + "/".join(run)
    return ""


def _is_plain(name: str) -> bool:
    return len(name) == 1 or _NUMBER(name) is not None
