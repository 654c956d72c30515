"""Noise made from a seed; the first function of each pair is for developing, the second tests."""

import base64
import hashlib
import string
import uuid
from collections.abc import Iterator
from pathlib import Path
from random import Random

TABLES = 300


def sheets(dice: Random) -> Iterator[str]:
    """Rows as they come out of a spreadsheet: values, dates, measures with units."""
    units = ("", "", "", " kg", " %", " €", " m", " kWh")
    for _ in range(TABLES):
        separator = dice.choice((",", ";", "\t", "  ", " | "))
        decimals, unit = dice.randrange(4), dice.choice(units)
        columns, rows = dice.randint(3, 9), dice.randint(1, 6)
        lines = [
            separator.join(f"{dice.gauss(0, 10 ** dice.randint(0, 4)):.{decimals}f}{unit}" for _ in range(columns))
            for _ in range(rows)
        ]
        if dice.random() < 0.4:
            lines = [f"{dice.randint(1950, 2026)}-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}{separator}{line}" for line in lines]
        if dice.random() < 0.3:
            heads = dice.choices(("x", "y", "n", "sum", "id", "kg", "Jahr", "min", "max", "No.", "total", "%"), k=columns)
            lines.insert(0, separator.join(heads))
        yield "\n".join(lines)


def timetables(dice: Random) -> Iterator[str]:
    """Departures, results, prices, telephone numbers, and the rules of Debian's time zones."""
    for _ in range(TABLES):
        yield dice.choice((_departures, _results, _prices, _telephones))(dice)
    rules = Path("/usr/share/zoneinfo/tzdata.zi")
    if rules.is_file():
        lines = [line for line in rules.read_text("utf-8").splitlines() if line.count(" ") > 3]
        for _ in range(100):
            begin = dice.randrange(len(lines) - 3)
            yield "\n".join(lines[begin : begin + dice.randint(1, 3)])


def _departures(dice: Random) -> str:
    lines = []
    for _ in range(dice.randint(1, 4)):
        minute = dice.randrange(60)
        line = f"{dice.choice(('S', 'U', 'RE ', 'Bus ', ''))}{dice.randint(1, 99)}"
        hours = sorted(dice.sample(range(24), dice.randint(4, 9)))
        lines.append(" ".join([line, *(f"{hour}:{minute:02}" for hour in hours)]))
    return "\n".join(lines)


def _results(dice: Random) -> str:
    rows = (
        f"{place}. {''.join(dice.choices(string.ascii_uppercase, k=3))} {dice.randint(0, 34)} "
        f"{dice.randint(0, 30)} {dice.randint(10, 90)}:{dice.randint(10, 90)} {dice.randint(0, 99)}"
        for place in range(1, dice.randint(3, 8))
    )
    return dice.choice(("\n", " ")).join(rows)


def _prices(dice: Random) -> str:
    sign = dice.choice(("€", "$", "EUR", "CHF", "£", "kr", "zł"))
    rows = (f"{dice.randint(1, 999)},{dice.randrange(100):02} {sign}" for _ in range(dice.randint(3, 9)))
    return dice.choice((" ", " / ", "\n")).join(rows)


def _telephones(dice: Random) -> str:
    rows = (
        f"+{dice.randint(1, 99)} {dice.randint(10, 999)} {dice.randint(100, 999)} {dice.randint(1000, 99999)}"
        for _ in range(dice.randint(2, 5))
    )
    return dice.choice((", ", "\n", " Tel. ", " Fax ")).join(rows)


_PATHS = ("index", "img", "css", "api", "static", "wp-content", "login", "feed", "assets", "user")
_AGENTS = ("Mozilla/5.0 (X11; Linux x86_64)", "curl/7.88.1", "Googlebot/2.1", "Wget/1.21.3")


def _path(dice: Random) -> str:
    return "/" + "/".join(dice.sample(_PATHS, dice.randint(1, 3)))


def _clock(dice: Random) -> str:
    return f"{dice.randrange(24):02}:{dice.randrange(60):02}:{dice.randrange(60):02}"


