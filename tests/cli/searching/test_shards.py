"""An index in parts: `auslese index --shards`, `auslese serve --shard` and `--shards`."""

import json
import re
import subprocess
from pathlib import Path
from time import monotonic, sleep
from urllib.request import urlopen

import pytest
from tests.indexed_collection import make
from tests.running import AUSLESE, auslese, auslese_json, environment
from tests.sampled_collections import WORDS, world_collection

from auslese.store.collection import Collection

pytestmark = pytest.mark.slow

PAGES, STARTING = 40, 60.0
ADDRESS = re.compile(r"http://127\.0\.0\.1:[0-9]+")


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return world_collection(tmp_path_factory.mktemp("cut") / "world", range(PAGES))


def started(talk: Path, *words: object) -> "tuple[subprocess.Popen[bytes], str]":
    """A server, and where it is."""
    with talk.open("wb") as file:
        process = subprocess.Popen(
            [*AUSLESE, *map(str, words)], env=environment(), stdout=file, stderr=file
        )
    end = monotonic() + STARTING
    while not (found := ADDRESS.search(talk.read_text())):
        assert process.poll() is None, talk.read_text()
        assert monotonic() < end
        sleep(0.05)
    return process, found[0]


def test_an_index_is_cut_brought_up_to_date_checked_and_asked(
    collection: Collection, tmp_path: Path
) -> None:
    folder = collection.path
    told = auslese_json("index", folder, "--shards", 2)
    assert sum(each["pages"] for each in told["shards"]) == told["pages"] == PAGES
    again = auslese_json("index", folder, "--shards", 2)
    assert [each["added"] for each in again["shards"]] == [0, 0]
    assert auslese_json("index", folder, "--shards", 2, "--check") == {"problems": []}
    make(collection)  # the whole index beside them
    assert auslese_json("index", folder, "--shards", 2, "--check") == {"problems": []}
    processes = []
    try:
        lines = []
        for part in ("1/2", "2/2"):
            talk = tmp_path / f"part{part[0]}"
            process, address = started(talk, "serve", folder, "--shard", part, "--port", 0)
            processes.append(process)
            lines.append(address)
        file = tmp_path / "shards.txt"
        file.write_text("# both parts\n" + "\n".join(f"{line}  # here" for line in lines))
        talk = tmp_path / "router"
        process, address = started(talk, "serve", folder, "--shards", file, "--port", 0)
        processes.append(process)
        with urlopen(f"{address}/api/search?q={WORDS[0]}&most=40", timeout=60) as answer:
            told = json.load(answer)
    finally:
        for each in processes:
            each.terminate()
            each.wait()
    alone = auslese_json("search", folder, WORDS[0], "-k", 40)
    assert told["partial"] is False
    assert [hit["url"] for hit in told["hits"]] == [hit["url"] for hit in alone["hits"]]


@pytest.mark.parametrize("part", ["0/4", "5/4", "x", "2", "1/99999"])
def test_what_is_no_part_is_refused(collection: Collection, part: str) -> None:
    done = auslese("serve", collection.path, "--shard", part, code=2)
    assert "expected one as 2/4" in done.stderr


def test_a_part_that_was_not_made_says_what_makes_it(collection: Collection) -> None:
    done = auslese("serve", collection.path, "--shard", "3/7", code=3)
    assert f"auslese index {collection.path} --shards 7" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nothing-there.txt",), "nor a file"),
        (("http://a.example", "http://a.example/"), "twice"),
        (("http://a.example,ftp://b.example",), "not the address"),
    ],
)
def test_servers_that_cannot_be_parts_are_refused_in_words(
    collection: Collection, words: tuple[str, ...], said: str
) -> None:
    named = [word for each in words for word in ("--shards", each)]
    done = auslese("serve", collection.path, *named, "--port", 0, code=1)
    assert said in done.stderr
