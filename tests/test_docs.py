"""What the documentation says is there: links, paths, names, commands, settings, columns, words."""

import ast
import importlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from auslese import __version__
from auslese.cli.main import COMMANDS
from auslese.cli.reference import command_contexts
from auslese.recipes.settings import unknown_settings
from auslese.recipes.settings.setting_tables import SETTINGS, VARIABLE_PREFIX
from auslese.recipes.settings.settings_loading import SHORT_VARIABLES
from auslese.records.errors import AusleseError
from auslese.records.fetch import Failure, Refusal
from auslese.store.collection import Collection
from auslese.store.tables.schemas import TABLES
from tests.running import environment

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
ROOMS = sorted(path.parent.name for path in (ROOT / "src/auslese").glob("*/__init__.py"))
PAGES = sorted(
    [
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
        ROOT / "bench/README.md",
        *DOCS.rglob("*.md"),
    ]
)

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"^(?: {4,}).*$", re.MULTILINE)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"!?\[[^\]\n]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
PATH = re.compile(r"(?<![\w/.-])(?:src|tests|docs|bench)/[\w./-]*\w(?:/(?!\w))?")
CALL = re.compile(r"(?<![\w./-])(?:\./)?auslese (?=[a-z-])([^`\n#|]*)")
DOTTED = re.compile(rf"(?:{'|'.join(ROOMS)})(?:\.\w+)+")
COLUMN = re.compile(rf"({'|'.join(TABLES)})\.(\w+)")
SETTING = re.compile(rf"(?:{'|'.join({setting.table for setting in SETTINGS.values()})})\.\w+")
FILES = ("people.jsonl", "topics.tsv", "topics.txt")  # with the name of a table, or of settings
COLLECTIONS = ("DIR", "mine", "other")  # what pages call a collection
TERM = re.compile(r"^- \*\*([^*]+)\*\*:", re.MULTILINE)


class Named(NamedTuple):
    """Something a page names, and where."""

    page: Path
    name: str


def shown(item: object) -> str:
    """The name of a test case."""
    return str(item.relative_to(ROOT)) if isinstance(item, Path) else str(item)


def prose_of(page: Path) -> str:
    """The page without its blocks of code."""
    return INDENTED.sub("", FENCE.sub("", page.read_text("utf-8")))


def code_of(page: Path) -> Iterator[str]:
    """Everything in code font: blocks, indented lines, spans."""
    text = page.read_text("utf-8")
    for fence in FENCE.finditer(text):
        yield fence[2]
    rest = FENCE.sub("", text)
    yield from (line[0] for line in INDENTED.finditer(rest))
    yield from spans_of(page)


def spans_of(page: Path) -> Iterator[str]:
    """What stands between single backticks in running text."""
    yield from (span[1] for span in SPAN.finditer(prose_of(page)))