def server_logs(dice: Random) -> Iterator[str]:
    """What web servers and mail servers write."""
    while True:
        address = ".".join(str(dice.randrange(256)) for _ in range(4))
        yield dice.choice(
            (
                f'{address} - - [{dice.randint(1, 28):02}/Oct/2026:{_clock(dice)} +0200] "GET {_path(dice)} '
                f'HTTP/1.1" {dice.choice((200, 304, 404, 500))} {dice.randint(0, 99999)} "-" "{dice.choice(_AGENTS)}"',
                f"Oct {dice.randint(1, 28):2} {_clock(dice)} mx{dice.randint(1, 9)} postfix/smtpd[{dice.randint(99, 32000)}]: "
                f"connect from unknown[{address}]",
                f"2026/10/{dice.randint(1, 28):02} {_clock(dice)} [error] {dice.randint(99, 9999)}#0: *{dice.randint(1, 999)} "
                f"open() \"/srv/www{_path(dice)}\" failed (2: No such file or directory), client: {address}",
            )
        )


def system_logs(dice: Random) -> Iterator[str]:
    """What kernels, package managers and Java programs write."""
    while True:
        package = dice.choice(("libc6", "perl-base", "zlib1g", "tzdata", "openssl", "libx11-6"))
        yield dice.choice(
            (
                f"2026-10-{dice.randint(1, 28):02} {_clock(dice)} status half-configured {package}:amd64 "
                f"{dice.randint(1, 9)}.{dice.randint(0, 99)}-{dice.randint(1, 9)}+deb12u{dice.randint(1, 9)}",
                f"[{dice.uniform(0, 999):12.6f}] usb {dice.randint(1, 4)}-{dice.randint(1, 9)}: new high-speed USB device "
                f"number {dice.randint(1, 99)} using xhci_hcd",
                f"{_clock(dice)}.{dice.randrange(1000):03} [pool-{dice.randint(1, 9)}-thread-{dice.randint(1, 32)}] WARN  "
                f"o.a.h.c.{dice.choice(('RetryExec', 'PoolingManager', 'SSLFactory'))} - timeout={dice.randint(1, 9999)}ms "
                f"id={uuid.UUID(int=dice.getrandbits(128))}",
                f"Oct {dice.randint(1, 28):2} {_clock(dice)} host systemd[1]: session-{dice.randint(1, 999)}.scope: Deactivated "
                f"successfully.",
            )
        )


def digests(dice: Random) -> Iterator[str]:
    """Sums of files and UUIDs."""
    while True:
        data = dice.randbytes(8)
        yield dice.choice(
            (
                hashlib.sha256(data).hexdigest(),
                f"{hashlib.md5(data).hexdigest()}  ./{_path(dice)[1:]}.deb",
                " ".join(str(uuid.UUID(int=dice.getrandbits(128))) for _ in range(dice.randint(1, 3))),
                ":".join(f"{dice.randrange(256):02x}" for _ in range(16)),
            )
        )


def tokens(dice: Random) -> Iterator[str]:
    """Base64, keys and licence codes."""
    while True:
        data = dice.randbytes(dice.randint(24, 90))
        code = "-".join("".join(dice.choices(string.ascii_uppercase + string.digits, k=5)) for _ in range(5))
        yield dice.choice(
            (
                base64.b64encode(data).decode(),
                base64.urlsafe_b64encode(data).decode(),
                f"ssh-rsa {base64.b64encode(data).decode()} me@host",
                base64.b32encode(data).decode(),
                code,
            )
        )


def mail_headers(dice: Random) -> Iterator[str]:
    """Headers between two mail servers."""
    while True:
        host = f"mx{dice.randint(1, 99)}.example.{dice.choice(('com', 'de', 'org'))}"
        lines = [
            f"Received: from {host} (unknown [10.0.{dice.randrange(256)}.{dice.randrange(256)}]) by mail (Postfix) with ESMTPS id {dice.getrandbits(40):X}",
            f"Message-ID: <{dice.getrandbits(64):x}@{host}>",
            f"Date: Mon, {dice.randint(1, 28)} Oct 2026 {_clock(dice)} +0200",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=UTF-8; format=flowed",
            f"X-Spam-Score: {dice.uniform(-5, 9):.1f}",
        ]
        yield "\n".join(dice.sample(lines, dice.randint(2, 5)))


def list_headers(dice: Random) -> Iterator[str]:
    """Headers of mailing lists and signatures of servers."""
    while True:
        name = dice.choice(("devel", "users", "announce", "bugs"))
        lines = [
            f"List-Id: <{name}.lists.example.net>",
            f"List-Unsubscribe: <mailto:{name}-request@lists.example.net?subject=unsubscribe>",
            f"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/simple; d=example.net; s=mail{dice.randint(1, 99)}; bh={base64.b64encode(dice.randbytes(24)).decode()}",
            f"In-Reply-To: <{uuid.UUID(int=dice.getrandbits(128))}@example.net>",
            f"Return-Path: <bounce-{dice.randint(100, 99999)}@lists.example.net>",
            "Content-Transfer-Encoding: quoted-printable",
            f"User-Agent: Mutt/2.2.{dice.randint(1, 13)}",
        ]
        yield "\n".join(dice.sample(lines, dice.randint(2, 4)))


