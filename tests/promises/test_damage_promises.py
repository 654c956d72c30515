"""Damage is seen: an answer is that of sound files, or it is refused and the file is named.

Single bits are flipped in files of all classes. After each flip commands are given as a person
gives them, in this process so that hundreds take seconds, and all files are checked.
"""

import io
import json
import random
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient
from tests.damaged_collection import files_by_class, flipped, make_collection, url_of
from tests.serve.served import client_of

from auslese.cli.main import main
from auslese.recipes.checking.collection_check import FileClass, check_collection
from auslese.records.errors import AusleseError
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import Connection, connect

FLIPS = 400
SEED = 4
UNSEEN = {"format", "frontier.db-shm", "frontier.db-wal", "frontier.db.seal", ".managed.json"}
"""Files that `check` need not name: the first is refused by every command, the others hold nothing
that an answer is made of."""


MADE = ("sketches/imprints/*", "index/*/*.term", "archive/*.cdxj")


class Said(NamedTuple):
    """What came of a command."""

    code: int
    out: str
    err: str = ""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_collection(tmp_path_factory.mktemp("damage") / "c").path


def said(*words: object) -> Said:
    """What a command says; a traceback of it is one of this test."""
    out, err, before = io.StringIO(), io.StringIO(), sys.argv
    sys.argv = ["auslese", *map(str, words)]
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as ending:
        return Said(int(ending.code or 0), _steady(out.getvalue()), err.getvalue())
    finally:
        sys.argv = before


def _steady(text: str) -> str:
    """The same without what differs from one time to the next."""
    try:
        answer: dict[str, Any] = json.loads(text)
    except ValueError:
        return text
    return json.dumps(
        {key: it for key, it in answer.items() if key not in ("milliseconds", "again")}
    )


def rows_of(tables: Connection, table: str) -> Said:
    """All rows of a table as SQL sees them."""
    try:
        return Said(0, str(tables.execute(f"SELECT * FROM {table}").fetchall()))
    except AusleseError as error:
        return Said(error.exit_code, "", str(error))


def commands(kind: str, folder: Path, tables: Connection) -> list[Callable[[], Said]]:
    """What is asked of files of this class."""
    top, _, table = kind.partition("/")

    def trace() -> Said:
        return said("trace", folder, url_of(1), "--json")

    match top:
        case "tables":
            return [lambda: rows_of(tables, table)]
        case "index":
            return [lambda: said("search", folder, "Orgel Kirche", "--json")]
        case "models":
            return [lambda: said("rank", folder, "--json")]
        case "ratings.jsonl":
            return [lambda: said("topic", "list", folder, "--json")]
        case "archive" | "sketches":
            return []
        case "frontier.db":
            return [lambda: said("status", folder, "--json"), trace]
        case _:
            return [trace]


@pytest.mark.slow
def test_of_400_flipped_bits_none_gives_another_answer_or_a_traceback(folder: Path) -> None:
    lot, classes = random.Random(SEED), files_by_class(folder)
    tables = connect(Collection.open(folder))
    asked = {kind: commands(kind, folder, tables) for kind in classes}
    sound = {kind: [ask() for ask in asked[kind]] for kind in classes}
    assert all(answer.code == 0 for answers in sound.values() for answer in answers)
    seen: Counter[str] = Counter()
    for number in range(FLIPS):
        kind = sorted(classes)[number % len(classes)]
        path = lot.choice(classes[kind])
        place, bit = lot.randrange(path.stat().st_size), lot.randrange(8)
        what = f"bit {bit} of byte {place} of {path}"
        with flipped(path, place, bit):
            for ask, before in zip(asked[kind], sound[kind], strict=True):
                after = ask()
                if after.code:
                    assert_refused(after, path, what)
                    seen["refused"] += 1
                else:
                    assert after.out == before.out, what
                    seen["the same"] += 1
            if path.name not in UNSEEN:
                checked = check_collection(Collection(folder), kinds=[class_of(kind)])
                named = {file.path for file in checked.damaged}
                seen["checked" if path in named else "harmless"] += 1
                if path not in named:
                    print("HARM", what, path.stat().st_size)
                assert path in named or is_harmless(path), what
    assert seen["refused"] > FLIPS / 3
    assert seen["harmless"] <= FLIPS / 100


def class_of(kind: str) -> FileClass:
    """The class as `check` calls it."""
    return FileClass(kind.partition("/")[0].partition(".")[0])


def assert_refused(after: Said, path: Path, what: str) -> None:
    """One sentence that names the file."""
    assert after.code == 1, f"{what}: {after}"
    assert after.err.count("\n") <= 1, f"{what}: {after}"
    assert path.name in after.err or path.parent.name in after.err, f"{what}: {after}"


