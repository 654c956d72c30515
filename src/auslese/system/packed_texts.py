"""Many short texts as two arrays, ready to be mapped from files; one of them is read at a time."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class PackedTexts(NamedTuple):
    """Texts one behind the other, in UTF-8."""

    letters: NDArray[np.uint8]
    starts: NDArray[np.int64]
    """Where each text begins; one more number says where the last one ends."""

    def __len__(self) -> int:
        return len(self.starts) - 1

    def text(self, number: int) -> str:
        """The text with this number."""
        piece = self.letters[self.starts[number] : self.starts[number + 1]]
        return piece.tobytes().decode("utf-8", "replace")

    def chosen(self, numbers: NDArray[np.int64]) -> "PackedTexts":
        """These texts, in this order."""
        begins = self.starts[numbers]
        sizes = self.starts[numbers + 1] - begins
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
        places = np.repeat(begins - starts[:-1], sizes) + np.arange(int(starts[-1]))
        return PackedTexts(self.letters[places], starts)


def pack_texts(texts: Iterable[str]) -> PackedTexts:
    """Put texts together; a letter that UTF-8 cannot write becomes a question mark."""
    encoded = [text.encode("utf-8", "replace") for text in texts]
    sizes = np.fromiter(map(len, encoded), np.int64, len(encoded))
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
    return PackedTexts(np.frombuffer(b"".join(encoded), np.uint8), starts)


def join_packed(some: Iterable[PackedTexts]) -> PackedTexts:
    """All texts of several, in their order."""
    parts = list(some)
    ends = np.cumsum([0, *(len(part.letters) for part in parts)])
    starts = [part.starts[:-1] + begin for part, begin in zip(parts, ends, strict=False)]
    return PackedTexts(
        np.concatenate([np.empty(0, np.uint8), *(part.letters for part in parts)]),
        np.concatenate([*starts, ends[-1:]]).astype(np.int64),
    )
