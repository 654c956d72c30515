"""A name server that changes its mind between our look and our request gains nothing by it."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.running import SOURCE, environment
from tests.site_files import SITE_FILES

STAGE = ["unshare", "--map-root-user", "--net", "--mount", sys.executable, "-m"]


def namespaces_are_allowed() -> bool:
    try:
        tried = subprocess.run([*STAGE[:4], "true"], capture_output=True, timeout=10, check=False)
    except FileNotFoundError:
        return False
    return tried.returncode == 0


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What happened on the stage: two crawls of a name that is public first, then this machine."""
    if not namespaces_are_allowed():
        pytest.skip("network namespaces are not allowed here")
    folder = tmp_path_factory.mktemp("stage")
    root = SOURCE.parent
    done = subprocess.run(
        [*STAGE, "tests.journeys.rebinding_stage", str(folder)],
        cwd=root,
        env=environment() | {"PYTHONPATH": f"{SOURCE}:{root}"},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_the_address_that_was_checked_is_the_one_that_is_asked(told: Any) -> None:
    assert told["said"][0] == "93.184.215.14"
    assert sorted(told["outside"]) == sorted(["/", "/0", "/1", "/2", "/3", *SITE_FILES])
    assert told["first"]["pages"] == 5


def test_a_public_name_that_points_to_this_machine_is_refused(told: Any) -> None:
    assert told["said"][-1] == "127.0.0.1"
    assert told["second"]["refused"] == {"address": 1}
    assert told["inside"] == []
