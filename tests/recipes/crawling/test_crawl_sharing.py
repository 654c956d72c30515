"""What a crawl makes is on shared storage before it is recorded, whoever is killed meanwhile."""

import random
import subprocess
import time
from pathlib import Path

import psutil
import pytest
from tests.running import auslese, start_auslese
from tests.store.shared.seaweed import SeaweedServer, seaweed_server
from tests.store.shared.writer_life import published_keys
from tests.toyweb import ToyWeb, all_pages, serving

from auslese.recipes.settings.settings_edit import write_setting
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.shared.collection_mirror import CollectionMirror
from auslese.store.shared.piece_keys import PIECES
from auslese.store.shared.shared_collection import shared_settings
from auslese.store.shared.shared_storage import SharedStorage
from auslese.store.shared.storage_opening import open_storage
from auslese.store.tables.parquet_segments import read_table

pytestmark = pytest.mark.slow
WEB = ToyWeb(seed=5, hosts=4, pages_per_host=60)
OPTIONS = ("--workers", 2, "--delay", "100ms")
KILLS = 6


def new_collection(folder: Path, port: int, storage_url: str) -> None:
    auslese("new", folder, "--start", WEB.start_url(port), "--allow", ".localhost")
    write_setting(folder / "auslese.toml", "politeness.address_delay", "0s")
    write_setting(folder / "auslese.toml", "fleet.storage", storage_url)


def kill_one(crawl: "subprocess.Popen[bytes]", dice: random.Random) -> bool:
    """Kill -9 the coordinator or one of its workers; whether the whole crawl is dead now."""
    coordinator = psutil.Process(crawl.pid)
    victim = dice.choice([coordinator, *coordinator.children(recursive=True)])
    victim.kill()
    if victim == coordinator:
        crawl.wait()
        return True
    return False


def crawl_under_fire(folder: Path, dice: random.Random) -> None:
    """Crawl to the end, killing some process KILLS times on the way."""
    kills = 0
    while kills < KILLS:
        crawl = start_auslese("crawl", folder, *OPTIONS)
        while kills < KILLS:
            time.sleep(dice.uniform(0.5, 2.0))
            if crawl.poll() is not None:
                break
            kills += 1
            if kill_one(crawl, dice):
                break
        else:
            assert crawl.wait(timeout=300) == 0
    auslese("crawl", folder, *OPTIONS)


def assert_mirrored(storage: SharedStorage, folder: Path, mirror: Path, pages: set[str]) -> None:
    """A mirror has what the collection has, and the storage nothing else."""
    CollectionMirror(storage, mirror).bring_all()
    for path in (folder / "archive").iterdir():
        assert (mirror / "archive" / path.name).read_bytes() == path.read_bytes()
    rows = read_table(mirror / "tables", "pages").to_pylist()
    assert sorted(row["url"] for row in rows) == sorted(pages)
    for row in rows:
        place = CaptureLocation(row["segment"], row["record_offset"], row["record_length"])
        assert read_response(mirror / "archive", place).body
    ended = read_table(mirror / "tables", "outcomes", ["url"])["url"].to_pylist()
    assert len(ended) == len(set(ended)) >= len(pages)
    published = sorted(published_keys(storage))
    assert published == [entry.key for entry in storage.entries(PIECES)]


def test_a_crawl_that_is_killed_again_and_again_is_published_once(tmp_path: Path) -> None:
    folder, shared = tmp_path / "web", tmp_path / "shared"
    shared.mkdir()
    with serving(WEB, tmp_path / "requests.log") as port:
        new_collection(folder, port, shared.as_uri())
        crawl_under_fire(folder, random.Random(7))
        pages = all_pages(WEB, port)

    storage = open_storage(shared.as_uri())
    assert shared_settings(storage) == (folder / "auslese.toml").read_bytes()
    assert_mirrored(storage, folder, tmp_path / "mirror", set(pages))


def test_a_crawl_goes_on_when_its_bucket_is_killed_and_restarted(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path / "web"
    place = tmp_path_factory.mktemp("seaweed")
    with serving(WEB, tmp_path / "requests.log") as port, seaweed_server(place) as server:
        new_collection(folder, port, server.url("web"))
        crawl_with_restarts(folder, server)
        pages = all_pages(WEB, port)

        assert_mirrored(open_storage(server.url("web")), folder, tmp_path / "mirror", set(pages))


def crawl_with_restarts(folder: Path, server: SeaweedServer) -> None:
    crawl = start_auslese("crawl", folder, *OPTIONS)
    for _ in range(2):
        time.sleep(2.0)
        server.kill()
        time.sleep(0.5)
        server.start()
    assert crawl.wait(timeout=300) == 0


def test_a_storage_that_is_not_there_is_told_before_anything_is_fetched(tmp_path: Path) -> None:
    folder, log = tmp_path / "web", tmp_path / "requests.log"
    with serving(WEB, log) as port:
        new_collection(folder, port, (tmp_path / "not mounted").as_uri())
        done = auslese("crawl", folder, *OPTIONS, code=1)

    assert "mount the shared disk" in done.stderr
    assert not log.exists() or log.read_text() == ""


def test_a_storage_of_another_collection_is_refused(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    with serving(WEB, tmp_path / "requests.log") as port:
        new_collection(tmp_path / "one", port, shared.as_uri())
        auslese("crawl", tmp_path / "one", *OPTIONS, "--max-pages", 3)
        new_collection(tmp_path / "other", port, shared.as_uri())
        done = auslese("crawl", tmp_path / "other", *OPTIONS, code=1)

    assert "a collection has a storage for itself" in done.stderr