def is_harmless(path: Path) -> bool:
    """Whether there are bytes in a file that say nothing of its content.

    Those are in the head of a gzip member (RFC 1952: when it was packed, and on which system), in
    the media types that the archive's index has for others, and in the number of the last change
    of an index.
    """
    return path.suffix in (".gz", ".cdxj") or path.name == "meta.json"


def first_file(folder: Path, pattern: str) -> Path:
    return sorted(folder.glob(pattern))[0]


@pytest.mark.slow
def test_check_names_all_that_is_damaged_and_rebuilds_what_can_be(
    folder: Path, tmp_path: Path
) -> None:
    copied = Path(shutil.copytree(folder, tmp_path / "c"))
    patterns = ("tables/documents/*", "tables/pages/*", "models/graph/ranks.npy")
    damaged = [first_file(copied, each) for each in (*patterns, *MADE)]
    sound = documents_of(copied), said("search", copied, "Orgel", "--json")
    for path in damaged:
        spoil(path)

    before = contents_of(copied)
    found = said("check", copied, "--json")
    assert contents_of(copied) == before, "without --repair nothing is changed"
    repaired = said("check", copied, "--repair", "--json")

    assert found.code == 1
    assert {each["file"] for each in json.loads(found.out)["damaged"]} == set(map(str, damaged))
    assert repaired.code == 0, repaired
    assert set(json.loads(repaired.out)["repaired"]) == set(map(str, damaged))
    assert said("check", copied).out.endswith("all is sound\n")
    assert said("search", copied, "Orgel", "--json") == sound[1]
    assert documents_of(copied) == sound[0]


@pytest.mark.slow
def test_check_says_what_is_lost_and_changes_nothing_of_it(folder: Path, tmp_path: Path) -> None:
    copied = Path(shutil.copytree(folder, tmp_path / "c"))
    patterns = ("archive/*.warc.gz", "tables/outcomes/*", "frontier.db")
    damaged = [first_file(copied, each) for each in patterns]
    for path in damaged:
        spoil(path)
    before = [path.read_bytes() for path in damaged]

    said_of_it = said("check", copied, "--repair", "--json")

    report = json.loads(said_of_it.out)
    assert said_of_it.code == 1
    assert set(report["lost"]) == set(map(str, damaged))
    (archived,) = (each for each in report["damaged"] if each["file"] == str(damaged[0]))
    assert len(archived["lost"]) == 1
    assert archived["lost"][0].startswith("http://h")
    assert [path.read_bytes() for path in damaged] == before


def contents_of(folder: Path) -> dict[Path, bytes]:
    """All files with what is in them."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def documents_of(folder: Path) -> list[str]:
    """All that was read, in any order: pages that are read anew come in another."""
    with connect(Collection.open(folder)) as tables:
        return sorted(map(str, tables.execute("SELECT * FROM documents").fetchall()))


def spoil(path: Path) -> None:
    """Flip a bit in the middle of a file."""
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 4
    path.write_bytes(damaged)


@pytest.mark.slow
def test_a_page_of_the_server_says_which_file_is_damaged_in_the_language_of_the_reader(
    folder: Path,
) -> None:
    path = first_file(folder, "models/graph/ranks.npy")
    client: TestClient
    with flipped(path, path.stat().st_size // 2, 2), client_of(Collection.open(folder)) as client:
        answer = client.get("/search?q=Orgel", headers={"accept-language": "de"})

    assert answer.status_code == 503
    assert f"{path} ist beschädigt: " in answer.text
    assert f"auslese check {folder} --repair" in answer.text


@pytest.mark.slow
def test_a_damaged_rating_costs_itself_alone(folder: Path, tmp_path: Path) -> None:
    copied = Path(shutil.copytree(folder, tmp_path / "c"))
    lines = (copied / "ratings.jsonl").read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b"ann", b"bea")
    (copied / "ratings.jsonl").write_bytes(b"".join(lines))
    spoil(first_file(copied, "models/relevance/pages/*.npy"))

    refused = said("topic", "list", copied)
    repaired = said("check", copied, "--repair", "--json")

    assert refused.code == 1
    assert "ratings.jsonl" in refused.err
    assert repaired.code == 0, repaired
    assert (copied / "ratings.damaged.jsonl").read_bytes() == lines[3]
    topics = json.loads(said("topic", "list", copied, "--json").out)
    assert topics["topics"][0]["rated"] == 5
    assert not topics["stale"]
