"""The log beside the frontier's file has an end, whoever reads."""

from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread

from auslese.crawl.frontier.embedded.content_seen import draw_modulus, open_content_finder
from auslese.crawl.frontier.embedded.frontier_file import FrontierFile, reading_ledger

MEGABYTE = 1 << 20
ROUNDS = 80


def look_without_end(path: Path, ended: Event) -> None:
    finder = open_content_finder(path)
    number = 0
    while not ended.is_set():
        finder(number.to_bytes(16), b"digest", b"payload")
        number += 1
    finder.rest()


def test_the_log_stays_short_while_workers_read_without_a_gap(tmp_path: Path) -> None:
    path = tmp_path / "frontier.db"
    frontier = FrontierFile(path, log_bytes=8 * MEGABYTE)
    draw_modulus(frontier.db)
    ended, longest = Event(), 0
    with ExitStack() as readers:
        readers.callback(ended.set)
        for _ in range(3):
            reader = Thread(target=look_without_end, args=(path, ended))
            reader.start()
            readers.callback(reader.join)
        readers.callback(ended.set)
        for number in range(ROUNDS):
            with frontier.transaction():
                frontier.db.execute(
                    "INSERT INTO meta VALUES (?, ?)", (f"test {number}", "x" * MEGABYTE)
                )
            longest = max(longest, path.with_name("frontier.db-wal").stat().st_size)
    frontier.db.close()

    assert longest < ROUNDS * MEGABYTE / 2


def test_the_log_is_emptied_soon_after_a_slow_reader_has_left(tmp_path: Path) -> None:
    path = tmp_path / "frontier.db"
    frontier = FrontierFile(path, log_bytes=8 * MEGABYTE)

    def write(megabytes: int) -> int:
        for _ in range(megabytes):
            with frontier.transaction():
                row = ("test", "x" * MEGABYTE)
                frontier.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", row)
        return path.with_name("frontier.db-wal").stat().st_size

    write(1)
    with reading_ledger(path) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM meta").fetchone()
        assert write(9) > 8 * MEGABYTE  # emptied in vain once

    assert write(4) < 8 * MEGABYTE
    frontier.db.close()
