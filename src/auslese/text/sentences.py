"""Where does a sentence end?"""

import re

_END = re.compile(r"(?<=[.!?])\s+")


def split_sentences(text: str) -> list[str]:
    """The sentences of a running text."""
    return [sentence for sentence in _END.split(text.strip()) if sentence]
