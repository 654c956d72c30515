"""Where stages run is said in one word, and who has no Ray is told what to install."""

from pathlib import Path

import pytest

from auslese.fleet.engine_choice import stages_run_on
from auslese.recipes.stages.stage import StageOptions
from auslese.store.collection import Collection
from tests.running import auslese, run_python

WITHOUT_RAY = """
import sys
sys.modules["ray"] = None
from auslese.cli.main import main
main()
"""


def test_stages_run_here_unless_another_place_is_named() -> None:
    options = StageOptions(workers=3)

    with stages_run_on("", options) as placed:
        assert placed is options


@pytest.mark.slow
def test_who_has_no_ray_is_told_what_to_install(tmp_path: Path) -> None:
    Collection.create(tmp_path / "c")

    done = run_python(WITHOUT_RAY, "analyse", str(tmp_path / "c"), "--on", "ray")

    assert done.returncode == 1
    assert b"Ray is not installed here; pip install 'auslese[cluster]'" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", ["analyse", "index"])
def test_a_place_that_nobody_knows_is_refused(command: str, tmp_path: Path) -> None:
    Collection.create(tmp_path / "c")

    complaint = auslese(command, tmp_path / "c", "--on", "moon", code=2).stderr

    assert "--on takes `ray` or `ray://HOST:PORT`, not `moon`" in complaint
