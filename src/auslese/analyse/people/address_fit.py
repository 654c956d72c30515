"""Do the address of a page, a mail address or a title fit a name, whoever finds names?

"https://uni.example/~mueller/"       fits Hans Müller
"hmueller@uni.example"                fits Hans Müller
"Homepage von Prof. Dr. Hans Müller"  is his name and nothing else
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from auslese.records.person import PersonName
from auslese.text.name_folding import folded_name, name_spellings

WHOLE_NAME, FAMILY_NAME, AMONG_OTHERS = 1.0, 0.8, 0.6
"""How well an address fits: by given and family name, by one of them, or beside further words."""
INNER_FOLDER = 0.5
"""Of that, if the name is that of a folder above the page: publications.html in ~mueller."""
SHORTEST_FAMILY = 3  # letters of a family name that tells anything without a given name
LONGEST_LOCAL = 64  # letters in front of @ (RFC 5321, 4.5.3.1.1)
LONGEST_HOST = 255
MOST_MAILS = 200  # of a page that are looked at: more is a list, which is nobody's home page
_INDEX = re.compile(r"(index|home|default|homepage|welcome|start|main)?(\.\w{1,5})?")
_SUFFIX = re.compile(r"\.\w{1,5}$")
_PARTS = re.compile(r"[^a-z]+")
_LOCAL = re.compile(r"[\w.+-]+$")
_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)+")
_AT = re.compile(r"\s{0,3}[(\[{]\s?(?:at|ät)\s?[)\]}]\s{0,3}", re.IGNORECASE)
_DOT = re.compile(r"\s{0,3}[(\[{]\s?(?:dot|punkt)\s?[)\]}]\s{0,3}", re.IGNORECASE)
_TITLE_WORDS = """
    homepage home page seite webseite website profil profile person personal persönliche cv
    curriculum vitae lebenslauf vita about über uber welcome willkommen auf bei to of von the der
    die s professor prof dr phd msc bsc ma ba ing dipl inf phil rer nat habil med h c mult frau
    herr mr mrs ms site web official online my meine biography biographie bio contact kontakt
