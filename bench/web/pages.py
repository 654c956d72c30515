"""Pages of a generated web: realistic markup, text and links, the same for the same seed."""

import html
import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass

from . import vocabulary

DOMAIN = "bench.localhost"  # libcurl resolves every name below localhost to loopback by itself
ROBOTS = """\
# Robots of a generated host
User-agent: SlowBot
Crawl-delay: 10
Disallow: /reports/

User-agent: *
Disallow: /search
Disallow: /private/
Disallow: /*?print=
Allow: /
"""
FORBIDDEN = ("/search?", "/private/", "/?print=")  # linked on every host, closed by ROBOTS

NAVIGATION_LINKS = 20
FURTHER_LINKS = 30
FANOUT = 3  # every page links its children in a tree, so that all pages can be reached
OTHER_HOST_LINKS = 8
OUTSIDE_LINKS = 2
OUTSIDE_NAMES = ("www.example.org", "www.example.com", "archive.example.net")
PARAGRAPHS_LOG_MEAN, PARAGRAPHS_LOG_SPREAD = 3.1, 0.5  # gives pages of 15 KB on average
MIN_PARAGRAPHS, MAX_PARAGRAPHS = 4, 120


@dataclass(frozen=True)
class Web:
    """The size and place of a generated web; one seed gives one web."""

    hosts: int
    pages_per_host: int
    port: int
    seed: int = 1

    @property
    def pages(self) -> int:
        return self.hosts * self.pages_per_host

    @property
    def start(self) -> str:
        return f"http://{host_name(0)}:{self.port}/"


def host_name(host: int) -> str:
    return f"h{host:03d}.{DOMAIN}"


def path_of(page: int) -> str:
    """Return the path of a host's page: the home page, section pages, then articles."""
    sections = vocabulary.SECTIONS
    if page == 0:
        return "/"
    if page < NAVIGATION_LINKS:
        return f"/{sections[page]}/"
    section = sections[1 + page % (NAVIGATION_LINKS - 1)]
    noun = vocabulary.NOUNS[page * 7 % len(vocabulary.NOUNS)]
    return f"/{section}/{noun}-{page:04d}.html"


def html_of(web: Web, host: int, page: int) -> str:
    """Return the whole page as a browser would get it."""
    dice = random.Random(f"{web.seed}/{host}/{page}")
    title = phrase(dice).capitalize()
    site = f"{name(random.Random(f'{web.seed}/{host}')).capitalize()} Society"
    body = "\n".join(_main(web, host, page, dice))
    return (
        f"{_head(web, host, page, title, site)}\n<body class='page section-{page % 20}'>\n"
        f"{_navigation(web, host, site)}\n<main id='content'>\n<h1>{html.escape(title)}</h1>\n"
        f"{body}\n</main>\n{_footer(site, page)}\n</body>\n</html>\n"
    )


def _head(web: Web, host: int, page: int, title: str, site: str) -> str:
    address = f"http://{host_name(host)}:{web.port}{path_of(page)}"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)} – {html.escape(site)}</title>
<meta name="description" content="{html.escape(title)}, from the pages of the {site}.">
<meta property="og:title" content="{html.escape(title)}">
<meta property="og:type" content="article">
<meta property="og:url" content="{address}">
<link rel="canonical" href="{address}">
<link rel="icon" href="/assets/icon.png" type="image/png">
<link rel="stylesheet" href="/assets/site.css?v=41">
<link rel="stylesheet" href="/assets/print.css?v=41" media="print">
<style>
  .lead {{ font-size: 1.15rem; line-height: 1.5 }} .tile {{ display: grid; gap: .5rem }}
  @media (max-width: 40rem) {{ nav.site ul {{ flex-direction: column }} }}
</style>
<script src="/assets/menu.js" defer></script>
<script>window.siteSettings = {{"page": {page}, "host": {host}, "menu": "#menu", "lazy": true}};
document.documentElement.classList.add("with-script");</script>
</head>"""


def _navigation(web: Web, host: int, site: str) -> str:
    """The site-wide menu: the same twenty links on every page of a host."""
    items = "\n".join(
        f'  <li class="menu-item"><a href="{url}" class="menu-link">{text}</a></li>'
        for url, text in _menu(web, host)
    )
    return f"""<header class="top"><a class="skip" href="#content">Skip to content</a>
<a class="logo" href="/"><img src="/assets/logo.svg" alt="{site}" width="120" height="40"></a>
<nav class="site" id="menu" aria-label="Main"><ul>
{items}
</ul></nav></header>"""


def _menu(web: Web, host: int) -> Iterator[tuple[str, str]]:
    """Addresses and texts; where a host has too few pages, its neighbours' home pages follow."""
    for page in range(NAVIGATION_LINKS):
        text = vocabulary.SECTIONS[page].capitalize()
        if page < web.pages_per_host:
            yield path_of(page), text
        else:
            yield f"http://{host_name((host + page) % web.hosts)}:{web.port}/", f"Friends: {text}"


