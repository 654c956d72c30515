"""Many addresses release large pages at once: nobody is killed, and others have their turn.

Here 96 have 0.6 MB each and a worker holds 1 MB; by hand 190 had 9.5 MB, and a worker held as much
as the settings say.
"""

import json
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from auslese.recipes.settings.settings_edit import write_setting
from tests.heavy_web import heavy_web
from tests.running import AUSLESE, auslese, environment

ADDRESSES, INNOCENTS, PAGES = 96, 5, 10
WORKERS = 2


@pytest.mark.slow
def test_workers_that_read_large_pages_live_and_innocent_hosts_are_served_meanwhile(
    tmp_path: Path,
) -> None:
    folder, seen = tmp_path / "web", set[int]()
    with heavy_web(tmp_path / "log", ADDRESSES, 0.6, INNOCENTS, PAGES) as heavy:
        rules = ("--scope", "none", "--allow", "127.0.0.0/8")
        auslese("new", folder, "--start", heavy.start_url, *rules)
        write_setting(folder / "auslese.toml", "politeness.address_delay", "0s")
        write_setting(folder / "auslese.toml", "crawl.bytes_under_way", "1MB")
        write_setting(folder / "auslese.toml", "crawl.request_timeout", "2m")
        crawl = subprocess.Popen(
            [*AUSLESE, "crawl", folder, "--workers", str(WORKERS), "--delay", "0s", "--json"],
            env=environment(),
            stdout=subprocess.PIPE,
            text=True,
        )
        while crawl.poll() is None:
            seen |= {child.pid for child in psutil.Process(crawl.pid).children()}
            time.sleep(0.2)
        printed, _ = crawl.communicate()
        requests = heavy.requests()

    summary = json.loads(printed)
    released = [one.path for one in requests].index("/released")
    first_sent = [one.path for one in requests].index("/sent")
    meanwhile = [one for one in requests[released:first_sent] if one.host.startswith("127.2.")]
    assert (crawl.returncode, summary["failed"], summary["refused"]) == (0, {}, {})
    assert summary["pages"] == ADDRESSES + INNOCENTS * PAGES
    assert len(seen) == WORKERS, "one was killed, and another took its place"
    assert len(meanwhile) >= INNOCENTS, "they had to wait for the large ones"
    assert sum(one.path == "/large" for one in requests) == ADDRESSES, (
        "they waited for its patience"
    )
