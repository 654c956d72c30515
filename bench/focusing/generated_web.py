"""A web with a known topic: sites, sections, lists and pages; which page says what."""

from collections import defaultdict
from typing import NamedTuple

import numpy as np

from focusing.web_habits import (
    BAIT_WORDS,
    GALLERY_PICTURES,
    GALLERY_WORDS,
    SERVICE_TEXT,
    SERVICES,
    Habits,
)
from focusing.web_texts import TopicTexts

HOME, SERVICE, AREA, SECTION, LIST, CONTENT = (
    "home",
    "service",
    "area",
    "section",
    "list",
    "content",
)
SLUGS, NUMBERS, TITLES = "slugs", "numbers", "titles"
FEWEST = 3  # pages of a section; smaller ones are one section of leftovers
LEFTOVERS = -1
SYLLABLES = ("nav", "box", "col", "row", "main", "wrap", "item", "list", "card", "grid", "pane")
REGIONS = ("logo", "menu", "crumbs", "text", "side", "items", "more", "pager", "cards", "footer")


class WebPage(NamedTuple):
    """One page; `topic` is that of its text, -1 for pages that have none."""

    host: int
    kind: str
    url: str
    title: str
    text: str
    topic: int
    section: int
    """The number of the section within all sections of the web; -1 outside of them."""
    pictures: int
    topic_pictures: int


class Section(NamedTuple):
    """Where pages of one topic of a site stand."""

    host: int
    topic: int
    name: str
    door: int
    """Its first page."""
    lists: list[int]
    pages: list[int]


class Host(NamedTuple):
    """A site."""

    name: str
    home: int
    services: list[int]
    areas: dict[str, int]
    sections: list[int]
    paths: dict[str, str]
    """The path of tags to each region of its pages."""
    is_flood: bool


