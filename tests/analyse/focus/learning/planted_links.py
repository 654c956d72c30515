"""A tiny web whose subject stands behind links in one place of its lists."""

from auslese.analyse.focus.learning.link_features import LinkPage, LinkView, link_batch
from auslese.analyse.focus.learning.link_scorer import LinkScorer

GOOD_PATH, BAD_PATH = "html body div.items li a", "html body div.menu li a"
FANOUT = 3
WORDS = ("about", "more", "next", "page", "part", "here", "list")


def url_of(page: int) -> str:
    """The address of a page; those in `s` are on the subject."""
    return f"http://a.example/{'s' if is_good(page) else 'x'}/{page}"


def is_good(page: int) -> bool:
    """Every third page is on the subject."""
    return page % FANOUT == 0


def links_of(page: int) -> list[LinkView]:
    """Three links: one in the list leads to the subject, two of the menu do not."""
    targets = [FANOUT * page + at for at in range(1, FANOUT + 1)]
    return [
        LinkView(
            target,
            url_of(target)[:-1],
            WORDS[target % len(WORDS)],
            "",
            "main" if is_good(target) else "navigation",
            GOOD_PATH if is_good(target) else BAD_PATH,
            0.1,
        )
        for target in targets
    ]


def crawl(scorer: LinkScorer, most: int, known: dict[int, int] | None = None) -> list[int]:
    """Fetch so many pages, the best bucket first; `known` is the frontier, which goes on."""
    waiting = {1: 0} if known is None else known
    order = []
    for _ in range(most):
        page = min(waiting, key=lambda each: (waiting[each], each))
        del waiting[page]
        order.append(page)
        reward = float(is_good(page))
        links = links_of(page)
        buckets = scorer.buckets(link_batch(LinkPage(page, url_of(page), reward), links))
        scorer.learn(page, reward)
        waiting |= {link.key: bucket for link, bucket in zip(links, buckets, strict=True)}
        waiting |= {key: bucket for key, bucket in scorer.moved_up(4) if key in waiting}
    return order
