"""What speaks for a block of a page being main text, and what against it?

Numbers for each block: of its own text, of the place it stands in, of its neighbours, of the
container around it, of the page. They are made in columns, as a page has hundreds of blocks.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from auslese.extract import marks
from auslese.extract.sheet import Sheet

Column = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]
Sums = npt.NDArray[np.float64]

WORD = re.compile(r"[^\W\d_]+")
SHORT_WORDS = 12  # a longer block is told by its shape, not by its words
MANY = 100  # letters of a block that surely is more than a line
TITLE_SHARE = 0.7  # of a heading's words that the title has too, if it is the title's heading
LEVELS = 5  # containers around a block that are looked at
TAG_NUMBERS = {"p": 0, "div": 1, "h2": 2, "h3": 3, "td": 4}
MARKS = (
    marks.NAVIGATION,
    marks.FOOTER,
    marks.ASIDE,
    marks.MAIN,
    marks.ARTICLE,
    marks.FORM,
    marks.TABLE,
    marks.HEADING,
    marks.QUOTE,
    marks.HIDDEN,
    marks.FIGURE,
    marks.COMMENTS,
    marks.NOSCRIPT,
)
ENDS, CUT = tuple('.!?…»“”"'), ("...", "…", "]")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """How much words tell, learnt from labelled pages: above 0 for main text."""

    names: Mapping[str, float] = field(default_factory=dict)
    """Words of classes and ids."""
    texts: Mapping[str, float] = field(default_factory=dict)
    """Words of short blocks, as share or copyright."""
    known: dict[str, float] = field(default_factory=dict)
    """Classes and ids that were seen, with their sum."""

    def of_name(self, name: str) -> float:
        """What the class and id of an element tell."""
        told = self.known.get(name)
        if told is None:
            weight = self.names.get
            told = sum([weight(word, 0.0) for word in marks.name_words(name)])
            if len(self.known) > marks.MOST_NAMES:
                self.known.clear()
            self.known[name] = told
        return told


@dataclass(slots=True)
class Evidence:
    """The columns, under their names."""

    columns: dict[str, npt.NDArray[np.generic]] = field(default_factory=dict)

    def add(self, name: str, column: npt.NDArray[np.generic]) -> None:
        """Add a column."""
        self.columns[name] = column

    def add_around(self, name: str, column: Column, steps: int) -> None:
        """Add a column, and those of the neighbours so many steps before and behind."""
        self.columns[name] = column
        n = len(column)
        padded = np.zeros(n + 2 * steps, np.float32)
        padded[steps : steps + n] = column
        for step in range(1, steps + 1):
            self.columns[f"{name} -{step}"] = padded[steps - step : steps - step + n]
            self.columns[f"{name} +{step}"] = padded[steps + step : steps + step + n]

    def matrix(self) -> npt.NDArray[np.float32]:
        """All columns, side by side."""
        rows = np.empty((len(self.columns), len(next(iter(self.columns.values())))), np.float32)
        for number, column in enumerate(self.columns.values()):
            rows[number] = column
        return rows.T


class Figures:
    """The blocks of a page as arrays; made once, used by everything that looks at a page."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.n = len(sheet)
        self.letters = np.fromiter(map(len, sheet.texts), np.float32, self.n)
        self.linked = np.array(sheet.linked, np.float32)
        self.places = np.array(sheet.places, np.int64)
        self.parents = np.array(sheet.where.parents, np.int64)
        self.begins = np.array(sheet.where.begins, np.int64)
        self.ends = np.array(sheet.where.ends, np.int64)
        self.of_places = np.array(sheet.where.marks, np.int64)
        self.marks = self.of_places[self.places]
        self.whole = max(float(self.letters.sum()), 1.0)

    @cached_property
    def is_plain(self) -> npt.NDArray[np.bool_]:
        """Whether more of a block is plain text than links."""
        return self.linked < self.letters / 2

    @cached_property
    def is_long(self) -> npt.NDArray[np.bool_]:
        """Whether a block is more than a line, and no link."""
        return (self.letters > MANY) & self.is_plain

    @cached_property
    def words(self) -> Column:
        """About how many words each block has."""
        texts = self.sheet.texts
        return np.array([text.count(" ") for text in texts], np.float32) + 1

    @cached_property
    def short_words(self) -> list[list[str]]:
        """The words of each short block, in small letters; none of a long one."""
        words = self.words.tolist()
        return [
            WORD.findall(text.lower()) if many <= SHORT_WORDS else []
            for text, many in zip(self.sheet.texts, words, strict=True)
        ]

    @cached_property
    def kinds(self) -> Numbers:
        """A number for each kind of place a block may stand in: the same for alike ones."""
        where = self.sheet.where
        tags, names = where.tags, where.names
        codes: dict[tuple[str, str, str, str], int] = {}
        kinds = [
            codes.setdefault((tag, name, tags[parent], names[parent]), len(codes))
            for tag, name, parent in zip(tags, names, where.parents, strict=True)
        ]
        return np.array(kinds, np.int64)[self.places]

    def within(self, column: npt.NDArray[np.generic]) -> Sums:
        """The sum of a column over all blocks in each place."""
        sums = sums_of(column)
        within: Sums = sums[self.ends] - sums[self.begins]
        return within

    def nearby(self, column: npt.NDArray[np.generic], width: int) -> Sums:
        """The sum of a column over so many blocks before and behind each block."""
        sums, numbers = sums_of(column), np.arange(self.n)
        near: Sums = sums[np.minimum(numbers + width + 1, self.n)]
        return near - sums[np.maximum(numbers - width, 0)]


