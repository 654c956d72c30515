"""A collection with all that a question can be about, its index whole and in four parts."""

from pathlib import Path
from random import Random
from typing import Any

from auslese.store.collection import Collection
from auslese.store.index_shard import IndexShard
from tests.duplicate_run import find
from tests.indexed_collection import make, rank_row, set_rows
from tests.linked_collection import Cite, add_cites, add_rows, document_row, page_row
from tests.people_collection import find_people
from tests.taught_collection import teach
from tests.topic_collection import FILLING, NOTHING, TOPICS

SHARDS = 4
PAGES, TWINS, COPIES = 420, 12, 20
TOPIC = "honey"
PEOPLE = ("Hans Müller", "Anna Schmidt", "Grace Miller", "Peter Weber")
NAMES = ("Hausboot", "Orgelbau", "seagull", "C++", "東京")
PARTS = [IndexShard(number, SHARDS) for number in range(1, SHARDS + 1)]


def url_of(number: int) -> str:
    """Where a page is: six sites of unlike size."""
    site = min(number % 21, 5)
    return f"http://www.site{site}.example/{number % 7}/page{number}"


def text_of(number: int) -> tuple[str, str, str]:
    """Title, text and language of a page."""
    if number < TWINS:  # as good as each other for every question
        return "Twins", "Two bees found honey in one hive, and the twins ate it all.", "en"
    if number < TWINS + COPIES:
        number += 2 * COPIES  # says what another page says
    chance = Random(number)
    language, words = TOPICS[chance.choice(list(TOPICS))]
    length = chance.choice((12, 40, 160))
    drawn = [*chance.choices(words, k=length), *chance.choices(FILLING[language], k=length)]
    chance.shuffle(drawn)
    if number % 5 == 0:
        drawn.insert(len(drawn) // 2, chance.choice(NAMES))
    text = " ".join(drawn)
    if number % 9 == 0:
        text = f"{text}. The prize went to Prof. {PEOPLE[number % len(PEOPLE)]} in Berlin."
    return " ".join(chance.choices(words, k=2)), text, language


def sharded_collection(path: Path) -> Collection:
    """Pages with dates, ranks, copies, people and a topic; indexed as a whole and in parts."""
    collection = Collection.create(path)
    urls = [url_of(number) for number in range(PAGES)]
    add_rows(collection, "pages", [page_row(url, site=_site(url)) for url in urls])
    told = [text_of(number) for number in range(PAGES)]
    days = [f"20{10 + n % 15}-0{1 + n % 9}-1{n % 9}" if n % 3 else "" for n in range(PAGES)]
    add_rows(
        collection,
        "documents",
        [
            document_row(url, title, text) | {"date": day}
            for url, (title, text, _), day in zip(urls, told, days, strict=True)
        ],
    )
    rows: list[dict[str, Any]] = [
        page_row(url) | NOTHING | {"language": language}
        for url, (_, _, language) in zip(urls, told, strict=True)
    ]
    add_rows(collection, "languages", rows)
    add_cites(
        collection, [Cite(urls[n], urls[n // 3], f"see {told[n // 3][0]}") for n in range(99)]
    )
    ranks = [rank_row(url, Random(url).expovariate(1.0)) for url in urls[TWINS:]]
    ranks += [rank_row(url, 1.0) for url in urls[:TWINS]]
    far = rank_row("http://far.example/", 2.0, "Orgelbau in der Ferne", fetched=False)
    set_rows(collection, "ranks", [*ranks, far])
    find(collection)
    find_people(collection)
    chance = Random(7)
    teach(collection, {TOPIC: {url: round(chance.random(), 2) for url in urls[::2]}})
    make(collection)
    for part in PARTS:
        make(collection.with_shard(part))
    return collection


def _site(url: str) -> str:
    return url.split("/")[2].removeprefix("www.")
