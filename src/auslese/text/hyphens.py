"""Lines of print made one text again: words that were divided at their ends are joined.

A hyphen at the end of a line was either put there by the printer (`Forschungs-` `bericht`) or by
the writer (`Nord-` `Süd`, `Vor-` `und Nachteile`). Who was it? A capital or a digit after it, or a
word like `und`, tells; else the other words of the same document are asked; else the printer.
"""

import re
from collections.abc import Iterable, Set

DIVIDED = "\ufffe"  # a hyphen at the end of a line, before it is known who put it there
# After a hyphen they stand for a word left out: German, English, Dutch, French, Scandinavian.
LEAVING_OUT_WORDS = "und oder bzw bis sowie als and or to en of ou et och eller og"
LEAVING_OUT = frozenset(LEAVING_OUT_WORDS.split())
LONGEST_PART = 60  # letters of a line that are looked at on either side
LAST_WORD = re.compile(r"[^\W\d_]+\Z")
FIRST_WORD = re.compile(r"[^\W\d_]+")
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def words_of(texts: Iterable[str]) -> set[str]:
    """Words that stand whole within the lines, in small letters, those with hyphens among them."""
    return set(WORD.findall("\n".join(texts).lower()))


def joined_lines(lines: Iterable[str], known: Set[str]) -> str:
    """Lines as one text; those that end with DIVIDED are joined to the next without a blank."""
    parts: list[str] = []
    for line in lines:
        if not parts:
            parts.append(line)
        elif parts[-1].endswith(DIVIDED):
            before = parts[-1][:-1]
            parts[-1] = before + _seam(before[-LONGEST_PART:], line[:LONGEST_PART], known)
            parts.append(line)
        else:
            parts += (" ", line)
    return "".join(parts).replace(DIVIDED, "-")


def _seam(before: str, after: str, known: Set[str]) -> str:
    """What stands between the two parts of a divided word: nothing, or a hyphen, or a blank too."""
    first, last = FIRST_WORD.match(after), LAST_WORD.search(before)
    if first is None or last is None:  # a number or a sign: COVID-19
        return "-"
    if first[0] in LEAVING_OUT:
        return "- "
    whole = (last[0] + first[0]).lower()
    if first[0][0].isupper():
        return "" if first[0].isupper() and whole in known else "-"
    return "-" if whole not in known and f"{last[0]}-{first[0]}".lower() in known else ""
