"""Where an export may go: files and folders that are there as a whole, or not at all."""

import json
import os
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.library.library_collection import TEXTS, library_collection
from tests.read_only_folders import somebody_elses
from tests.running import auslese

from auslese.cli.analysing.export_command import command
from auslese.recipes.exporting.placed_files import CHECKSUMS, UNFINISHED
from auslese.records.errors import SettingsError

OTHERS = "somebody else's"
SMALL_DISK = 64 * 1024


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(library_collection(tmp_path_factory.mktemp("c") / "web").path)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(command, [*map(str, arguments)], catch_exceptions=False)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def verified(folder: Path) -> list[str]:
    """The files that the list of checksums names, each as it says."""
    lines = (folder / CHECKSUMS).read_text().splitlines()
    for line in lines:
        digest, _, name = line.partition("  ")
        assert digest == sha256((folder / name).read_bytes()).hexdigest()
    return [line.partition("  ")[2] for line in lines]


def test_a_name_is_a_file_and_nothing_else_is_left(folder: str, tmp_path: Path) -> None:
    result = run(folder, "jsonl", "--to", tmp_path / "out.jsonl", "--checksums", "--json")

    told = json.loads(result.stdout)
    assert names_in(tmp_path) == ["out.jsonl", "out.jsonl.sha256"]
    digest = sha256((tmp_path / "out.jsonl").read_bytes()).hexdigest()
    assert (tmp_path / "out.jsonl.sha256").read_text() == f"{digest}  out.jsonl\n"
    assert (told["sha256"], told["rows"], told["left_out"]) == (digest, len(TEXTS), {})


def test_the_summary_is_for_people_unless_json_is_wanted(folder: str, tmp_path: Path) -> None:
    result = run(folder, "text", "--to", tmp_path / "out.txt", "--where", "lang:de")

    assert (result.stdout, result.stderr) == ("", "1 page\n")


@pytest.mark.parametrize("target", ["new/", "there", "deep/er/"])
def test_a_folder_gets_a_file_for_each_page_and_their_checksums(
    folder: str, tmp_path: Path, target: str
) -> None:
    (tmp_path / "there").mkdir()

    run(folder, "text", "--form", "pages", "--to", f"{tmp_path}/{target}")

    named = verified(tmp_path / target)
    assert names_in(tmp_path / target) == sorted([*named, CHECKSUMS])
    listed = (tmp_path / target / "index.tsv").read_text().splitlines()
    files = dict(line.split("\t") for line in listed)
    assert {url: (tmp_path / target / name).read_text() for name, url in files.items()} == {
        url: f"{text}\n" for url, text in TEXTS.items()
    }


