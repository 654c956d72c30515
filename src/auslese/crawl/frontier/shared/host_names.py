"""What a host and a text are called in PostgreSQL."""

from functools import lru_cache

from auslese.records.url import Url, key_of

MOST_REMEMBERED = 1 << 16  # hosts, of a hundred bytes each


@lru_cache(MOST_REMEMBERED)
def host_id_of(name: str) -> int:
    """The 64-bit name of a host: the same on every machine, so nobody has to ask for it."""
    return key_of(Url(name))


def clean_text(text: str) -> str:
    """A text that PostgreSQL takes: what servers say may have a zero in it."""
    return text.replace("\x00", "\ufffd") if "\x00" in text else text
