"""How does a page look in its site? The frame around every main part."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from urllib.parse import quote

from auslese.demo.demo_page import DemoPage, SiteStyle
from auslese.demo.markup import attribute, bullets, image, link, text

LOGO = "/logo.png"
LOGO_SIZE = (64, 64)


@cache
def _stylesheet() -> str:
    return (files(__package__) / "style.css").read_text("utf-8")


def local(path: str) -> str:
    """A path of the same host as it must be written in a link."""
    return quote(path, safe="/?=&;%#:@") if path.startswith("/") else path


def render(style: SiteStyle, page: DemoPage, trail: Sequence[DemoPage] = ()) -> str:
    """The whole HTML document."""
    body = f'<main id="main">\n<article>\n{page.main}</article>\n</main>\n'
    if not page.bare:
        body = f"{_top(style)}{_trail(trail)}{body}<footer>\n{style.footer}</footer>\n"
    return (
        f'<!doctype html>\n<html lang="{style.language}">\n<head>\n{_head(style, page)}</head>\n'
        f"<body>\n{body}</body>\n</html>\n"
    )


def _head(style: SiteStyle, page: DemoPage) -> str:
    title = page.title if page.title == style.name else f"{page.title} · {style.name}"
    lines = [
        '<meta charset="utf-8">',
        f"<title>{text(title)}</title>",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        _meta("name", "description", page.description),
        _meta("name", "author", page.author),
        _meta("property", "article:published_time", page.date),
        page.head,
        f"<style>\n{_stylesheet()}:root {{ --hue: {style.hue}; }}\n</style>",
    ]
    return "".join(f"{line}\n" for line in lines if line)


def _meta(kind: str, name: str, value: str) -> str:
    return f'<meta {kind}="{name}" content="{attribute(value)}">' if value else ""


def _top(style: SiteStyle) -> str:
    links = bullets(link(local(target), label) for label, target in style.navigation)
    return (
        f'<a class="skip" href="#main">{text(style.skip)}</a>\n'
        f'<header>\n<a href="/">{image(LOGO, "", LOGO_SIZE)}</a>\n'
        f'<a href="/"><strong>{text(style.name)}</strong>\n<span>{text(style.motto)}</span></a>\n'
        f"</header>\n<nav>\n{links}</nav>\n"
    )


def _trail(trail: Sequence[DemoPage]) -> str:
    if not trail:
        return ""
    steps = " › ".join(link(local(page.path), page.title) for page in trail)
    return f'<nav class="trail">{steps}</nav>\n'
