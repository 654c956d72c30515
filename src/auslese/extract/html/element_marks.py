"""What kind of place is an element? Told by its tag, its role, its class and id, its style."""

import re
from collections.abc import Callable

from resiliparse.parse.html import DOMNode

COUNT = 20
(
    NAVIGATION,
    HEADER,
    FOOTER,
    ASIDE,
    MAIN,
    ARTICLE,
    FORM,
    TABLE,
    LIST,
    HEADING,
    QUOTE,
    CODE,
    HIDDEN,
    FIGURE,
    BUTTON,
    ADDRESS,
    COMMENTS,
    NOSCRIPT,
    APART,
    CAPTION,
) = (1 << place for place in range(COUNT))

BY_TAG = {
    "nav": NAVIGATION,
    "menu": NAVIGATION,
    "header": HEADER,
    "footer": FOOTER,
    "aside": ASIDE,
    "main": MAIN,
    "article": ARTICLE,
    "form": FORM,
    "fieldset": FORM,
    "table": TABLE,
    "ul": LIST,
    "ol": LIST,
    "dl": LIST,
    "blockquote": QUOTE,
    "pre": CODE,
    "listing": CODE,
    "xmp": CODE,
    "plaintext": CODE,
    "figure": FIGURE,
    "figcaption": FIGURE,
    "button": BUTTON,
    "address": ADDRESS,
    "dialog": ASIDE,
    "noscript": NOSCRIPT,
} | {f"h{level}": HEADING for level in range(1, 7)}
# What no author puts the text of an article into: of the 38,000 words that stand in such elements
# of 139 labelled articles 57 are text. Classes and ids are not so sure.
APART_TAGS = frozenset(("aside", "footer", "nav", "dialog", "button"))
BY_TAG |= {tag: BY_TAG[tag] | APART for tag in APART_TAGS}
BY_ROLE = {
    "navigation": NAVIGATION,
    "menu": NAVIGATION,
    "menubar": NAVIGATION,
    "banner": HEADER,
    "contentinfo": FOOTER,
    "complementary": ASIDE,
    "dialog": ASIDE,
    "alertdialog": ASIDE,
    "main": MAIN,
    "article": ARTICLE,
    "search": FORM,
    "form": FORM,
    "heading": HEADING,
    "button": BUTTON,
}
IN_FIGURE = FIGURE | CAPTION
NO_CAPTION = TABLE | QUOTE | CODE
STYLE_HIDES = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE).search
# Bootstrap's class for what is not shown, unless another one shows it from some width on.
UNSEEN_CLASS = re.compile(r"(?<![\w-])d-none(?![\w-])").search
SEEN_ON_SOME = re.compile(r"(?<![\w-])d-(?:sm|md|lg|xl|xxl)-(?!none)").search
ROOTS = frozenset(("html", "body"))
TELLING: dict[str, Callable[[str], int]] = {
    "style": lambda style: HIDDEN if STYLE_HIDES(style) else 0,
    "role": lambda role: BY_ROLE.get(role.strip().lower(), 0),
    "hidden": lambda value: HIDDEN,
}
"""What other attributes than class and id tell of an element."""
TELLING_NAMES = frozenset(TELLING)

# Words in classes and ids, English and German, that tell a place.
NAMED = {
    NAVIGATION: (
        "nav navi navbar navigation navbox menu menue menü submenu breadcrumb breadcrumbs"
        " brotkrumen krumen toc pagination pager sitemap topbar skip tabs"
    ),
    HEADER: "header masthead kopf kopfzeile banner",
    FOOTER: "footer fuss fuß fusszeile impressum copyright colophon bottom",
    ASIDE: (
        "sidebar side aside widget widgets related teaser promo advert ad ads sponsored cookie"
        " cookies consent popup modal newsletter subscribe share sharing social seitenleiste"
        " randspalte werbung anzeige"
    ),
    CAPTION: "caption captions bildunterschrift bilduntertitel",
    COMMENTS: "comment comments kommentar kommentare disqus respond replies",
}
BY_WORD = {word: mark for mark, words in NAMED.items() for word in words.split()}
# What screen readers are to leave out may well be seen, as icons are; not so what opens on a click.
POPUPS = "modal popup popover dialog tooltip dropdown drawer offcanvas overlay lightbox"
ON_A_CLICK = frozenset(POPUPS.split())
ARIA_HIDDEN = "aria-hidden"
WORD = re.compile(r"[A-Z]?[a-zäöüß]+|[A-Z]+")  # also those of camelCase
BETWEEN_WORDS = {code: " " for code in range(128) if not chr(code).isalpha()}
MOST_NAMES = 20_000  # remembered; then all are forgotten
LONGEST_NAME = 300  # letters of class and id that are looked at
_known: dict[str, tuple[int, tuple[str, ...]]] = {}
"""What is known of names: their marks, and their words."""


def attributes_of(node: DOMNode, tag: str) -> tuple[str, int]:
    """Class and id of an element, as written, and the marks that its attributes give it."""
    attributes = node.attrs
    found = HIDDEN if tag == "dialog" and "open" not in attributes else 0
    if not attributes:
        return "", found
    name = node.class_name if "class" in attributes else ""
    if "id" in attributes:
        name = f"{name} {node.id}" if name else node.id
    if not TELLING_NAMES.isdisjoint(attributes):
        for attribute in TELLING_NAMES.intersection(attributes):
            found |= TELLING[attribute](node.getattr(attribute) or "")
    if len(name) > LONGEST_NAME:  # names are remembered, and a page may give them any length
        name = name[:LONGEST_NAME]
    if name and tag not in ROOTS:
        found |= by_name(name)
        if ARIA_HIDDEN in attributes and not ON_A_CLICK.isdisjoint(name_words(name)):
            found |= HIDDEN if node.getattr(ARIA_HIDDEN) == "true" else 0
    return name, found


def marks_within(around: int, own: int) -> int:
    """The marks of an element of these own marks that stands in one of these.

    A table, a quotation or a program that stands in a figure is no caption.
    """
    return (around & ~IN_FIGURE if own & NO_CAPTION else around) | own


def by_name(name: str) -> int:
    """The marks that class and id tell."""
    return (_known.get(name) or _look_at(name))[0]


def name_words(name: str) -> tuple[str, ...]:
    """The words of class and id, in small letters, each once."""
    return (_known.get(name) or _look_at(name))[1]


def _look_at(name: str) -> tuple[int, tuple[str, ...]]:
    name = name[:LONGEST_NAME]
    if name.isascii() and name.islower():  # most names; takes little more than half the time
        written = name.translate(BETWEEN_WORDS).split()
    else:
        written = [word.lower() for word in WORD.findall(name)]
    words = tuple(dict.fromkeys(written))
    found = HIDDEN if UNSEEN_CLASS(name) and not SEEN_ON_SOME(name) else 0
    for word in words:
        if word in BY_WORD:
            found |= BY_WORD[word]
    if len(_known) > MOST_NAMES:
        _known.clear()
    _known[name] = found, words
    return found, words
