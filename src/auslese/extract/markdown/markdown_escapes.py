r"""Text made so that no reader of Markdown takes it for markup.

What could be markup anywhere is escaped wherever it stands; what is markup at the start of a line
alone, as `1.` or `#`, only there. By the rules of CommonMark 0.31 and of GitHub's extensions.
"""

import re

# A bracket is no markup unless a target follows; so most brackets can stay as they are.
_ANYWHERE = (
    r"[\\`*~]|<(?=[A-Za-z/!?]|\Z)|&(?=#?\w{0,40}(?:;|\Z))|(?<![^\W_])_|_(?![^\W_])"
    r"|\[(?=\^|!\[)"
)
ANYWHERE = re.compile(_ANYWHERE)
WITH_BRACKETS = re.compile(rf"{_ANYWHERE}|[\[\]]")
# Looked for first: most texts have none of these signs, and a set of letters is found ten times as
# fast as the conditions above.
SIGNS = re.compile(r"[\\`*~<&_\[\]]")
MAY_BE_TARGET = re.compile(r"\][(\[:]")
AT_START = re.compile(
    r"(?P<list>[-+](?=\s|\Z))|(?P<rule>=+\s*\Z|-(?:\s*-)*\s*\Z)|(?P<head>\#{1,6}(?=\s|\Z))|(?P<quote>>)"
    r"|(?P<box>\[(?=[ xX]\]))|(?P<column>:?-+:?\s*\Z)|(?P<number>\d{1,9})(?=[.)](?:\s|\Z))",
    re.VERBOSE,
)
LAST_SIGNS = re.compile(r"(?<=\s)#+\Z")  # the end of a heading
LONGEST_RUN = re.compile(r"`+")
# What would end the target of a link, or a cell of a table.
UNFIT_IN_TARGET = re.compile(r"[()<>\\| ]")
IN_TARGET = str.maketrans(
    {"(": "%28", ")": "%29", "<": "%3C", ">": "%3E", "\\": "%5C", "|": "%7C", " ": "%20"}
)


def escaped(text: str, *, brackets: bool = False) -> str:
    """A text in a line, without what could be markup anywhere; brackets only if it is said."""
    if SIGNS.search(text) is None:
        return text
    return (WITH_BRACKETS if brackets else ANYWHERE).sub(r"\\\g<0>", text)


def escaped_start(text: str) -> str:
    """A text at the start of a line, already escaped for what could be markup anywhere."""
    if text[:1].isalpha() or (found := AT_START.match(text)) is None:
        return text
    if found["number"]:
        return f"{found['number']}\\{text[found.end() :]}"
    return f"\\{text}"


def may_have_target(text: str) -> bool:
    """Whether brackets in a text could be taken for a link."""
    return MAY_BE_TARGET.search(text) is not None


def fence_for(text: str, least: int = 3) -> str:
    """Backticks that no line of a text can be mistaken for."""
    longest = max(map(len, LONGEST_RUN.findall(text)), default=0)
    return "`" * max(least, longest + 1)


def code_span(text: str) -> str:
    """A piece of code in a line."""
    fence = fence_for(text, 1)
    is_edged = text.startswith("`") or text.endswith("`")
    return f"{fence} {text} {fence}" if is_edged else f"{fence}{text}{fence}"


def target(url: str) -> str:
    """An address as the target of a link."""
    return url.translate(IN_TARGET) if UNFIT_IN_TARGET.search(url) else url
