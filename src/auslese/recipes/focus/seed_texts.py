"""Good and neutral texts that a subject is learnt from, in folders and files."""

from collections.abc import Iterator
from pathlib import Path

from auslese.recipes.filters.file_texts import file_texts
from auslese.records.errors import NotFoundError, SettingsError
from auslese.system.json_lines import read_request

LINES_OF_JSON = ".jsonl"


def seed_texts(path: Path) -> Iterator[str]:
    """The texts of a folder of files, of lines {"text"}, or of plain lines, each of them a text."""
    if path.is_dir():
        files = sorted(each for each in path.rglob("*") if each.is_file())
        yield from (text for text in file_texts(files) if text is not None)
    elif not path.exists():
        raise NotFoundError(f"there is no {path}")
    elif path.suffix == LINES_OF_JSON:
        yield from _of_json(path)
    else:
        with path.open(encoding="utf-8", errors="replace") as lines:
            yield from lines


def _of_json(path: Path) -> Iterator[str]:
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                text = read_request(line).get("text")
            except ValueError as error:
                raise SettingsError(f"{path}, line {number}: {error}") from None
            if not isinstance(text, str):
                raise SettingsError(f'{path}, line {number}: expected a string "text"')
            yield text
