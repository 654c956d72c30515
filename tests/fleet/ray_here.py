"""Ray for tests: one cluster of two processes, or a test that is left out and says so."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
WORKERS = 2
needs_ray = pytest.mark.skipif(
    find_spec("ray") is None, reason="RAY IS NOT INSTALLED: nothing is tried on another engine"
)
# Ray says at its import what it will do in versions to come.
quiet_ray = pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning")


@contextmanager
def importable_tests() -> Iterator[None]:
    """Let processes of Ray import what stands in these tests."""
    with pytest.MonkeyPatch.context() as patch:
        there = os.environ.get("PYTHONPATH", "")
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(ROOT), there))))
        yield
