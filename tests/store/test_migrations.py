from pathlib import Path

import pytest

from auslese.records.errors import AusleseError
from auslese.store.migrations import Step, format_of, newest_format, upgrade


def adding(text: str) -> Step:
    """Return a step that writes a line and, like every step, may run twice."""

    def step(folder: Path) -> None:
        path = folder / "lines"
        lines = path.read_text().splitlines() if path.exists() else []
        path.write_text("\n".join(dict.fromkeys([*lines, text])))

    return step


def killed_after(step: Step) -> Step:
    def killed(folder: Path) -> None:
        step(folder)
        raise KeyboardInterrupt

    return killed


def test_a_new_folder_gets_todays_format_without_any_step(tmp_path: Path) -> None:
    assert upgrade(tmp_path, [adding("one")]) == 0
    assert format_of(tmp_path) == 2
    assert not (tmp_path / "lines").exists()


def test_an_old_folder_takes_the_missing_steps_in_order(tmp_path: Path) -> None:
    upgrade(tmp_path, [])

    assert upgrade(tmp_path, [adding("one"), adding("two")]) == 2
    assert format_of(tmp_path) == 3
    assert upgrade(tmp_path, [adding("one"), adding("two"), adding("three")]) == 1
    assert (tmp_path / "lines").read_text().split() == ["one", "two", "three"]


def test_a_killed_upgrade_goes_on_where_it_stopped(tmp_path: Path) -> None:
    upgrade(tmp_path, [])

    with pytest.raises(KeyboardInterrupt):
        upgrade(tmp_path, [adding("one"), killed_after(adding("two"))])
    assert format_of(tmp_path) == 2

    assert upgrade(tmp_path, [adding("one"), adding("two")]) == 1
    assert (tmp_path / "lines").read_text().split() == ["one", "two"]


def test_a_folder_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    upgrade(tmp_path, [adding("one")])

    with pytest.raises(AusleseError, match=r"newer Auslese \(format 2\).* up to format 1"):
        upgrade(tmp_path, [])


def test_a_format_that_is_no_number_is_refused(tmp_path: Path) -> None:
    (tmp_path / "format").write_text("one")

    with pytest.raises(AusleseError, match="should hold the number"):
        upgrade(tmp_path)


def test_todays_format_is_the_first(tmp_path: Path) -> None:
    upgrade(tmp_path)

    assert newest_format() == 1
    assert (tmp_path / "format").read_text() == "1\n"
