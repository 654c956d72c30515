"""Which webs are crawled, from where, how far: fixed before the first run."""

from typing import NamedTuple

import numpy as np

from focusing.crawl_modes import Scored
from focusing.generated_web import CONTENT, GeneratedWeb
from focusing.web_habits import Habits


class WebPlan(NamedTuple):
    """A kind of web, and how many pages of it are fetched."""

    name: str
    title: str
    habits: Habits
    first: int
    """Pages fetched; 0 for all of them."""


WEBS = (
    WebPlan("mixed", "a mixed web", Habits(), 600),
    WebPlan(
        "behind",
        "the topic lies behind three pages of something else",
        Habits(is_deep=True, islands=12),
        1000,
    ),
    WebPlan("flood", "one site floods the web with bait", Habits(flood=5000), 600),
    WebPlan(
        "site",
        "a single site",
        Habits(
            hosts=1, specialists=0, area_sites=0, is_deep=True, misfiled=0.2, most_passages=4000
        ),
        0,
    ),
)
# Of the twenty newsgroups in the order of the alphabet every fourth from the second: the topics of
# the five seeds. The options of the learned mode were chosen on those of TUNING and other webs.
TOPICS = (
    "comp.graphics",
    "comp.windows.x",
    "rec.sport.baseball",
    "sci.med",
    "talk.politics.mideast",
)
TUNING = (
    "alt.atheism",
    "comp.sys.mac.hardware",
    "rec.motorcycles",
    "sci.electronics",
    "talk.politics.guns",
)
TUNING_SEED = 100
TOPIC_SEEDS, OTHER_SEEDS = 3, 2  # start pages: on the topic on different sites, and homes by lot
RECALL = 0.9


def start_pages(web: GeneratedWeb) -> list[int]:
    """Where crawls begin: on the topic, unless it lies behind something else."""
    rng = np.random.default_rng([web.seed, 5])
    if len(web.hosts) == 1:
        return [web.hosts[0].home]
    homes = [
        host.home
        for at, host in enumerate(web.hosts)
        if at not in web.island_hosts and not host.is_flood
    ]
    others = rng.permutation(homes).tolist()
    if web.island_hosts:
        return others[: TOPIC_SEEDS + OTHER_SEEDS]
    by_host: dict[int, int] = {}
    for at in rng.permutation(web.on_topic).tolist():
        by_host.setdefault(web.pages[at].host, at)
    return list(by_host.values())[:TOPIC_SEEDS] + others[:OTHER_SEEDS]


class Yield(NamedTuple):
    """What a crawl brought, page by page, summed up."""

    pages: np.ndarray
    pictures: np.ndarray
    hosts: int
    """Sites on which pages on the topic were found."""


def yield_of(scored: Scored, order: list[int]) -> Yield:
    """Pages and pictures on the topic among the first fetched."""
    web = scored.web
    fetched = [web.pages[at] for at in order]
    hits = [page.kind == CONTENT and page.topic == web.texts.target for page in fetched]
    pictures = np.cumsum([page.topic_pictures for page in fetched])
    hosts = {page.host for page, hit in zip(fetched, hits, strict=True) if hit}
    return Yield(np.cumsum(hits), pictures, len(hosts))


def requests_until(found: np.ndarray, every: int) -> int:
    """Requests until nine of ten pages on the topic were there; all if that never came."""
    places = np.flatnonzero(found >= RECALL * every)
    return int(places[0]) + 1 if len(places) else len(found)
