"""What this machine is short of is charged to no host; a crawl stops before the disk is full."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from auslese.recipes.settings.settings_edit import write_setting
from tests.crawls import toy_collection
from tests.running import auslese, auslese_json, environment
from tests.toyweb import ToyWeb, all_pages

LIMITED = """
import resource, sys
name, most = sys.argv[1:3]
resource.setrlimit(getattr(resource, name), (int(most), int(most)))
from auslese.cli.main import main
sys.argv = ["auslese", *sys.argv[3:]]
main()
"""
WEB = ToyWeb(seed=3, hosts=24, pages_per_host=4)


def limited(limit: str, most: int, *words: object, code: int) -> "subprocess.CompletedProcess[str]":
    """Run a command in a process, with children, that may have only so much of something."""
    command = [sys.executable, "-c", LIMITED, limit, str(most), *map(str, words)]
    done = subprocess.run(command, env=environment(), timeout=120, capture_output=True, text=True)
    assert done.returncode == code, f"exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.slow
def test_few_open_files_slow_a_crawl_down_and_cost_no_page(tmp_path: Path) -> None:
    with toy_collection(tmp_path, WEB) as toy:
        write_setting(toy.folder / "auslese.toml", "politeness.address_delay", "0s")
        words = ("crawl", toy.folder, "--workers", 2, "--delay", "0s")
        done = limited("RLIMIT_NOFILE", 40, *words, code=0)
        pages = all_pages(WEB, toy.port)

    assert "each worker asks 5 hosts at once, not 100: it may open 40 files" in done.stderr
    outcomes = auslese_json("status", toy.folder)["outcomes"]
    assert outcomes == {"fetched.page": len(pages)}


@pytest.mark.slow
def test_without_open_files_a_crawl_ends_with_one_sentence_and_nothing_is_decided(
    tmp_path: Path,
) -> None:
    with toy_collection(tmp_path, WEB) as toy:
        done = limited("RLIMIT_NOFILE", 12, "crawl", toy.folder, "--workers", 1, code=1)
        told = [line for line in done.stderr.splitlines() if line.startswith("auslese: ")]

        assert len(told) == 1
        assert "this machine lets us open no more files at once" in told[0]
        assert auslese_json("status", toy.folder).get("outcomes", {}) == {}
        auslese("crawl", toy.folder, "--max-pages", 3, "--delay", "0s")


@pytest.mark.slow
def test_a_crawl_stops_before_the_disk_is_full_and_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    with toy_collection(tmp_path, ToyWeb(seed=5, hosts=1, pages_per_host=5)) as toy:
        settings = toy.folder / "auslese.toml"
        write_setting(settings, "limits.free_disk", "900000GB")
        done = auslese("crawl", toy.folder, "--delay", "0s", "--json", code=1)

        assert json.loads(done.stdout)["ending"] == "disk"
        assert "auslese: stopped before the disk is full" in done.stderr
        assert "less than 900,000,000 MB (limits.free_disk)" in done.stderr
        assert toy.asked() == []

        write_setting(settings, "limits.free_disk", "1KB")
        assert auslese_json("crawl", toy.folder, "--delay", "0s")["pages"] == 5


@pytest.mark.slow
def test_a_full_disk_is_one_sentence_with_the_right_advice(tmp_path: Path) -> None:
    folder, file = tmp_path / "c", tmp_path / "docs.jsonl"
    lines = [
        {"url": f"http://a.example/{n}", "text": f"Ein Satz über Bienen Nummer {n}. " * 40}
        for n in range(60)
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = limited("RLIMIT_FSIZE", 100_000, "import", folder, file, code=1)

    told = done.stderr.splitlines()[-1]
    assert told.startswith(f"auslese: {folder}")
    assert "make room and give the same command again" in told
    assert "no such table" not in auslese("status", folder).stderr
    assert auslese_json("import", folder, file)["documents"] == len(lines)
    auslese("analyse", folder, "reading")
    for words in (
        ("export", folder, "sentences", "--to", tmp_path / "out"),
        ("analyse", folder, "graph", "--again"),
    ):
        told = limited("RLIMIT_FSIZE", 200, *words, code=1).stderr
        assert "make room and give the same command again" in told.splitlines()[-1]
    left = [path for path in tmp_path.rglob("*") if path.name.endswith((".tmp", ".new"))]
    assert left == []
