"""Names and their weights, list by list, as packages and the CC0 lists have them."""

import csv
import gzip
import importlib
import json
import pkgutil
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

FIRST = "first"
LAST = "last"
FAKER_STARTS = {
    FIRST: ("first_name", "first_romanized", "romanized_first"),
    LAST: ("last_name", "last_romanized", "romanized_last"),
}
MIMESIS_KEYS = {"names": FIRST, "surnames": LAST, "last_names": LAST}


class NameList(NamedTuple):
    """One list of names of one country."""

    source: str
    kind: str
    weights: Counter[str]


def all_lists(cc0: Path) -> list[NameList]:
    """Every list of Faker, mimesis and of the CC0 files in a folder."""
    found = [*faker_lists(), *mimesis_lists(), *cc0_lists(cc0)]
    return [each for each in found if each.weights]


def faker_lists() -> Iterator[NameList]:
    """The lists of Faker, with its weights where it has some."""
    import faker.providers.person as persons

    for module in pkgutil.iter_modules(persons.__path__):
        provider = importlib.import_module(f"{persons.__name__}.{module.name}").Provider
        for kind, starts in FAKER_STARTS.items():
            weights: Counter[str] = Counter()
            for name, value in vars(provider).items():
                if name.startswith(starts):
                    _add(weights, value)
            yield NameList(f"faker:{module.name}", kind, weights)


def mimesis_lists() -> Iterator[NameList]:
    """The lists of mimesis, which has no weights."""
    import mimesis

    for path in sorted(Path(mimesis.__path__[0]).glob("datasets/*/person.json")):
        entries = json.loads(path.read_text(encoding="utf-8"))
        for key, kind in MIMESIS_KEYS.items():
            value = entries.get(key) or []
            weights: Counter[str] = Counter()
            for group in value.values() if isinstance(value, dict) else [value]:
                _add(weights, group)
            yield NameList(f"mimesis:{path.parent.name}", kind, weights)


def cc0_lists(folder: Path) -> Iterator[NameList]:
    """The popular names by country of a folder with forenames.tsv.gz and surnames.tsv.gz."""
    for file, kind in (("forenames.tsv.gz", FIRST), ("surnames.tsv.gz", LAST)):
        by_country: dict[str, Counter[str]] = defaultdict(Counter)
        with gzip.open(folder / file, "rt", encoding="utf-8") as lines:
            for row in csv.DictReader(lines, delimiter="\t"):
                weight = float(row.get("Count") or 0) or 1.0
                for name in {row["Romanized Name"], row["Localized Name"]} - {""}:
                    by_country[row["Country"]][name] += weight  # type: ignore[assignment]
        for country, weights in by_country.items():
            yield NameList(f"cc0:{country}", kind, weights)


def _add(weights: Counter[str], value: Any) -> None:
    if callable(value) or isinstance(value, str) or not isinstance(value, Iterable):
        return
    pairs = value.items() if isinstance(value, dict) else ((name, 1.0) for name in value)
    for name, weight in pairs:
        number = float(weight) if isinstance(weight, int | float) else 1.0
        for form in name if isinstance(name, tuple) else (name,):
            if isinstance(form, str):
                weights[form] += number  # type: ignore[assignment]
