"""Small words around numbers, and words of others made fit for a terminal."""


def some(number: int, noun: str) -> str:
    """The number and its noun, as `1 page` or `2,000 pages`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def harmless(text: str) -> str:
    """Words from the web, with everything spelled out that a terminal would act upon."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
