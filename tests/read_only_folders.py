"""Folders that cannot be written: on a read-only disk, or of somebody else."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NOBODY = 65534


@contextmanager
def read_only_disk(folder: Path) -> Iterator[None]:
    """This folder as it is on a disk that was mounted for reading only."""
    if os.getuid() != 0:
        pytest.skip("only root may mount a disk")
    bind = ["mount", "--bind", str(folder), str(folder)]
    if subprocess.run(bind, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def somebody_elses(folder: Path) -> Iterator[None]:
    """This folder as others see it who may read it; root becomes nobody for the time."""
    modes = {place: place.stat().st_mode for place in [folder, *folder.rglob("*")]}
    for place in modes:
        place.chmod(0o555 if place.is_dir() else 0o444)
    is_root = os.getuid() == 0
    try:
        if is_root:  # its rights would bind nobody
            os.setresuid(NOBODY, NOBODY, 0)
        yield
    finally:
        if is_root:
            os.setresuid(0, 0, 0)
        for place, mode in modes.items():
            place.chmod(mode)


WAYS = [pytest.param(read_only_disk, id="disk"), pytest.param(somebody_elses, id="rights")]
