"""Menus and lists of links: those of real pages, and those that nearly every site has."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from resiliparse.parse.html import HTMLTree

from .debian import pages_of

LEAST_LINKS, LEAST_WORDS, MOST_LINKS = 4, 5, 12
PAGES = 40  # of each language: the menus of a site are all alike
ALL_LINKS = 0.85  # of the letters of a list, more are bullets and numbers
LONGEST = 40  # letters of a link; longer ones are sentences
BETWEEN = (" ", " | ", "\n", " · ", " » ", " > ", " / ")

MENUS = Path(__file__).with_name("menus.tsv")
"""What menus of nearly every site say, by half and language."""
EDITIONS = ("de-DE", "en-US", "fr-FR", "es-ES", "ru-RU", "ja-JP", "pl-PL")
MANUALS = ("manual/en", "manual/fr", "manual/tr", "manual/ko", "manual/de", "manual/es")


def handbook_menus(dice: Random) -> Iterator[str]:
    """Lists of links in the handbook and the installation guide, and menus of every site."""
    made = _made(dice, "develop")
    real = _of_pages(dice, "debian-handbook", EDITIONS)
    for lists in zip(made, real, strict=False):
        yield from lists


def manual_menus(dice: Random) -> Iterator[str]:
    """Lists of links in the manuals of Apache, Gimp and Python, and menus in other languages."""
    made = _made(dice, "test")
    apache = _of_pages(dice, "apache2-doc", MANUALS)
    gimp = _of_pages(dice, "gimp-help-de", ("help/de",))
    python = _of_pages(dice, "python3.11-doc", ("html/library", "html/c-api"))
    for lists in zip(made, apache, gimp, python, strict=False):
        yield from lists


def _made(dice: Random, wanted: str) -> Iterator[str]:
    rows = (line.split("\t") for line in MENUS.read_text("utf-8").splitlines())
    menus = [entries.split("|") for half, _, entries in rows if half == wanted]
    while True:
        yield _joined(dice, dice.sample(dice.choice(menus), dice.randint(5, 10)))


def _joined(dice: Random, links: list[str]) -> str:
    return dice.choice(BETWEEN).join(links)


def _of_pages(dice: Random, package: str, folders: tuple[str, ...]) -> Iterator[str]:
    found = [
        menu
        for folder in folders
        for path in islice(pages_of(package, f"**/{folder}/*.html"), PAGES)
        for menu in _lists(path)
    ]
    different = list(dict.fromkeys(map(tuple, found)))
    dice.shuffle(different)
    for links in different:
        begin = dice.randrange(max(1, len(links) - MOST_LINKS))
        text = _joined(dice, list(links[begin : begin + dice.randint(LEAST_LINKS, MOST_LINKS)]))
        if len(text.split()) >= LEAST_WORDS:
            yield text


def _lists(path: Path) -> Iterator[list[str]]:
    """Elements whose text is all of links."""
    tree = HTMLTree.parse(path.read_text("utf-8", "replace"))
    for element in tree.body.query_selector_all("ul, ol, p, div, tr, dl") if tree.body else ():
        links = [" ".join(link.text.split()) for link in element.query_selector_all("a[href]")]
        links = [link for link in links if link]
        if LEAST_LINKS <= len(links) <= 60 and max(map(len, links)) <= LONGEST:
            inside = sum(map(len, links))
            if inside >= 0.85 * len("".join(element.text.split("\n")).replace(" ", "")) - len(
                links
            ):
                yield links


def page_addresses(dice: Random) -> Iterator[str]:
    """Addresses that the pages of a manual link."""
    found: dict[str, None] = {}
    for path in islice(pages_of("python3.11-doc", "**/*.html"), 200):
        tree = HTMLTree.parse(path.read_text("utf-8", "replace"))
        for link in tree.body.query_selector_all("a[href]") if tree.body else ():
            if link.getattr("href").startswith("http"):
                found[link.getattr("href")] = None
    links = list(found)
    dice.shuffle(links)
    while links:
        count = dice.randint(1, 4)
        yield dice.choice((" ", "\n")).join(links[:count])
        links = links[count:]
