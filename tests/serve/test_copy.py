"""The stored copy of a page: its own bytes, in a place where they can do nothing."""

import gzip
from datetime import timedelta
from pathlib import Path

from starlette.testclient import TestClient

from tests.archived_collection import Fetched, archived_collection
from tests.serve.page_check import assert_sound
from tests.serve.served import EVIL, EVIL_BODY, HIVE, PAPER, SITE, client_of


def test_a_copy_is_the_stored_bytes_in_a_sandbox(client: TestClient) -> None:
    answer = client.get(f"/copy?url={EVIL}")
    policy = answer.headers["content-security-policy"]

    assert answer.content == EVIL_BODY
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert policy.startswith(
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:;"
    )
    assert "frame-ancestors 'self'" in policy
    assert "allow-scripts" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_record_shows_the_copy_in_a_frame_without_rights(client: TestClient) -> None:
    page = assert_sound(client.get(f"/page?url={EVIL}&view=original").text)
    (frame,) = page.all("iframe")

    assert frame["sandbox"] == ""
    assert str(frame["src"]).startswith("/copy?url=")
    assert "2026-05-01 12:00 UTC" in "".join(page.text)


def test_what_no_browser_should_open_is_for_the_disk(client: TestClient) -> None:
    answer = client.get(f"/copy?url={PAPER}")

    assert answer.headers["content-disposition"] == 'attachment; filename="paper.pdf"'
    assert answer.headers["content-type"] == "application/octet-stream"
    assert assert_sound(client.get(f"/page?url={PAPER}&view=original").text).all("iframe") == []


def test_a_page_without_a_copy_is_404(client: TestClient) -> None:
    assert client.get(f"/copy?url={SITE}/never-fetched").status_code == 404


def test_a_packed_copy_is_unpacked_and_each_of_several_can_be_had(tmp_path: Path) -> None:
    later = timedelta(days=1)
    pages = [
        Fetched(HIVE, gzip.compress(b"<p>first"), encoding="gzip"),
        Fetched(HIVE, b"<p>second", after=later),
    ]
    with client_of(archived_collection(tmp_path / "x", pages)) as client:
        assert client.get(f"/copy?url={HIVE}").content == b"<p>second"
        assert client.get(f"/copy?url={HIVE}&at=20260501120000").content == b"<p>first"
        assert client.get(f"/copy?url={HIVE}&at=20250501120000").status_code == 404
        record = client.get(f"/page?url={HIVE}").text
        assert "at=20260501120000" in record
        assert "at=20260502120000" in record


def test_a_charset_that_is_none_does_not_reach_the_header(tmp_path: Path) -> None:
    body = "<meta charset='x\r\nSet-Cookie: a=b'><p>é".encode("latin-1")
    with client_of(archived_collection(tmp_path / "x", [Fetched(HIVE, body)])) as client:
        answer = client.get(f"/copy?url={HIVE}")

        assert "set-cookie" not in answer.headers
        assert answer.content == body
