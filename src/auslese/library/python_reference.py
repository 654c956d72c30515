"""The public names told to others: the reference page, made from signatures and docstrings.

python -m auslese.library.python_reference > docs/reference/python.md
"""

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator, Mapping
from types import FunctionType

import auslese

PAGE_HEAD = """\
# Python

This page is made by `python -m auslese.library.python_reference` from the public names of the
package; a test keeps it true. What is not on this page is private and may change.

How to use it, step by step: [the guide](../guides/python.md). What the columns of rows mean:
[tables](tables.md). Names of settings: [settings](settings.md).
"""
SHOWN_METHODS = ("__enter__", "__iter__", "__len__", "__str__")
"""Special methods that people use without their names."""
CODE_WIDTH = 88  # columns of code on a page
Definition = ast.FunctionDef | ast.ClassDef


def python_page() -> str:
    """Return the reference page of all public names, as Markdown."""
    names = [getattr(auslese, name) for name in auslese.__all__]
    functions = [each for each in names if isinstance(each, FunctionType)]
    errors = [each for each in names if isinstance(each, type) and issubclass(each, Exception)]
    values = [each for each in names if each not in (*functions, *errors)]
    parts = [PAGE_HEAD]
    for heading, members in (("Functions", functions), ("Classes", values), ("Errors", errors)):
        parts += [f"## {heading}\n", *map(_section, members)]
    return "\n".join(parts)


def _section(member: object) -> str:
    if isinstance(member, FunctionType):
        return "\n".join(_function_lines(member, f"### `{member.__name__}`", "auslese."))
    assert isinstance(member, type)
    lines = [f"### `{member.__name__}`", "", inspect.getdoc(member) or "", ""]
    if not issubclass(member, Exception):
        lines += [*_field_lines(member), *_method_lines(member)]
    return "\n".join(lines)


def _function_lines(function: FunctionType, heading: str, before: str) -> Iterator[str]:
    yield from (heading, "", "```text", f"{before}{_signature(function)}", "```", "")
    yield from (inspect.getdoc(function) or "", "")


def _field_lines(member: type) -> Iterator[str]:
    """A table of the fields of a value, with what is said behind each."""
    fields = list(_fields(_definition(member)))
    if fields:
        yield from ("| field | type | |", "|---|---|---|")
        yield from (f"| `{name}` | `{kind}` | {about} |" for name, kind, about in fields)
        yield ""


def _fields(definition: Definition) -> Iterator[tuple[str, str, str]]:
    body = definition.body
    for statement, behind in zip(body, [*body[1:], None], strict=True):
        if isinstance(statement, ast.AnnAssign):
            kind = _annotation(statement.annotation).replace("|", "\\|")
            yield ast.unparse(statement.target), kind, _string(behind)


def _method_lines(member: type) -> Iterator[str]:
    for name, attribute in vars(member).items():
        function = attribute.fget if isinstance(attribute, property) else attribute
        is_shown = name in SHOWN_METHODS or not name.startswith("_")
        if not isinstance(function, FunctionType) or not is_shown:
            continue
        if isinstance(attribute, property):
            kind = _annotation(_function_definition(function).returns)
            yield from (f"#### `{name}`", "", f"`{kind}`. {inspect.getdoc(function)}", "")
        else:
            yield from _function_lines(function, f"#### `{name}`", "")


def _signature(function: FunctionType) -> str:
    """The head of a function as it is called, on several lines if it is long."""
    definition = _function_definition(function)
    arguments = _arguments(definition.args, function)
    returned = _annotation(definition.returns)
    line = f"{definition.name}({', '.join(arguments)}) -> {returned}"
    if len(line) <= CODE_WIDTH:
        return line
    listed = "".join(f"    {argument},\n" for argument in arguments)
    return f"{definition.name}(\n{listed}) -> {returned}"


def _arguments(given: ast.arguments, function: FunctionType) -> list[str]:
    parameters = inspect.signature(function).parameters
    plain = [_argument(each, parameters) for each in given.args if each.arg != "self"]
    named = [_argument(each, parameters) for each in given.kwonlyargs]
    if given.vararg:
        return [*plain, f"*{_argument(given.vararg, parameters)}", *named]
    return [*plain, "*", *named] if named else plain


def _argument(argument: ast.arg, parameters: Mapping[str, inspect.Parameter]) -> str:
    default = parameters[argument.arg].default
    shown = f"{argument.arg}: {_annotation(argument.annotation)}"
    return shown if default is inspect.Parameter.empty else f"{shown} = {default!r}"


def _annotation(annotation: ast.expr | None) -> str:
    """An annotation as it is written, without the marks around names that are loaded late."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value
    return ast.unparse(annotation) if annotation is not None else "None"


def _definition(member: type | FunctionType) -> Definition:
    statement = ast.parse(textwrap.dedent(inspect.getsource(member))).body[0]
    assert isinstance(statement, Definition)
    return statement


def _function_definition(function: FunctionType) -> ast.FunctionDef:
    definition = _definition(function)
    assert isinstance(definition, ast.FunctionDef)
    return definition


def _string(statement: ast.stmt | None) -> str:
    """What a statement says that is nothing but a text; empty for another."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return " ".join(str(statement.value.value).split())
    return ""


if __name__ == "__main__":
    sys.stdout.write(python_page())