def _main(web: Web, host: int, page: int, dice: random.Random) -> Iterator[str]:
    """The text in paragraphs, with the further links spread through it and gathered at its end."""
    links = _further_links(web, host, page, dice)
    inline = itertools.islice(links, FURTHER_LINKS // 2)
    for number in range(_paragraph_count(dice)):
        if number % 6 == 5:
            yield f"<h2>{phrase(dice).capitalize()}</h2>"
        if number % 9 == 4:
            yield _picture(dice)
        kind = ' class="lead"' if number == 0 else ""
        yield f"<p{kind}>{_paragraph(dice, next(inline, None))}</p>"
    yield '<aside class="related"><h2>See also</h2><ul class="tile">'
    yield from (f'  <li class="tile-item">{_anchor(url, dice)}</li>' for url in inline)
    yield from (f'  <li class="tile-item">{_anchor(url, dice)}</li>' for url in links)
    yield "</ul></aside>"


def _further_links(web: Web, host: int, page: int, dice: random.Random) -> Iterator[str]:
    """Thirty addresses: the children in the tree, articles of the host, other hosts, outside."""
    links = [path_of(child) for child in _children(page, web.pages_per_host)]
    if page == 0:
        links += [f"http://{host_name(h)}:{web.port}/" for h in _children(host, web.hosts)]
    links += [
        f"https://{dice.choice(OUTSIDE_NAMES)}/topic-{dice.randrange(200)}/"
        for _ in range(OUTSIDE_LINKS)
    ]
    articles = range(NAVIGATION_LINKS, web.pages_per_host)  # a small host has none
    wanted = FURTHER_LINKS - OTHER_HOST_LINKS - len(links)
    links += map(path_of, dice.sample(articles, min(wanted, len(articles))))
    while len(links) < FURTHER_LINKS:
        other, there = dice.randrange(web.hosts), dice.randrange(web.pages_per_host)
        links.append(f"http://{host_name(other)}:{web.port}{path_of(there)}")
    dice.shuffle(links)
    return iter(links)


def _paragraph_count(dice: random.Random) -> int:
    """Most pages are middling, a few are long, as lengths on the web are."""
    drawn = round(dice.lognormvariate(PARAGRAPHS_LOG_MEAN, PARAGRAPHS_LOG_SPREAD))
    return min(max(drawn, MIN_PARAGRAPHS), MAX_PARAGRAPHS)


def _children(number: int, count: int) -> range:
    first = number * FANOUT + 1
    return range(min(first, count), min(first + FANOUT, count))


def _paragraph(dice: random.Random, link: str | None) -> str:
    sentences = [_sentence(dice) for _ in range(dice.randint(2, 6))]
    if link:
        sentences.insert(1, f"See {_anchor(link, dice)} {dice.choice(vocabulary.PREPOSITIONS)} it.")
    return " ".join(sentences)


def _sentence(dice: random.Random) -> str:
    choose = dice.choice
    words = f"the {phrase(dice)} {choose(vocabulary.VERBS)} the {phrase(dice)}"
    roll = dice.random()
    if roll < 0.35:
        words = f"{choose(vocabulary.STARTS)} {words} {choose(vocabulary.ADVERBS)}"
    elif roll < 0.7:
        words += (
            f", {choose(vocabulary.PREPOSITIONS)} {name(dice)} and {dice.randint(2, 1990)} others"
        )
    else:
        words += (
            f" {choose(vocabulary.PREPOSITIONS)} the {choose(vocabulary.NOUNS)} of {name(dice)}"
        )
    return f"{words[0].upper()}{words[1:]}."


def phrase(dice: random.Random) -> str:
    return f"{dice.choice(vocabulary.ADJECTIVES)} {dice.choice(vocabulary.NOUNS)}"


def name(dice: random.Random) -> str:
    """Return the name of an invented place; now and then it is not plain ASCII."""
    syllables = "".join(dice.choices(vocabulary.SYLLABLES, k=dice.randint(1, 2)))
    return f"{syllables}{dice.choice(vocabulary.ENDINGS)}".capitalize()


def _picture(dice: random.Random) -> str:
    return (
        f'<figure><img src="/assets/pictures/{dice.choice(vocabulary.NOUNS)}-'
        f'{dice.randrange(900)}.jpg" alt="The {phrase(dice)}" width="640" height="420" '
        f'loading="lazy"><figcaption>{_sentence(dice)}</figcaption></figure>'
    )


def _anchor(url: str, dice: random.Random) -> str:
    mark = "#content" if dice.random() < 0.1 and url.startswith("/") else ""
    return f'<a href="{url}{mark}">{phrase(dice)}</a>'


def _footer(site: str, page: int) -> str:
    word = vocabulary.NOUNS[page % 3]
    return f"""<footer class="bottom"><p>© 2026 {site}. All texts on this page are invented.</p>
<ul><li><a href="/search?q={word}">Search</a></li>
<li><a href="/private/">Members</a></li>
<li><a href="/?print=1">Print</a></li>
<li><a href="mailto:office@example.org">Write to us</a></li>
<li><a href="tel:+4900000000">Ring us</a></li>
<li><a href="javascript:window.print()">This page on paper</a></li></ul>
<script src="/assets/count.js" async></script></footer>"""
