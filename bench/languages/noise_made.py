"""Noise made from a seed; the first function of each pair is for developing, the second tests."""

import base64
import hashlib
import string
import uuid
from collections.abc import Iterator
from pathlib import Path
from random import Random

TABLES = 300
_UNITS = ("", "", "", " kg", " %", " €", " m", " kWh")
_HEADS = ("x", "y", "n", "sum", "id", "kg", "Jahr", "min", "max", "No.", "total", "%")


_LABELS = ("Total", "Summe", "Wien", "Paris", "Nord", "Q1", "USA", "Gruppe A", "max.", "km", "Nr.")


def sheets(dice: Random) -> Iterator[str]:
    """Rows as they come out of a spreadsheet: values, dates, measures with units."""
    for _ in range(TABLES):
        separator, columns = dice.choice((",", ";", "\t", "  ", " | ")), dice.randint(3, 9)
        unit, decimals = dice.choice(_UNITS), dice.randrange(4)
        lines = [
            separator.join(_measure(dice, decimals) + unit for _ in range(columns))
            for _ in range(dice.randint(1, 6))
        ]
        if dice.random() < 0.4:
            year = dice.randint(1950, 2026)
            lines = [f"{year}-{_day(dice)}-{_day(dice)}{separator}{line}" for line in lines]
        if dice.random() < 0.3:
            lines = [f"{dice.choice(_LABELS)} {line}" for line in lines]
        if dice.random() < 0.3:
            lines.insert(0, separator.join(dice.choices(_HEADS, k=columns)))
        yield "\n".join(lines)


def _measure(dice: Random, decimals: int) -> str:
    return f"{dice.gauss(0, 10 ** dice.randint(0, 4)):.{decimals}f}"


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
    rows = (
        f"{dice.randint(1, 999)},{dice.randrange(100):02} {sign}" for _ in range(dice.randint(3, 9))
    )
    return dice.choice((" ", " / ", "\n")).join(rows)


def _telephones(dice: Random) -> str:
    rows = (
        f"+{dice.randint(1, 99)} {dice.randint(10, 999)} {dice.randint(1000, 99999)}"
        for _ in range(dice.randint(2, 5))
    )
    return dice.choice((", ", "\n", " Tel. ", " Fax ")).join(rows)


_PATHS = ("index", "img", "css", "api", "static", "wp-content", "login", "feed", "assets", "user")
_AGENTS = ("Mozilla/5.0 (X11; Linux x86_64)", "curl/7.88.1", "Googlebot/2.1", "Wget/1.21.3")
_PACKAGES = ("libc6", "perl-base", "zlib1g", "tzdata", "openssl", "libx11-6")
_CLASSES = ("RetryExec", "PoolingManager", "SSLFactory")


def _path(dice: Random) -> str:
    return "/" + "/".join(dice.sample(_PATHS, dice.randint(1, 3)))


def _clock(dice: Random) -> str:
    return f"{dice.randrange(24):02}:{dice.randrange(60):02}:{dice.randrange(60):02}"


def _day(dice: Random) -> str:
    return f"{dice.randint(1, 28):02}"


def _address(dice: Random) -> str:
    return ".".join(str(dice.randrange(256)) for _ in range(4))


def _uuid(dice: Random) -> str:
    return str(uuid.UUID(int=dice.getrandbits(128)))


def server_logs(dice: Random) -> Iterator[str]:
    """What web servers and mail servers write."""
    while True:
        yield dice.choice((_access, _mail_server, _error))(dice)


def _access(dice: Random) -> str:
    head = f"{_address(dice)} - - [{_day(dice)}/Oct/2026:{_clock(dice)} +0200]"
    code, size = dice.choice((200, 304, 404, 500)), dice.randint(0, 99999)
    return f'{head} "GET {_path(dice)} HTTP/1.1" {code} {size} "-" "{dice.choice(_AGENTS)}"'


