"""What kind of place is an element? Told by its tag, its role, its class and id, its style."""

import re

from resiliparse.parse.html import DOMNode

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
) = (1 << place for place in range(17))

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
} | {f"h{level}": HEADING for level in range(1, 7)}
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
BOLD = frozenset(("b", "strong", "em", "i", "u", "mark", "big"))
STYLE_HIDES = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE).search
ROOTS = frozenset(("html", "body"))

# Words in classes and ids, English and German, that tell a place.
NAMED = re.compile(
    r"(?P<navigation>\b(?:nav|navi|navbar|navigation|navbox|menu|menue|menü|submenu|breadcrumbs?"
    r"|brotkrumen|krumen|toc|pagination|pager|sitemap|topbar|skip|tabs)\b)"
    r"|(?P<header>\b(?:header|masthead|kopf|kopfzeile|banner)\b)"
    r"|(?P<footer>\b(?:footer|fuss|fuß|fusszeile|impressum|copyright|colophon|bottom)\b)"
    r"|(?P<aside>\b(?:sidebar|side|aside|widget|widgets|related|teaser|promo|advert|ads?|sponsored"
    r"|cookies?|consent|popup|modal|newsletter|subscribe|share|sharing|social|seitenleiste"
    r"|randspalte|werbung|anzeige)\b)"
    r"|(?P<comments>\b(?:comments?|kommentare?|disqus|respond|replies)\b)",
    re.IGNORECASE,
)
BY_NAME = {
    "navigation": NAVIGATION,
    "header": HEADER,
    "footer": FOOTER,
    "aside": ASIDE,
    "comments": COMMENTS,
}
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\-]+")
MOST_NAMES = 20_000  # remembered; then all are forgotten
LONGEST_NAME = 300  # letters of class and id that are looked at
_known: dict[str, int] = {}


class Marker:
    """Tells what kind of place an element is."""

    def marks_of(self, node: DOMNode, tag: str, name: str) -> int:
        """The marks of an element, without those of what it stands in."""
        found = BY_TAG.get(tag, 0)
        if name and tag not in ROOTS:
            found |= by_name(name)
        for attribute in node.attrs:
            if attribute == "style":
                if STYLE_HIDES(node.getattr("style") or ""):
                    found |= HIDDEN
            elif attribute == "role":
                found |= BY_ROLE.get((node.getattr("role") or "").strip().lower(), 0)
            elif attribute == "hidden":
                found |= HIDDEN
        return found


def by_name(name: str) -> int:
    """The marks that class and id tell."""
    found = _known.get(name)
    if found is None:
        words = CAMEL.sub(" ", name[:LONGEST_NAME])
        found = 0
        for match in NAMED.finditer(words):
            found |= BY_NAME[match.lastgroup or ""]
        if len(_known) > MOST_NAMES:
            _known.clear()
        _known[name] = found
    return found
