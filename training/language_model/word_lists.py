"""Words of a language and how often they occur: wordfreq's lists, and those collected here."""

import gzip
import zipfile
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import msgpack

from auslese.analyse.language.word_letters import letter_words

RAREST = 2e-8  # share; wordfreq's tail is names and misprints
LIKEWISE = {"tl": "fil"}  # wordfreq's name of a language
UNSPACED = frozenset({"zh", "ja", "th", "km", "lo", "my", "bo", "dz"})
"""Languages without blanks: their rows of letters are clauses, no words."""
FROM_THE_WEB = "tesseract"
OWN = Path(__file__).with_name("aranese.txt")
OWN_WEIGHT, OWN_START = 8000, 5  # sightings: 1,600 of the first, then less as the rank grows


class Listed(NamedTuple):
    """Words of one language."""

    counts: dict[str, float]
    forms: tuple[str, ...]
    """Words of lists that do not say how often; those of the likeliest lists first."""


def wordfreq_shares(wheel: Path, language: str) -> dict[str, float]:
    """Wordfreq's shares of words (CC BY-SA 4.0), from its large list if there is one."""
    name = LIKEWISE.get(language, language)
    with zipfile.ZipFile(wheel) as archive:
        files = [f"wordfreq/data/{size}_{name}.msgpack.gz" for size in ("large", "small")]
        file = next((file for file in files if file in archive.namelist()), None)
        if file is None:
            return {}
        levels = msgpack.unpackb(gzip.decompress(archive.read(file)), raw=False)[1:]
    shares: dict[str, float] = defaultdict(float)
    for centibels, words in enumerate(levels):
        share = 10 ** (-centibels / 100)
        if share < RAREST:
            break
        for word in words:
            for part in letter_words(word):
                shares[part] += share
    return dict(shares)


def collected(folder: Path, language: str, leave_out: frozenset[str] = frozenset()) -> Listed:
    """What `training/language_sources_collect` wrote about a language."""
    counts: dict[str, float] = defaultdict(float)
    forms: dict[str, None] = {}
    for path in sorted(folder.glob(f"{language}.*.tsv"), key=_by_likeliness):
        if path.name.split(".")[-2] in leave_out:
            continue
        for line in path.read_text("utf-8").splitlines():
            word, _, count = line.partition("\t")
            for part in letter_words(word):
                if float(count or 0):
                    counts[part] += float(count)
                else:
                    forms[part] = None
    if language == "oc":
        for rank, word in enumerate(dict.fromkeys(OWN.read_text("utf-8").split())):
            counts[word] += OWN_WEIGHT / (rank + OWN_START)
    return Listed(dict(counts), tuple(forms))


def _by_likeliness(path: Path) -> tuple[bool, str]:
    """Lists of words that occur on the web come before those of all that could occur."""
    return FROM_THE_WEB not in path.name, path.name