def slug_of(heading: str) -> str:
    """The name under which a heading can be linked to."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def each_named(names: Iterator[Named]) -> list[Named]:
    """All of them, each once a page."""
    return list(dict.fromkeys(names))


def links() -> Iterator[Named]:
    """All relative links."""
    for page in PAGES:
        for link in LINK.finditer(prose_of(page)):
            if not re.match(r"[a-z]+:", link[1]):
                yield Named(page, link[1])


def paths() -> Iterator[Named]:
    """All paths of the checkout, in code font or not."""
    for page in PAGES:
        for text in (prose_of(page), *code_of(page)):
            yield from (Named(page, path[0]) for path in PATH.finditer(text))


def calls() -> Iterator[Named]:
    """All command lines of ours; generated pages are right by themselves."""
    for page in PAGES:
        if page.name != "commands.md":
            for text in code_of(page):
                yield from (Named(page, call[1].strip()) for call in CALL.finditer(text))


def whole_spans(pattern: re.Pattern[str]) -> Iterator[Named]:
    """All words in code font that look like this from beginning to end."""
    for page in PAGES:
        for span in spans_of(page):
            if pattern.fullmatch(span.removesuffix("()")) and span not in FILES:
                yield Named(page, span.removesuffix("()"))


# -- links and paths ------------------------------------------------------------------------------


@pytest.mark.parametrize(("page", "target"), each_named(links()), ids=shown)
def test_a_link_leads_to_something(page: Path, target: str) -> None:
    place, _, anchor = target.partition("#")
    path = (page.parent / place).resolve() if place else page

    assert path.exists(), f"there is no {place}"
    assert path.is_relative_to(ROOT)
    if anchor:
        headings = map(slug_of, HEADING.findall(path.read_text("utf-8")))
        assert anchor in headings, f"{place} has no heading #{anchor}"


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached: set[Path] = set()
    waiting = [ROOT / "README.md"]
    leads_to = [
        ((link.page.parent / link.name.partition("#")[0]).resolve(), link) for link in links()
    ]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        waiting += [path for path, link in leads_to if link.page == page and path not in reached]

    assert {shown(page) for page in PAGES} <= {shown(page) for page in reached}


@pytest.mark.parametrize(("page", "path"), each_named(paths()), ids=shown)
def test_a_path_that_is_named_exists(page: Path, path: str) -> None:
    made_on_demand = (ROOT / ".gitignore").read_text("utf-8").replace("/\n", "\n").split()

    assert (ROOT / path).exists() or f"/{path}" in made_on_demand


@pytest.mark.parametrize(("page", "name"), each_named(whole_spans(DOTTED)), ids=shown)
def test_a_name_in_the_code_that_is_named_exists(page: Path, name: str) -> None:
    if name in SETTINGS:  # `crawl.workers` is a setting
        return
    thing: object = importlib.import_module(f"auslese.{name.partition('.')[0]}")
    path = f"auslese.{name.partition('.')[0]}"
    for part in name.split(".")[1:]:
        path += f".{part}"
        if not hasattr(thing, part):
            importlib.import_module(path)
        thing = getattr(thing, part)


def test_a_name_in_the_code_is_that_of_the_module_that_defines_it() -> None:
    imported_there = [
        f"{shown(page)}: {name}"
        for page, name in each_named(whole_spans(DOTTED))
        if name not in SETTINGS and not is_defined_where_named(name)
    ]

    assert imported_there == []


def is_defined_where_named(name: str) -> bool:
    """Whether the first part that is no module is defined in the module before it."""
    path, parts = ROOT / "src/auslese", name.split(".")
    while parts and (path / parts[0] / "__init__.py").exists():
        path /= parts.pop(0)
    if parts and (path / f"{parts[0]}.py").exists():
        path /= f"{parts.pop(0)}.py"
    else:
        path /= "__init__.py"
    return not parts or parts[0] in names_defined_in(path)


@cache
def names_defined_in(path: Path) -> frozenset[str]:
    """What a module defines at its top, leaving out what it imports."""
    found: set[str] = set()
    for node in ast.parse(path.read_text("utf-8"), shown(path)).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = (name for target in targets for name in ast.walk(target))
            found.update(name.id for name in names if isinstance(name, ast.Name))
    return frozenset(found)


def test_python_in_the_docs_can_be_read() -> None:
    for page in PAGES:
        for fence in FENCE.finditer(page.read_text("utf-8")):
            if fence[1] == "python":
                ast.parse(fence[2], shown(page))


def test_python_in_the_docs_imports_what_is_there() -> None:
    for page in PAGES:
        for fence in FENCE.finditer(page.read_text("utf-8")):
            tree = ast.parse(fence[2]) if fence[1] == "python" else ast.Module([], [])
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("auslese"):
                    module = importlib.import_module(node.module or "")
                    missing = [each.name for each in node.names if not hasattr(module, each.name)]
                    assert missing == [], f"{shown(page)}: {node.module}"


# -- commands -------------------------------------------------------------------------------------


def test_the_reference_page_of_commands_is_up_to_date() -> None:
    page = (DOCS / "reference/commands.md").read_text("utf-8")

    # In a process of its own: click remembers the help options of the first call of a command.
    command = [sys.executable, "-m", "auslese.cli.reference"]
    made = subprocess.run(command, capture_output=True, text=True, check=True, env=environment())
    assert page == made.stdout, "run: python -m auslese.cli.reference > docs/reference/commands.md"


def test_every_command_is_in_the_reference() -> None:
    headings = HEADING.findall((DOCS / "reference/commands.md").read_text("utf-8"))

    assert {f"auslese {name}" for name in COMMANDS} <= set(headings)


def test_every_exit_code_is_in_the_reference() -> None:
    page = (DOCS / "reference/commands.md").read_text("utf-8")
    errors: list[type[AusleseError]] = [AusleseError, *AusleseError.__subclasses__()]

    for error in errors:
        assert f"\n| {error.exit_code} |" in page, error.__name__


@pytest.mark.parametrize(("page", "line"), each_named(calls()), ids=shown)
def test_a_command_that_is_named_exists_with_its_options(page: Path, line: str) -> None:
    commands = {each.command_path: each for each in command_contexts()}
    path, words = "auslese", [word for word in line.split() if word not in COLLECTIONS]
    while words and f"{path} {words[0]}" in commands:
        path = f"{path} {words.pop(0)}"

    if isinstance(commands[path].command, click.Group) and words:
        assert not words[0].islower() or words[0].startswith("-"), f"{path} has no {words[0]}"
    named = {word.partition("=")[0] for word in words if word.startswith("--")}
    assert named <= options_of(commands[path])


def options_of(context: click.Context) -> set[str]:
    """The options a command understands."""
    parameters = context.command.get_params(context)
    return {option for parameter in parameters for option in parameter.opts}


# -- settings, tables, reasons ---------------------------------------------------------------------


@pytest.mark.parametrize(("page", "name"), each_named(whole_spans(SETTING)), ids=shown)
def test_a_setting_that_is_named_exists(page: Path, name: str) -> None:
    table, _, column = name.partition(".")
    if name == Collection("").frontier.name:  # a file, called like a table of settings
        return
    if name in SETTINGS or (table in TABLES and column in TABLES[table].schema.names):
        return
    assert DOTTED.fullmatch(name), f"there is no setting {name}"  # then it is a name in the code


@pytest.mark.parametrize(("page", "name"), each_named(whole_spans(COLUMN)), ids=shown)
def test_a_column_that_is_named_exists(page: Path, name: str) -> None:
    table, _, column = name.partition(".")

    is_setting = name in SETTINGS  # `duplicates` is a table of settings, too
    is_module = table in ROOMS and (ROOT / f"src/auslese/{table}/{column}.py").is_file()
    is_folder = table in ROOMS and (ROOT / f"src/auslese/{table}/{column}").is_dir()
    if is_setting or is_module or is_folder:  # `records` is a room of the house, too
        return
    assert column in TABLES[table].schema.names


def test_a_variable_that_is_named_exists() -> None:
    known = {setting.variable for setting in SETTINGS.values()} | set(SHORT_VARIABLES)
    known.add(unknown_settings.VARIABLE)  # about settings, and none itself
    for page in PAGES:
        named = re.findall(rf"{VARIABLE_PREFIX}[A-Z_]+\b(?!<)", page.read_text("utf-8"))
        assert set(named) <= known, page


@pytest.mark.parametrize("table", TABLES)
def test_the_guide_and_the_readme_name_every_table(table: str) -> None:
    assert f"`{table}`" in (DOCS / "guides/crawling.md").read_text("utf-8")
    assert f"{table}/" in (ROOT / "README.md").read_text("utf-8")


def test_the_guide_tells_every_reason() -> None:
    guide = (DOCS / "guides/crawling.md").read_text("utf-8")
    reasons = [f"refused.{why}" for why in Refusal]
    reasons += [f"failed.{why}" for why in Failure if why is not Failure.HTTP]

    assert [reason for reason in reasons if f"`{reason}`" not in guide] == []


# -- how to change the house ----------------------------------------------------------------------

ADDITION = re.compile(r"^\| ([^|]+) \| (.+) \|$", re.MULTILINE)


def additions() -> dict[str, str]:
    """What somebody may want to add, and what that touches, as CONTRIBUTING has it."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rows: list[tuple[str, str]] = ADDITION.findall(page)
    return {what: touch for what, touch in rows if what != "you want to add"}


