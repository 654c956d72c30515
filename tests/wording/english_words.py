"""Which words of a text are English?"""

import re

# Words that are in nearly every English sentence and in no German one.
ENGLISH = frozenset(
    {"the", "of", "is", "are", "and", "with", "not", "to", "for", "from", "this", "that", "it"}
    | {"its", "be", "by", "on", "at", "as", "were", "has", "have", "no", "there", "which", "when"}
    | {"too", "more", "than", "page", "pages"}
)
WORD = re.compile(r"[A-Za-zÄÖÜäöüß]+")
COMMAND = re.compile(r"`[^`]*`")


def english_in(text: str) -> set[str]:
    """English words, commands left out."""
    return {word.lower() for word in WORD.findall(COMMAND.sub("", text))} & ENGLISH
