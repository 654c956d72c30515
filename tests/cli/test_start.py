"""Commands start quickly: they import what they need, and nothing that takes long for others."""

import subprocess
import sys

import pytest
from tests.linked_collection import Cite, add_rows, document_row, linked_collection
from tests.running import auslese, environment

from auslese.records.errors import NotFoundError

A, B = "http://a.example/", "http://b.example/"
# Libraries that take long to import, with the milliseconds that each takes on the machine on which
# they were measured. pyarrow brings numpy; pandas is none of ours, but Arrow imports it where it is
# installed, if it is handed a list.
HEAVY = {
    "duckdb": 100,
    "lxml": 20,
    "multiprocessing": 20,
    "numpy": 120,
    "pandas": 400,
    "playwright": 100,
    "pyarrow": 60,
    "pycurl": 20,
    "scipy": 150,
    "sklearn": 500,
    "starlette": 200,
    "tantivy": 20,
    "tomlkit": 15,
}
# What a command may load of them. Whoever needs another one here has made a command slower.
MAY_LOAD = {
    "--help": "",
    "--version": "",
    "analyse --help": "",
    "config show DIR": "",
    "new --help": "",
    "robots check": "",
    "url parse": "",
    "status DIR": "duckdb",
    f"trace DIR {A}": "duckdb",
    "outside DIR": "duckdb",
    "duplicates groups DIR": "duckdb",
    "words list DIR": "duckdb numpy",
    "rank DIR": "numpy",
    f"similar DIR {A}": "numpy",
    "related DIR beginning": "numpy tantivy",
    "hits DIR beginning": "numpy tantivy",
    "search DIR beginning": "duckdb numpy tantivy scipy",
    "extract text": "multiprocessing numpy",
    "language detect": "multiprocessing numpy",
    "language list": "multiprocessing numpy",
}
# Modules of other libraries, and of our own, with much behind them.
SLOW = ("pyarrow.dataset", "pyarrow.compute", "auslese.extract.document_reader")
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
    links = [Cite(A, B, "beginning"), Cite(B, A, "the beginning")]
    collection = linked_collection(place, [A, B], links)
    add_rows(collection, "documents", [document_row(A, "A page", "All the words it has.")])
    auslese("analyse", collection.path, "duplicates", "graph")
    auslese("index", collection.path)
    return str(collection.path)


def imported_by(*words: str) -> set[str]:
    """The modules that a process has when a command has ended well, or has found nothing."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(),
        timeout=240,
    )
    assert done.returncode in (0, NotFoundError.exit_code), done.stderr
    return set(done.stdout.rpartition("\nimported ")[2].split())


@pytest.mark.parametrize("words", MAY_LOAD)
def test_a_command_loads_no_library_that_it_does_not_need(folder: str, words: str) -> None:
    imported = imported_by(*words.replace("DIR", folder).split())

    assert imported.intersection(HEAVY) <= set(MAY_LOAD[words].split())


@pytest.mark.parametrize("words", ["new --help", "status DIR", "rank DIR", f"similar DIR {A}"])
def test_a_command_imports_nothing_slow_that_it_does_not_need(folder: str, words: str) -> None:
    imported = imported_by(*words.replace("DIR", folder).split())

    assert not imported.intersection(SLOW)


def test_what_is_slow_is_imported_by_those_who_need_it(folder: str) -> None:
    """Otherwise the names above would be wrong, and the promise empty."""
    assert "scipy" in imported_by("rank", folder, "--from", A)
    assert "numpy" in imported_by("rank", folder)
    assert {"duckdb", "numpy"} <= imported_by("words", "list", folder)
    assert "duckdb" in imported_by("status", folder)
    assert {"pyarrow", "auslese.extract.document_reader"} <= imported_by(
        "analyse", folder, "reading"
    )