@pytest.mark.parametrize("addition", additions())
def test_a_row_of_contributing_names_what_to_change_and_what_proves_it(addition: str) -> None:
    named = PATH.findall(additions()[addition])

    assert any(path.startswith("src/auslese/") for path in named), "no place in the code"
    assert any(path.startswith(("tests/", "docs/")) for path in named), "no test and no page"
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize(
    "addition",
    [
        "an analysis",
        "a ranking signal",
        "an export format",
        "a setting",
        "a page of the server",
        "a command",
        "a media type",
        "another store for the frontier",
        "another engine that runs stages",
        "a politeness rule",
        "wording, English or German",
        "a column",
        "a reason for an outcome",
        "a kind of rule",
    ],
)
def test_contributing_says_how_to_add(addition: str) -> None:
    assert addition in additions()


@pytest.mark.parametrize(
    ("row", "listed"),
    [("a command", "COMMANDS"), ("a media type", "READERS"), ("a page of the server", "ROUTES")],
)
def test_a_list_that_contributing_names_is_in_the_file_beside_it(row: str, listed: str) -> None:
    found = re.search(rf"`{listed}` of `([^`]+)`", additions()[row])

    assert found is not None
    assert listed in names_defined_in(ROOT / found[1])


# -- words, decisions, picture, version ------------------------------------------------------------


