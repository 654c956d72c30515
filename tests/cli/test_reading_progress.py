"""What is shown while pages are read, told apart, indexed."""

import pytest

from auslese.cli import crawl_progress as progress
from auslese.cli.stage_progress import ReadingDisplay
from auslese.system.progress import StageProgress


def test_work_that_follows_other_work_counts_from_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "PLAIN_SECONDS", 0.0)
    with ReadingDisplay() as display:
        for done in (0, 400, 428):
            display.show(StageProgress(done, 428, 1.0, 2))
        for done in (128, 256):
            display.show(StageProgress(done, 428, 1.0, 2, "told"))

    shown = capsys.readouterr().err.splitlines()
    assert "128 of 428 pages told  0.0/s" in shown[-2]
    assert "-" not in shown[-1]
