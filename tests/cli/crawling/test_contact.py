"""A person at a terminal is asked for the contact once; a script is refused."""

import os
import pty
import subprocess
from pathlib import Path

import pytest
from tests.running import AUSLESE, auslese, auslese_json, environment

from auslese.cli.crawling.contact_prompt import read_contact

NOWHERE = "http://nowhere.invalid/"  # RFC 6761: never resolves, so nobody is bothered
SHORT = ("--max-time", "1s")


def asked_at_a_terminal(words: list[str], typed: str, home: Path) -> str:
    """What a command shows on a terminal whose user types that."""
    ours, theirs = pty.openpty()
    os.write(ours, typed.encode())
    process = subprocess.Popen(
        [*AUSLESE, *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**environment(), "XDG_CONFIG_HOME": str(home)},
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 4096):
            shown += chunk
    except OSError:  # how Linux says that the other side is closed
        pass
    process.wait(300)
    os.close(ours)
    return shown.decode()


@pytest.mark.parametrize("command", ["crawl", "go"])
def test_without_a_contact_and_a_terminal_nothing_begins(tmp_path: Path, command: str) -> None:
    folder = tmp_path / "c"
    if command == "crawl":
        auslese("new", folder, "--start", NOWHERE)
        done = auslese("crawl", folder, code=6)
    else:
        done = auslese("go", NOWHERE, "--into", folder, code=6)
        assert not folder.exists()

    assert "no contact is set" in done.stderr
    assert not (folder / "frontier.db").exists()


@pytest.mark.slow
def test_a_contact_given_to_go_is_kept_in_the_collection(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    words = ("--into", folder, "--contact", "me@example.org", *SHORT)

    auslese("go", NOWHERE, *words)

    assert 'contact = "me@example.org"' in (folder / "auslese.toml").read_text("utf-8")
    assert auslese_json("crawl", folder, *SHORT)["ending"] == "time"


@pytest.mark.slow
def test_at_a_terminal_it_is_asked_for_until_it_is_good_and_only_once(tmp_path: Path) -> None:
    first, second, home = tmp_path / "first", tmp_path / "second", tmp_path / "home"
    typed = "nobody\nme@example.org\n"

    words = ["go", NOWHERE, "--no-serve", *SHORT, "--into"]
    asked = asked_at_a_terminal([*words, str(first)], typed, home)
    again = asked_at_a_terminal([*words, str(second)], "", home)

    assert asked.count("Whom may site owners ask") == 2
    assert "expected a mail address or a web page" in asked
    assert str(home / "auslese/config.toml") in asked
    assert "Whom may" not in again
    assert "the time is over" in again


@pytest.mark.slow
def test_crawl_asks_as_well(tmp_path: Path) -> None:
    folder, home = tmp_path / "c", tmp_path / "home"
    auslese("new", folder, "--start", NOWHERE)

    asked = asked_at_a_terminal(["crawl", str(folder), *SHORT], "https://example.org/bot\n", home)

    assert "Whom may" in asked
    text = (home / "auslese/config.toml").read_text("utf-8")
    assert 'contact = "https://example.org/bot"' in text


def test_what_is_typed_is_trimmed() -> None:
    assert read_contact("  me@example.org ") == "me@example.org"
