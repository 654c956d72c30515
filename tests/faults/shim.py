"""Makes the library that stands between a process and its files: `fault_shim.c`."""

import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_name("fault_shim.c")


def require_shim(folder: Path) -> Path:
    """The library, made in this folder; without a compiler those who need it are skipped."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler to make the library that lets calls fail")
    library = folder / "fault_shim.so"
    command = [compiler, "-O1", "-shared", "-fPIC", "-o", str(library), str(SOURCE)]
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode:
        pytest.skip(f"the library that lets calls fail cannot be made here: {made.stderr[-500:]}")
    return library