class GeneratedWeb:
    """All pages of a web; links are made by `WebLinks` when a page is fetched."""

    def __init__(self, texts: TopicTexts, habits: Habits, seed: int) -> None:
        """Deal the passages to sites, and build these."""
        self.texts, self.habits, self.seed = texts, habits, seed
        self.pages: list[WebPage] = []
        self.sections: list[Section] = []
        self.hosts: list[Host] = []
        self._rng = np.random.default_rng([seed, 2])
        self.areas = [name.partition(".")[0] for name in texts.topics]
        self._templates = [self._template(f"t{at}") for at in range(habits.templates)]
        self.island_hosts: set[int] = set()
        dealt = self._deal()
        for host in range(habits.hosts):
            self._build(host, dealt[host])
        if habits.flood:
            self._flood()

    @property
    def on_topic(self) -> list[int]:
        """The pages whose text is on the topic."""
        return [at for at, page in enumerate(self.pages) if page.topic == self.texts.target]

    def _deal(self) -> dict[int, list[int]]:
        """Which passages stand on which site."""
        rng, habits, texts = self._rng, self.habits, self.texts
        passages = np.arange(len(texts.passages))
        if habits.most_passages:
            passages = np.sort(rng.permutation(passages)[: habits.most_passages])
        affinity = self._affinities() * rng.lognormal(0, 1, habits.hosts)[:, None]
        if habits.islands:
            islands = rng.permutation(habits.hosts)[: habits.islands]
            self.island_hosts = set(islands.tolist())
            affinity[:, texts.target] *= np.isin(np.arange(habits.hosts), islands)
        affinity /= affinity.sum(axis=0)
        dealt: defaultdict[int, list[int]] = defaultdict(list)
        for at in passages.tolist():
            topic = texts.passages[at].topic
            dealt[int(rng.choice(habits.hosts, p=affinity[:, topic]))].append(at)
        return dealt

    def _affinities(self) -> np.ndarray:
        rng, habits, topics = self._rng, self.habits, len(self.texts.topics)
        rows = []
        for _ in range(habits.hosts):
            row, lot, topic = np.full(topics, 1.0 / topics), rng.random(), int(rng.integers(topics))
            if lot < habits.specialists and not habits.islands:
                own = np.arange(topics) == topic
            elif lot < habits.specialists + habits.area_sites and not habits.islands:
                own = np.array([area == self.areas[topic] for area in self.areas])
            else:
                own = np.ones(topics, bool)
            rows.append((1 - habits.purity) * row + habits.purity * own / own.sum())
        return np.array(rows)

    def _template(self, name: str) -> dict[str, str]:
        rng = self._rng
        paths = {}
        for region in REGIONS:
            depth = int(rng.integers(2, 6))
            parts = [f"div.{rng.choice(SYLLABLES)}{int(rng.integers(9))}" for _ in range(depth)]
            tail = "li a" if region in ("menu", "footer", "side", "pager", "items") else "a"
            paths[region] = f"html body.{name} {' '.join(parts)} {tail}"
        return paths

    def _build(self, host: int, dealt: list[int], is_flood: bool = False) -> None:
        rng, habits = self._rng, self.habits
        own = rng.random() < habits.own_templates
        paths = (
            self._template(f"h{host}")
            if own
            else self._templates[int(rng.integers(12)) % habits.templates]
        )
        style = str(rng.choice((SLUGS, NUMBERS, TITLES), p=(0.4, 0.3, 0.3)))
        name = f"site{host}.example"
        home = self._add(host, HOME, f"http://{name}/", f"Site {host}")
        services = [
            self._add(host, SERVICE, f"http://{name}/{word.replace(' ', '-')}", word)
            for word in SERVICES[: habits.service_pages]
        ]
        site = Host(name, home, services, {}, [], paths, is_flood)
        self.hosts.append(site)
        filed = list(self._filed(dealt).items())
        for at in rng.permutation(len(filed)).tolist():  # menus are in no order of the alphabet
            self._section(host, *filed[at], style)
        if habits.is_deep:
            self._add_areas(host)
        self._name_sections(host)

    def _filed(self, dealt: list[int]) -> dict[int, list[int]]:
        """The passages of a site by section, some in a wrong one, small ones thrown together."""
        rng = self._rng
        by_topic: defaultdict[int, list[int]] = defaultdict(list)
        topics = sorted({self.texts.passages[at].topic for at in dealt})
        for at in dealt:
            topic = self.texts.passages[at].topic
            if rng.random() < self.habits.misfiled:
                topic = topics[int(rng.integers(len(topics)))]
            by_topic[topic].append(at)
        filed: defaultdict[int, list[int]] = defaultdict(list)
        for topic, passages in by_topic.items():
            filed[topic if len(passages) >= FEWEST else LEFTOVERS] += passages
        return dict(filed)

    def _section(self, host: int, topic: int, passages: list[int], style: str) -> None:
        rng, habits, site = self._rng, self.habits, self.hosts[host]
        number = len(self.sections)
        named = topic != LEFTOVERS and rng.random() < habits.named_sections
        words = self.texts.words[topic] if named else []
        name = (
            " ".join(words[at] for at in sorted(rng.permutation(4)[:2]))
            if named
            else f"part {number}"
        )
        base = f"http://{site.name}/{name.replace(' ', '-') if style == SLUGS else f'c{number}'}"
        door = self._add(host, SECTION, f"{base}/", name, number)
        lists = [door]
        for at in range(1, -(-len(passages) // habits.listed)):
            lists.append(self._add(host, LIST, f"{base}/?page={at + 1}", name, number))
        pages = [self._content(host, at, number, style, base) for at in passages]
        section = Section(host, topic, name, door, lists, pages)
        self.sections.append(section)
        site.sections.append(number)
        for place, at in enumerate(lists):
            shown = pages[place * habits.listed : (place + 1) * habits.listed]
            text = name + ". " + ". ".join(self.pages[page].title for page in shown)
            self.pages[at] = self.pages[at]._replace(text=text)

    def _content(self, host: int, at: int, section: int, style: str, base: str) -> int:
        rng, habits, passage = self._rng, self.habits, self.texts.passages[at]
        is_gallery = rng.random() < habits.galleries
        pictures = int(rng.poisson(GALLERY_PICTURES if is_gallery else habits.pictures))
        share = (
            habits.pictures_on_topic
            if passage.topic == self.texts.target
            else habits.stray_pictures
        )
        words = passage.text.split()
        text = " ".join(words[:GALLERY_WORDS]) if is_gallery else passage.text
        number = len(self.pages)
        slug = "-".join(passage.title.lower().split()[:6]) if style == TITLES else str(number)
        url = f"{base}/{slug}-{number}.html" if style == TITLES else f"{base}/{slug}"
        page = WebPage(
            host,
            CONTENT,
            url,
            passage.title,
            f"{passage.title}. {text}",
            passage.topic,
            section,
            pictures,
            int(rng.binomial(pictures, share)),
        )
        self.pages.append(page)
        return number

    def _add_areas(self, host: int) -> None:
        site = self.hosts[host]
        for number in site.sections:
            topic = self.sections[number].topic
            area = self.areas[topic] if topic != LEFTOVERS else "other"
            if area not in site.areas:
                url = f"http://{site.name}/{area}/"
                site.areas[area] = self._add(host, AREA, url, area)

    def _name_sections(self, host: int) -> None:
        """Let home and areas say what is behind them."""
        site = self.hosts[host]
        names = [self.sections[number].name for number in site.sections]
        shown = list(site.areas) if self.habits.is_deep else names
        home = self.pages[site.home]
        text = f"Welcome to {home.title}. " + ". ".join(shown)
        self.pages[site.home] = home._replace(text=text)
        for area, at in site.areas.items():
            self.pages[at] = self.pages[at]._replace(text=f"{area} at {home.title}")

    def _add(self, host: int, kind: str, url: str, title: str, section: int = -1) -> int:
        text = SERVICE_TEXT if kind == SERVICE else ""
        self.pages.append(WebPage(host, kind, url, title, text, -1, section, 0, 0))
        return len(self.pages) - 1

    def _flood(self) -> None:
        """One more site: texts of other topics again, with the topic's words strewn in."""
        rng, texts = self._rng, self.texts
        bait = texts.words[texts.target]
        others = [at for at, passage in enumerate(texts.passages) if passage.topic != texts.target]
        host = len(self.hosts)
        self._build(host, rng.choice(others, self.habits.flood).tolist(), is_flood=True)
        for at, page in enumerate(self.pages):
            if page.host != host or page.kind != CONTENT:
                continue
            words = page.text.split()
            for word in rng.choice(bait, BAIT_WORDS):
                words.insert(int(rng.integers(len(words) + 1)), str(word))
            title = " ".join([*rng.choice(bait, 2).tolist(), *page.title.split()[:3]])
            self.pages[at] = page._replace(title=title, text=" ".join(words), topic=-1)
