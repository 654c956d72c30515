"""Texts that are in no language: tables of numbers, code, menus, logs and what else pages hold.

Two halves from different sources, so that what was learnt on one is measured on the other: other
programming languages, other packages, other formats. All is made from a seed, from Debian's
documentation packages and from what every Debian machine has.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import islice
from random import Random

from . import noise_code, noise_made, noise_menus

EACH = 400
"""Texts of one kind in one half, at most."""


class Half(StrEnum):
    """Which half of the sources."""

    DEVELOP = "develop"
    TEST = "test"


_Make = Callable[[Random], Iterator[str]]
_SOURCES: dict[str, tuple[_Make, _Make]] = {
    "numbers": (noise_made.sheets, noise_made.timetables),
    "code": (noise_code.scripts, noise_code.programs),
    "menus": (noise_menus.handbook_menus, noise_menus.manual_menus),
    "logs": (noise_made.server_logs, noise_made.system_logs),
    "hashes": (noise_made.digests, noise_made.tokens),
    "mail headers": (noise_made.mail_headers, noise_made.list_headers),
    "addresses": (noise_made.addresses, noise_menus.page_addresses),
    "cookies": (noise_made.cookie_tables, noise_made.cookie_lists),
    "random letters": (noise_made.even_letters, noise_made.odd_letters),
    "mashed keys": (noise_made.mashed_keys, noise_made.mashed_rows),
}
NOISE_KINDS = tuple(_SOURCES)


def noise_of(kind: str, half: Half) -> list[str]:
    """The noise of one kind and half, the same every time."""
    make = _SOURCES[kind][half is Half.TEST]
    texts = (text for text in make(Random(f"{kind} {half}")) if text.strip())
    return list(dict.fromkeys(islice(texts, 2 * EACH)))[:EACH]
