"""How far has a crawl come? Told by tallies, however many URLs there are."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from auslese.crawl.forecast.brake import HostWork
from auslese.crawl.forecast.forecast import CrawlSurvey, Milestone
from auslese.crawl.frontier.crawl_state import CrawlState, is_page

WAITING = "again"  # in the tally no outcome: pages of the collection that wait to be seen again
OVER_LIMIT = ("refused", "urls")  # counted beyond the limit of URLs, never found in our sense
GROWTH = 32  # a milestone for every thirty-second more visited: 500 of them at ten million

Tally = Mapping[tuple[str, str, int], int]
"""Outcomes by kind, reason and depth."""
FoundCounts = Mapping[int, tuple[int, int]]
"""URLs found by depth, and how many of them were refused as they were found."""


def is_end(kind: str, reason: str) -> bool:
    """Whether a line of the tally counts URLs that we know and that have ended."""
    return kind != WAITING and (kind, reason) != OVER_LIMIT


def crawl_state_of(known: int, tally: Tally, hosts: int, survey: CrawlSurvey) -> CrawlState:
    """How far a crawl has come that knows so many URLs and has asked so many hosts."""
    outcomes: Counter[str] = Counter()
    depths: Counter[int] = Counter()
    for (kind, reason, depth), n in tally.items():
        if kind == WAITING or is_page(kind, reason):
            depths[depth] += n
        if kind != WAITING:
            outcomes[f"{kind}.{reason}"] += n
    counts = {name: n for name, n in outcomes.items() if n}
    seen = known + counts.get(".".join(OVER_LIMIT), 0)  # those are counted, not kept
    profile = [
        depths[depth] for depth in range(max((d for d in depths if depths[d]), default=-1) + 1)
    ]
    return CrawlState(seen, counts, sum(profile), profile, hosts, survey)


def survey_of(
    found: FoundCounts, tally: Tally, milestones: Sequence[Milestone], work: str | None
) -> CrawlSurvey:
    """What the tallies tell about a crawl; `work` is what `packed_work` has made of another."""
    ended: Counter[int] = Counter()
    pages = 0
    for (kind, reason, depth), n in tally.items():
        if is_end(kind, reason):
            ended[depth] += n
            pages += n * is_page(kind, reason)
    depths = range(max(found, default=-1) + 1)
    bell = [found.get(depth, (0, 0))[0] - found.get(depth, (0, 0))[1] for depth in depths]
    waiting = [max(0, found.get(depth, (0, 0))[0] - ended[depth]) for depth in depths]
    let_in = sum(bell)
    now = Milestone(max(0, let_in - sum(waiting)), let_in, pages)
    kept = json.loads(work) if work else {}
    hosts = [HostWork(*host) for host in kept.pop("hosts", ())]
    return CrawlSurvey(now, milestones, bell, waiting, hosts=hosts, **kept)


def packed_work(survey: CrawlSurvey) -> str:
    """What only the running crawl can tell, for those who read the frontier."""
    return json.dumps({"hosts": survey.hosts, "rate": survey.rate, "deepest": survey.deepest})


def moved_on(before: Milestone, ended: Tally, found: int, refused: int) -> Milestone:
    """How far a crawl is when so much more was found, some of it refused, and has ended."""
    visited = sum(n for how, n in ended.items() if is_end(how[0], how[1])) - refused
    pages = sum(n for how, n in ended.items() if is_page(how[0], how[1]))
    return Milestone(before.visited + visited, before.found + found - refused, before.pages + pages)


def next_milestone(visited: int) -> int:
    """After how many visits the next milestone is kept."""
    return visited + max(1, visited // GROWTH)


def merged_tally(parts: Iterable[tuple[str, str, int, int]]) -> dict[tuple[str, str, int], int]:
    """Rows of kind, reason, depth and number, summed up; what is nought is left out."""
    sums: Counter[tuple[str, str, int]] = Counter()
    for kind, reason, depth, n in parts:
        sums[kind, reason, depth] += n
    return {how: n for how, n in sums.items() if n}