def sums_of(column: npt.NDArray[np.generic]) -> Sums:
    """The sums of all values before each place, and of all of them at last."""
    sums = np.zeros(len(column) + 1)
    np.cumsum(column, out=sums[1:], dtype=np.float64)
    return sums


def evidence_of(figures: Figures, title: str, lexicon: Lexicon) -> Evidence:
    """A row for each block."""
    evidence = Evidence()
    _own(figures, evidence)
    _places(figures, lexicon, evidence)
    told = _words(figures, lexicon)
    evidence.add_around("words tell", told, 1)
    _headings(figures, title, told, evidence)
    _containers(figures, evidence)
    _kin(figures, evidence)
    _page(figures, evidence)
    return evidence


def _own(figures: Figures, evidence: Evidence) -> None:
    texts, letters = figures.sheet.texts, figures.letters
    stops = np.array([text.count(".") + text.count("!") + text.count("?") for text in texts])
    capitals = np.array([text[:1].isupper() for text in texts])
    ends = np.array([text.endswith(ENDS) for text in texts])
    evidence.add_around("letters", np.log1p(letters), 1)
    evidence.add("words", np.log1p(figures.words))
    evidence.add("link share", figures.linked / letters)
    evidence.add("bold share", np.array(figures.sheet.bold, np.float32) / letters)
    evidence.add_around("stops", np.log1p(stops).astype(np.float32), 1)
    evidence.add("capital", capitals)
    evidence.add("ends", ends)
    evidence.add("ends cut", np.array([text.endswith(CUT) for text in texts]))


def _places(figures: Figures, lexicon: Lexicon, evidence: Evidence) -> None:
    where, places = figures.sheet.where, figures.places
    own, total, worst, best = [0.0], [0.0], [0.0], [0.0]
    for name, parent in zip(where.names[1:], where.parents[1:], strict=True):
        told = lexicon.of_name(name) if name else 0.0
        own.append(told)
        total.append(total[parent] + told)
        worst.append(min(worst[parent], told))
        best.append(max(best[parent], told))
    of_place = np.array(own, np.float32)
    evidence.add("name", of_place[places])
    evidence.add("name of parent", of_place[figures.parents[places]])
    evidence.add_around("names", np.array(total, np.float32)[places], 3)
    evidence.add("worst name", np.array(worst, np.float32)[places])
    evidence.add("best name", np.array(best, np.float32)[places])
    evidence.add("depth", np.array(where.depths)[places])
    for number, mark in enumerate(MARKS):
        evidence.add(f"mark {number}", (figures.marks & mark) != 0)
    tags = np.array([TAG_NUMBERS.get(tag, -1) for tag in where.tags])[places]
    for tag, number in TAG_NUMBERS.items():
        evidence.add(f"<{tag}>", tags == number)


def _words(figures: Figures, lexicon: Lexicon) -> Column:
    """What the words of short blocks tell."""
    known = lexicon.texts.get
    told = [sum([known(word, 0.0) for word in words]) for words in figures.short_words]
    return np.array(told, np.float32)


