"""Real texts of known topics, cut into pages, and apart from them those that teach the topic."""

import re
from collections import Counter, defaultdict
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rating.sets import rows_of

PASSAGE_WORDS = 200  # a page of the web has a few hundred words
LEAST_WORDS = 50
MOST_PASSAGES = 600  # of one topic, so that none is twice as common as the others
# That teach the topic; none of them is on the web. About 20,000 words: in the seed, "cat" stands
# 655 times in the positive pages, which is three words of a hundred of so many.
POSITIVE_POSTS, NEUTRAL_POSTS = 100, 200
TOPIC_WORDS = 30
GERMAN = "de."
QUOTE = re.compile(r"\s*(>|\||:|[A-Za-z]{1,3}>)")
WORD = re.compile(r"[^\W\d_]{3,}")
SUBJECT = re.compile(r"^Subject:\s*(?:Re:\s*)*(.*)$", re.MULTILINE | re.IGNORECASE)


class Passage(NamedTuple):
    """What one page says."""

    title: str
    text: str
    topic: int


class TopicTexts(NamedTuple):
    """The texts of a web and those that teach its topic."""

    topics: list[str]
    target: int
    """Which of them is sought."""
    passages: list[Passage]
    positive: list[str]
    neutral: list[str]
    words: list[list[str]]
    """The words that tell each topic from the others, best first."""


class Post(NamedTuple):
    """A post or an article."""

    title: str
    body: str


def read_posts(data: Path) -> dict[str, list[Post]]:
    """Posts of newsgroups without quotes and headers, and German news, by topic."""
    found: defaultdict[str, list[Post]] = defaultdict(list)
    for row in rows_of(data / "newsgroups20"):
        head, _, body = row["text"].replace("\t", "\n").partition("\n\n")
        subject = SUBJECT.search(head)
        lines = [line for line in body.partition("\n-- ")[0].split("\n") if not QUOTE.match(line)]
        text = " ".join(" ".join(line for line in lines if "writes:" not in line).split())
        found[row["label"]].append(Post(subject[1].strip() if subject else "", text))
    for row in rows_of(data / "german_news_10kgnad"):
        text = " ".join(row["text"].split())
        found[GERMAN + row["label"].lower()].append(Post(" ".join(text.split()[:8]), text))
    return dict(found)


def texts_of(posts: dict[str, list[Post]], topic: str, seed: int) -> TopicTexts:
    """The texts of one web whose topic is sought."""
    rng = np.random.default_rng([seed, 1])
    topics = sorted(posts)
    passages: list[Passage] = []
    positive: list[str] = []
    neutral: list[str] = []
    each = -(-NEUTRAL_POSTS // sum(not name.startswith(GERMAN) for name in topics if name != topic))
    for number, name in enumerate(topics):
        order = [posts[name][at] for at in rng.permutation(len(posts[name]))]
        order = [post for post in order if len(post.body.split()) >= LEAST_WORDS]
        # Neutral pages are of the language of the subject (Werner 3.3).
        kept = POSITIVE_POSTS if name == topic else 0 if name.startswith(GERMAN) else each
        (positive if name == topic else neutral).extend(post.body for post in order[:kept])
        cut = [part for post in order[kept:] for part in _cut(post, number)]
        chosen = rng.permutation(len(cut))[:MOST_PASSAGES]
        passages += [cut[at] for at in chosen]
    neutral = [neutral[at] for at in rng.permutation(len(neutral))[:NEUTRAL_POSTS]]
    return TopicTexts(
        topics, topics.index(topic), passages, positive, neutral, _telling(passages, len(topics))
    )


def _cut(post: Post, topic: int) -> list[Passage]:
    words = post.body.split()
    starts = range(0, max(1, len(words) - LEAST_WORDS + 1), PASSAGE_WORDS)
    return [Passage(post.title, " ".join(words[at : at + PASSAGE_WORDS]), topic) for at in starts]


def _telling(passages: list[Passage], topics: int) -> list[list[str]]:
    """For each topic the words with the highest p·log(p/q), as a site would name its sections."""
    counts: list[Counter[str]] = [Counter() for _ in range(topics)]
    for passage in passages:
        counts[passage.topic].update(set(map(str.lower, WORD.findall(passage.text))))
    every: Counter[str] = Counter()
    for own in counts:
        every.update(own)
    found = []
    for own in counts:
        weight = {word: many * log(many / every[word] * topics) for word, many in own.items()}
        best = sorted(weight, key=lambda word: (-weight[word], word))
        found.append(best[:TOPIC_WORDS])
    return found