def test_a_file_that_is_there_is_replaced_by_force_alone(folder: str, tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    target.write_text(OTHERS)

    with pytest.raises(SettingsError, match=r"out\.csv is there already; --force replaces it"):
        run(folder, "csv", "--to", target)
    assert target.read_text() == OTHERS
    run(folder, "csv", "--to", target, "--force")
    assert target.read_text().startswith("id,url,")


def test_a_folder_with_something_in_it_is_written_by_force_alone(
    folder: str, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    target.mkdir()
    (target / "letter.txt").write_text(OTHERS)
    wanted = (folder, "text", "--form", "pages", "--to", target)

    with pytest.raises(SettingsError, match="is a folder with something in it"):
        run(*wanted)
    assert names_in(target) == ["letter.txt"]
    run(*wanted, "--force")
    assert len(verified(target)) == len(TEXTS) + 1
    assert (target / "letter.txt").read_text() == OTHERS


def test_what_does_not_leave_any_more_is_removed_with_the_next_export(
    folder: str, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    run(folder, "text", "--form", "pages", "--to", f"{target}/")
    (target / "letter.txt").write_text(OTHERS)
    with (target / CHECKSUMS).open("a") as sums:
        sums.write(f"0  ../{tmp_path.name}-secret\n0  /etc/hostname\n0  .\n")

    run(folder, "text", "--form", "pages", "--to", target, "--force", "--where", "lang:de")

    left = verified(target)
    assert len(left) == 2
    assert names_in(target) == sorted([*left, CHECKSUMS, "letter.txt"])
    assert Path("/etc/hostname").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["qlever"], "qlever is several files: --to FOLDER/ says where to"),
        (["text", "--form", "pages"], "text --form pages is several files: --to FOLDER/"),
        (["text", "--form", "pages", "--to", "FILE"], "is a file; expected the name of a folder"),
        (["sentences", "--to", "FILE/"], "is a file; expected the name of a folder"),
        (["csv", "--to", "/dev/null"], "/dev/null is no ordinary file; without --to all goes to"),
        (["text", "--profile", "urls-only"], "text has no form for the profile urls-only; there"),
        (["jsonl", "--language", "klingon"], "there is no language 'klingon'"),
    ],
)
def test_what_cannot_go_there_is_said(
    folder: str, tmp_path: Path, words: list[str], told: str
) -> None:
    file = tmp_path / "file"
    file.write_text(OTHERS)

    with pytest.raises(SettingsError) as problem:
        run(folder, *(word.replace("FILE", str(file)) for word in words))

    assert told in str(problem.value)
    assert file.read_text() == OTHERS
    assert names_in(tmp_path) == ["file"]


@pytest.mark.parametrize("target", ["/proc/x", "/proc/x/", "no/such/out.csv", "file/out.csv"])
def test_an_error_of_the_system_names_what_was_typed(
    folder: str, tmp_path: Path, target: str
) -> None:
    (tmp_path / "file").write_text(OTHERS)
    path = target if target.startswith("/") else f"{tmp_path}/{target}"

    with pytest.raises((FileNotFoundError, NotADirectoryError)) as problem:
        run(folder, "csv", "--to", path)

    assert str(problem.value.filename) == path.rstrip("/")
    assert names_in(tmp_path) == ["file"]


def test_a_name_that_is_too_long_is_no_bug(folder: str, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="too long") as problem:
        run(folder, "csv", "--to", tmp_path / ("x" * 254))

    assert ".tmp" not in str(problem.value)


def test_nobody_writes_where_he_may_not(folder: str, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with somebody_elses(tmp_path / "mine"), pytest.raises(PermissionError):
        run(folder, "csv", "--to", tmp_path / "mine" / "out.csv")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk that is soon full."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK}", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small disk")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.slow
@pytest.mark.parametrize("words", [["jsonl"], ["parquet"], ["text", "--form", "pages"]])
@pytest.mark.parametrize("target", ["out", "out/"])
def test_a_full_disk_is_told_in_a_line_and_nothing_half_is_left(
    folder: str, small_disk: Path, words: list[str], target: str
) -> None:
    filled = small_disk / "filled"
    with filled.open("wb", buffering=0) as file:
        file.write(bytes(SMALL_DISK))  # as much as there is room for

    result = auslese("export", folder, *words, "--to", f"{small_disk}/{target}", code=1)

    assert result.stderr.count("\n") == 1
    assert "the disk is full" in result.stderr
    assert names_in(small_disk) == ["filled"]


@pytest.mark.slow
def test_a_stream_into_a_full_device_is_told_in_a_line(folder: str) -> None:
    result = subprocess.run(
        ["sh", "-c", f"'{Path('auslese').resolve()}' export '{folder}' jsonl > /dev/full"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert "the disk is full" in result.stderr


def test_what_a_kill_has_left_is_no_obstacle(folder: str, tmp_path: Path) -> None:
    half = tmp_path / "out" / UNFINISHED
    half.mkdir(parents=True)
    (half / "half.txt").write_text(OTHERS)

    run(folder, "text", "--form", "pages", "--to", tmp_path / "out", "--force")

    assert UNFINISHED not in names_in(tmp_path / "out")
    assert len(verified(tmp_path / "out")) == len(TEXTS) + 1
