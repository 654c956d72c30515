"""A small web about kittens and engines, computed from a seed, for focused crawls of it.

A page of one topic links to pages of its own topic more often than to others, as on the web, and a
link is called by what it leads to. The page from which a crawl begins says nothing about either.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.crawl.scripted_server import Heard, scripted

KITTENS, ENGINES = "kittens", "engines"
WORDS = {
    KITTENS: "kitten whiskers paw purr tail fur litter mew nap yarn claw pounce",
    ENGINES: "piston valve torque gasket diesel crankshaft spark gear oil cylinder rotor belt",
}
PLAIN = "the a small old one and with under near this every warm"
PAGES = 240
ON_TOPIC = 60  # of these, the first are about kittens
LINKS = 8
FAITHFUL = 0.6  # share of the links of a page that stay with its topic


def topic_of(number: int) -> str:
    return KITTENS if number < ON_TOPIC else ENGINES


def prose(topic: str, dice: random.Random, sentences: int = 12) -> str:
    """Some sentences about a topic."""
    mixed = f"{WORDS[topic]} {PLAIN}".split()
    return " ".join(
        " ".join(dice.choices(mixed, k=dice.randint(6, 10))).capitalize() + "."
        for _ in range(sentences)
    )


def page(number: int) -> str:
    """The page of this number as HTML."""
    topic, dice = topic_of(number), random.Random(f"page {number}")
    links = "".join(link(_target(topic, dice), dice) for _ in range(LINKS))
    return f"<title>{number}</title><p>{prose(topic, dice)}</p><ul>{links}</ul>"


def front() -> str:
    """The start page: a few links to each topic, and words of neither."""
    dice = random.Random("front")
    numbers = [0, 1, 2, *range(ON_TOPIC, ON_TOPIC + 9)]
    links = "".join(link(number, dice) for number in numbers)
    return f"<title>front</title><p>{PLAIN * 5}</p><ul>{links}</ul>"


def link(number: int, dice: random.Random) -> str:
    words = " ".join(dice.choices(WORDS[topic_of(number)].split(), k=3))
    return f'<li><a href="/{topic_of(number)}/{number}">{words}</a></li>'


def _target(topic: str, dice: random.Random) -> int:
    if dice.random() < FAITHFUL:
        return dice.randrange(ON_TOPIC) if topic == KITTENS else dice.randrange(ON_TOPIC, PAGES)
    return dice.randrange(PAGES)


def _answer(path: str) -> bytes:
    if path == "/":
        body = front()
    elif path.rpartition("/")[2].isdecimal():
        body = page(int(path.rpartition("/")[2]))
    else:
        return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
    packed = body.encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(packed)}\r\n\r\n"
    return head.encode() + packed


@contextmanager
def two_topics() -> Iterator[Heard]:
    """Serve it."""
    with scripted(_answer) as heard:
        yield heard


def write_seeds(folder: Path, pages: int = 8) -> None:
    """Write texts on kittens, and as many on engines, none of which is a page of the web."""
    for name, topic in (("positive", KITTENS), ("neutral", ENGINES)):
        (folder / name).mkdir(parents=True)
        for number in range(pages):
            text = prose(topic, random.Random(f"{name} {number}"), 30)
            (folder / name / f"{number}.txt").write_text(text)
