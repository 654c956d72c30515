"""Is a page sound? Well-formed, ours alone, and fit for people who do not see or use a mouse."""

from html.parser import HTMLParser
from itertools import pairwise

VOID = {"br", "col", "hr", "img", "input", "link", "meta", "wbr"}
SCRIPT = {"src": "/static/script.js", "defer": None}
DATA = {"type": "application/ld+json"}  # no browser runs it
FIELDS = {"input", "select", "textarea"}
NEEDS_NO_LABEL = {"hidden", "submit"}
HEADINGS = {f"h{level}": level for level in range(1, 7)}


class Page(HTMLParser):
    """What is in a page, and what is wrong with it."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.problems: list[str] = []
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.around: dict[int, tuple[str, ...]] = {}
        self.feed(html)
        self.close()
        if self.open:
            self.problems.append(f"not closed: {self.open}")
        self._check_whole()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if len(values) != len(attrs):
            self.problems.append(f"an attribute twice in {tag} {attrs}")
        self.tags.append((tag, values))
        self.around[id(values)] = tuple(self.open)
        if tag not in VOID:
            self.open.append(tag)
        self._check_tag(tag, values)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes nothing, in {self.open[-3:]}")

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def _check_tag(self, tag: str, values: dict[str, str | None]) -> None:
        if tag == "script" and values not in (SCRIPT, DATA):
            self.problems.append(f"a script that is not ours: {values}")
        if any(name.startswith("on") or name == "style" for name in values):
            self.problems.append(f"code in attributes: {tag} {values}")
        for name in ("href", "src", "action"):
            address = values.get(name, "") or ""
            own = address.startswith(("/", "#")) and not address.startswith("//")
            if address and not own and not (name == "href" and address.startswith("http")):
                self.problems.append(f"{name} leads to {address}")
            if name != "href" and address.startswith("http"):
                self.problems.append(f"loaded from elsewhere: {address}")
        if tag == "link" and (values.get("href") or "").startswith("http"):
            self.problems.append(f"loaded from elsewhere: {values}")

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [values for name, values in self.tags if name == tag]

    def _check_whole(self) -> None:
        ids = [values["id"] for _, values in self.tags if "id" in values]
        if len(ids) != len(set(ids)):
            self.problems.append(f"an id twice: {sorted(filter(None, ids))}")
        levels = [HEADINGS[tag] for tag, _ in self.tags if tag in HEADINGS]
        if levels.count(1) != 1:
            self.problems.append(f"{levels.count(1)} main headings")
        for before, after in pairwise(levels):
            if after > before + 1:
                self.problems.append(f"a heading of level {after} after one of {before}")
        for tag in ("main", "header", "footer", "title"):
            found = len(self.all(tag))
            if found != 1 and not (tag == "title" and self.all("svg")):
                self.problems.append(f"{found} times {tag}")
        if not (self.all("html") and self.all("html")[0].get("lang") in ("en", "de")):
            self.problems.append("no language")
        self._check_labels()

    def _check_labels(self) -> None:
        named = {values.get("for") for values in self.all("label")}
        for tag, values in self.tags:
            is_field = tag in FIELDS and values.get("type") not in NEEDS_NO_LABEL
            is_named = values.get("id") in named or values.get("aria-label")
            if is_field and not is_named and "label" not in self.around[id(values)]:
                self.problems.append(f"no label: {tag} {values}")
        for values in self.all("nav"):
            if not values.get("aria-label"):
                self.problems.append("a nav without a name")
        for values in self.all("iframe"):
            if not values.get("title") or values.get("sandbox") != "":
                self.problems.append(f"a frame without title or sandbox: {values}")


def assert_sound(html: str) -> Page:
    """Return the page, if nothing is wrong with it."""
    page = Page(html)
    assert not page.problems, page.problems
    return page
