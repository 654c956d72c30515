"""Small words around numbers."""


def some(number: int, noun: str) -> str:
    """The number and its noun, as `1 page` or `2,000 pages`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
