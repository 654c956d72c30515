"""Word lists inside Tesseract's trained data: a graph of letters, walked from its root.

The file begins with a table of components; the lists are those of the LSTM recogniser, which speak
of letters by their line in its own table of characters.
"""

import struct
from collections.abc import Iterator

_OLD_WORDS, _WORDS, _OLD_LETTERS, _LETTERS = 7, 19, 1, 21  # places in the table of components
_MAGIC = 42
_LAST, _BACKWARD, _WORD_END = 1, 2, 4
_FLAG_BITS = 3
LONGEST = 40  # letters of a word; a graph with a loop would have words without end


def trained_words(data: bytes) -> Iterator[str]:
    """All words of a file of trained data; none if it has no list."""
    parts = _components(data)
    for graph, letters in ((_WORDS, _LETTERS), (_OLD_WORDS, _OLD_LETTERS)):
        if graph in parts and letters in parts:
            yield from graph_words(parts[graph], character_table(parts[letters]))
            return


def _components(data: bytes) -> dict[int, bytes]:
    count = struct.unpack_from("<i", data)[0]
    offsets = struct.unpack_from(f"<{count}q", data, 4)
    ends = sorted([offset for offset in offsets if offset >= 0] + [len(data)])
    return {
        number: data[offset : ends[ends.index(offset) + 1]]
        for number, offset in enumerate(offsets)
        if offset >= 0
    }


def character_table(data: bytes) -> list[str]:
    """The characters by number; the first is the space between words."""
    lines = data.decode("utf-8", "replace").split("\n")
    return [line.split(" ")[0] for line in lines[1 : int(lines[0]) + 1]]


def graph_words(data: bytes, letters: list[str]) -> Iterator[str]:
    """The words that lead from the graph's root to an edge where a word ends."""
    magic, characters, count = struct.unpack_from("<hii", data)
    if magic != _MAGIC:
        raise ValueError("no graph of words in this order of bytes")
    edges = struct.unpack_from(f"<{count}Q", data, 10)
    flag_bit = characters.bit_length()
    letter_mask = (1 << flag_bit) - 1
    waiting = [(0, "")]
    while waiting:
        edge, before = waiting.pop()
        while edge < count:
            value = edges[edge]
            flags = value >> flag_bit & 7
            number, following = value & letter_mask, value >> flag_bit + _FLAG_BITS
            if not flags & _BACKWARD and number < len(letters):
                word = before + letters[number]
                if flags & _WORD_END:
                    yield word
                if following and len(word) < LONGEST:
                    waiting.append((following, word))
            if flags & _LAST:
                break
            edge += 1
