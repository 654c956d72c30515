"""Pages of a web that is made of real sentences: as many as wanted, the same for the same seed.

Sentences of newsgroup posts and of German news are put together anew. A host has one language and
one topic that most of its sentences are from; hosts differ in size as on the web. Sentences alone
would end the growth of the vocabulary early, so pages also have names that are invented: some new,
most of them names that other pages have, the more often the likelier (a process of Pitman and Yor).
"""

import html
import random
import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from clusters.sets import read_sets

SEED = 8
HOSTS = 400
GERMAN_HOSTS = 0.35
LOG_WORDS, WORDS_SPREAD = 5.85, 0.55  # gives 400 words on average
LEAST_WORDS, MOST_WORDS = 40, 4000
OWN_TOPIC = 0.75  # of the sentences of a page
SENTENCE_WORDS = (5, 45)
PARAGRAPH_SENTENCES = 4
NAMES = 5  # invented ones a page, on average
NEWNESS, DISCOUNT = 200.0, 0.75  # of names: the exponent of their growth is the discount
WITHIN, ACROSS = 8, 3  # links of a page
UNFETCHED = 0.1  # of the pages link one that nobody fetched
MENU = 5
DATED = 0.7
LAST_DAY = date(2026, 11, 1)
OLDEST_DAYS = 7000
SENTENCE_END = re.compile(r"(?<=[.!?])[\"')]*\s+(?=[\"'(]?[A-ZÄÖÜ])")
QUOTED = re.compile(r"^\s*(?:[>|:}]|[\w.]{0,8}>|--).*$", re.MULTILINE)
LETTERS = re.compile(r"[A-Za-zÄÖÜäöüß]{2,}")
SYLLABLES = (
    *("ba", "ber", "bran", "da", "del", "dor", "el", "fen", "ga", "gor", "ha", "hol", "in", "ka"),
    *("kel", "ko", "lan", "len", "lo", "ma", "mar", "mi", "na", "nor", "os", "pa", "per", "ra"),
    *("ri", "ro", "sa", "schen", "sel", "sta", "ta", "ten", "tor", "ul", "va", "wal", "win", "zin"),
)


class Topic(NamedTuple):
    """What hosts write about."""

    name: str
    language: str
    sentences: list[str]
    titles: list[str]


class Host(NamedTuple):
    """A host and its pages, which are numbered in a row."""

    name: str
    topic: Topic
    first: int
    pages: int


