"""By which names may a page be asked for as a whole?

A page has names that are no mere words of its text: its title, the title without a number before
it or the name of the site behind it, what a manual describes in it, the last part of its address,
and what links call it. Whoever types one of them wants this page, not one that mentions it. So
each name is one term of the index, and a query is looked up by its runs of words.
"""

import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote, urlsplit

LONGEST_NAME = 30  # words; a longer title is nobody's query
MOST_NAMES = 24  # of one page: all that a title with many parts, its address and links give
MOST_PATH_PARTS = 3  # of an address that are one name: java.util.HashMap is java/util/HashMap.html
MOST_RUNS = 64  # of a query that are looked up
LONGEST_RUN = 8  # words; a longer query is looked up as a whole, too
MOST_JOINED = 3  # words that a name may have been written of as one: git hooks is githooks
NO_LETTER = re.compile(r"[^\w+#]+|_+")
# A site's name stands behind a sign with blanks around it, or a colon with one behind it.
PARTING = re.compile(r"\s+[|–—·»«•›:-]+\s+|:\s+")
# "8.7. ", "A.5. ", "Chapter 16. ", "Part VI. ", "Глава 2. ", "第4章 "
NUMBERED = re.compile(
    r"^(?:[A-Z]\.)?\d+(?:\.\d+)*[.:)]?\s+|^[A-Z](?:\.\d+)+\.?\s+"
    r"|^\w+\s+(?:\d+|[IVXLC]+|[A-Z])[.:]\s+|^第\s*\d+\s*\w\s+"
)
BRACKETED = re.compile(r"\s*(?:\([^()]*\)|<[^<>]*>|\[[^\[\]]*\])")
KINDS = frozenset(
    {"annotation", "class", "command", "constant", "crate", "enum", "function", "interface"}
    | {"macro", "method", "module", "namespace", "package", "record", "struct", "trait", "type"}
    | {"union"}
)
"""What manuals write before the name of what a page describes."""
INDEX_FILES = frozenset({"index", "default", "home", "readme"})
ENDING = re.compile(r"\.[a-z]{2,5}(?:\.[a-z]{2,5})?$", re.IGNORECASE)


def name_key(text: str) -> str:
    """A name as it is compared: words in small letters, without signs between them."""
    words = NO_LETTER.sub(" ", text.lower()).split()
    return " ".join(words[:LONGEST_NAME])


def names_of(title: str, url: str, anchor: str = "") -> list[str]:
    """The names of a page: of its title, its address and the links to it, each source by itself.

    A name of two sources is there twice, so HashMap.html with this title comes before
    class-use/HashMap.html.
    """
    sources = _names_in(title), _path_names(url), _parts_of(anchor) or [anchor]
    return [name for names in sources for name in _each_once(names)][:MOST_NAMES]


def _each_once(names: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(filter(None, map(name_key, names)))


def _names_in(title: str) -> Iterator[str]:
    for text in (title, *_parts_of(title)):
        bare = NUMBERED.sub("", text)
        for each in (text, bare, BRACKETED.sub("", bare)):
            yield each
            kind, _, name = each.partition(" ")
            if kind.lower() in KINDS:
                yield name


def _parts_of(title: str) -> list[str]:
    """What stands between the signs that part a title from the name of its site."""
    parts = [part.strip() for part in PARTING.split(title)]
    return parts if len(parts) > 1 else []


def _path_names(url: str) -> Iterator[str]:
    """The last part of an address, alone and with those before it."""
    path = unquote(urlsplit(url).path, errors="replace")
    parts = [part for part in path.split("/") if part]
    if parts:
        parts[-1] = ENDING.sub("", parts[-1])
        if parts[-1].lower() in INDEX_FILES:
            parts.pop()
    for number in range(1, min(len(parts), MOST_PATH_PARTS) + 1):
        yield " ".join(parts[-number:])


def runs_of(query: str) -> list[tuple[str, float, int]]:
    """The runs of words of a query that may be names: each with its share of it, and its words.

    The share is one of letters, so that little words, which are short, take little from it. What
    some write as one word others write apart, so short runs are looked up without blanks, too.
    """
    words = name_key(query).split()
    letters = sum(map(len, words))
    found = {" ".join(words): (1.0, len(words))} if words else {}
    for length in range(min(len(words), LONGEST_RUN), 0, -1):
        for begin in range(len(words) - length + 1):
            some = words[begin : begin + length]
            worth = sum(map(len, some)) / letters, length
            found.setdefault(" ".join(some), worth)
            if 1 < length <= MOST_JOINED:
                found.setdefault("".join(some), worth)
    return [(run, share, length) for run, (share, length) in found.items()][:MOST_RUNS]
