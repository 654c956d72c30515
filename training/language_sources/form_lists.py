"""Lists of word forms, most without counts, as (language, form, count)."""

import gzip
import io
import json
import lzma
import pickle
import re
import tarfile
import tempfile
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from .hunspell import dictionary_forms
from .languages import in_script, language_of, serbian_latin
from .strings import APOSTROPHES, WORD

Forms = Iterator[tuple[str, str, int]]


def kept_forms(forms: Iterable[tuple[str, str, int]]) -> dict[str, Counter[str]]:
    """By language, in lower case; without names, abbreviations and forms in other scripts."""
    found: dict[str, Counter[str]] = {}
    for language, form, count in forms:
        word = unicodedata.normalize("NFC", form.translate(APOSTROPHES))
        if (
            WORD.fullmatch(word)
            and not re.search(r"\d|_", word)
            and not _is_name(word, language)
            and in_script(word, language)
        ):
            found.setdefault(language, Counter())[word.lower()] += count
    if "sr" in found and "sr-Latn" not in found:
        found["sr-Latn"] = Counter()
        for word, count in found["sr"].items():
            found["sr-Latn"][serbian_latin(word)] += count
    return found


def _is_name(word: str, language: str) -> bool:
    """Capitals make a name, but in German a noun."""
    return word != word.lower() and (
        not language.startswith(("de", "lb")) or not word[1:].islower()
    )


class _PlainUnpickler(pickle.Unpickler):
    """Reads dictionaries of strings; refuses anything that would run code."""

    def find_class(self, module: str, name: str) -> object:
        raise pickle.UnpicklingError(f"{module}.{name} has no place in a word list")


_SIMPLEMMA = "ast bg cy et fa ga gd gl gv hi hy id is ka la lb lt lv mk ms nb nn se sk sl sq tl uk"
# The languages whose words are few elsewhere.
SIMPLEMMA_LANGUAGES = frozenset(_SIMPLEMMA.split())


def simplemma_forms(wheels: list[Path]) -> Forms:
    """The word forms that simplemma knows a lemma for."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as files:
            for name in sorted(files.namelist()):
                locale = re.search(r"/data/(\w+)\.plzma$", name)
                if locale and locale[1] in SIMPLEMMA_LANGUAGES:
                    table = _PlainUnpickler(io.BytesIO(lzma.decompress(files.read(name)))).load()
                    for form in table:
                        yield (
                            locale[1],
                            form.decode("utf-8") if isinstance(form, bytes) else form,
                            0,
                        )


# What spaCy's tables say where they come from, and is neither a treebank nor of unknown source.
SPACY_TABLES = {"hr": "hr_lemma_lookup", "sr": "sr_lemma_lookup", "nb": "nb_lemma_exc"}


def spacy_forms(wheels: list[Path]) -> Forms:
    """The word forms of Croatian, Serbian and Bokmål in spaCy's lookup tables."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as files:
            for language, table in SPACY_TABLES.items():
                content = json.loads(
                    gzip.decompress(files.read(f"spacy_lookups_data/data/{table}.json.gz"))
                )
                kinds = content.values() if language == "nb" else [content]  # by part of speech
                for kind in kinds:
                    for form in kind:
                        yield language, form, 0


def spellchecker_counts(wheels: list[Path]) -> Forms:
    """pyspellchecker's lists, with counts."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as files:
            for name in sorted(files.namelist()):
                locale = re.search(r"/resources/(\w+)\.json\.gz$", name)
                if locale and locale[1] != "en":
                    for form, count in json.loads(gzip.decompress(files.read(name))).items():
                        yield locale[1], form, count


def debian_dictionaries(packages: list[Path]) -> Forms:
    """Hunspell dictionaries in unpacked Debian packages."""
    for folder in packages:
        for stems in sorted(folder.glob("usr/share/hunspell/*.dic")):
            language = language_of(stems.stem)
            if (
                language
                and not stems.is_symlink()
                and not stems.name.startswith("hyph")
                and stems.with_suffix(".aff").exists()
            ):
                for form in dictionary_forms(stems.with_suffix(".aff"), stems):
                    yield language, form, 0


def npm_dictionaries(archives: list[Path]) -> Forms:
    """Hunspell dictionaries in npm's dictionary-XX."""
    for archive in archives:
        language = re.match(r"dictionary-([a-z-]+?)-\d", archive.name)
        with tarfile.open(archive) as files, tempfile.TemporaryDirectory() as folder:
            paths = {}
            for ending in ("aff", "dic"):
                member = files.extractfile(f"package/index.{ending}")
                if member and language:
                    paths[ending] = Path(folder) / f"index.{ending}"
                    paths[ending].write_bytes(member.read())
            if language and len(paths) == 2:
                for form in dictionary_forms(paths["aff"], paths["dic"]):
                    yield language[1], form, 0
