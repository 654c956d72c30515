"""A crawl behind a password: the pages come, and the password stays where it belongs."""

import gzip
from base64 import b64encode
from pathlib import Path

import pytest

from auslese.recipes.settings.settings_edit import write_setting
from tests.crawl.scripted_server import scripted
from tests.running import auslese, run_auslese

PASSWORD = "hushhush-hushhush"
TOKEN = b64encode(f"anna:{PASSWORD}".encode())
ABSENT = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"


def html(text: str) -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(text)}\r\n\r\n"
    return (head + text).encode()


def moved(target: str) -> bytes:
    return f"HTTP/1.1 302 Found\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n".encode()


def crawl(folder: Path, code: int, **variables: str) -> str:
    options = ("--workers", 1, "--delay", "0s", "--log", folder / "log")
    done = run_auslese("crawl", folder, *options, variables=variables)
    assert done.returncode == code, done.stderr
    return (done.stdout + done.stderr).decode()


def all_bytes(folder: Path) -> bytes:
    """Everything the collection holds, unpacked."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return b"".join(
        gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        for path in files
    )


@pytest.mark.slow
def test_a_password_opens_its_origin_and_is_found_nowhere_else(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    with scripted(lambda path: html("outside") if path == "/" else ABSENT) as outside:
        pages = {
            "/": html(f"<a href=/inner>i</a><a href=/away>a</a><a href={outside.url('/')}>o</a>"),
            "/inner": html("inner"),
            "/away": moved(outside.url("/moved")),
        }
        with scripted(lambda path: pages.get(path, ABSENT)) as inside:
            auslese("new", folder, "--start", inside.url(), "--allow", "127.0.0.1")
            line = f"{inside.url()} anna SITE_PASSWORD"
            write_setting(folder / "auslese.toml", "crawl.credentials", [line])
            told = crawl(folder, 0, SITE_PASSWORD=PASSWORD)

    header = b"\r\nAuthorization: Basic " + TOKEN + b"\r\n"
    assert [head.split()[1] for head in outside.heads if header in head] == []
    assert b"/moved" in b"".join(outside.heads)
    assert len(inside.heads) == 5  # robots.txt, tdmrep.json and three pages
    assert all(header in head for head in inside.heads)
    kept = all_bytes(folder)
    assert b"GET /inner HTTP/1.1" in kept
    for secret in (PASSWORD.encode(), TOKEN, b"uthorization: Basic"):
        assert secret not in kept
        assert secret.decode() not in told


@pytest.mark.slow
def test_a_password_that_is_missing_is_told_before_anybody_is_asked(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    with scripted(lambda path: ABSENT) as heard:
        auslese("new", folder, "--start", heard.url())
        line = f"{heard.url()} anna SITE_PASSWORD"
        write_setting(folder / "auslese.toml", "crawl.credentials", [line])
        told = crawl(folder, 2)

    assert "SITE_PASSWORD" in told
    assert heard.heads == []


@pytest.mark.slow
def test_cookies_are_off_unless_asked_for(tmp_path: Path) -> None:
    def answer(path: str) -> bytes:
        page = html("<a href=/next>n</a>") if path != "/robots.txt" else ABSENT
        return page.replace(b"\r\n", b"\r\nSet-Cookie: a=1\r\n", 1)

    for hosts, sent in (([], 0), (["127.0.0.1"], 3)):
        folder = tmp_path / f"c{sent}"
        with scripted(answer) as heard:
            auslese("new", folder, "--start", heard.url())
            write_setting(folder / "auslese.toml", "crawl.cookies", hosts)
            crawl(folder, 0)
        assert sum(b"\r\nCookie: a=1\r\n" in head for head in heard.heads) == sent
        assert b"\r\nCookie:" not in all_bytes(folder)