def addresses(dice: Random) -> Iterator[str]:
    """Lists of URLs and mail addresses."""
    while True:
        hosts = (f"{dice.choice(('www.', '', 'cdn.'))}{''.join(dice.choices(string.ascii_lowercase, k=dice.randint(3, 9)))}.{dice.choice(('com', 'org', 'de', 'fr', 'net'))}" for _ in range(4))
        found = (
            f"https://{host}{_path(dice)}{dice.choice(('', '.html', '.php?id=' + str(dice.randint(1, 999)), '.jpg'))}"
            if dice.random() < 0.8
            else f"{dice.choice(_PATHS)}@{host}"
            for host in hosts
        )
        yield dice.choice((" ", "\n", ", ")).join(list(found)[: dice.randint(1, 4)])


_COOKIES = ("_ga", "_gid", "PHPSESSID", "__cfduid", "_fbp", "IDE", "NID", "csrftoken", "AWSALB", "lang_id")
_KEEPERS = (".doubleclick.net", ".google.com", "www.youtube.com", ".facebook.com", "example.org")


def cookie_tables(dice: Random) -> Iterator[str]:
    """Rows of the tables in cookie notices."""
    times = ("2 years", "Session", "1 Tag", "30 min", "1 an", "90 days", "13 Monate")
    while True:
        rows = (
            f"{dice.choice(_COOKIES)} {dice.choice(_KEEPERS)} {dice.choice(times)} {dice.choice(('HTTP', 'HTML', 'Pixel'))}"
            for _ in range(dice.randint(2, 5))
        )
        yield dice.choice(("\n", " | ")).join(rows)


def cookie_lists(dice: Random) -> Iterator[str]:
    """Names of cookies and partners in a row."""
    partners = ("Google Analytics", "Meta Pixel", "Hotjar", "Criteo SA", "Taboola", "AppNexus Inc.", "Adform A/S", "LiveRamp", "Outbrain UK Ltd", "Xandr", "Quantcast", "Matomo", "Xiti")
    while True:
        names = [*_COOKIES, *partners]
        yield dice.choice((", ", " · ", " ", "\n")).join(dice.sample(names, dice.randint(5, 10)))


def even_letters(dice: Random) -> Iterator[str]:
    """Letters drawn evenly."""
    while True:
        words = ("".join(dice.choices(string.ascii_lowercase, k=dice.randint(3, 10))) for _ in range(8))
        yield " ".join(list(words)[: dice.randint(1, 8)])


def odd_letters(dice: Random) -> Iterator[str]:
    """Consonants in rows, letters of both cases, Cyrillic and Greek letters drawn evenly."""
    alphabets = ("bcdfghjklmnpqrstvwxz", string.ascii_letters, "абвгдежзийклмнопрстуфхцчшщъыьэюя", "αβγδεζηθικλμνξοπρστυφχψω", string.ascii_uppercase)
    while True:
        alphabet = dice.choice(alphabets)
        words = ("".join(dice.choices(alphabet, k=dice.randint(4, 9))) for _ in range(dice.randint(2, 8)))
        yield " ".join(words)


_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def mashed_keys(dice: Random) -> Iterator[str]:
    """Neighbouring keys of a row, there and back."""
    while True:
        words = []
        for _ in range(dice.randint(1, 5)):
            row = dice.choice(_ROWS)
            begin = dice.randrange(len(row) - 3)
            piece = row[begin : begin + dice.randint(4, 6)]
            words.append(piece * dice.randint(1, 3) if dice.random() < 0.5 else piece)
        yield " ".join(words)


def mashed_rows(dice: Random) -> Iterator[str]:
    """Both hands falling on the middle row of a German or English keyboard."""
    while True:
        row = dice.choice(("asdfghjklö", "asdfjkl", "qwertzuiopü", "yxcvbnm"))
        words = ("".join(dice.choices(row, k=dice.randint(6, 14))) for _ in range(dice.randint(1, 4)))
        yield " ".join(words)
