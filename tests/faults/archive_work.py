"""Exchanges in the archive."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from auslese.records.url import Url
from auslese.store.archive.archive_repair import RepairAction, repair
from auslese.store.archive.archive_writer import ArchiveSettings, ArchiveWriter, SegmentPosition
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.archive.warc_records import WarcExchange
from tests.faults.fault_operations import Confirm, Operation
from tests.warc_check import assert_archive_is_sound


class ArchiveWork(Operation):
    """Exchanges are appended to small segments and synced."""

    number = 4

    def prepare(self, folder: Path) -> None:
        folder.mkdir()

    def run(self, folder: Path, confirm: Confirm) -> None:
        writer = ArchiveWriter(folder, "faults", 0, ArchiveSettings(segment_bytes=900))
        for number in range(self.number):
            body = f"page {number} ".encode() * 40
            capture = writer.add(
                WarcExchange(
                    Url(f"http://a.example/{number}"),
                    datetime(2026, 11, 18, tzinfo=UTC),
                    b"GET / HTTP/1.1\r\n\r\n",
                    b"HTTP/1.1 200 OK\r\n\r\n",
                    body,
                    200,
                    "text/html",
                )
            )
            confirm(json.dumps([writer.sync(), capture, body.decode()]))
        confirm(json.dumps([writer.close(), None, ""]))

    def check(self, folder: Path, confirmed: Sequence[str]) -> None:
        positions: dict[str, SegmentPosition] = {}
        captures = []
        for line in confirmed:
            synced, capture, body = json.loads(line)
            positions |= {each[0]: SegmentPosition(*each) for each in synced}
            captures += [(CaptureLocation(*capture), body)] if capture else []
        repairs = repair(folder, positions, {"faults"})
        assert all(each.action is not RepairAction.DAMAGED for each in repairs), repairs
        for capture, body in captures:
            assert read_response(folder, capture).body.decode() == body
        if positions:
            assert_archive_is_sound(folder)
        assert {path.name for path in folder.glob("*.warc.gz")} == set(positions)


OPERATION = ArchiveWork()
