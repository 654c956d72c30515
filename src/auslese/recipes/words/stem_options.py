"""How stems of the words of a collection are to be found, as a person says it."""

from itertools import islice
from pathlib import Path
from typing import NamedTuple

from auslese.analyse.words.word_stems import StemRules
from auslese.records.errors import SettingsError
from auslese.text.stemming import StemmingMethod
from auslese.text.stop_words import stop_words

MOST_OF_TABLE = 5_000_000  # lines


class StemOptions(NamedTuple):
    """How stems are found, and of which language words are."""

    method: StemmingMethod = StemmingMethod.NONE
    language: str = ""
    """Empty: no one language; Snowball then has no rules, and no stop words are listed."""
    table: Path | None = None

    def rules(self) -> StemRules:
        """The same with the table read; SettingsError if it is none."""
        table = read_table(self.table) if self.table else {}
        return StemRules(self.method, self.language, table)


def listed_words(options: StemOptions) -> frozenset[str]:
    """The stop words of the language."""
    return stop_words(options.language)


def read_table(file: Path) -> dict[str, str]:
    """Words with their stems: a line each, a tab between them."""
    try:
        with file.open(encoding="utf-8") as lines:
            rows = [line.rstrip("\r\n").split("\t") for line in islice(lines, MOST_OF_TABLE)]
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file} cannot be read as a table of stems: {error}") from None
    for number, row in enumerate(rows, 1):
        if len(row) != 2 or not all(row):  # noqa: PLR2004 a word and its stem
            raise SettingsError(f"{file}, line {number}: a word, a tab and its stem are wanted")
    return dict(rows)
