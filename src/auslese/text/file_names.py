"""Which words does the name of a file say?

`rote-tulpen_2.jpg` says "rote tulpen"; `IMG_2034.JPG` says nothing.
"""

import re
from urllib.parse import unquote

LONGEST_NAME = 300
LONGEST_ADDRESS = 2_000
LONGEST_WORD = 30
MOST_DIGITS = 3  # behind a word they are its number; more are a number of their own
SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,5}$")
KEY = re.compile(r"(?i:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
# A run of letters, with the digits at its ends; what has digits inside is no word.
PIECE = re.compile(r"[^\W_]+")
NUMBERED = re.compile(r"\d*([^\W\d_]+)(\d*)")
CAMEL = re.compile(r"(?<=[a-zäöüß])(?=[A-ZÄÖÜ])")
LETTERS = re.compile(r"[^\W\d_]+")
SPOKEN = re.compile(r"[aeiouyäöüáàâåæéèêëíìîïóòôøœúùûý]|[^\x00-ɏ]", re.IGNORECASE)
# What cameras, programs and shops write into names, and what only says how large a picture is.
EMPTY_WORDS = (
    "img image images imag dsc dscn dscf dcim pict picture pic pics photo photos foto fotos bild"
    " bilder screenshot scan untitled unnamed unbenannt default file files upload uploads thumb"
    " thumbs thumbnail small medium large big xlarge full fullsize scaled resized crop cropped"
    " original orig preview mini square normal copy kopie final edited web webp jpeg jpg png gif"
    " svg avif rgb cmyk px ratio width height scale retina asset assets media"
)
EMPTY = frozenset(EMPTY_WORDS.split())


def words_in_name(path: str) -> str:
    """The words in the last part of a path; empty if it has none."""
    name = unquote(path.rpartition("/")[2][-LONGEST_NAME:], errors="replace")
    name = name.rpartition("/")[2]  # an address within an address
    pieces = PIECE.findall(KEY.sub(" ", SUFFIX.sub("", name)).replace("\ufffd", " "))
    words = [word for piece in pieces for word in _words(piece)]
    return " ".join(words)


def words_of_address(host: str, path: str) -> str:
    """The words of host and path without numbers and ending, in small letters.

    As Werner (2015, listing 3.3) guesses: `pictures of cats org wp content uploads kitten`.
    """
    address = unquote(f"{host} {SUFFIX.sub('', path)}"[:LONGEST_ADDRESS], errors="replace")
    return " ".join(LETTERS.findall(address.replace("\ufffd", " "))).lower()


def _words(piece: str) -> list[str]:
    found = NUMBERED.fullmatch(piece)
    if found is None or len(found[2]) > MOST_DIGITS:
        return []
    return [word for word in CAMEL.split(found[1]) if _is_word(word)]


def _is_word(word: str) -> bool:
    return (
        1 < len(word) <= LONGEST_WORD
        and word.isalpha()
        and SPOKEN.search(word) is not None
        and word.lower() not in EMPTY
    )