"""
ABOUT_SOMEBODY = frozenset(_TITLE_WORDS.split())
"""Words of a title that say no more than whose page it is."""


class NameSpelling:
    """The parts of a name as addresses may spell them."""

    __slots__ = ("families", "givens", "initials")

    def __init__(self, name: PersonName) -> None:
        """Work out the spellings once."""
        self.families = _joined_spellings(f"{name.particle} {name.family}") | _joined_spellings(
            name.family
        )
        words = name.given.split()
        is_whole = bool(words) and len(words[0].strip(".")) > 1
        self.givens = _joined_spellings(words[0]) if is_whole else frozenset[str]()
        self.initials = "".join(folded_name(word)[:1] for word in words)

    def is_in(self, letters: str) -> float:
        """How well letters without signs between them fit the name."""
        for family in self.families:
            if family and family in letters:
                rest = letters.replace(family, "", 1)
                if rest and (rest in self.givens or rest in (self.initials, self.initials[:1])):
                    return WHOLE_NAME
                if not rest and len(family) >= SHORTEST_FAMILY:
                    return FAMILY_NAME
        return 0.0

    def is_among(self, parts: Sequence[str]) -> float:
        """How well parts of an address fit the name, further parts beside them allowed."""
        if whole := self.is_in("".join(parts)):
            return whole
        there = set(parts)
        has_family = any(family in there for family in self.families if family)
        return AMONG_OTHERS if has_family and there & self.givens else 0.0


@lru_cache(1 << 12)  # names of one page come one after the other
def spelling_of(given: str, particle: str, family: str) -> NameSpelling:
    """The spellings of a name."""
    return NameSpelling(PersonName(given, particle, family))


def _joined_spellings(word: str) -> frozenset[str]:
    return frozenset(each.replace(" ", "") for each in name_spellings(word.replace(",", " ")))


def url_fit(name: PersonName, url: str) -> float:
    """How well the address of a page fits a name: 0 to 1."""
    spelling = spelling_of(name.given, name.particle, name.family)
    own, above = url_parts(url)
    fits = [spelling.is_among(parts) for parts in own]
    return max([*fits, *(spelling.is_among(parts) * INNER_FOLDER for parts in above)], default=0.0)


UrlParts = tuple[tuple[str, ...], ...]


@lru_cache(1 << 10)
def url_parts(url: str) -> tuple[UrlParts, UrlParts]:
    """The words of the file or value that an address ends with, and of the folder above it."""
    try:
        split = urlsplit(url)
    except ValueError:
        return (), ()
    folders = [unquote(each) for each in split.path.split("/") if each]
    if folders and _INDEX.fullmatch(folders[-1].lower()):
        folders.pop()
    own = [_SUFFIX.sub("", folders[-1])] if folders else []
    if not folders:  # a host of one's own: hans-mueller.example
        own = split.netloc.removeprefix("www.").split(".")[:1]
    values = [each.partition("=")[2] for each in split.query.split("&")[:1] if each]
    own += [unquote(value) for value in values]
    return _words_of(own), _words_of(folders[-2:-1])


def _words_of(texts: Iterable[str]) -> UrlParts:
    folded = (folded_name(text.replace(",", " ")) for text in texts)
    return tuple(tuple(filter(None, _PARTS.split(text))) for text in folded)


def mail_fit(name: PersonName, mail: str) -> bool:
    """Whether what stands before @ fits a name."""
    return bool(spelling_of(name.given, name.particle, name.family).is_in(_letters_of(mail)))


def _letters_of(mail: str) -> str:
    """What stands before @, as names are compared with it."""
    local = folded_name(mail.partition("@")[0]).replace(" ", "")
    return "".join(letter for letter in local if not letter.isdigit())


class PageMails:
    """The mail addresses of a page, which are asked for by each of its names."""

    def __init__(self, mails: Iterable[str]) -> None:
        """Take these, each once."""
        self._letters = {mail: _letters_of(mail) for mail in mails}
        self._all = "\n".join(self._letters.values())

    def fitting(self, name: PersonName) -> list[str]:
        """Those that fit a name."""
        if not self._letters:
            return []
        spelling = spelling_of(name.given, name.particle, name.family)
        # Lists have a thousand addresses and ten thousand names, and few go together.
        if not any(family in self._all for family in spelling.families if family):
            return []
        return [mail for mail, letters in self._letters.items() if spelling.is_in(letters)]


def mails_in(text: str) -> list[str]:
    """The mail addresses in a text, each once, also with (at); in linear time."""
    if "(" in text or "[" in text:
        text = _DOT.sub(".", _AT.sub("@", text))
    found: dict[str, None] = {}
    begin = text.find("@")
    while begin >= 0 and len(found) < MOST_MAILS:
        local = _LOCAL.search(text[max(0, begin - LONGEST_LOCAL) : begin])
        host = _HOST.match(text[begin + 1 : begin + 1 + LONGEST_HOST])
        if local and host:
            found[f"{local[0]}@{host[0]}".lower()] = None
        begin = text.find("@", begin + 1)
    return list(found)


class SubjectLine:
    """A title or first heading, which is asked whether it is just a name by each of a page."""

    def __init__(self, text: str) -> None:
        """Take its words apart once."""
        self._words = set(folded_name(text.replace(",", " ")).split())
        self._telling = self._words - ABOUT_SOMEBODY

    def is_just(self, name: PersonName) -> bool:
        """Whether it is this name, and besides says no more than whose page it is."""
        family = set(folded_name(name.family.replace(",", " ")).split())
        if not family or not family <= self._words:
            return False
        own = {word for part in name for word in folded_name(part.replace(",", " ")).split()}
        return self._telling <= own
