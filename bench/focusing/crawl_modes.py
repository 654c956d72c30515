"""The ways to focus, side by side: none, page, links, learned, pagerank."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from auslese.analyse.focus.focus_model import FocusModel, FocusOptions, train_focus
from auslese.analyse.focus.focus_scores import ScoreOptions, link_scores
from auslese.analyse.focus.learning.link_features import (
    LinkPage,
    LinkView,
    link_batch,
    word_evidence,
)
from auslese.analyse.focus.learning.link_scorer import FIRST_BUCKET, LearningOptions, LinkScorer
from auslese.analyse.focus.learning.page_reward import RewardScale, fit_rewards
from auslese.analyse.focus.score_borders import borders_between, held_out_quantiles
from auslese.crawl.frontier.better_hosts import HoldRules
from auslese.recipes.focus.focus_opening import score_options
from auslese.recipes.focus.perplexity_focus import bucket_of_class
from auslese.recipes.settings.class_borders import WERNERS_BORDERS
from auslese.recipes.settings.focus_settings import FocusSection
from auslese.records.visit import PLAIN_BUCKET
from focusing.generated_web import GeneratedWeb
from focusing.web_links import WebLink, WebLinks
from focusing.web_texts import TopicTexts

TRAINED = 0.7  # of the texts; the others tell what scores mean (W1)
LINK_BUCKETS = 10
MOVED_UP = 8
RANKED_EVERY = 100  # pages after which PageRank is estimated anew
HOLD = HoldRules(FocusSection().hold.total_seconds(), FocusSection().lead)


class Scored(NamedTuple):
    """A web with what a focus model says of its pages."""

    web: GeneratedWeb
    links: WebLinks
    model: FocusModel
    pages: NDArray[np.float64]
    """The perplexity of each page; lower is better."""
    rewards: NDArray[np.float64]
    """What each page is worth, by the difference to the background."""
    borders: NDArray[np.float64]
    scale: RewardScale
    """Of the logarithm of a perplexity."""


def score_web(web: GeneratedWeb, texts: TopicTexts) -> Scored:
    """Train the focus on texts that are not on the web, and score every page once."""
    good, plain = _parted(texts.positive), _parted(texts.neutral)
    model = train_focus(good[0], plain[0], FocusOptions())
    held, other = model.page_scores(good[1]), model.page_scores(plain[1])
    quantiles = held_out_quantiles(good[0], plain[0], FocusOptions(), FocusSection().letters)
    if quantiles is None:
        raise SystemExit("bench: too few texts")
    borders = np.array(borders_between(quantiles))
    pages = [page.text for page in web.pages]
    scale = _scale(np.log(held), np.log(other))
    by_difference = _scale(model.page_differences(good[1]), model.page_differences(plain[1]))
    perplexities = model.page_scores(pages)
    with np.errstate(invalid="ignore"):  # a page without words
        differences = np.log2(perplexities) - np.log2(model.background.perplexities(pages))
    rewards = by_difference.rewards(differences)
    return Scored(web, WebLinks(web), model, perplexities, rewards, borders, scale)


def _parted(texts: list[str]) -> tuple[list[str], list[str]]:
    cut = int(TRAINED * len(texts))
    return texts[:cut], texts[cut:]


def _scale(positive: NDArray[np.float64], neutral: NDArray[np.float64]) -> RewardScale:
    found = fit_rewards(positive, neutral)
    if not isinstance(found, RewardScale):
        raise SystemExit(f"bench: {found}")
    return found


class Unfocused:
    """First come, first served."""

    is_focused = False
    hold = HoldRules()

    def __init__(self, scored: Scored, seed: int) -> None:
        """Knows nothing."""

    def buckets(self, at: int, links: Sequence[WebLink]) -> list[int]:
        return [PLAIN_BUCKET] * len(links)

    def rejudged(self, at: int, links: Sequence[WebLink]) -> list[int]:
        return []

    def moved_up(self) -> list[tuple[int, int]]:
        return []


class ByPage(Unfocused):
    """By the score of the page on which a link stands."""

    is_focused = True
    hold = HOLD

    def __init__(self, scored: Scored, seed: int) -> None:
        self.scored = scored
        self.borders = scored.borders

    def placed(self, scores: ArrayLike) -> list[int]:
        """The buckets of these scores."""
        classes = np.searchsorted(self.borders, np.atleast_1d(scores)).tolist()
        return [bucket_of_class(number, len(self.borders) + 1) for number in classes]

    def buckets(self, at: int, links: Sequence[WebLink]) -> list[int]:
        return self.placed(self.scored.pages[at]) * len(links)

    def rejudged(self, at: int, links: Sequence[WebLink]) -> list[int]:
        return self.buckets(at, links)


class PageAsBefore(ByPage):
    """The same with hosts asked whenever they are free and no link moving up: the seed's queue."""

    hold = HoldRules()

    def rejudged(self, at: int, links: Sequence[WebLink]) -> list[int]:
        return []


class ByLinks(ByPage):
    """By page and anchor (W4)."""

    def __init__(self, scored: Scored, seed: int) -> None:
        super().__init__(scored, seed)
        self.weights = score_options(FocusSection(), scored.model.keywords.halving_weight)

    def buckets(self, at: int, links: Sequence[WebLink]) -> list[int]:
        return self.placed(self.scores(at, links)) if links else []

    def scores(self, at: int, links: Sequence[WebLink]) -> NDArray[np.float64]:
        """The link score of each link."""
        model, texts = self.scored.model, [link.anchor for link in links]
        own, keywords = model.language_model.perplexities(texts), model.keywords.scores(texts)
        return link_scores(float(self.scored.pages[at]), own, keywords, self.weights)


