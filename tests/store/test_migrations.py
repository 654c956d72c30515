import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from auslese.crawl.frontier.embedded.frontier_file import connect
from auslese.records.errors import AusleseError
from auslese.store.migrations import MigrationStep, format_of, newest_format, upgrade


def adding(text: str) -> MigrationStep:
    """Return a step that writes a line and, like every step, may run twice."""

    def step(folder: Path) -> None:
        path = folder / "lines"
        lines = path.read_text().splitlines() if path.exists() else []
        path.write_text("\n".join(dict.fromkeys([*lines, text])))

    return step


def killed_after(step: MigrationStep) -> MigrationStep:
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


def test_a_new_folder_has_todays_format(tmp_path: Path) -> None:
    upgrade(tmp_path)

    assert newest_format() == 2
    assert (tmp_path / "format").read_text() == "2\n"


# -- format 1 to 2 --------------------------------------------------------------------------------

FORMAT_1 = (Path(__file__).parent / "cases" / "format_1.sql").read_text("utf-8")


def layout(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every table of the file with its columns: name, type, whether it may be empty, key."""
    with closing(sqlite3.connect(path)) as db:
        names = [
            row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return {
            name: [
                (column, kind, filled, key)
                for _, column, kind, filled, _, key in db.execute(f"PRAGMA table_info({name})")
            ]
            for name in names
        }


def old_collection(folder: Path) -> Path:
    """A folder of format 1 that was crawled."""
    (folder / "format").write_text("1\n")
    path = folder / "frontier.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(FORMAT_1)
        db.execute("INSERT INTO host (id, name, asked) VALUES (1, 'a.example', 3)")
        db.execute("INSERT INTO robots VALUES ('http://a.example', 404, '', 5.0)")
        db.commit()
    return path


def test_a_frontier_of_format_1_has_todays_tables_after_the_upgrade(tmp_path: Path) -> None:
    old, today = old_collection(tmp_path), tmp_path / "today.db"

    assert upgrade(tmp_path) == 1

    connect(today).close()
    assert layout(old) == layout(today)
    with closing(sqlite3.connect(old)) as db:
        assert db.execute("SELECT name, asked, errors FROM host").fetchall() == [
            ("a.example", 3, 0)
        ]
        assert db.execute("SELECT * FROM robots").fetchone() == ("http://a.example", 404, "", 5, 0)


def test_lifting_twice_is_lifting_once(tmp_path: Path) -> None:
    path = old_collection(tmp_path)
    upgrade(tmp_path)
    once = layout(path)
    (tmp_path / "format").write_text("1\n")  # as after a kill before the number was written

    assert upgrade(tmp_path) == 1
    assert layout(path) == once


def test_a_folder_that_was_never_crawled_is_lifted_too(tmp_path: Path) -> None:
    (tmp_path / "format").write_text("1\n")

    assert upgrade(tmp_path) == 1
    assert not (tmp_path / "frontier.db").exists()