def test_the_glossary_is_sorted_and_names_each_word_once() -> None:
    terms = TERM.findall((DOCS / "glossary.md").read_text("utf-8"))

    assert len(terms) > 30
    assert terms == sorted(set(terms), key=str.casefold)


def test_a_word_the_glossary_refers_to_has_its_entry() -> None:
    text = (DOCS / "glossary.md").read_text("utf-8")
    terms = {term.casefold() for term in TERM.findall(text)}
    referred = re.findall(r"(?<!\*)\*([A-Za-z -]+)\*(?!\*)", text.partition("- **")[2])
    plurals = {word.casefold() for word in referred}

    assert [word for word in sorted(plurals) if not {word, word.removesuffix("s")} & terms] == []


def test_decisions_are_numbered_and_say_question_choice_and_price() -> None:
    decisions = sorted((DOCS / "architecture/decisions").glob("*.md"))

    for number, path in enumerate(decisions, 1):
        headings = HEADING.findall(path.read_text("utf-8"))
        assert path.name.startswith(f"{number:04}-")
        assert headings[0].startswith(f"{number}. ")
        assert headings[1:] == ["Question", "Choice", "Price"]


def test_the_picture_and_the_house_show_every_room() -> None:
    picture = ET.parse(DOCS / "architecture/house.svg")
    drawn = {text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")}
    page = (DOCS / "architecture/README.md").read_text("utf-8")

    assert set(ROOMS) <= drawn
    assert [room for room in ROOMS if f"`src/auslese/{room}/`" not in page] == []


@pytest.mark.parametrize("room", ROOMS)
def test_the_house_names_every_folder_of_a_room(room: str) -> None:
    page = (DOCS / "architecture/README.md").read_text("utf-8")
    entry = re.search(rf"^- `{room}`: .*?(?=^- |^\n|\Z)", page, re.MULTILINE | re.DOTALL)
    folders = {path.parent.name for path in (ROOT / "src/auslese" / room).glob("*/__init__.py")}
    named = re.findall(r"\*\*(\w+)/\*\*", entry[0]) if entry else []

    assert set(named) == folders


def test_a_module_that_the_map_of_its_folder_names_exists() -> None:
    missing = [
        f"{shown(path)}: {name}"
        for path in sorted((ROOT / "src/auslese").glob("*/*/__init__.py"))
        for name in re.findall(r"^([a-z_]+) {2,}\S", path.read_text("utf-8"), re.MULTILINE)
        if not (path.parent / f"{name}.py").exists() and not (path.parent / name).is_dir()
    ]

    assert missing == []


def test_the_citation_names_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")

    assert f"\nversion: {__version__}\n" in citation


def test_the_changelog_begins_with_what_is_not_released() -> None:
    headings = HEADING.findall((ROOT / "CHANGELOG.md").read_text("utf-8"))

    assert headings[:2] == ["Changelog", "Unreleased"]
