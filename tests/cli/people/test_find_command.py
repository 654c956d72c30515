"""`auslese people find` is a filter, and tells people the names in files."""

import json
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from auslese.cli.people.find_command import find

RUN = "from auslese.cli.people.find_command import find; find()"


def test_lines_are_answered_in_order() -> None:
    texts = ["Anna Koch", "Anna Koch und Peter Richter"] * 15
    lines = [json.dumps({"id": at, "text": text}) for at, text in enumerate(texts)]
    done = subprocess.run(
        [sys.executable, "-c", RUN, "--workers", "2"],
        input="\n".join([*lines, ""]),
        capture_output=True,
        text=True,
        check=True,
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["id"] for each in told] == list(range(30))
    assert [len(each["persons"]) for each in told] == [1, 2] * 15


def test_a_table_tells_each_name_of_a_file_once(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<h1>Prof. Anna Koch</h1><p>Prof. Anna Koch lehrt mit Peter Richter.</p>")
    empty = tmp_path / "empty.txt"
    empty.write_text("nobody is here")
    done = CliRunner().invoke(find, [str(page), str(empty)])
    assert done.exit_code == 0, done.output
    rows = [line.split("  ") for line in done.output.splitlines()]
    assert [row[1:] for row in rows[:2]] == [["2", "Anna Koch", "Prof."], ["1", "Peter Richter"]]
    assert rows[2] == [f"{empty}: no names of persons"]


def test_files_can_be_told_as_json(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text("Anna Koch")
    done = CliRunner().invoke(find, ["--json", "--strict", str(page)])
    told = json.loads(done.output)
    assert told["id"] == str(page)
    assert [each["name"] for each in told["persons"]] == ["Anna Koch"]


def test_a_finder_that_is_not_there_is_told() -> None:
    done = CliRunner().invoke(find, ["--finder", "nobody"], input="x\n")
    assert done.exit_code != 0
    assert "nobody" in f"{done.output}{done.exception}"


def test_strict_beside_another_finder_is_refused() -> None:
    done = CliRunner().invoke(find, ["--strict", "--finder", "seed"], input="x\n")
    assert done.exit_code == 2
    assert "--strict is a finder of its own" in done.output


def test_control_signs_in_names_reach_no_terminal(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text("Anna Koch \x1b[31m Peter Richter")
    done = CliRunner().invoke(find, ["--json", str(page)])
    assert "\x1b" not in done.output
