"""The links of a generated page: menu, path, text, side, lists, pager, footer."""

from collections import defaultdict
from typing import NamedTuple

import numpy as np

from auslese.records.reading import ASIDE, FOOTER, HEADER, MAIN, NAVIGATION
from focusing.generated_web import (
    AREA,
    CONTENT,
    HOME,
    LIST,
    SECTION,
    SERVICE,
    GeneratedWeb,
    WebPage,
)
from focusing.web_habits import FLOOD_LINKS, FOOTER_TO_FLOOD, GENERIC

SIDE_WORDS = 6  # on each side of a link in a text
SNIPPET_WORDS = 8
LATEST = 10  # items on a home page
MOST_NUMBERS = 5  # of pages that a pager names
POPULAR = 1.2  # the tail of how often pages are linked from elsewhere, as on the web about 2.1 - 1


class WebLink(NamedTuple):
    """A link as a crawl finds it."""

    target: int
    anchor: str
    context: str
    position: str
    tag_path: str


class WebLinks:
    """Makes the links of a page when it is asked for; the same ones each time."""

    def __init__(self, web: GeneratedWeb) -> None:
        """Sort the pages by where links may lead."""
        self.web, self.habits = web, web.habits
        self._made: dict[int, list[WebLink]] = {}
        rng = np.random.default_rng([web.seed, 3])
        by_topic: defaultdict[int, list[int]] = defaultdict(list)
        for at, page in enumerate(web.pages):
            if page.kind == CONTENT and not web.hosts[page.host].is_flood:
                by_topic[page.topic].append(at)
        self._topics = {topic: np.array(pages) for topic, pages in by_topic.items()}
        self._weights = {
            topic: _shares(1 + rng.pareto(POPULAR, len(pages)))
            for topic, pages in self._topics.items()
        }
        self._homes = np.array([host.home for host in web.hosts if not host.is_flood])
        self._home_weights = _shares(1 + rng.pareto(POPULAR, len(self._homes)))
        self._flood = [at for at, page in enumerate(web.pages) if web.hosts[page.host].is_flood]

    def of(self, at: int) -> list[WebLink]:
        """The links of a page in the order in which they stand there."""
        if at not in self._made:
            rng = np.random.default_rng([self.web.seed, 4, at])
            page = self.web.pages[at]
            links = self._head(page)
            links += _BODIES[page.kind](self, at, page, rng)
            links += self._foot(page, rng)
            self._made[at] = [link for link in links if link.target != at]
        return self._made[at]

    def _head(self, page: WebPage) -> list[WebLink]:
        site = self.web.hosts[page.host]
        links = [WebLink(site.home, "home", "", HEADER, site.paths["logo"])]
        if self.habits.is_deep:
            menu = [(door, name) for name, door in site.areas.items()]
        else:
            chosen = site.sections[: self.habits.menu_sections]
            menu = [(self.web.sections[at].door, self.web.sections[at].name) for at in chosen]
        links += [WebLink(to, name, "", NAVIGATION, site.paths["menu"]) for to, name in menu]
        if page.section >= 0 and page.kind != SECTION:
            own = self.web.sections[page.section]
            links.append(WebLink(own.door, own.name, "", NAVIGATION, site.paths["crumbs"]))
        return links

    def _foot(self, page: WebPage, rng: np.random.Generator) -> list[WebLink]:
        site, path = self.web.hosts[page.host], self.web.hosts[page.host].paths["footer"]
        links = [WebLink(at, self.web.pages[at].title, "", FOOTER, path) for at in site.services]
        if self._flood and (site.is_flood or rng.random() < FOOTER_TO_FLOOD):
            for at in rng.choice(self._flood, FLOOD_LINKS if site.is_flood else 1).tolist():
                links.append(WebLink(at, self.web.pages[at].title, "", FOOTER, path))
        return links

    def _content(self, at: int, page: WebPage, rng: np.random.Generator) -> list[WebLink]:
        site, links = self.web.hosts[page.host], []
        for _ in range(rng.poisson(self.habits.text_links)):
            to = (
                self._elsewhere(page, rng)
                if rng.random() < self.habits.to_others
                else self._here(page, rng)
            )
            links.append(self._in_text(page, to, site.paths["text"], rng))
        siblings = self.web.sections[page.section].pages
        place = siblings.index(at)
        if place + 1 < len(siblings):
            links.append(WebLink(siblings[place + 1], "next", "", MAIN, site.paths["pager"]))
        return links + self._side(page, rng)

    def _side(self, page: WebPage, rng: np.random.Generator) -> list[WebLink]:
        path = self.web.hosts[page.host].paths["side"]
        links = []
        for _ in range(self.habits.side_links):
            to = self._here(page, rng)
            anchor = self._anchor(to, rng)
            links.append(WebLink(to, anchor, f"related {anchor}", ASIDE, path))
        return links

    def _list(self, at: int, page: WebPage, rng: np.random.Generator) -> list[WebLink]:
        site, section = self.web.hosts[page.host], self.web.sections[page.section]
        place, listed = section.lists.index(at), self.habits.listed
        links = []
        for to in section.pages[place * listed : (place + 1) * listed]:
            links += self._item(to, site.paths, rng)
        around = section.lists[max(0, place - MOST_NUMBERS) : place + MOST_NUMBERS + 1]
        for to in around:
            links.append(
                WebLink(to, str(section.lists.index(to) + 1), "", NAVIGATION, site.paths["pager"])
            )
        if place + 1 < len(section.lists):
            links.append(
                WebLink(section.lists[place + 1], "next", "", NAVIGATION, site.paths["pager"])
            )
        return links + self._side(page, rng)

    def _item(self, to: int, paths: dict[str, str], rng: np.random.Generator) -> list[WebLink]:
        page = self.web.pages[to]
        snippet = (
            " ".join(page.text.split()[:SNIPPET_WORDS])
            if rng.random() < self.habits.snippets
            else ""
        )
        links = [WebLink(to, page.title, f"{page.title} {snippet}".strip(), MAIN, paths["items"])]
        if snippet:
            links.append(WebLink(to, "read more", f"{snippet} read more", MAIN, paths["more"]))
        return links

    def _home(self, at: int, page: WebPage, rng: np.random.Generator) -> list[WebLink]:
        site, links = self.web.hosts[page.host], []
        if self.habits.is_deep:
            return self._partners(page, rng)
        for number in site.sections:
            section = self.web.sections[number]
            links.append(
                WebLink(section.door, section.name, section.name, MAIN, site.paths["cards"])
            )
        own = [to for number in site.sections for to in self.web.sections[number].pages]
        for to in rng.choice(own, min(LATEST, len(own)), replace=False).tolist() if own else []:
            links += self._item(to, site.paths, rng)
        return links + self._partners(page, rng)

    def _partners(self, page: WebPage, rng: np.random.Generator) -> list[WebLink]:
        path = self.web.hosts[page.host].paths["side"]
        homes = rng.choice(self._homes, self.habits.partners, p=self._home_weights).tolist()
        return [WebLink(to, self.web.pages[to].title, "partners", ASIDE, path) for to in homes]

    def _area(self, at: int, page: WebPage, rng: np.random.Generator) -> list[WebLink]:
        site, links = self.web.hosts[page.host], []
        for number in site.sections:
            section = self.web.sections[number]
            area = self.web.areas[section.topic] if section.topic >= 0 else "other"
            if area == page.title:
                links.append(WebLink(section.door, section.name, "", MAIN, site.paths["cards"]))
        return links

    def _service(self, at: int, page: WebPage, rng: np.random.Generator) -> list[WebLink]:
        return []

    def _here(self, page: WebPage, rng: np.random.Generator) -> int:
        """Another page of the same site."""
        site = self.web.hosts[page.host]
        own = page.section
        if own < 0 or rng.random() >= self.habits.same_section:
            own = site.sections[int(rng.integers(len(site.sections)))]
        pages = self.web.sections[own].pages
        return pages[int(rng.integers(len(pages)))]

    def _elsewhere(self, page: WebPage, rng: np.random.Generator) -> int:
        """A page of another site, by topic."""
        habits, lot = self.habits, rng.random()
        topic = page.topic if page.topic >= 0 else int(rng.integers(len(self.web.areas)))
        if lot >= habits.same_topic:
            area = self.web.areas[topic] if lot < habits.same_topic + habits.same_area else ""
            fitting = [at for at, each in enumerate(self.web.areas) if not area or each == area]
            topic = fitting[int(rng.integers(len(fitting)))]
        to = int(rng.choice(self._topics[topic], p=self._weights[topic]))
        there = self.web.pages[to]
        if habits.is_deep:
            return self.web.hosts[there.host].home
        if rng.random() < habits.to_doors:
            home = self.web.hosts[there.host].home
            return home if rng.random() < 0.5 else self.web.sections[there.section].door
        return to

    def _in_text(self, page: WebPage, to: int, path: str, rng: np.random.Generator) -> WebLink:
        anchor = self._anchor(to, rng)
        here, there = page.text.split(), self.web.pages[to].text.split() or ["page"]
        sides = []
        for _ in range(2):
            start = int(rng.integers(max(1, len(here) - SIDE_WORDS)))
            words = here[start : start + SIDE_WORDS]
            told = [
                there[int(rng.integers(len(there)))]
                if rng.random() < self.habits.told_context
                else word
                for word in words
            ]
            sides.append(" ".join(told))
        return WebLink(to, anchor, f"{sides[0]} {anchor} {sides[1]}", MAIN, path)

    def _anchor(self, to: int, rng: np.random.Generator) -> str:
        habits, lot, page = self.habits, rng.random(), self.web.pages[to]
        title, text = page.title.split(), page.text.split()
        if lot < habits.plain_anchors and title:
            return " ".join(title[: int(rng.integers(2, 6))])
        if lot < habits.plain_anchors + habits.loose_anchors and text:
            return " ".join(rng.choice(text, 2).tolist())
        return "" if lot > 1 - habits.empty_anchors else GENERIC[int(rng.integers(len(GENERIC)))]


def _shares(weights: np.ndarray) -> np.ndarray:
    return weights / weights.sum()


_BODIES = {
    CONTENT: WebLinks._content,
    SECTION: WebLinks._list,
    LIST: WebLinks._list,
    HOME: WebLinks._home,
    AREA: WebLinks._area,
    SERVICE: WebLinks._service,
}
