"""The links of a page that reach somebody: to mail addresses and to numbers."""

from collections.abc import Iterable, Iterator

from resiliparse.parse.html import DOMNode

from auslese.extract.people.reach_links import (
    MAILTO,
    cloudflare_mail,
    is_mail,
    mails_in,
    number_in,
    tidied_mail,
)
from auslese.extract.people.scope_walk import line_of
from auslese.extract.tidying import tidy
from auslese.records.person import ContactKind, MarkedContact

LONGEST_LABEL = 100
SCHEMES = ("mailto:", "tel:", "callto:", "fax:", "javascript:")
LONGEST_SCHEME = max(map(len, SCHEMES))
SIGN_OF_CLOUDFLARE = "email-protection"
VEILED = "data-cfemail"
FAX_WORDS = ("fax",)
MOBILE_WORDS = ("mobil", "handy", "cell")


def may_reach(href: str) -> bool:
    """Whether a link may lead to somebody: nearly none does."""
    return href.lstrip()[:LONGEST_SCHEME].lower().startswith(SCHEMES)


def read_contact_links(links: Iterable[DOMNode]) -> Iterator[MarkedContact]:
    """Whom links reach."""
    for element in links:
        href = element.getattr("href") or ""
        veiled = element.getattr(VEILED)
        if veiled:
            href = MAILTO + cloudflare_mail(veiled)
        yield from _reached(href, tidy(line_of(element), LONGEST_LABEL), bool(veiled))


def _reached(href: str, label: str, is_veiled: bool) -> Iterator[MarkedContact]:
    if number := number_in(href):
        yield MarkedContact(_kind_of(number.kind, label), number.value, label)
        return
    for mail in mails_in(href):
        says_more = not is_mail(tidied_mail(label)) and not is_veiled
        yield MarkedContact(ContactKind.EMAIL, mail, label if says_more else "")


def _kind_of(kind: str, label: str) -> str:
    """What kind of number a link calls, by its words."""
    small = label.lower()
    if any(word in small for word in FAX_WORDS):
        return ContactKind.FAX
    return ContactKind.MOBILE if any(word in small for word in MOBILE_WORDS) else kind
