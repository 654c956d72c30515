"""`auslese export DIR sentences`."""

import json
import os
import tty
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TextIO

import pytest
from click.testing import CliRunner, Result

from auslese.cli.analysing.export_command import command
from auslese.records.errors import SettingsError
from auslese.records.rating import RatedTopic
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook
from auslese.store.tables.parquet_segments import to_ipc, write_segment
from auslese.store.tables.schemas import TABLES

NOON = datetime(2026, 11, 15, 12, 0, 0, tzinfo=UTC)
LATER = NOON + timedelta(days=1)
THRESHOLD = 0.5
ROWS = [  # page, when, domain, number, text
    (1, NOON, "de", 0, "Ein alter Satz."),
    (1, LATER, "de", 0, "Ein neuer Satz."),
    (1, LATER, "de", 1, "Und noch einer."),
    (2, NOON, "de", 0, "Zuerst geholt."),
    (3, NOON, "org", 0, "An English one."),
    (4, NOON, "192.0.2.1", 0, "Without a name."),
    (5, NOON, "de", 0, "Die Seite will nicht mehr."),
]


def columns(name: str, rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Rows of a table; what is not given is empty."""
    empty = {"string": "", "bool": False}
    schema = TABLES[name].schema
    return {
        field.name: [
            row.get(field.name, None if field.nullable else empty.get(str(field.type), 0))
            for row in rows
        ]
        for field in schema
    }


@pytest.fixture
def folder(tmp_path: Path) -> str:
    collection = Collection.create(tmp_path / "c")
    pages = [{"id": page, "fetched_at": at} for page, at, *_ in ROWS]
    sentences = [
        {"page": page, "fetched_at": at, "url": f"http://{page}.{domain}/", "domain": domain}
        | {"number": number, "paragraph": number, "text": text}
        for page, at, domain, number, text in ROWS
    ]
    outcome = {"id": 5, "kind": "refused", "reason": "noindex", "ended_at": LATER}
    tables = {"pages": pages, "sentences": sentences, "outcomes": [outcome]}
    for name, rows in tables.items():
        write_segment(collection.tables, name, 1, [to_ipc(name, columns(name, rows))])
    return str(collection.path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments, catch_exceptions=False)


DE = "URL: http://2.de/\nSEN: Zuerst geholt.\n"
DE += "URL: http://1.de/\nSEN: Ein neuer Satz.\nSEN: Und noch einer.\n"
OTHER = "URL: http://4.192.0.2.1/\nSEN: Without a name.\n"
ORG = "URL: http://3.org/\nSEN: An English one.\n"


def test_a_file_for_each_domain_with_the_sentences_of_today(folder: str, tmp_path: Path) -> None:
    result = run(folder, "sentences", "--to", str(tmp_path / "out"), "--json")

    files = {path.name: path.read_text("utf-8") for path in (tmp_path / "out").iterdir()}
    assert files == {"de.txt": DE, "org.txt": ORG, "other.txt": OTHER}
    told = json.loads(result.stdout)
    assert (told["sentences"], told["left_out"]) == (5, 0)
    assert told["domains"][0] == {"domain": "de", "sentences": 3, "left_out": 0, "bytes": len(DE)}


def test_without_a_folder_all_goes_to_stdout(folder: str) -> None:
    result = run(folder, "sentences")

    assert result.stdout == DE + ORG + OTHER
    assert "de: 3 sentences" in result.stderr


def test_sentences_are_given_as_rows_of_words(folder: str) -> None:
    result = run(folder, "sentences", "--words")

    assert result.stdout.startswith("URL:http://2.de/\nSEN:Zuerst:geholt\nURL:http://1.de/\n")


def test_sentences_one_a_line(folder: str) -> None:
    assert run(folder, "sentences", "--form", "lines").stdout.splitlines() == [
        *("Zuerst geholt.", "Ein neuer Satz.", "Und noch einer.", "An English one."),
        "Without a name.",
    ]
    assert run(folder, "sentences", "--form", "lines", "--words").stdout.startswith(
        "Zuerst geholt\nEin neuer Satz\n"
    )


def test_shuffled_sentences_have_their_sources_apart(folder: str, tmp_path: Path) -> None:
    target = tmp_path / "out"
    result = run(folder, "sentences", "--form", "shuffled", "--to", str(target), "--json")

    files = {path.name: path.read_text("utf-8").splitlines() for path in target.iterdir()}
    assert sorted(files) == ["c-sentences.txt", "c-sources.txt"]
    numbers, texts = zip(*(line.split("\t") for line in files["c-sentences.txt"]), strict=True)
    assert numbers == ("1", "2", "3", "4", "5")
    assert sorted(texts) == sorted(
        line.partition(": ")[2] for line in (DE + OTHER + ORG).splitlines() if line[0] == "S"
    )
    assert sorted(line.split("\t")[1] for line in files["c-sources.txt"]) == [
        *("http://1.de/", "http://2.de/", "http://3.org/", "http://4.192.0.2.1/"),
    ]
    told = json.loads(result.stdout)
    assert (told["sentences"], told["repeated"], told["sources"]) == (5, 0, 4)


def test_a_smaller_release_is_the_beginning_of_a_larger_one(folder: str, tmp_path: Path) -> None:
    shuffled = ("sentences", "--form", "shuffled")
    all_of_them = run(folder, *shuffled).stdout
    other = run(folder, *shuffled, "--seed", "3").stdout
    result = run(folder, *shuffled, "-k", "2", "--to", str(tmp_path))

    assert (tmp_path / "c_2-sentences.txt").read_text("utf-8").splitlines() == (
        all_of_them.splitlines()[:2]
    )
    assert other != all_of_them
    assert "2 sentences of 2 pages, shuffled, of 5" in result.stderr
    assert "no more than these, 9 were asked for" in run(folder, *shuffled, "-k", "9").stderr


def reserve(folder: str, page: int, optouts: str) -> None:
    """Let a page say what its owner reserves."""
    tables = Collection.open(Path(folder)).tables
    rows = [
        {"id": each, "fetched_at": at, "optouts": optouts if each == page else None}
        for each, at, *_ in ROWS
    ]
    write_segment(tables, "pages", 1, [to_ipc("pages", columns("pages", rows))])


def test_sentences_of_a_page_that_was_reserved_do_not_leave(folder: str) -> None:
    reserve(folder, 2, "noai")

    result = run(folder, "sentences")
    assert "Zuerst geholt." not in result.stdout
    assert "left out: ai-train reserved 1" in result.stderr
    assert "Zuerst geholt." in run(folder, "sentences", "--use", "search").stdout
    assert "Zuerst geholt." in run(folder, "sentences", "--profile", "internal").stdout


def test_the_profile_of_shuffled_sentences_shuffles_and_lets_no_other_form_pass(
    folder: str,
) -> None:
    shuffled = run(folder, "sentences", "--form", "shuffled").stdout

    assert run(folder, "sentences", "--profile", "sentences-shuffled").stdout == shuffled
    with pytest.raises(SettingsError, match="--form shuffled"):
        run(folder, "sentences", "--profile", "sentences-shuffled", "--form", "lines")


def test_what_the_cap_leaves_out_is_told(folder: str, tmp_path: Path) -> None:
    result = run(folder, "sentences", "--to", str(tmp_path / "out"), "--per-domain", "50B")

    assert (tmp_path / "out/de.txt").read_text("utf-8") == DE[:38]
    assert "de: 1 sentence, 38 bytes; 2 left out by --per-domain" in result.stderr


def teach(folder: str, *scores: tuple[int, str, float]) -> None:
    """How relevant pages are for topics."""
    rows = [
        {"id": page, "fetched_at": LATER, "topic": topic, "score": score}
        | {"is_relevant": score >= THRESHOLD}
        for page, topic, score in scores
    ]
    tables = Collection.open(Path(folder)).tables
    write_segment(tables, "relevance", 1, [to_ipc("relevance", columns("relevance", rows))])


def test_sentences_of_pages_that_fit_a_condition(folder: str) -> None:
    teach(folder, (1, "Solar power", 0.9), (2, "Solar power", 0.3), (3, "Solar power", 0.55))

    assert run(folder, "sentences", "--where", 'topic:"solar power">0.5').stdout == (
        DE.partition("URL: http://2.de/\nSEN: Zuerst geholt.\n")[2] + ORG
    )
    assert run(folder, "sentences", "--where", "NOT topic:solar*").stdout == (
        "URL: http://2.de/\nSEN: Zuerst geholt.\n" + OTHER
    )
    with pytest.raises(SettingsError, match=r'No topic has this name.*topic:"Solar power"'):
        run(folder, "sentences", "--where", "topic:energy")
    with pytest.raises(SettingsError, match="cannot be a condition"):
        run(folder, "sentences", "--where", "Gletscher")


def test_pages_of_an_unwanted_topic_are_left_out_unless_they_are_asked_for(folder: str) -> None:
    teach(folder, (1, "canteen", 0.9), (3, "canteen", 0.1))
    book = RatingBook(Path(folder))
    topic = book.add_topic(RatedTopic(0, "canteen"))
    assert run(folder, "sentences").stdout == DE + ORG + OTHER

    book.change_topic(topic.number, lambda before: replace(before, is_unwanted=True))
    result = run(folder, "sentences")
    assert result.stdout == "URL: http://2.de/\nSEN: Zuerst geholt.\n" + ORG + OTHER
    assert "1 page of unwanted topics left out: canteen" in result.stderr
    asked = run(folder, "sentences", "--where", "topic:Canteen")
    assert "Ein neuer Satz." in asked.stdout
    assert "left out" not in asked.stderr


def test_an_old_file_is_replaced(folder: str, tmp_path: Path) -> None:
    (tmp_path / "de.txt").write_text("old", "utf-8")

    run(folder, "sentences", "--to", str(tmp_path), "--per-domain", "none")

    assert (tmp_path / "de.txt").read_text("utf-8") == DE


def test_no_sentences_are_told_too(tmp_path: Path) -> None:
    result = run(str(Collection.create(tmp_path / "c").path), "sentences")

    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith("no sentences")


def tell_languages(folder: str) -> None:
    """Give the pages paragraphs in German and English, of which the first is running text."""
    paragraph = {"confidence": 1.0, "running_text": 0.3}
    paragraphs = [
        paragraph | {"number": 0, "language": "de", "is_running": True},
        paragraph | {"number": 1, "language": "en", "is_running": False},
    ]
    told = [
        {"id": page, "fetched_at": at, "paragraphs": paragraphs, "mix": []}
        for page, at in ((1, LATER), (2, NOON), (3, NOON))
    ]
    rows = to_ipc("languages", columns("languages", told))
    write_segment(Collection.open(Path(folder)).tables, "languages", 1, [rows])


def test_only_sentences_in_a_language_or_of_running_text(folder: str) -> None:
    tell_languages(folder)

    german = run(folder, "sentences", "--language", "de").stdout
    english = run(folder, "sentences", "--language", "en").stdout
    running = run(folder, "sentences", "--running").stdout
    both = run(folder, "sentences", "--language", "de,en", "--running").stdout

    first = "URL: http://2.de/\nSEN: Zuerst geholt.\nURL: http://1.de/\nSEN: Ein neuer Satz.\n"
    assert german == running == both == first + ORG
    assert english == "URL: http://1.de/\nSEN: Und noch einer.\n"


def test_a_language_without_sentences_does_not_blame_the_reading(folder: str) -> None:
    tell_languages(folder)

    result = run(folder, "sentences", "--language", "sv")

    assert result.stderr.startswith("no sentences of this kind")


def test_sentences_in_a_language_need_languages_that_are_told(folder: str) -> None:
    with pytest.raises(SettingsError, match="languages are not told yet"):
        run(folder, "sentences", "--language", "de")
    with pytest.raises(SettingsError, match="there is no language 'klingon'"):
        run(folder, "sentences", "--language", "de,klingon")


@pytest.mark.parametrize(
    "arguments",
    [["sentences", "--per-domain", "many"], ["sentences", "--json"], ["poems"]],
)
def test_what_makes_no_sense_is_a_usage_error(folder: str, arguments: list[str]) -> None:
    assert run(folder, *arguments).exit_code == 2


@pytest.fixture
def terminal() -> Iterator[tuple[int, TextIO]]:
    """What a terminal gets, and the stream that leads there."""
    shown, leading = os.openpty()
    tty.setraw(leading)
    with os.fdopen(leading, "w", encoding="utf-8") as stream:
        yield shown, stream
    os.close(shown)


def test_a_terminal_is_shown_what_it_would_obey_and_a_pipe_gets_it(
    folder: str, terminal: tuple[int, TextIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = "Farbe \x1b[31mrot\x9b2J und \u202eumgekehrt."
    row = {"page": 2, "fetched_at": NOON, "url": "http://2.de/", "domain": "de", "number": 1}
    packed = to_ipc("sentences", columns("sentences", [row | {"paragraph": 1, "text": evil}]))
    write_segment(Collection.open(folder).tables, "sentences", 2, [packed])

    piped = run(folder, "sentences").stdout
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdout", terminal[1])
        command.main([folder, "sentences"], standalone_mode=False)
        terminal[1].flush()
    shown = os.read(terminal[0], 1 << 16).decode()

    assert f"SEN: {evil}\n" in piped
    assert "SEN: Farbe \\u001b[31mrot\\u009b2J und \\u202eumgekehrt.\n" in shown
    assert "\x1b" not in shown
