"""Files that are replaced as a whole."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from auslese.store.tables.parquet_segments import read_table, replace_table
from auslese.store.tables.schemas import TABLES
from auslese.system.array_folder import damaged_files, map_arrays, note_of, write_arrays
from auslese.system.durable_files import write_whole
from auslese.system.sealed_files import PlannedPart, SealedFile, write_sealed
from tests.faults.fault_operations import Confirm, Operation


class FileWork(Operation):
    """What is always replaced as a whole: a table, a file, arrays, a sealed file."""

    def prepare(self, folder: Path) -> None:
        folder.mkdir()
        self._write(folder, 1, lambda line: None)

    def run(self, folder: Path, confirm: Confirm) -> None:
        self._write(folder, 2, confirm)

    def _write(self, folder: Path, number: int, confirm: Confirm) -> None:
        write_whole(folder / "file", [b"%d" % number] * 9)
        confirm("file")
        write_arrays(folder / "arrays", {"a": np.full(99, number)}, {"made": number})
        confirm("arrays")
        part = PlannedPart("a", "<i8", [np.full(99, number)])
        write_sealed(folder / "sealed", {"made": number}, [part])
        confirm("sealed")
        replace_table(folder, "sites", self._sites(number))
        confirm("table")

    def _sites(self, number: int) -> dict[str, list[object]]:
        schema = TABLES["sites"].schema
        values = {"string": str(number), "bool": False, "double": 0.0}
        return {
            each.name: [None if each.nullable else values.get(str(each.type), 0)] for each in schema
        } | {"host": [f"h{number}.example"]}

    def check(self, folder: Path, confirmed: Sequence[str]) -> None:
        found = {
            "file": (folder / "file").read_bytes(),
            "arrays": (note_of(folder / "arrays"), damaged_files(folder / "arrays")),
            "sealed": SealedFile(folder / "sealed").array("a").tolist(),
            "table": read_table(folder, "sites", ["host"])["host"].to_pylist(),
        }
        made: dict[int, dict[str, object]] = {
            number: {
                "file": b"%d" % number * 9,
                "arrays": ({"made": number}, []),
                "sealed": [number] * 99,
                "table": [f"h{number}.example"],
            }
            for number in (1, 2)
        }
        for name, value in found.items():
            olds = [] if name in confirmed else [made[1][name]]
            assert value in [*olds, made[2][name]], (name, value)
        assert len(map_arrays(folder / "arrays")["a"]) == 99
        self.run(folder, lambda line: None)
        hidden = {path.name for path in folder.rglob(".*")}
        assert hidden == set(), hidden


OPERATION = FileWork()
