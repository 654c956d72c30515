"""Streamed pages, with what they are nearly copies of: the frontier knows, the worker cannot."""

from collections.abc import Callable

import msgspec

from auslese.crawl.frontier.frontier import NearCopyRemarks

write_json = msgspec.json.Encoder().encode


class _PageLine(msgspec.Struct):
    """What must be known of a line."""

    id: int


def with_near_copies(page: Callable[[str], None], near: NearCopyRemarks) -> Callable[[str], None]:
    """Return one who takes the lines, adds `near_copy_of` where it is due, and hands them on."""
    answers = near.listen()
    read = msgspec.json.Decoder(_PageLine).decode

    def pass_on(line: str) -> None:
        url = answers.pop(read(line).id, None) if answers else None
        page(line if url is None else f'{line[:-1]},"near_copy_of":{write_json(url).decode()}}}')

    return pass_on