def _mail_server(dice: Random) -> str:
    head = f"Oct {_day(dice)} {_clock(dice)} mx{dice.randint(1, 9)}"
    return (
        f"{head} postfix/smtpd[{dice.randint(99, 32000)}]: connect from unknown[{_address(dice)}]"
    )


def _error(dice: Random) -> str:
    head = f"2026/10/{_day(dice)} {_clock(dice)} [error] {dice.randint(99, 9999)}#0: *{_day(dice)}"
    missing = f'open() "/srv/www{_path(dice)}" failed (2: No such file or directory)'
    return f"{head} {missing}, client: {_address(dice)}"


def system_logs(dice: Random) -> Iterator[str]:
    """What kernels, package managers and Java programs write."""
    while True:
        yield dice.choice((_package, _kernel, _java, _session))(dice)


def _package(dice: Random) -> str:
    version = f"{dice.randint(1, 9)}.{dice.randint(0, 99)}-{dice.randint(1, 9)}+deb12u1"
    name = dice.choice(_PACKAGES)
    return f"2026-10-{_day(dice)} {_clock(dice)} status half-configured {name}:amd64 {version}"


def _kernel(dice: Random) -> str:
    head = f"[{dice.uniform(0, 999):12.6f}] usb {dice.randint(1, 4)}-{dice.randint(1, 9)}:"
    return f"{head} new high-speed USB device number {dice.randint(1, 99)} using xhci_hcd"


def _java(dice: Random) -> str:
    head = f"{_clock(dice)}.{dice.randrange(1000):03} [pool-{dice.randint(1, 9)}-thread-1] WARN "
    wait = f"timeout={dice.randint(1, 9999)}ms id={_uuid(dice)}"
    return f"{head} o.a.h.c.{dice.choice(_CLASSES)} - {wait}"


def _session(dice: Random) -> str:
    head = f"Oct {_day(dice)} {_clock(dice)} host systemd[1]:"
    return f"{head} session-{dice.randint(1, 999)}.scope: Deactivated successfully."


def digests(dice: Random) -> Iterator[str]:
    """Sums of files and UUIDs."""
    while True:
        data = dice.randbytes(8)
        yield dice.choice(
            (
                hashlib.sha256(data).hexdigest(),
                f"{hashlib.md5(data).hexdigest()}  ./{_path(dice)[1:]}.deb",
                " ".join(
                    str(uuid.UUID(int=dice.getrandbits(128))) for _ in range(dice.randint(1, 3))
                ),
                ":".join(f"{dice.randrange(256):02x}" for _ in range(16)),
            )
        )


def tokens(dice: Random) -> Iterator[str]:
    """Base64, keys and licence codes."""
    while True:
        data = dice.randbytes(dice.randint(24, 90))
        code = "-".join(
            "".join(dice.choices(string.ascii_uppercase + string.digits, k=5)) for _ in range(5)
        )
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
        by = f"by mail (Postfix) with ESMTPS id {dice.getrandbits(40):X}"
        lines = [
            f"Received: from {host} (unknown [{_address(dice)}]) {by}",
            f"Message-ID: <{dice.getrandbits(64):x}@{host}>",
            f"Date: Mon, {_day(dice)} Oct 2026 {_clock(dice)} +0200",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=UTF-8; format=flowed",
            f"X-Spam-Score: {dice.uniform(-5, 9):.1f}",
        ]
        yield "\n".join(dice.sample(lines, dice.randint(2, 5)))


def list_headers(dice: Random) -> Iterator[str]:
    """Headers of mailing lists and signatures of servers."""
    while True:
        name = dice.choice(("devel", "users", "announce", "bugs"))
        signed = base64.b64encode(dice.randbytes(24)).decode()
        keys = "v=1; a=rsa-sha256; c=relaxed/simple; d=example.net; s=mail"
        lines = [
            f"List-Id: <{name}.lists.example.net>",
            f"List-Unsubscribe: <mailto:{name}-request@lists.example.net?subject=unsubscribe>",
            f"DKIM-Signature: {keys}{dice.randint(1, 99)}; bh={signed}",
            f"In-Reply-To: <{_uuid(dice)}@example.net>",
            f"Return-Path: <bounce-{dice.randint(100, 99999)}@lists.example.net>",
            "Content-Transfer-Encoding: quoted-printable",
            f"User-Agent: Mutt/2.2.{dice.randint(1, 13)}",
        ]
        yield "\n".join(dice.sample(lines, dice.randint(2, 4)))


