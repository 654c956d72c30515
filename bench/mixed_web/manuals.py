"""Sentences in many languages from manuals that Debian packages: a real multilingual web.

The language in a page's path is its label. It measures and never teaches. Translations are not
complete: a sentence that stands word for word in the English edition too is English, and one in
which two English function words are left is neither.
"""

import json
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from auslese.extract.document_reader import read_document
from auslese.extract.document_sentences import sentences_of
from auslese.extract.source import Source
from auslese.records.document import Unreadable
from auslese.records.url import Url

# Where the pages of a package lie; the first group is the language.
PACKAGES = {
    "installation-guide-amd64": r"/installation-guide-amd64/([a-z]{2}(?:_[A-Z]{2})?)/[^/]+\.html$",
    "debian-handbook": r"/html/([a-z]{2}-[A-Z]{2})/[^/]+\.html$",
    "libreoffice-help-en-us": r"/help/(en)-US/text/.+\.html$",
    "libreoffice-help-gl": r"/help/(gl)/text/.+\.html$",
    "gimp-help-en": r"/help/(en)/[^/]+\.html$",
    "gimp-help-nn": r"/help/(nn)/[^/]+\.html$",
}
ENGLISH = "en"
ENGLISH_WORDS = {"the", "of", "and", "you", "are", "this", "that", "with", "which", "from"}
Manuals = dict[str, dict[str, list[str]]]
"""By package and language, sentences in the order of their pages, each once."""


def manuals(work: Path, given: Path | None) -> Manuals:
    """The sentences of all packages, read once and kept in `work`."""
    kept = work / "manuals.json"
    if not kept.is_file():
        work.mkdir(parents=True, exist_ok=True)
        read = {name: _package(name, work, given) for name in PACKAGES}
        kept.write_text(json.dumps(read, ensure_ascii=False), "utf-8")
    return _told_apart(json.loads(kept.read_text("utf-8")))


def _package(name: str, work: Path, given: Path | None) -> dict[str, list[str]]:
    folder = _unpacked(name, work, given)
    shape = re.compile(PACKAGES[name])
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for path in sorted(folder.rglob("*.html")):
        if match := shape.search(path.as_posix()):
            found[re.split("[-_]", match[1])[0]].update(dict.fromkeys(_sentences(path)))
    print(
        f"{name}: {len(found)} languages, {sum(map(len, found.values())):,} sentences", flush=True
    )
    return {language: list(found[language]) for language in sorted(found)}


def _unpacked(name: str, work: Path, given: Path | None) -> Path:
    """The folder with what is in the package; fetched by apt-get unless it was given."""
    folder = work / name
    if folder.is_dir():
        return folder
    source = given or work
    if not list(source.glob(f"{name}_*.deb")):
        subprocess.run(["apt-get", "download", "-q", name], cwd=source, check=True)
    (archive,) = source.glob(f"{name}_*.deb")
    subprocess.run(["dpkg", "-x", archive, folder], check=True)
    return folder


def _sentences(path: Path) -> Iterator[str]:
    url = Url(f"http://manuals.example/{path.name}")
    document = read_document(Source(url, path.read_bytes(), "text/html"))
    if not isinstance(document, Unreadable):
        yield from (each.text for each in sentences_of(document))


def _told_apart(read: Manuals) -> Manuals:
    """What was left untranslated is taken out of the translations."""
    english = {text for package in read.values() for text in package.get(ENGLISH, ())}

    def is_translated(text: str) -> bool:
        return text not in english and len(ENGLISH_WORDS & set(text.lower().split())) < 2

    return {
        package: {
            language: [text for text in texts if language == ENGLISH or is_translated(text)]
            for language, texts in by_language.items()
        }
        for package, by_language in read.items()
    }
