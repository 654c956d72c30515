"""Strings into lists of words and files of prose, one of each per language and source."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from .languages import language_of, serbian_latin
from .strings import clean, own_words, sentences
from .surfaces import Strings

LEAST_TOKENS = 200  # a locale with fewer has a handful of strings, mostly names


@dataclass
class Found:
    """What a source has for one language."""

    counts: Counter[str] = field(default_factory=Counter)
    prose: dict[str, None] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)


def count_strings(strings: Strings) -> dict[str, Found]:
    """Words and sentences by language; a string counts once however many catalogues hold it."""
    found: dict[str, Found] = defaultdict(Found)
    english = _EnglishCache()
    for locale, text, original in strings:
        language = language_of(locale)
        if language is None or not text.strip():
            continue
        here = found[language]
        cleaned = "" if text in here.seen else clean(text)
        if cleaned and cleaned not in here.seen:
            own = own_words(cleaned, language, english.cleaned(original))
            here.counts.update(own)
            if own:
                here.prose.update(dict.fromkeys(sentences(cleaned)))
        here.seen.update((text, cleaned))
    if "sr" in found:
        _write_serbian_in_latin(found)
    return {
        language: here for language, here in found.items() if here.counts.total() >= LEAST_TOKENS
    }


class _EnglishCache:
    """Originals come again for every language."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def cleaned(self, original: str | None) -> str | None:
        if original is None:
            return None
        if original not in self.known:
            self.known[original] = clean(original)
        return self.known[original]


def _write_serbian_in_latin(found: dict[str, Found]) -> None:
    """Serbian in Cyrillic is Serbian in Latin letters too, where a source lacks these."""
    cyrillic, latin = found["sr"], found["sr-Latn"]
    if latin.counts.total() >= cyrillic.counts.total() / 2:
        return
    for word, count in cyrillic.counts.items():
        latin.counts[serbian_latin(word)] += count
    latin.prose.update(dict.fromkeys(serbian_latin(line) for line in cyrillic.prose))


def write_found(found: dict[str, Found], source: str, folder: Path) -> None:
    """lists/XX.source.tsv and prose/XX.source.txt."""
    for name in ("lists", "prose"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for language, here in sorted(found.items()):
        write_list(here.counts, folder / "lists" / f"{language}.{source}.tsv")
        if here.prose:
            text = "".join(f"{line}\n" for line in here.prose)
            (folder / "prose" / f"{language}.{source}.txt").write_text(text, "utf-8")


def write_list(counts: Counter[str] | dict[str, int], path: Path) -> None:
    """One word and its count per line, frequent words first."""
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    path.write_text("".join(f"{word}\t{count}\n" for word, count in rows), "utf-8")