def addresses(dice: Random) -> Iterator[str]:
    """Lists of URLs and mail addresses."""
    while True:
        found = [_url(dice) if dice.random() < 0.8 else _mail(dice) for _ in range(4)]
        yield dice.choice((" ", "\n", ", ")).join(found[: dice.randint(1, 4)])


def _host(dice: Random) -> str:
    name = "".join(dice.choices(string.ascii_lowercase, k=dice.randint(3, 9)))
    end = dice.choice(("com", "org", "de", "fr", "net"))
    return f"{dice.choice(('www.', '', 'cdn.'))}{name}.{end}"


def _url(dice: Random) -> str:
    ending = dice.choice(("", ".html", f".php?id={dice.randint(1, 999)}", ".jpg"))
    return f"https://{_host(dice)}{_path(dice)}{ending}"


def _mail(dice: Random) -> str:
    return f"{dice.choice(_PATHS)}@{_host(dice)}"


_COOKIES = (
    "_ga",
    "_gid",
    "PHPSESSID",
    "__cfduid",
    "_fbp",
    "IDE",
    "NID",
    "csrftoken",
    "AWSALB",
    "lang_id",
)
_TIMES = ("2 years", "Session", "1 Tag", "30 min", "1 an", "90 days", "13 Monate")
_KEEPERS = (".doubleclick.net", ".google.com", "www.youtube.com", ".facebook.com", "example.org")


def cookie_tables(dice: Random) -> Iterator[str]:
    """Rows of the tables in cookie notices."""
    while True:
        rows = (
            " ".join(map(dice.choice, (_COOKIES, _KEEPERS, _TIMES, ("HTTP", "HTML", "Pixel"))))
            for _ in range(dice.randint(2, 5))
        )
        yield dice.choice(("\n", " | ")).join(rows)


def cookie_lists(dice: Random) -> Iterator[str]:
    """Names of cookies and partners in a row."""
    partners = (
        "Google Analytics",
        "Meta Pixel",
        "Hotjar",
        "Criteo SA",
        "Taboola",
        "AppNexus Inc.",
        "Adform A/S",
        "LiveRamp",
        "Outbrain UK Ltd",
        "Xandr",
        "Quantcast",
        "Matomo",
        "Xiti",
    )
    while True:
        names = [*_COOKIES, *partners]
        yield dice.choice((", ", " · ", " ", "\n")).join(dice.sample(names, dice.randint(5, 10)))


def even_letters(dice: Random) -> Iterator[str]:
    """Letters drawn evenly."""
    while True:
        words = (
            "".join(dice.choices(string.ascii_lowercase, k=dice.randint(4, 10))) for _ in range(8)
        )
        text = " ".join(list(words)[: dice.randint(1, 8)])
        yield dice.choice((text, text, text.title(), text.upper()))


_ALPHABETS = (
    "bcdfghjklmnpqrstvwxz",
    string.ascii_letters,
    "абвгдежзийклмнопрстуфхцчшщъыьэюя",
    "αβγδεζηθικλμνξοπρστυφχψω",
    string.ascii_uppercase,
)


def odd_letters(dice: Random) -> Iterator[str]:
    """Consonants in rows, letters of both cases, Cyrillic and Greek letters drawn evenly."""
    while True:
        alphabet = dice.choice(_ALPHABETS)
        lengths = [dice.randint(4, 9) for _ in range(dice.randint(2, 8))]
        yield " ".join("".join(dice.choices(alphabet, k=length)) for length in lengths)


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
        words = (
            "".join(dice.choices(row, k=dice.randint(6, 14))) for _ in range(dice.randint(1, 4))
        )
        yield " ".join(words)
