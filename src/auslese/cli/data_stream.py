"""Where commands write data: files and pipes get it as it is, a terminal gets it harmless."""

import sys
from codecs import getincrementaldecoder
from collections.abc import Iterable
from typing import BinaryIO, TextIO, cast

from auslese.cli.terminal import harmless_lines


class TerminalData:
    """Data on a terminal: what it would obey is spelled as JSON does, `\\u001b`; lines are kept."""

    def __init__(self, terminal: TextIO) -> None:
        """Write to this one."""
        self._terminal = terminal
        self._decoder = getincrementaldecoder("utf-8")("backslashreplace")

    def write(self, data: bytes) -> None:
        """Write these bytes, a text in UTF-8 that may end within a letter."""
        self._terminal.write(harmless_lines(self._decoder.decode(data)))

    def writelines(self, lines: Iterable[bytes]) -> None:
        """Write all of these."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Let them be seen."""
        self._terminal.flush()


def data_stream() -> BinaryIO:
    """The stream of what a command gives; it can be written, and no more."""
    if sys.stdout.isatty():
        return cast(BinaryIO, TerminalData(sys.stdout))
    return sys.stdout.buffer
