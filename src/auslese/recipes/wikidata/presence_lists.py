"""Institutions in files that `auslese presence import` reads."""

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from auslese.crawl.scope.scope import Presence
from auslese.recipes.presences.presence_files import write_sheet
from auslese.recipes.presences.presence_sheet import PresenceSheet
from auslese.recipes.wikidata.institution_harvest import Institution
from auslese.store.unwritable_folder import reporting_if_unwritable
from auslese.system.durable_files import write_whole

FILE_ENDINGS = (".json", ".jsonl")
LONGEST_FILE_NAME = 60  # letters of a name in that of a file
TABLE = "institutions.tsv"


def is_file_name(target: Path) -> bool:
    """Whether all presences are to go into one file, and not each into one of its own."""
    return target.suffix.lower() in FILE_ENDINGS


def write_presences(
    target: Path, found: Sequence[Institution], presences: Iterable[Presence]
) -> None:
    """All of them, as lines of JSON in one file or as files of TOML in a folder."""
    with reporting_if_unwritable(target):
        if is_file_name(target):
            write_whole(target, map(_line, presences))
            return
        target.mkdir(parents=True, exist_ok=True)
        for each, presence in zip(found, presences, strict=True):
            text = write_sheet(PresenceSheet(presence), "toml").text
            write_whole(target / f"{each.item}{_slug(each.name)}.toml", [text.encode()])


def write_table(folder: Path, found: Iterable[Institution]) -> None:
    """What each is called, in which language, and its sites, beside its item of Wikidata."""
    head = ["item\tname\tlanguage\turls\n"]
    rows = (f"{each.item}\t{each.name}\t{each.language}\t{' '.join(each.urls)}\n" for each in found)
    with reporting_if_unwritable(folder):
        write_whole(folder / TABLE, (row.encode() for row in chain(head, rows)))


def _line(presence: Presence) -> bytes:
    told = {"name": presence.name, "start": presence.start, "scope": presence.scope}
    return json.dumps(told, ensure_ascii=False).encode() + b"\n"


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore")
    words = re.findall(r"[a-z0-9]+", plain.decode().lower())
    return f"-{'-'.join(words)}"[:LONGEST_FILE_NAME].rstrip("-")
