"""A reading process whose reader for plain text does what a page tells it: die, sleep, raise."""

import os
import signal
import time
from typing import NoReturn

from auslese.extract import document_reader as document
from auslese.extract.document_reader import Source
from auslese.system import marked_process


def obey(source: Source, media_type: str) -> NoReturn:
    """Do what the page says."""
    if source.body == b"kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if source.body == b"sleep":
        time.sleep(600)
    if source.body == b"hoard":
        hoard = bytearray(1 << 33)
        raise AssertionError(f"{len(hoard)} bytes were there to be had")
    raise RuntimeError("this reader has a bug")


document.READERS["text/plain"] = obey
marked_process.main()
