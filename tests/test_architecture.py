"""The house is built as its plan says: sizes, names, rooms, doors, and who may use what."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import click
import pytest

import auslese
from auslese.cli.main import COMMANDS
from auslese.recipes.exporting.format_list import FORMATS, format_of
from auslese.serve.routes import ROUTES

ROOT = Path(__file__).parent.parent
HOUSE = ROOT / "src" / "auslese"
MODULES = sorted(HOUSE.rglob("*.py"))
ALL = [*MODULES, *sorted((ROOT / "tests").rglob("*.py"))]
ROOMS = (
    "records",
    "system",
    "text",
    "wording",
    "crawl",
    "store",
    "extract",
    "analyse",
    "sample",
    "search",
    "export",
    "demo",
    "recipes",
    "fleet",
    "serve",
    "library",
    "cli",
)
BELOW_RECIPES = ROOMS[: ROOMS.index("recipes")]
# Where one of these would stand, a noun is missing.
FORBIDDEN_NAMES = {"utils", "helpers", "common", "core", "base", "misc", "types"}
FORBIDDEN_NAMES |= {"constants", "manager"}
LONGEST_MODULE, LONGEST_FUNCTION = 500, 60
MOST_MODULES = 25  # in a folder
SHARED_BY_SLICES = ("settings", "stages", "filters")
FORM_OF_A_ROOM = re.compile(
    r"\A[A-Z][^\n]*\?\n\nIn: +\S[^\n]* Out: +\S[^\n]*\nStart: +\S[^\n]*\nKeeps: +\S[^\n]*\n"
    r"Not: +\S[^\n]*\n\Z"
)
START = re.compile(r"\b([a-z_.]+)\.([A-Za-z_]+)")
HOMES_OF_SQL = ("store", "crawl/frontier/embedded", "crawl/frontier/shared")
SQL = re.compile(
    r"\bSELECT\b|\bINSERT (OR \w+ )?INTO\b|\bUPDATE\s+\w+\s+SET\b|\bDELETE FROM\b"
    r"|\bCREATE (OR REPLACE )?(TEMP )?(TABLE|VIEW|INDEX)\b|\bPRAGMA\b"
)
TELLS_ERRORS = "system/unwritable.py"  # knows the errors of SQLite, and no statement
RESULTS_OF_PAGES = {"PageResponse", "RawResponse", "RedirectResult", "FileResult"}
RUNS_SQL = {"execute", "executemany", "executescript", "fetchall", "fetchone", "fetchmany"}


def where(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def functions_in(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return (node for node in ast.walk(tree) if isinstance(node, kinds))


def imports_in(tree: ast.AST) -> Iterator[str]:
    """The full names of all modules that are imported, and of what is taken from them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room_of(path: Path) -> str:
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


# -- every module ---------------------------------------------------------------------------------


def test_a_module_says_what_it_is_for() -> None:
    assert [where(path) for path in MODULES if not ast.get_docstring(tree_of(path))] == []


def test_a_module_can_be_read_in_one_sitting() -> None:
    lengths = {where(path): len(path.read_text("utf-8").splitlines()) for path in ALL}

    assert [name for name, length in lengths.items() if length > LONGEST_MODULE] == []


def test_a_function_can_be_seen_at_once() -> None:
    assert [
        f"{where(path)}, line {function.lineno}: {function.name}"
        for path in ALL
        for function in functions_in(tree_of(path))
        if (function.end_lineno or 0) - function.lineno >= LONGEST_FUNCTION
    ] == []


def test_a_module_is_named_for_what_is_in_it() -> None:
    assert [where(path) for path in ALL if {path.stem, path.parent.name} & FORBIDDEN_NAMES] == []


def test_a_folder_can_be_seen_at_once() -> None:
    counts = Counter(path.parent for path in MODULES if path.name != "__init__.py")

    assert {where(folder): count for folder, count in counts.items() if count > MOST_MODULES} == {}


