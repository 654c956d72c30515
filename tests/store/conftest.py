"""What the tests of the store share: exchanges to archive, and warcio as the independent reader."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from auslese.records.url import Url
from auslese.store.archive.archive_writer import ArchiveSettings, ArchiveWriter
from auslese.store.archive.warc_records import WarcExchange

NOON = datetime(2026, 11, 15, 12, 0, 0, 123_000, tzinfo=UTC)

MakeExchange = Callable[..., WarcExchange]


@pytest.fixture
def make_exchange() -> MakeExchange:
    """Give the n-th exchange of a quiet afternoon, changed as the test wants it."""

    def make(number: int = 0, **changes: Any) -> WarcExchange:
        body = b"<html><title>Seite %d</title></html>" % number
        exchange = WarcExchange(
            url=Url(f"https://www.example.org/seite/{number}"),
            fetched_at=NOON + timedelta(seconds=number),
            request=b"GET /seite/%d HTTP/1.1\r\nHost: www.example.org\r\n\r\n" % number,
            response_header=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
            raw_body=body,
            status=200,
            media_type="text/html",
            address="192.0.2.7",
        )
        return replace(exchange, **changes)

    return make


@pytest.fixture
def writer(tmp_path: Path) -> ArchiveWriter:
    return ArchiveWriter(tmp_path, "test", 1, ArchiveSettings())


@pytest.fixture
def warcio_check() -> Callable[[Path], None]:
    """Fail unless warcio reads every record and finds every digest right."""

    def check(path: Path) -> None:
        command = [sys.executable, "-m", "warcio.cli", "check", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")

    return check
