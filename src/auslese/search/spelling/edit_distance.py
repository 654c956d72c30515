"""How many edits are two words apart?

Letters put in, left out, replaced, and neighbours that changed places: each is one edit (Damerau
1964). No letter is edited twice.
"""

TOO_FAR = 3
"""The answer for all words that are more than two edits apart."""


def edits_between(left: str, right: str) -> int:
    """0, 1, 2, or too far."""
    if abs(len(left) - len(right)) >= TOO_FAR:
        return TOO_FAR
    left, right = _unlike(left, right)
    if not left or not right:
        return len(left) + len(right)
    if len(left) == len(right) == 1:
        return 1
    return _in_table(left, right)


def _unlike(left: str, right: str) -> tuple[str, str]:
    """Both without what they begin and end with alike."""
    shorter = min(len(left), len(right))
    start = 0
    while start < shorter and left[start] == right[start]:
        start += 1
    end = 0
    while end < shorter - start and left[-1 - end] == right[-1 - end]:
        end += 1
    return left[start : len(left) - end], right[start : len(right) - end]


def _in_table(left: str, right: str) -> int:
    """The classic table, only as far from its diagonal as matters."""
    width = len(right)
    before: list[int] = []
    row = [min(at, TOO_FAR) for at in range(width + 1)]
    for i, letter in enumerate(left, 1):
        above, earlier = row, before
        row = [TOO_FAR] * (width + 1)
        row[0] = min(i, TOO_FAR)
        for j in range(max(1, i - 2), min(width, i + 2) + 1):
            least = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != right[j - 1]))
            if i > 1 and j > 1 and letter == right[j - 2] and left[i - 2] == right[j - 1]:
                least = min(least, earlier[j - 2] + 1)
            row[j] = min(least, TOO_FAR)
        before = above
        if min(row) >= TOO_FAR:
            return TOO_FAR
    return row[width]
