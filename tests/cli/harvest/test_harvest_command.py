"""`auslese harvest` and what survives a kill."""

import json
import os
import signal
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.picture_web import SLOW, crawled_pictures, serving_pictures
from tests.reading_run import rows
from tests.running import auslese_json, start_auslese

from auslese.analyse.focus.focus_model import train_focus
from auslese.cli.main import program

GOOD = ("A healthy kitten plays with other cats all day.", "Is the kitten a healthy cat?")
PLAIN = ("The dog goes out with a printed page of the web.", "Other words about dogs and cars.")
FLAGS = ("--delay", "0s", "--contact", "tests@example.org", "--workers", "1")


def test_run_and_rank_in_words_and_as_json(tmp_path: Path) -> None:
    with serving_pictures() as web:
        collection = crawled_pictures(tmp_path / "c", web)
        train_focus(GOOD, PLAIN).save(collection.models / "focus")
        summary = auslese_json("harvest", collection.path, "run", *FLAGS)
    run = CliRunner().invoke

    assert (summary["kept"], summary["is_scored"], summary["ending"]) == (7, True, "finished")
    ranked = json.loads(run(program, ["harvest", "rank", str(collection.path), "--json"]).stdout)
    assert ranked["steps"]["initial"] == 7
    assert ranked["steps"]["unique"] == len(ranked["pictures"]) >= 1
    values = [each["value"] for each in ranked["pictures"]]
    assert values == sorted(values)
    shown = run(program, ["harvest", "rank", str(collection.path), "-k", "1"]).stdout
    assert shown.splitlines()[0].split()[0] == "1"
    assert "records left by each step: initial 7" in shown

    (tmp_path / "good.txt").write_text("the kitten is healthy\nhealthy kitten\n")
    by_captions = ["harvest", "rank", str(collection.path), "--json", "--good"]
    liked = json.loads(run(program, [*by_captions, str(tmp_path / "good.txt"), "--fold"]).stdout)
    assert liked["pictures"][0]["alt"] == "Is the kitten healthy?"
    assert liked["steps"]["cut"] == 7
    assert liked["steps"]["folded"] < liked["steps"]["unique"]


@pytest.mark.slow
def test_a_killed_harvest_goes_on_and_doubles_nothing(tmp_path: Path) -> None:
    with serving_pictures(SLOW) as web:
        collection = crawled_pictures(tmp_path / "c", web)
        process = start_auslese("harvest", collection.path, "run", *FLAGS)
        end = time.monotonic() + 60
        while len(web.asked) < 4 and time.monotonic() < end:
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        summary = auslese_json("harvest", collection.path, "run", *FLAGS)
        asked = list(web.asked)

    assert (summary["records"], summary["kept"]) == (19, 7)
    found = rows(collection, "SELECT count(*), count(DISTINCT image) FROM pictures")
    assert found[0][0] == found[0][1]
    # What was under way when it was killed may be asked for once more, and nothing else.
    assert max(map(asked.count, asked)) <= 2
