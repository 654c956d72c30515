"""Text that went through UTF-8 twice: `FÃ¼ÃŸe` is repaired where it is unmistakable.

A program read UTF-8 as Windows-1252 and wrote it as UTF-8 once more. Every letter beyond ASCII then
is two or three signs, which in this order nobody writes. A page that tells of this is not one that
suffers from it: it has other letters, too.
"""

import re
from functools import lru_cache

FEWEST = 4  # broken letters; fewer may be meant so
MOST_LETTERS = 200_000  # by which a page is judged
SHARE = 0.9  # of what is beyond ASCII; the rest may be signs of a template that was not broken


def _signs(first: int, last: int) -> str:
    """These bytes as letters of Windows-1252, or of Latin-1 where that has none."""
    single = (bytes([byte]) for byte in range(first, last + 1))
    return "".join(byte.decode("cp1252", "ignore") or byte.decode("latin-1") for byte in single)


_TRAIL = f"[{re.escape(_signs(0x80, 0xBF))}]"
_BROKEN = re.compile(
    f"[{_signs(0xC2, 0xDF)}]{_TRAIL}|[{_signs(0xE0, 0xEF)}]{_TRAIL}{{2}}"
    f"|[{_signs(0xF0, 0xF4)}]{_TRAIL}{{3}}"
)
_BYTES = {ord(_signs(byte, byte)): byte for byte in range(0x80, 0x100)}
_BEYOND = re.compile(r"[^\x00-\x7f]")


def read_twice(text: str) -> str:
    """The text as it was meant; mostly as it is."""
    # The first halves of Latin and Cyrillic letters, and of quotation marks; to look for a single
    # letter is ten times as fast as to look for two.
    if "Ã" not in text and "Ð" not in text and ("€" not in text or "â€" not in text):
        return text
    sample = text[:MOST_LETTERS]
    broken = _BROKEN.findall(sample)
    if len(broken) < FEWEST or sum(map(len, broken)) < SHARE * len(_BEYOND.findall(sample)):
        return text
    if any(_mended(each) == each for each in set(broken)):
        return text
    return _BROKEN.sub(lambda found: _mended(found[0]), text)


@lru_cache(maxsize=4096)
def _mended(signs: str) -> str:
    """The letter that was broken into these signs; they themselves if there is none."""
    try:
        return bytes(_BYTES[ord(sign)] for sign in signs).decode()
    except UnicodeDecodeError:
        return signs
