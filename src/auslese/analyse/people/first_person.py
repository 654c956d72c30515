"""Does a page speak in the first person, as the home page of somebody may?"""

import re

WORDS = re.compile(
    r"\b(?:[Ii]ch|[Mm]ein(?:e[mnrs]?)?|[Mm]ich|[Mm]ir|I|I'm|I’m|[Mm]y|[Mm]e|[Jj]e|[Mm]on|[Mm]es"
    r"|[Yy]o|[Mm]is?|[Ii]o|[Mm]i[oae]i?)\b"
)
FEWEST = 2  # such words: one may stand in a quotation
LEAST_SHARE = 0.01  # of all words; prose about others has a tenth of that
LETTERS_LOOKED_AT = 20_000  # who speaks is known by then


def speaks_in_first_person(text: str) -> bool:
    """Whether somebody speaks of themselves; "Io" and "mis" count only where they are frequent."""
    begin = text[:LETTERS_LOOKED_AT]
    found = sum(1 for _ in WORDS.finditer(begin))
    return found >= FEWEST and found >= LEAST_SHARE * (begin.count(" ") + 1)