def test_the_name_of_a_module_stands_once_in_the_house() -> None:
    named: dict[str, list[str]] = {}
    for path in MODULES:
        if path.name not in ("__init__.py", "__main__.py"):
            named.setdefault(path.stem, []).append(where(path))

    assert {name: places for name, places in named.items() if len(places) > 1} == {}


def test_the_name_of_a_class_stands_once_in_the_house() -> None:
    named: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef):
                named.setdefault(node.name, []).append(where(path))

    assert {name: places for name, places in named.items() if len(places) > 1} == {}


def test_names_are_words_that_an_engineer_knows() -> None:
    idiom = re.compile(r"(^|_)(told|wish|wishes|wished|asked)($|_)|Wish(es)?($|[A-Z])|Told|Asked")

    assert [
        f"{where(path)}: {node.name}"
        for path in MODULES
        for node in tree_of(path).body
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and idiom.search(node.name)
    ] == []


def test_imports_stand_at_the_top_and_name_what_they_take() -> None:
    hidden = [
        f"{where(path)}, line {node.lineno}"
        for path in MODULES
        for function in functions_in(tree_of(path))
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    stars = [where(path) for path in ALL if "*" in "".join(imports_in(tree_of(path)))]

    assert (hidden, stars) == ([], [])


# -- rooms ----------------------------------------------------------------------------------------


def test_the_map_of_the_house_shows_every_room() -> None:
    built = {path.parent.name for path in HOUSE.glob("*/__init__.py")}
    shown = {line.split()[0] for line in (auslese.__doc__ or "").splitlines() if line[:4] == "    "}

    assert built == set(ROOMS)
    assert shown == built


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_tells_its_question_what_goes_in_and_out_and_where_to_start(room: str) -> None:
    told = import_module(f"auslese.{room}").__doc__ or ""

    assert FORM_OF_A_ROOM.match(told), told
    starts = next(line for line in told.splitlines() if line.startswith("Start:"))
    for module, name in START.findall(starts):
        assert hasattr(import_module(f"auslese.{room}.{module}"), name)


def test_a_room_looks_down_never_up_or_sideways() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    floors = [{room.strip() for room in layer.split("|")} for layer in layers]
    allowed = {
        room: {room}.union(*floors[level + 1 :])
        for level, floor in enumerate(floors)
        for room in floor
    }

    assert set(allowed) == set(ROOMS)
    assert [
        f"{where(path)} looks at {name}"
        for path in MODULES
        for name in imports_in(tree_of(path))
        if name.startswith("auslese.") and room_of(path) in allowed
        if name.split(".")[1] not in allowed[room_of(path)] | {"__version__"}
    ] == []


def test_contracts_name_every_analysis_and_every_slice_of_recipes() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    named = {
        contract["name"]: set(contract["modules"])
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract["type"] == "independence"
    }

    def folders(room: str) -> set[str]:
        there = (HOUSE / room).glob("*/__init__.py")
        return {f"auslese.{room}.{path.parent.name}" for path in there}

    shared = {f"auslese.recipes.{name}" for name in SHARED_BY_SLICES}
    assert named["Analyses know nothing of each other"] == folders("analyse")
    assert named["Slices of recipes stand by themselves"] == folders("recipes") - shared


# -- who may use what -----------------------------------------------------------------------------


def test_nothing_below_the_recipes_looks_at_the_environment() -> None:
    look = re.compile(r"\bos\.(environ|getenv)|from os import.*\b(environ|getenv)")

    assert [
        where(path)
        for path in MODULES
        if room_of(path) in BELOW_RECIPES and look.search(path.read_text("utf-8"))
    ] == []


@pytest.mark.parametrize(
    ("library", "home"),
    [
        ("pycurl", "crawl/fetch"),
        ("playwright", "crawl/render/browser_process.py"),
        ("protego", "crawl/robots/robots_policy.py"),
        ("pypdfium2", "extract/pdf/pdfium.py"),
        ("Stemmer", "text/stemming.py"),
        ("url", "records"),
        ("fastwarc", "store"),
        ("pyarrow", "store"),
        ("obstore", "store/shared/bucket_storage.py"),
        ("duckdb", "store"),
        ("starlette", "serve"),
        ("uvicorn", "serve"),
        ("jinja2", "serve"),
        ("click", "cli"),
        ("rich", "cli"),
    ],
)
def test_a_library_has_one_home(library: str, home: str) -> None:
    users = [
        path.relative_to(HOUSE)
        for path in MODULES
        if any(name.partition(".")[0] == library for name in imports_in(tree_of(path)))
    ]

    assert [str(user) for user in users if not user.is_relative_to(home)] == []


def sql_in(path: Path) -> Iterator[str]:
    """Statements, whoever runs some, and libraries for them; docstrings are none."""
    tree = tree_of(path)
    about = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in about and SQL.search(text):
                yield f"{where(path)}, line {node.lineno}: a statement"
            case ast.Call(func=ast.Attribute(attr=name)) if name in RUNS_SQL:
                yield f"{where(path)}, line {node.lineno}: {name}"
    libraries = {name.partition(".")[0] for name in imports_in(tree)} & {"sqlite3", "duckdb"}
    yield from (f"{where(path)}: {library}" for library in sorted(libraries))


def test_sql_lives_in_the_store_and_in_the_frontier() -> None:
    outside = (
        path
        for path in MODULES
        if not any(path.relative_to(HOUSE).is_relative_to(home) for home in HOMES_OF_SQL)
    )
    found = {str(path.relative_to(HOUSE)): list(sql_in(path)) for path in outside}
    assert found.pop(TELLS_ERRORS) == [f"src/auslese/{TELLS_ERRORS}: sqlite3"]

    assert {name: places for name, places in found.items() if places} == {}


# -- doors ----------------------------------------------------------------------------------------


def test_every_command_has_its_module_and_every_such_module_is_a_command() -> None:
    with_command = {
        ".".join(path.relative_to(HOUSE / "cli").with_suffix("").parts)
        for path in (HOUSE / "cli").rglob("*.py")
        if any(function.name == "command" for function in functions_in(tree_of(path)))
    }

    assert with_command == {place.module for place in COMMANDS.values()}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_called_like_its_module(name: str) -> None:
    module = COMMANDS[name].module
    command = import_module(f"auslese.cli.{module}").command

    assert module.rpartition(".")[2] == f"{name}_command"
    assert isinstance(command, click.Command)
    assert command.name == name


def test_every_export_format_is_listed_once_and_has_its_module() -> None:
    folder = HOUSE / "recipes" / "exporting"
    with_format = {
        f"recipes.exporting.{'.'.join(path.relative_to(folder).with_suffix('').parts)}"
        for path in folder.rglob("*_export.py")
    }
    listed = {entry.module for entry in FORMATS.values()}

    assert with_format == {module for module in listed if not module.startswith("export.")}
    for name in FORMATS:
        chosen = format_of(name)
        assert callable(chosen.to_folder)
        assert callable(chosen.to_stream)


def test_every_page_of_the_server_is_listed_once_and_every_maker_of_pages_is_listed() -> None:
    addresses = [(route.method, route.path) for route in ROUTES]
    listed = {route.handler.__name__ for route in ROUTES}
    makers = {
        function.name
        for path in (HOUSE / "serve" / "pages").glob("*_pages.py")
        for function in tree_of(path).body
        if isinstance(function, ast.FunctionDef) and not function.name.startswith("_")
        if ast.unparse(function.returns or ast.Constant("")) in RESULTS_OF_PAGES
    }

    assert len(addresses) == len(set(addresses))
    assert makers - listed == set()


def test_the_parsers_own_title_is_never_asked_for() -> None:
    # Asked twice it corrupts the memory of the process: extract/html/html_head.py tells more.
    assert [
        where(path)
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute) and node.attr == "title"
        if isinstance(node.value, ast.Name) and node.value.id == "tree"
    ] == []
