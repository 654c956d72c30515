"""Mail addresses and numbers in the addresses of links: mailto:, tel:, and how they are hidden."""

import re
from urllib.parse import unquote

from auslese.records.person import ContactKind, MarkedContact

LONGEST_HREF = 2_000
LONGEST_NUMBER = 40  # letters; with an extension and blanks thirty
LEAST_DIGITS = 3  # 110
MOST_MAILS = 20  # of one link
MAIL = re.compile(r"[^\s@<>()\[\],;:\"'?&=]{1,64}@[^\s@<>()\[\],;:\"'?&/]{1,253}")
# Only of letters and digits of the standard, and behind the last dot two letters at least.
WELL_FORMED = re.compile(
    r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[\w-]{1,63}\.){1,8}+[^\W\d_][\w-]{1,62}"
)
NUMBERS = re.compile(r"\s*(tel|callto|phone|fax|sms)\s*:(?://)?(.*)", re.IGNORECASE | re.DOTALL)
NOT_OF_NUMBERS = re.compile(r"[^\d+()/.\s-]")
# How TYPO3 hides addresses: every letter is moved by the same offset within one of three ranges.
TYPO3 = re.compile(r"UnCryptMailto\(\s*(?:'|\"|%27|%22)([^'\"]{8,300}?)(?:'|\"|%27|%22)")
TYPO3_RANGES = ((0x2B, 0x3A), (0x40, 0x5A), (0x61, 0x7A))
MAILTO = "mailto:"
# How Cloudflare hides them: each byte is combined with the first by exclusive or.
CLOUDFLARE = re.compile(r"/cdn-cgi/l/email-protection#([0-9a-fA-F]{8,300})")
HEXADECIMAL, HEX_DIGITS = 16, 2


def mails_in(href: str) -> list[str]:
    """The mail addresses that a link writes to; none if it writes to nobody."""
    href = unhidden(href[:LONGEST_HREF].strip())
    if href[: len(MAILTO)].lower() != MAILTO:
        return []
    written = unquote(href[len(MAILTO) :])
    # Behind the question mark stand the subject and further addresses, which are no first ones.
    found = MAIL.findall(written.partition("?")[0]) or MAIL.findall(written)
    return list(dict.fromkeys(filter(is_mail, map(tidied_mail, found[:MOST_MAILS]))))


def tidied_mail(mail: str) -> str:
    """A mail address without dots around it, its domain in small letters."""
    name, _, domain = mail.strip(" .'\"").rpartition("@")
    return f"{name}@{domain.strip('.').lower()}"


def is_mail(mail: str) -> bool:
    """Whether a mail address is spelt as one."""
    return WELL_FORMED.fullmatch(mail) is not None


def number_in(href: str) -> MarkedContact | None:
    """The number that a link calls, and whether it is one of a fax."""
    found = NUMBERS.match(href[:LONGEST_HREF])
    if found is None:
        return None
    written = unquote(found[2]).partition(";")[0].partition("?")[0]
    value = " ".join(NOT_OF_NUMBERS.sub("", written).split())[:LONGEST_NUMBER]
    if sum(map(str.isdigit, value)) < LEAST_DIGITS:
        return None
    kind = ContactKind.FAX if found[1].lower() == "fax" else ContactKind.PHONE
    return MarkedContact(kind, value)


def unhidden(href: str) -> str:
    """A link as it was before a program hid it from harvesters."""
    if found := TYPO3.search(href):
        return _moved_back(unquote(found[1])) or href
    if found := CLOUDFLARE.search(href):
        return MAILTO + cloudflare_mail(found[1])
    return href


def cloudflare_mail(hidden: str) -> str:
    """The mail address that Cloudflare has hidden."""
    pairs = (hidden[place : place + HEX_DIGITS] for place in range(0, len(hidden), HEX_DIGITS))
    try:
        key, *others = (int(pair, HEXADECIMAL) for pair in pairs)
    except ValueError:
        return ""
    return bytes(key ^ each for each in others).decode("utf-8", "replace")


def _moved_back(hidden: str) -> str:
    """The link that begins with mailto: if its letters are moved by some offset; else empty."""
    longest = max(end - begin for begin, end in TYPO3_RANGES)
    for offset in range(-longest, longest + 1):
        if _moved(hidden[: len(MAILTO)], offset) == MAILTO:
            return _moved(hidden, offset)
    return ""


def _moved(text: str, offset: int) -> str:
    return "".join(chr(_moved_code(ord(letter), offset)) for letter in text)


def _moved_code(code: int, offset: int) -> int:
    for begin, end in TYPO3_RANGES:
        if begin <= code <= end:
            return begin + (code - begin + offset) % (end - begin + 1)
    return code