def _headings(figures: Figures, title: str, told: Column, evidence: Evidence) -> None:
    """What the heading above a block tells, and how far that is; how far the title's is."""
    n, texts = figures.n, figures.sheet.texts
    numbers = np.arange(n)
    is_heading = (figures.marks & marks.HEADING) != 0
    last = np.maximum.accumulate(np.where(is_heading, numbers, -1))
    evidence.add("heading tells", np.where(last >= 0, told[last], 0))
    evidence.add("since heading", np.log1p(numbers - last))
    evidence.add("same text", _repeats(texts))
    wanted, in_title = set(WORD.findall(title.lower())), np.zeros(n, np.float32)
    for number in np.flatnonzero(is_heading) if wanted else ():
        words = set(WORD.findall(texts[number].lower()))
        in_title[number] = len(words & wanted) / max(len(words), 1)
    evidence.add("in title", in_title)
    titles = np.flatnonzero(in_title > TITLE_SHARE)
    away = numbers - titles[0] if len(titles) else np.zeros(n)
    evidence.add("has title", np.full(n, len(titles) > 0))
    evidence.add("from title", np.sign(away) * np.log1p(np.abs(away)))


def _repeats(texts: list[str]) -> Column:
    """How often each text stands on the page."""
    seen: dict[str, int] = {}
    for text in texts:
        seen[text] = seen.get(text, 0) + 1
    return np.fromiter((seen[text] for text in texts), np.float32, len(texts))


def _containers(figures: Figures, evidence: Evidence) -> None:
    """What the elements around a block hold: of its own element, and of those further out."""
    letters = figures.within(figures.letters)
    some = np.maximum(letters, 1)
    links = figures.within(figures.linked) / some
    long = figures.within(figures.letters * figures.is_long)
    columns = {
        "letters": np.log1p(letters),
        "share": letters / figures.whole,
        "links": links,
        "long share": long / max(float(long[0]), 1.0),
        "long": long / some,
        "blocks": np.log1p(figures.ends - figures.begins),
    }
    place = figures.places
    for level in range(LEVELS):
        for name, column in columns.items():
            evidence.add(f"container {level} {name}", column[place])
        place = figures.parents[place]


def _kin(figures: Figures, evidence: Evidence) -> None:
    """What blocks in the same kind of place are like, wherever on the page they stand."""
    kinds = figures.kinds
    count = np.bincount(kinds)
    letters = np.maximum(np.bincount(kinds, figures.letters), 1)
    evidence.add("kin", np.log1p(count)[kinds])
    evidence.add("kin letters", np.log1p(letters / np.maximum(count, 1))[kinds])
    evidence.add("kin share", (letters / figures.whole)[kinds])
    evidence.add("kin links", (np.bincount(kinds, figures.linked) / letters)[kinds])
    evidence.add(
        "kin long",
        (np.bincount(kinds, figures.letters > MANY) / np.maximum(count, 1))[kinds],
    )


def _page(figures: Figures, evidence: Evidence) -> None:
    n, letters, linked = figures.n, figures.letters, figures.linked
    plain = np.where(figures.is_plain, letters, 0)
    before = np.cumsum(letters, dtype=np.float64)
    evidence.add("place", np.arange(n) / n)
    evidence.add("letters before", (before - letters) / figures.whole)
    evidence.add("letters behind", (figures.whole - before) / figures.whole)
    evidence.add(
        "plain before", (np.cumsum(plain, dtype=np.float64) - plain) / max(float(plain.sum()), 1.0)
    )
    for width in (2, 7):
        near = figures.nearby(letters, width)
        evidence.add(f"near {width} letters", np.log1p(near))
        evidence.add(f"near {width} links", figures.nearby(linked, width) / np.maximum(near, 1))
    for name, figure in page_figures(figures).items():
        evidence.add(name, np.full(n, figure))


def page_figures(figures: Figures) -> dict[str, float]:
    """Numbers of the page as a whole."""
    letters, whole = figures.letters, figures.whole
    return {
        "page blocks": float(np.log1p(figures.n)),
        "page letters": float(np.log1p(whole)),
        "page links": float(figures.linked.sum()) / whole,
        "page long": float(letters[letters > MANY].sum()) / whole,
        "page longest": float(np.log1p(letters.max())),
        "page lists": share_in(figures, marks.LIST),
        "page article": share_in(figures, marks.ARTICLE),
        "page main": share_in(figures, marks.MAIN),
        "page code": share_in(figures, marks.CODE),
        "page articles": float(figures.sheet.where.tags.count("article")),
    }


def share_in(figures: Figures, mark: int) -> float:
    """The share of the page's letters that stands in places of a mark."""
    return float(figures.letters[(figures.marks & mark) != 0].sum()) / figures.whole
