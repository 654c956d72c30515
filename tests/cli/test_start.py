"""Commands start quickly: they import what they need, and nothing that takes long for others."""

import subprocess
import sys

import pytest
from tests.linked_collection import Cite, linked_collection
from tests.running import auslese, environment

A, B = "http://a.example/", "http://b.example/"
# What takes long to import. pandas is none of ours, but DuckDB imports it where it is installed, if
# it is handed a Python object or asked for one.
SLOW = ("scipy", "pandas", "pyarrow.dataset", "pyarrow.compute", "auslese.extract.document_reader")
TABLES = ("duckdb", "pyarrow")
RUN = """
import sys
sys.argv = ["auslese", *sys.argv[1:]]
from auslese.cli.main import main
try:
    main()
finally:
    print("\\nimported", *sys.modules)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    place = tmp_path_factory.mktemp("start") / "c"
    collection = linked_collection(place, [A, B], [Cite(A, B, "b"), Cite(B, A, "a")])
    auslese("analyse", collection.path, "graph")
    return str(collection.path)


def imported_by(*words: str) -> set[str]:
    """The modules that a process has when a command has ended well."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *words],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("\nimported ")[2].split())


@pytest.mark.parametrize(
    "words",
    ["--help", "new --help", "analyse --help", "status DIR", "rank DIR", f"similar DIR {A}"],
)
def test_a_command_imports_nothing_slow_that_it_does_not_need(folder: str, words: str) -> None:
    imported = imported_by(*words.replace("DIR", folder).split())

    assert not imported.intersection(SLOW)


def test_the_list_of_commands_needs_no_tables() -> None:
    imported = imported_by("--help")

    assert not imported.intersection(TABLES)


def test_what_is_slow_is_imported_by_those_who_need_it(folder: str) -> None:
    """Otherwise the names above would be wrong, and the promise empty."""
    assert "scipy" in imported_by("hits", folder, "--pages", A)
    assert "auslese.extract.document_reader" in imported_by("analyse", folder, "reading")
