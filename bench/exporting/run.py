"""Runs one export, or its peer, in a process of its own: `run.py WAY NAME COLLECTION FILE`.

Tells in JSON what it cost. Further ways of other formats are further entries of `WAYS`.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

import duckdb  # noqa: E402 behind the path of the checkout

from auslese.recipes.exporting.export_formats import ExportOptions  # noqa: E402
from auslese.recipes.exporting.export_run import ExportPlace, export_to_place  # noqa: E402
from auslese.recipes.exporting.format_list import FORMATS  # noqa: E402
from auslese.store.collection import Collection  # noqa: E402

COPY_FORMATS = {"jsonl": "json", "csv": "csv", "parquet": "parquet"}
READ_BYTES = 1 << 20


def ours(name: str, folder: Path, target: Path) -> None:
    """The export as the command does it."""
    entry = FORMATS[name]
    options = ExportOptions(form=entry.forms[0] if entry.forms else "", use=entry.use)
    place = ExportPlace(target, is_folder=entry.is_folder, force=True)
    export_to_place(Collection.open(folder), name, place, options)


def copy(name: str, folder: Path, target: Path) -> None:
    """DuckDB's COPY of the same table, as it lies there: every row, nobody asked."""
    source = f"read_parquet('{folder}/tables/documents/*.parquet')"
    compression = ", COMPRESSION zstd" if name == "parquet" else ""
    duckdb.connect().execute(
        f"COPY (FROM {source}) TO '{target}' (FORMAT {COPY_FORMATS[name]}{compression})"
    )


def cat(name: str, folder: Path, target: Path) -> None:
    """The archive, one file behind the other, and on the disk in the end, as ours is."""
    with target.open("wb") as out:
        for path in sorted((folder / "archive").glob("*.warc.gz")):
            with path.open("rb") as file:
                while piece := file.read(READ_BYTES):
                    out.write(piece)
        out.flush()
        os.fsync(out.fileno())


WAYS: dict[str, Callable[[str, Path, Path], None]] = {"ours": ours, "copy": copy, "cat": cat}


def main() -> None:
    """Run it, and print one line of JSON."""
    way, name, folder, target = sys.argv[1:]
    begin, cpu = time.perf_counter(), time.process_time()
    WAYS[way](name, Path(folder), Path(target))
    told = {"seconds": time.perf_counter() - begin, "cpu": time.process_time() - cpu}
    path = Path(target)
    files = path.rglob("*") if path.is_dir() else [path]
    told["bytes"] = sum(each.stat().st_size for each in files if each.is_file())
    lines = Path("/proc/self/status").read_text().splitlines()
    told["megabytes"] = next(int(line.split()[1]) / 1024 for line in lines if "VmHWM" in line)
    print(json.dumps(told))


if __name__ == "__main__":
    main()
