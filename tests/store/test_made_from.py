"""What a segment was made from is told by its footer alone."""

from pathlib import Path

from auslese.store.tables.made_from import digest_of, is_marked
from auslese.store.tables.parquet_segments import replace_in_parts
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import SNAPSHOT, segment_path

MARK, MODEL = "0123456789abcdef0123456789abcdef", "shipped-0a1b2c3d"


def clusters(folder: Path, note: str) -> Path:
    """A small table whose rows have the same label, and a note in its footer."""
    row = {"cluster": 0, "parent": -1, "is_group": False, "label": MODEL, "words": ["a"]}
    row |= {"pages": 1, "language": "de", "x": 0.5, "y": 0.5}
    columns = {name: [row[name]] * 3 for name in TABLES["clusters"].schema.names}
    replace_in_parts(folder, "clusters", [columns], {b"made_of": note.encode()})
    return segment_path(folder, "clusters", SNAPSHOT)


def test_a_note_and_what_all_rows_say_are_marks(tmp_path: Path) -> None:
    segment = clusters(tmp_path, MARK)

    assert is_marked(segment, MARK)
    assert is_marked(segment, MODEL, MARK)
    assert not is_marked(segment, MODEL, MARK[::-1])
    assert not is_marked(segment, "shipped-ffffffff")


def test_no_mark_is_none(tmp_path: Path) -> None:
    assert not is_marked(clusters(tmp_path, MARK), "")


def test_a_file_that_is_not_there_or_cut_off_is_not_marked(tmp_path: Path) -> None:
    segment = clusters(tmp_path, MARK)
    segment.write_bytes(segment.read_bytes()[:-4])

    assert not is_marked(segment, MARK)
    assert not is_marked(tmp_path / "none.parquet", MARK)
    (tmp_path / "empty.parquet").touch()
    assert not is_marked(tmp_path / "empty.parquet", MARK)


def test_other_notes_are_another_content(tmp_path: Path) -> None:
    first = digest_of(clusters(tmp_path, MARK))

    assert digest_of(clusters(tmp_path, MARK)) == first
    assert digest_of(clusters(tmp_path, MARK[::-1])) != first
