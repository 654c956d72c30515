"""`import auslese`: what is public is named, typed, documented, and loaded only when wanted."""

import ast
import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pytest

import auslese
from auslese.library.python_reference import python_page
from tests.running import environment

ROOT = Path(__file__).parents[2]
HEAVY = ("numpy", "pyarrow", "duckdb", "typing", "auslese.library")


def public_functions() -> Iterator[tuple[str, FunctionType]]:
    """All functions and public methods that somebody may call."""
    for name in auslese.__all__:
        member = getattr(auslese, name)
        if isinstance(member, FunctionType):
            yield name, member
            continue
        for called, attribute in vars(member).items():
            function = attribute.fget if isinstance(attribute, property) else attribute
            if isinstance(function, FunctionType) and not called.startswith("_"):
                yield f"{name}.{called}", function


def test_importing_the_package_loads_nothing_heavy() -> None:
    look = f"import sys, auslese; print([name for name in {HEAVY} if name in sys.modules])"
    command = [sys.executable, "-S", "-c", look]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment())

    assert done.stdout == "[]\n"


def test_what_is_public_is_what_the_package_gives() -> None:
    given = [name for names in auslese._HOMES.values() for name in names]

    assert sorted(given) == auslese.__all__
    assert dir(auslese) == sorted([*auslese.__all__, "__version__"])
    assert all(getattr(auslese, name) is not None for name in auslese.__all__)


def test_type_checkers_see_every_public_name_where_it_is_loaded_from() -> None:
    tree = ast.parse((ROOT / "src/auslese/__init__.py").read_text("utf-8"))
    (typed,) = (node for node in tree.body if isinstance(node, ast.If))
    seen = {
        str(node.module).removeprefix("auslese."): tuple(alias.name for alias in node.names)
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
    }

    assert seen == auslese._HOMES
    assert (ROOT / "src/auslese/py.typed").exists()


def test_what_is_not_public_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Searcher'"):
        _ = auslese.Searcher


def test_every_public_name_says_what_it_is() -> None:
    members = {name: getattr(auslese, name) for name in auslese.__all__}

    assert [name for name, member in members.items() if not inspect.getdoc(member)] == []
    assert [name for name, function in public_functions() if not function.__doc__] == []


def test_every_public_function_is_annotated_in_full() -> None:
    bare = [
        name
        for name, function in public_functions()
        if set(function.__annotations__) | {"self"}
        != {*inspect.signature(function).parameters, "return", "self"}
    ]

    assert bare == []


def test_the_reference_page_of_python_is_up_to_date() -> None:
    page = (ROOT / "docs/reference/python.md").read_text("utf-8")

    call = "python -m auslese.library.python_reference > docs/reference/python.md"
    assert page == python_page(), f"run: {call}"


def test_every_public_name_is_in_the_reference() -> None:
    page = (ROOT / "docs/reference/python.md").read_text("utf-8")

    assert [name for name in auslese.__all__ if f"\n### `{name}`\n" not in page] == []
    methods = [name.partition(".")[2] for name, _ in public_functions()]
    assert [name for name in methods if name and f"\n#### `{name}`\n" not in page] == []
