"""What annotators said is kept, whatever dies and whoever else writes."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.annotated_collection import CATS, annotated_collection, answer_all
from tests.running import environment

from auslese.recipes.annotation.annotation_desk import AnnotationDesk
from auslese.recipes.checking.collection_check import FileState, check_collection
from auslese.records.annotation import AnnotationAnswer, AnnotationPhase
from auslese.records.errors import NotFoundError
from auslese.store.annotation_book import FILE, AnnotationBook, NewPicture, create_round
from auslese.store.sealed_journal import damaged_lines, drop_damaged_lines
from auslese.system.seals.damaged_file import DamagedFileError

PICTURE, TEXT = AnnotationPhase.PICTURE, AnnotationPhase.TEXT

WRITER = """
import sys
from pathlib import Path
from auslese.recipes.annotation.annotation_desk import AnnotationDesk, AnnotationTask
from auslese.records.annotation import AnnotationAnswer
from auslese.store.annotation_book import AnnotationBook
desk, name = AnnotationDesk(AnnotationBook(Path(sys.argv[1]))), sys.argv[2]
while isinstance(task := desk.next_task(name), AnnotationTask):
    if desk.answer(AnnotationAnswer(task.item, task.phase, name, 4)):
        print(task.item, flush=True)
"""


def test_processes_killed_at_any_moment_lose_no_answer_and_no_item_gets_one_too_many(
    tmp_path: Path,
) -> None:
    folder = annotated_collection(tmp_path / "cats", 60)[1].book.folder
    people = ("ann", "bea", "cem", "dan")
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder), name],
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        for name in people
    ]
    acknowledged: dict[str, list[int]] = {}
    for name, writer in zip(people, writers, strict=True):
        assert writer.stdout is not None
        acknowledged[name] = [int(writer.stdout.readline() or 0) for _ in range(12)]
        os.kill(writer.pid, signal.SIGKILL)
        writer.wait()
        writer.stdout.close()

    book = AnnotationBook(folder)
    for name, items in acknowledged.items():
        assert {item for item in items if item} <= {each.item for each in book.own_answers(name)}
    answer_all(AnnotationDesk(book), people)
    assert [len(book.said(item.number, PICTURE)) for item in book.items] == [3] * 60


def test_two_books_on_one_round_see_what_the_other_wrote_before_they_write(
    tmp_path: Path,
) -> None:
    one = annotated_collection(tmp_path / "cats", 1)[1].book
    other = AnnotationBook(one.folder)
    for name, book in (("ann", one), ("bea", other), ("cem", one)):
        assert book.answer(AnnotationAnswer(1, PICTURE, name, 0))

    assert not other.answer(AnnotationAnswer(1, PICTURE, "dan", 0))
    assert len(other.said(1, PICTURE)) == 3
    assert other.answer(AnnotationAnswer(1, PICTURE, "BEA", 2)), "another mind, the same person"
    assert sorted(each.category for each in other.said(1, PICTURE)) == [0, 0, 2]


def test_a_torn_line_is_cut_off_and_a_damaged_one_is_seen_and_costs_itself(tmp_path: Path) -> None:
    collection, made = annotated_collection(tmp_path / "cats", 4)
    answer_all(AnnotationDesk(made.book))
    journal = made.book.folder / FILE
    before = made.book.answers(PICTURE)
    with journal.open("ab") as file:
        file.write(b'{"entry":"answer","item":1')
    torn = AnnotationBook(made.book.folder)
    assert torn.answers(PICTURE) == before

    lines = journal.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b"p0", b"q0")  # the first item
    lines[5] = lines[5].replace(b"ann", b"bea")  # the first answer, which was to it
    journal.write_bytes(b"".join(lines[:-1]))
    with pytest.raises(DamagedFileError):
        AnnotationBook(made.book.folder)
    states = {each.path: each.state for each in check_collection(collection).files}
    assert states[journal] is FileState.DAMAGED
    assert damaged_lines(journal) == [2, 6]
    assert drop_damaged_lines(journal) == 2
    kept = AnnotationBook(made.book.folder)
    assert [item.id for item in kept.items] == ["p1", "p2", "p3"]
    assert len(kept.answers(PICTURE)) == 9
    answer_all(AnnotationDesk(kept))


def test_a_round_that_could_not_be_made_leaves_nothing_behind(tmp_path: Path) -> None:
    collection = annotated_collection(tmp_path / "cats", 1)[0]

    def breaking() -> Iterator[NewPicture]:
        raise NotFoundError("gone")
        yield

    with pytest.raises(NotFoundError):
        create_round(collection.path, CATS.__class__("dogs", CATS.categories), breaking())
    assert sorted(path.name for path in (collection.path / "annotation").iterdir()) == ["cats"]
