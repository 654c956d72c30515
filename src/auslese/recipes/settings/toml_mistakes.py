"""What is wrong in a TOML file, in words of somebody who wrote settings, and what to do.

The parser of Python's library says it in words of somebody who wrote a parser.
"""

import re

# What the parser says (`tomllib`, Python 3.11 to 3.14), and what that means.
MISTAKES = (
    (
        r"Cannot declare \((.*?),?\) twice",
        "[{name}] stands twice; put its settings below one of them",
    ),
    (
        r"Cannot (overwrite a value|define namespace.*|mutate immutable.*|namespace.*)|Duplicate.*",
        "this setting stands twice in its table; delete one of the two",
    ),
    (
        r"Invalid value|Invalid initial character.*",
        'the value cannot be read: a text stands in quotes, as name = "text", and a list in'
        " square brackets",
    ),
    (
        r"Illegal character '\\n'|Expected ['\"]+|Unterminated string|Unclosed string.*",
        "a text is not closed: the quotes at its end are missing",
    ),
    (r"Unclosed array|Invalid array.*", "a list is not closed: ] is missing at its end"),
    (
        r"Expected '\]' at the end of a table declaration|Expected '\]\]' at the end.*",
        "the name of a table ends with ], as in [politeness]",
    ),
    (
        r"Expected '=' after a key.*|Invalid statement",
        "expected a table, as [politeness], or a setting, as name = value",
    ),
    (
        r"Expected newline or end of document after a statement",
        "something stands behind the value; each setting has a line of its own",
    ),
    (
        r"Unescaped '\\\\' in a string|Invalid hex value|Unescaped.*",
        r"a \ in a text is written \\, or the text stands in single quotes",
    ),
    (r"Unclosed inline table|.*inline table.*", "a { is not closed: } is missing"),
    (r"Found invalid character.*|Illegal character.*", "a character that cannot stand here"),
)


def in_plain_words(message: str) -> str:
    """What the parser's message means; the message itself if that is not known."""
    for pattern, words in MISTAKES:
        if found := re.fullmatch(pattern, message):
            return words.format(name=_names(found)) if "{name}" in words else words
    return message


def _names(found: re.Match[str]) -> str:
    """The name of a table, out of the tuple of its parts."""
    return ".".join(part.strip(" '\"") for part in found[1].split(","))