class MadeWeb:
    """So many pages."""

    def __init__(self, data: Path, pages: int) -> None:
        """Take sentences from the labelled texts below `data`."""
        self.topics = list(topics_in(data))
        if not self.topics:
            raise SystemExit(f"bench: no labelled texts below {data}; they give the sentences")
        self.pages = pages
        self.hosts = self._hosts()
        self._starts = [host.first for host in self.hosts]
        self._all = {
            language: [each for each in self.topics if each.language == language]
            for language in ("en", "de")
        }
        self._names: list[str] = []
        self._draws: list[int] = []

    def _hosts(self) -> list[Host]:
        dice = random.Random(f"{SEED}/hosts")
        shares = [1 / (place + 3) ** 0.9 for place in range(HOSTS)]
        bounds = [round(self.pages * part / sum(shares)) for part in accumulate(shares)]
        found = []
        for place, (first, end) in enumerate(zip([0, *bounds], bounds, strict=False)):
            language = "de" if dice.random() < GERMAN_HOSTS else "en"
            topic = dice.choice([each for each in self.topics if each.language == language])
            domain = "de" if language == "de" else dice.choice(("org", "com", "edu"))
            name = f"www.{topic.name.replace('.', '-')}{place}.example.{domain}"
            if end > first:
                found.append(Host(name.lower(), topic, first, end - first))
        return found

    def host_of(self, page: int) -> Host:
        """Where a page lies."""
        return self.hosts[bisect(self._starts, page) - 1]

    def url_of(self, page: int) -> str:
        """The address of a page: the first one of a host is its home page."""
        host = self.host_of(page)
        if page == host.first:
            return f"https://{host.name}/"
        words = "-".join(LETTERS.findall(self.title_of(page).lower())[:5])
        return f"https://{host.name}/{page % 12 + 1}/{words or 'page'}-{page}.html"

    def title_of(self, page: int) -> str:
        """The title of a page."""
        dice = random.Random(f"{SEED}/title/{page}")
        titles = self.host_of(page).topic.titles
        return f"{dice.choice(titles)} {dice.choice(titles).split()[-1]}"

    def lines(self) -> Iterator[dict[str, Any]]:
        """The pages in order, as `auslese import` takes them."""
        for page in range(self.pages):
            yield {"url": self.url_of(page), "html": self._html(page)}

    def _html(self, page: int) -> str:
        dice = random.Random(f"{SEED}/page/{page}")
        host = self.host_of(page)
        title = html.escape(self.title_of(page))
        menu = "".join(
            self._link(at) for at in range(host.first, host.first + min(MENU, host.pages))
        )
        body = "\n".join(self._blocks(page, host, dice))
        return (
            f"<!doctype html><html lang={host.topic.language}><head><title>{title}</title>"
            f"{_day(dice)}</head><body><nav>{menu}</nav><main><h1>{title}</h1>\n{body}\n"
            f"</main><footer>{host.name} · Impressum · Contact</footer></body></html>"
        )

    def _blocks(self, page: int, host: Host, dice: random.Random) -> Iterator[str]:
        sentences = list(self._sentences(host.topic, dice))
        for begin in range(0, len(sentences), PARAGRAPH_SENTENCES):
            if begin and begin % (4 * PARAGRAPH_SENTENCES) == 0:
                yield f"<h2>{html.escape(dice.choice(host.topic.titles))}</h2>"
            some = " ".join(sentences[begin : begin + PARAGRAPH_SENTENCES])
            yield f"<p>{html.escape(some)}</p>"
        links = [self._link(host.first + dice.randrange(host.pages)) for _ in range(WITHIN)]
        # Pages that are linked from other hosts are few: the square prefers the first ones.
        links += [self._link(int(self.pages * dice.random() ** 3)) for _ in range(ACROSS)]
        if dice.random() < UNFETCHED:
            links.append(self._link(self.pages + dice.randrange(self.pages)))
        yield f"<ul>{''.join(f'<li>{link}</li>' for link in links)}</ul>"

    def _link(self, page: int) -> str:
        if page < self.pages:
            return f'<a href="{self.url_of(page)}">{html.escape(self.title_of(page))}</a> '
        name = html.escape(self.title_of(page % self.pages))
        return f'<a href="https://elsewhere{page % 97}.example.net/{page}">{name}</a> '

    def _sentences(self, own: Topic, dice: random.Random) -> Iterator[str]:
        wanted = min(max(dice.lognormvariate(LOG_WORDS, WORDS_SPREAD), LEAST_WORDS), MOST_WORDS)
        words = 0
        while words < wanted:
            topic = own if dice.random() < OWN_TOPIC else dice.choice(self._all[own.language])
            sentence = dice.choice(topic.sentences)
            if dice.random() < NAMES * len(sentence.split()) / wanted:
                sentence = f"{self._name(dice)}: {sentence}"
            words += len(sentence.split())
            yield sentence

    def _name(self, dice: random.Random) -> str:
        drawn, known = len(self._draws), len(self._names)
        if dice.random() * (NEWNESS + drawn) < NEWNESS + DISCOUNT * known:
            name = "".join(dice.choices(SYLLABLES, k=dice.choice((2, 3, 3, 4)))).capitalize()
            self._names.append(name)
            self._draws.append(known)
        else:
            self._draws.append(dice.choice(self._draws))
        return self._names[self._draws[-1]]


def _day(dice: random.Random) -> str:
    if dice.random() > DATED:
        return ""
    day = LAST_DAY - timedelta(int(OLDEST_DAYS * dice.random() ** 2))
    return f'<meta property="article:published_time" content="{day}T12:00:00Z">'


def topics_in(data: Path) -> Iterator[Topic]:
    """The topics of the labelled texts, with what is written about each."""
    for texts in read_sets(data, headers=False):
        by_topic: dict[str, list[str]] = {}
        for topic, text in zip(texts.topics, texts.texts, strict=True):
            by_topic.setdefault(topic, []).append(text)
        for name, some in sorted(by_topic.items()):
            sentences = [each for text in some for each in sentences_of(text)]
            titles = [
                " ".join(sentences_of(text)[0].split()[:7]) for text in some if sentences_of(text)
            ]
            yield Topic(name, texts.language, sentences, titles)


def sentences_of(text: str) -> Sequence[str]:
    """Sentences of a text that look like ones; nothing that is quoted, and no addresses of mail."""
    bare = " ".join(QUOTED.sub("", text).split())
    return [
        each
        for each in SENTENCE_END.split(bare)
        if SENTENCE_WORDS[0] <= len(each.split()) <= SENTENCE_WORDS[1] and "@" not in each
    ]
