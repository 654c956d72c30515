"""Can a regular expression take hours on a short text?

Python's engine tries again from every place where it had a choice. A repeat around something of
varying length ((a+)+, (a|aa)*) makes the number of choices double with every letter, so a hostile
site could hold a worker for ever with one link. What is written with atomic groups or possessive
repeats (Python 3.11) never comes back to a choice and is harmless.
"""

import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"""
    (?P<escaped>\\.)
  | (?P<letters>\[\^?\]?(?:\\.|[^\]\\])*\])
  | (?P<open>\((?:\?(?:\#[^)]*|P<\w+>|P=\w+|<[=!]|[:>=!]|\([^)]*\)|[aiLmsux-]+:?))?)
  | (?P<close>\))
  | (?P<repeat>(?:[*+?]|\{\d*,\d*\}|\{\d+\})(?P<manner>[+?]?))
  | (?P<choice>\|)
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)

MOST_REPEATS, MOST_CHOICES = 1, 8


@dataclass(slots=True)
class _RegexGroup:
    """What we know of a group that is still open."""

    atomic: bool = False
    varies: bool = False


def is_explosive(expression: str) -> bool:
    """Is anything of varying length repeated? The expression must be one that compiles."""
    groups = [_RegexGroup()]
    closed_varies = False
    for token in TOKEN.finditer(expression):
        match token.lastgroup:
            case "open":
                groups.append(_RegexGroup(atomic=token[0] == "(?>"))
            case "choice":
                groups[-1].varies = True
            case "repeat":
                if closed_varies and _repeats(token):
                    return True
                groups[-1].varies |= _varies(token)
        closed_varies = token.lastgroup == "close" and _close(groups)
    return False


def is_costly(expression: str) -> bool:
    """Can it take seconds on one address, though it does not explode?

    Each repeat of any length multiplies the time by the length of the text: `.*.*.*.*!` takes ten
    seconds on an address of 200 letters. Each choice and each optional part may double it.
    """
    tokens = list(TOKEN.finditer(expression))
    open_ones = [token for token in tokens if token.lastgroup == "repeat" and _varies(token)]
    repeats = sum(map(_repeats, open_ones))
    choices = len(open_ones) - repeats + sum(token.lastgroup == "choice" for token in tokens)
    return repeats > MOST_REPEATS or choices > MOST_CHOICES


def _close(groups: list[_RegexGroup]) -> bool:
    """Close the innermost group and tell whether its length varies."""
    group = groups.pop()
    varies = group.varies and not group.atomic
    groups[-1].varies |= varies
    return varies


def _repeats(token: re.Match[str]) -> bool:
    """Does this token repeat, rather than make optional?"""
    return token["manner"] != "+" and token["repeat"][0] != "?"


def _varies(token: re.Match[str]) -> bool:
    """Does this token leave open how often?"""
    exact = token["repeat"][0] == "{" and "," not in token["repeat"]
    return token["manner"] != "+" and not exact
