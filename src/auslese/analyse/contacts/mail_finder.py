"""Mail addresses in a text, also those that are hidden from harvesters: name (at) uni-x (dot) de.

All patterns are matched at a place where an @ or a word for it stands, over so many letters at
most: the time is linear in the text, whatever it holds.
"""

import re
from collections.abc import Iterator

from auslese.analyse.contacts.contact_values import FoundWay
from auslese.records.person import ContactKind

MOST_MAILS = 2_000  # of a text
LONGEST_NAME, LONGEST_DOMAIN = 64, 253  # RFC 5321, 4.5.3.1
NAME_BEFORE = re.compile(r"[\w!#$%&'*+/=?^`{|}~.-]{1,64}\Z")
DOMAIN_BEHIND = re.compile(r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}[^\W\d_]{2,24}(?![\w@-])")
# What stands for the @: in brackets, between marks or in capitals; in small letters alone, only
# if the dot is written out as well ("name at uni-x dot de").
# The first letter stands alone in the pattern: a place where it is not is passed over in no time.
VEILED_AT = re.compile(
    r"[ \[({<_*&-](?:"
    r"(?<=[\[({<])\s?(?:at|ät|aet|@|a|klammeraffe)\s?[\])}>]\s?|(?<=[_*-])(?:at|ät)[_*-]"
    r"|(?<=&)(?:#0{0,3}64|commat);|(?<= )(?:at|ät) )",
    re.IGNORECASE,
)
VEILED_DOT = re.compile(
    r"\s?(?:[\[({<]\s?(?:dot|punkt|\.)\s?[\])}>]|[_*-](?:dot|punkt)[_*-])\s?| (?:dot|punkt) ",
    re.IGNORECASE,
)
PLAIN_AT = re.compile(r" (?:at|ät) ")
LABELLED = re.compile(
    r"(?:(?:^|[,;|·•(>])\s{0,3}(?i:e-?mail|mail)\s{1,3}"
    r"|(?i:e-?mail|mail|kontakt|contact)\s{0,2}[:=]\s{0,2})\S{0,64}\Z",
    re.MULTILINE,
)
LETTERS_BEHIND = 120  # of a veiled domain that are looked at
LETTERS_OF_LABEL = 90
# Endings of files: pictures are called logo@2x.png.
FILES = frozenset(("png", "jpg", "jpeg", "gif", "svg", "webp", "css", "js", "html", "htm", "php"))
NO_NAME = frozenset("$={}/|%!`*?^")
"""Signs of a variable or a route, as manuals of mail programs have them; RFC 5321 allows them."""
QUOTES = "'`"
"""That may stand in a name: those of O'Neill. What they enclose is an address, and they are not."""
STRIPPED = ".'`*-/=|{}"


def mails_of(text: str) -> list[FoundWay]:
    """The mail addresses of a text, in order."""
    found = [*_plain(text), *_veiled(text)]
    found.sort()
    kept: list[FoundWay] = []
    for mail in found:
        if (not kept or mail.start >= kept[-1].end) and len(kept) < MOST_MAILS:
            kept.append(mail)
    return kept


def _plain(text: str) -> Iterator[FoundWay]:
    place = text.find("@")
    while place >= 0:
        name = NAME_BEFORE.search(text, max(0, place - LONGEST_NAME), place)
        domain = DOMAIN_BEHIND.match(text, place + 1, place + 1 + LONGEST_DOMAIN) if name else None
        if name and domain and (mail := _mail(_unquoted(name[0], text, domain.end()), domain[0])):
            yield _way(text, place - len(mail.partition("@")[0]), domain.end(), mail)
        place = text.find("@", place + 1)


def _unquoted(name: str, text: str, end: int) -> str:
    """A name without what stands before its quote, if one closes behind the address: u'a@b.c'."""
    behind = text[end : end + 1]
    return name.rpartition(behind)[2] if behind and behind in QUOTES else name


def _veiled(text: str) -> Iterator[FoundWay]:
    for at in VEILED_AT.finditer(text):
        end = at.start() - (at.start() > 0 and at[0][0] != " " and text[at.start() - 1].isspace())
        name = NAME_BEFORE.search(text, max(0, end - LONGEST_NAME), end)
        if not name:
            continue
        is_plain = PLAIN_AT.fullmatch(at[0]) is not None
        labelled = is_plain and LABELLED.search(text, max(0, name.start() - LETTERS_OF_LABEL), end)
        behind = text[at.end() : at.end() + LETTERS_BEHIND]
        domain, length = _veiled_domain(behind, needs_veil=is_plain and not labelled)
        if domain and (mail := _mail(name[0], domain)):
            yield _way(text, end - len(mail.partition("@")[0]), at.end() + length, mail)


def _veiled_domain(text: str, *, needs_veil: bool) -> tuple[str, int]:
    """The domain at the beginning of a text and its length there; its dots may be words."""
    parts: list[str] = []
    place, veils = 0, 0
    while label := re.compile(r"[^\W_](?:[\w-]{0,61}[^\W_])?").match(text, place):
        parts.append(label[0])
        place = label.end()
        dot = VEILED_DOT.match(text, place)
        veils += dot is not None
        if dot is None and not re.compile(r"\.(?=[^\W_])").match(text, place):
            break
        place = dot.end() if dot else place + 1
    domain = ".".join(parts)
    fits = DOMAIN_BEHIND.fullmatch(domain) is not None and (veils or not needs_veil)
    return (domain, place) if fits else ("", 0)


def _mail(name: str, domain: str) -> str:
    """A mail address in its usual spelling; empty if it is none."""
    name, domain = name.lstrip(STRIPPED), domain.lower()
    is_odd = not name or name[-1] in STRIPPED or ".." in name or not NO_NAME.isdisjoint(name)
    if is_odd or not name.isascii() or domain.rpartition(".")[2] in FILES:
        return ""
    return f"{name}@{domain}"


def _way(text: str, start: int, end: int, mail: str) -> FoundWay:
    return FoundWay(start, end, ContactKind.EMAIL, mail, text[start:end])
