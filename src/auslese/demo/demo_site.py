"""What does one host of the demo web answer?"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from urllib.parse import unquote

from auslese.demo.demo_answers import PLAIN, DemoResponse, content, redirect
from auslese.demo.demo_page import DemoPage, SiteStyle
from auslese.demo.demo_pictures import draw
from auslese.demo.layout import LOGO, LOGO_SIZE, render

Maker = Callable[[], DemoResponse]

# Parameters that only count visitors; the sites ignore them, as real ones do.
_TRACKING = ("utm_", "fbclid", "gclid", "xtor", "sid", "PHPSESSID", "jsessionid")


@dataclass(frozen=True, slots=True)
class DemoSite:
    """The pages and other answers of one host."""

    host: str
    style: SiteStyle
    pages: dict[str, DemoPage]
    extras: dict[str, Maker] = field(default_factory=dict)
    """Answers that are not pages: robots.txt, pictures, feeds, redirects, faults."""
    otherwise: Callable[[str], DemoResponse | None] = lambda path: None
    """Asked for paths that are neither; for answers without number."""

    def answer(self, target: str) -> DemoResponse:
        """The answer for a path with its query, percent-encoded as it came."""
        path, query = _taken_apart(target)
        for key in (f"{path}?{query}" if query else path, path, _folder_of(path)):
            if key in self.extras:
                return self.extras[key]()
            if key in self.pages:
                return self.show(self.pages[key])
        if f"{path}/" in self.pages:
            return redirect(f"{target.partition('?')[0]}/", 301)
        return self.otherwise(path) or self.missing()

    def show(self, page: DemoPage) -> DemoResponse:
        """The page in the frame of this site."""
        return content(render(self.style, page, self._trail(page.path)))

    def missing(self) -> DemoResponse:
        """The page that stands for one that is not there."""
        page = DemoPage("", "404", f"<h1>404</h1>\n<p>{self.style.missing}</p>\n")
        return replace(self.show(page), status=404)

    def _trail(self, path: str) -> list[DemoPage]:
        """The pages above this one, from the start page down."""
        cuts = [number for number, sign in enumerate(path[:-1]) if sign == "/"]
        above = [path[: cut + 1] for cut in cuts]
        return [self.pages[folder] for folder in above if folder in self.pages]


def site_of(
    host: str, style: SiteStyle, pages: Iterable[DemoPage], extras: dict[str, Maker]
) -> DemoSite:
    """A site from its pages, each of which must have a path of its own."""
    known: dict[str, DemoPage] = {}
    for page in pages:
        if page.path in known:
            raise ValueError(f"two pages of {host} have the path {page.path}")
        known[page.path] = page
    return DemoSite(host, style, known, {LOGO: partial(_sign, style.emblem), **extras})


def _sign(theme: str) -> DemoResponse:
    return content(draw(theme, "sign", LOGO_SIZE), "image/png")


def robots_txt(*lines: str) -> Maker:
    """A robots.txt with these lines."""
    return lambda: content("\n".join(lines) + "\n", PLAIN)


def _taken_apart(target: str) -> tuple[str, str]:
    """Path and query of a request, decoded, without session and tracking parameters."""
    path, _, query = target.partition("?")
    path = path.partition(";")[0]
    kept = [part for part in query.split("&") if part and not part.startswith(_TRACKING)]
    return unquote(path), unquote("&".join(kept))


def _folder_of(path: str) -> str:
    """The folder's own address if the path names its index file."""
    return path.removesuffix("index.html") if path.endswith("/index.html") else path
