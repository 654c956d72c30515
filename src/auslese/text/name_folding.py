"""Names as they are compared: small letters without marks, in the order of speaking.

folded_name     "Müller, Hans"  → "hans muller"
name_spellings  "Hans Müller"   → ("hans muller", "hans mueller")
family_key      "Müller", "Mueller", "MULLER" → "muller"
"""

import re
import unicodedata
from functools import lru_cache

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae"})
"""How they are written where there are none."""
BARRED = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
)
"""Letters with a stroke, which do not come apart into a letter and a mark."""
WRITTEN_OUT = re.compile("(?<=[aou])e")
BETWEEN_WORDS = re.compile(r"[^\w]+|_")
LONGEST = 500  # letters of a name that are compared; no name has so many, a hostile page may


@lru_cache(1 << 14)  # names of a person come one after the other
def folded_name(name: str) -> str:
    """The words of a name in small letters without marks; "Last, First" is turned round."""
    return _words(name).translate(BARRED)


@lru_cache(1 << 14)
def name_spellings(name: str) -> tuple[str, ...]:
    """The same, and with umlauts written out if it has some: each once."""
    if name.isascii():
        return (folded_name(name),)
    spoken = unicodedata.normalize("NFC", _in_spoken_order(name[:LONGEST])).casefold()
    written_out = _stripped(spoken.translate(UMLAUTS)).translate(BARRED)
    return tuple(dict.fromkeys((folded_name(name), written_out)))


def family_key(family: str) -> str:
    """What all spellings of a family name have in common, umlauts written out or not."""
    folded = folded_name(family.replace(",", " ")).replace(" ", "")
    return WRITTEN_OUT.sub("", folded).replace("aa", "a")


def _words(name: str) -> str:
    return _stripped(_in_spoken_order(name[:LONGEST]).casefold())


def _in_spoken_order(name: str) -> str:
    """A name with one comma as it is spoken."""
    last, comma, first = name.partition(",")
    if not comma or "," in first or not first.strip():
        return name
    return f"{first.strip()} {last.strip()}"


def _stripped(text: str) -> str:
    """A text without marks, its words parted by single blanks."""
    if text.isascii():
        return BETWEEN_WORDS.sub(" ", text).strip()
    apart = unicodedata.normalize("NFKD", text)
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return BETWEEN_WORDS.sub(" ", plain).strip()
