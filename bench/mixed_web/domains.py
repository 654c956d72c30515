"""Domains that mix languages, made from sentences whose languages are known."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from auslese.analyse.language.word_letters import letter_words
from mixed_web.manuals import ENGLISH, Manuals

TESTED = 300  # sentences of each language that nobody learns from
ENGLISH_SHARE = 0.4  # of the foreign sentences: as in Stein's crawl, most of them are English
COM = "com"
COM_LANGUAGES = (ENGLISH, ENGLISH, ENGLISH, "de", "fr", "es", "it", "cs")

Labelled = list[tuple[str, str]]
"""Sentences with their true language."""


class Web(NamedTuple):
    """Domains and what is held out."""

    domains: dict[str, Labelled]
    tests: dict[str, list[str]]

    def clean(self) -> dict[str, Counter[str]]:
        """What each language's own sentences teach, if one knew them."""
        return {
            language: counted(text for label, text in self.domains[language] if label == language)
            for language in self.tests
        }

    def raw(self) -> dict[str, Counter[str]]:
        """What the domains teach uncleaned."""
        return {name: counted(text for _, text in self.domains[name]) for name in self.tests}


def counted(texts: Iterable[str]) -> Counter[str]:
    """How often each word stands in these texts."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(letter_words(text))
    return counts


def by_language(read: Manuals) -> dict[str, list[str]]:
    """All sentences of each language, in an order that hangs on nothing."""
    found: dict[str, list[str]] = {}
    for package in read.values():
        for language, texts in package.items():
            found.setdefault(language, []).extend(texts)
    for language, texts in found.items():
        random.Random(language).shuffle(texts)
    return found


def mixed_web(texts: Mapping[str, list[str]], sizes: Mapping[str, int], foreign: float) -> Web:
    """A domain for each language, so large, with this share of foreign sentences."""
    dice = random.Random(7)
    tests = {language: texts[language][:TESTED] for language in sizes}
    rest = {language: texts[language][TESTED:] for language in sizes}
    domains = {}
    for language, size in sizes.items():
        own = rest[language][: round(size * (1 - foreign))]
        others = [each for each in sizes if each != language]
        labels = [
            ENGLISH if ENGLISH in others and dice.random() < ENGLISH_SHARE else dice.choice(others)
            for _ in range(round(len(own) * foreign / (1 - foreign)))
        ]
        rows = [(language, text) for text in own]
        rows += [(label, dice.choice(rest[label])) for label in labels]
        dice.shuffle(rows)
        domains[language] = rows
    return Web(domains, tests)


def with_relatives(web: Web) -> Web:
    """The same with German on two domains and with .com, which mixes."""
    dice = random.Random(8)
    german = web.domains["de"]
    parted = {"de": german[len(german) // 3 :], "at": german[: len(german) // 3]}
    pool = {
        language: [row for row in rows if row[0] == language]
        for language, rows in web.domains.items()
    }
    com = [dice.choice(pool[dice.choice(COM_LANGUAGES)]) for _ in range(len(german))]
    return web._replace(domains=web.domains | parted | {COM: com})


def without_english(web: Web) -> Web:
    """The same without a domain for English, of which all others have a little."""
    domains = {name: rows for name, rows in web.domains.items() if name != ENGLISH}
    return Web(domains, {name: texts for name, texts in web.tests.items() if name != ENGLISH})


def generated(texts: Mapping[str, list[str]], number: int) -> dict[str, list[str]]:
    """Sentences drawn word by word as often as each language uses a word."""
    made = {}
    for language, known in texts.items():
        dice = random.Random(language)
        counts = counted(known)
        words, weights = list(counts), list(counts.values())
        drawn = dice.choices(words, weights, k=number * 10)
        made[language] = [" ".join(drawn[at : at + 10]) for at in range(0, len(drawn), 10)]
    return made
