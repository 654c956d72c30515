"""Pieces of source code without comments: other programming languages in each half."""

import io
import re
import sysconfig
import tokenize
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random

from .debian import pages_of

LEAST_LETTERS = 20  # a shorter line may be a word of a language
FILES = 60
MODULES = ("json", "http", "email", "logging", "asyncio", "unittest", "importlib", "collections")


def scripts(dice: Random) -> Iterator[str]:
    """Python, shell and JavaScript."""
    library = Path(sysconfig.get_path("stdlib"))
    python = [_python(path) for name in MODULES for path in sorted((library / name).glob("*.py"))]
    shell = [_without(path, "#") for path in _some(dice, Path("/usr/bin"), "*")]
    script = [_without(path, "//", "/*", "*") for path in pages_of("python3.11-doc", "*.js")]
    yield from _dealt(dice, python, shell, script)


def programs(dice: Random) -> Iterator[str]:
    """Perl, C, style sheets, mark-up and settings."""
    perl = [_perl(path) for path in _some(dice, Path("/usr/share/perl"), "*.pm")]
    perl += [
        _perl(path) for path in _some(dice, Path("/usr/lib"), "x86_64-linux-gnu/perl-base/*.pm")
    ]
    headers = [_without(path, "//", "/*", "*") for path in _some(dice, Path("/usr/include"), "*.h")]
    headers += [
        _without(path, "//", "/*", "*")
        for path in sorted(Path(sysconfig.get_path("include")).glob("*.h"))[:FILES]
    ]
    styles = [_without(path, "/*", "*") for path in pages_of("apache2-doc", "*.css")]
    marks = [
        _marks(path) for path in list(pages_of("installation-guide-amd64", "en/*.html"))[:FILES]
    ]
    settings = [_without(path, "#", ";") for path in _some(dice, Path("/etc"), "*.conf")]
    yield from _dealt(dice, perl, headers, styles, marks, settings)


def _dealt(dice: Random, *languages: list[list[str]]) -> Iterator[str]:
    """Pieces of one to six lines, from each language in turn."""
    for _ in range(400):
        for files in languages:
            lines = dice.choice(files) if files else []
            begin = dice.randrange(max(1, len(lines) - 6))
            piece = "\n".join(lines[begin : begin + dice.randint(1, 6)])
            if len(piece) >= LEAST_LETTERS:
                yield piece


def _some(dice: Random, folder: Path, pattern: str) -> list[Path]:
    paths = sorted(path for path in folder.rglob(pattern) if path.is_file())
    readable = [path for path in paths if _is_text(path)]
    return dice.sample(readable, min(FILES, len(readable)))


def _is_text(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            head = file.read(2)
    except OSError:
        return False
    return bool(path.suffix) or head == b"#!"


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _without(path: Path, *comments: str) -> list[str]:
    lines = (line.strip() for line in _read(path)[:200_000].splitlines())
    return [
        line[:300] for line in lines if line and not line.startswith(comments) and _is_code(line)
    ]


def _is_code(line: str) -> bool:
    """Not the inside of a long comment or a text to print: some sign of a program is there."""
    return bool(re.search(r"[{}()\[\]=;<>$_:]|->|&&", line))


def _python(path: Path) -> list[str]:
    """Lines that hold no comment and no string over several lines."""
    text = _read(path)
    lines, dropped = text.splitlines(), set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_long = token.type == tokenize.STRING and (
            token.start[0] < token.end[0] or '"""' in token.string
        )
        if token.type == tokenize.COMMENT or is_long:
            dropped |= set(range(token.start[0], token.end[0] + 1))
    return [
        line.strip()[:300]
        for number, line in enumerate(lines, 1)
        if number not in dropped and line.strip()
    ]


def _perl(path: Path) -> list[str]:
    text = re.split(r"^__(?:END|DATA)__", _read(path), maxsplit=1, flags=re.M)[0]
    text = re.sub(r"^=\w.*?^=cut", "", text, flags=re.M | re.S)
    lines = (line.strip() for line in text.splitlines())
    return [line[:300] for line in lines if line and not line.startswith("#") and _is_code(line)]


def _marks(path: Path) -> list[str]:
    """Tags alone, as they come out when a page is cut badly."""
    tags = re.findall(r"<[^>]{8,200}>", _read(path))
    return list(chain(tags))