class LinksWithoutHold(ByLinks):
    """The same with hosts asked whenever they are free."""

    hold = HoldRules()


class LinksInPlace(ByLinks):
    """The same with no link moving up once it waits."""

    def rejudged(self, at: int, links: Sequence[WebLink]) -> list[int]:
        return []


class LinksAsBefore(LinksInPlace):
    """Neither."""

    hold = HoldRules()


class LinksWithWernersWeights(ByLinks):
    """The same with the weight of key words that the seed has, whatever the model."""

    def __init__(self, scored: Scored, seed: int) -> None:
        super().__init__(scored, seed)
        self.weights = ScoreOptions()


class LinksByWerner(ByLinks):
    """The same with the borders of the seed, whatever the model."""

    def __init__(self, scored: Scored, seed: int) -> None:
        super().__init__(scored, seed)
        self.borders = np.array(WERNERS_BORDERS)


class Learned(ByLinks):
    """Judged by all that is known of a link, and learnt from the pages that came, as a crawl does.

    By default the weights stay those of the start.
    """

    options = LearningOptions(step=FocusSection().step)
    has_tag_paths = True
    moves_up = 0

    def __init__(self, scored: Scored, seed: int) -> None:
        super().__init__(scored, seed)
        self.scorer = LinkScorer(self.options)
        words = list(scored.model.language_model.words)
        subject, background = (
            model.perplexities(words, fragments=True)
            for model in (scored.model.language_model, scored.model.background)
        )
        self.words = word_evidence(words, subject, background)

    def buckets(self, at: int, links: Sequence[WebLink]) -> list[int]:
        found = self.rejudged(at, links)
        self.scorer.learn(at + 1, float(self.scored.rewards[at]))
        return found

    def rejudged(self, at: int, links: Sequence[WebLink]) -> list[int]:
        pages, reward = self.scored.web.pages, float(self.scored.rewards[at])
        priors = self.scored.scale.rewards(np.log(self.scores(at, links))) if links else []
        views = [
            LinkView(
                link.target + 1,
                pages[link.target].url,
                link.anchor,
                link.context,
                link.position,
                link.tag_path if self.has_tag_paths else "",
                float(prior),
            )
            for link, prior in zip(links, priors, strict=True)
        ]
        batch = link_batch(LinkPage(at + 1, pages[at].url, reward), views, self.words)
        return self.scorer.buckets(batch)

    def moved_up(self) -> list[tuple[int, int]]:
        if not self.moves_up:
            return []
        return [(key - 1, bucket) for key, bucket in self.scorer.moved_up(self.moves_up)]


class LearnedWithoutHold(Learned):
    """The same with hosts asked whenever they are free."""

    hold = HoldRules()


class LearnedBySteps(Learned):
    """The same with weights that move with every lesson."""

    options = LearningOptions()


class LearnedAndMovedUp(LearnedBySteps):
    """The same, and the best group of links that are awake lets some move up after each page."""

    moves_up = MOVED_UP


class LearnedWithoutTags(Learned):
    """The same without the paths of tags: by position on the page."""

    has_tag_paths = False


class ByRank(Unfocused):
    """By PageRank estimated from the pages fetched so far (Cho, Garcia-Molina and Page 1998)."""

    is_focused = True
    hold = HOLD

    def __init__(self, scored: Scored, seed: int) -> None:
        self._out: dict[int, list[int]] = {}
        self._rank: dict[int, float] = {}
        self._links = scored.links

    def buckets(self, at: int, links: Sequence[WebLink]) -> list[int]:
        self._out[at] = [link.target for link in self._links.of(at)]
        if len(self._out) % RANKED_EVERY == 1:
            self._rank = _ranks(self._out)
        even = 1.0 / max(1, len(self._rank))
        given = self._rank.get(at, even) / max(1, len(self._out[at]))
        ratios = [(self._rank.get(link.target, 0.0) + given) / even for link in links]
        found = np.searchsorted(-np.geomspace(3.0, 0.03, LINK_BUCKETS - 1), -np.array(ratios))
        return (FIRST_BUCKET + found).tolist()


def _ranks(out: dict[int, list[int]], damping: float = 0.85, rounds: int = 20) -> dict[int, float]:
    nodes = sorted({*out, *(to for ends in out.values() for to in ends)})
    place = {node: at for at, node in enumerate(nodes)}
    ends = np.array([place[to] for links in out.values() for to in links], np.int64)
    starts = np.array([place[at] for at, links in out.items() for _ in links], np.int64)
    degree = np.bincount(starts, minlength=len(nodes))
    rank = np.full(len(nodes), 1 / len(nodes))
    for _ in range(rounds):
        flow = np.bincount(ends, rank[starts] / degree[starts], len(nodes))
        rank = damping * (flow + (1 - flow.sum()) / len(nodes)) + (1 - damping) / len(nodes)
    return dict(zip(nodes, rank.tolist(), strict=True))


MODES: dict[str, Callable[[Scored, int], Unfocused]] = {
    "none": Unfocused,
    "pagerank": ByRank,
    "page": ByPage,
    "links": ByLinks,
    "learned": Learned,
}
VARIANTS: dict[str, Callable[[Scored, int], Unfocused]] = {
    "page, neither": PageAsBefore,
    "links, nobody is held back": LinksWithoutHold,
    "links, nothing moves up": LinksInPlace,
    "links, neither": LinksAsBefore,
    "links, key words by 3": LinksWithWernersWeights,
    "links, borders 600 2000 10000": LinksByWerner,
    "learned, nobody is held back": LearnedWithoutHold,
    "learned, without tag paths": LearnedWithoutTags,
    "learned, weights move": LearnedBySteps,
    "learned, weights and links move": LearnedAndMovedUp,
}
