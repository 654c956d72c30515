"""The generated web as files a server can send: made once, kept, made again on need."""

import gzip
import json
import os
import shutil
import socket
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from . import pages, vocabulary
from .pages import Web

PORTS = range(18080, 18180)  # below the range from which the kernel takes ports of its own choice
GZIP_LEVEL = 6
MAKERS = (pages.__file__, vocabulary.__file__, __file__)


@dataclass(frozen=True)
class Size:
    """What the pages of a web weigh, in bytes."""

    pages: int
    plain: int
    packed: int

    def __add__(self, other: "Size") -> "Size":
        return Size(self.pages + other.pages, self.plain + other.plain, self.packed + other.packed)


@dataclass(frozen=True)
class Site:
    """A web that lies ready in a folder, one folder per host."""

    web: Web
    folder: Path
    size: Size


def site_below(folder: Path, hosts: int, pages_per_host: int) -> Site:
    """Return the web of this size, from the folder if it is there and its port is still free."""
    place = folder / f"{hosts}x{pages_per_host}"
    kept = _kept(place, hosts, pages_per_host)
    if kept:
        _read_once(place)
        return kept
    return _make(place, Web(hosts, pages_per_host, _free_port()))


def _kept(place: Path, hosts: int, pages_per_host: int) -> Site | None:
    try:
        told = json.loads((place / "web.json").read_text())
        web = Web(**told["web"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    newest_maker = max(Path(file).stat().st_mtime for file in MAKERS)
    stale = (place / "web.json").stat().st_mtime < newest_maker
    if stale or (web.hosts, web.pages_per_host) != (hosts, pages_per_host):
        return None
    return Site(web, place, Size(**told["size"])) if _is_free(web.port) else None


def _make(place: Path, web: Web) -> Site:
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        sizes = processes.map(partial(_write_host, place, web), range(web.hosts), chunksize=4)
        size = sum(sizes, Size(0, 0, 0))
    (place / "web.json").write_text(json.dumps({"web": asdict(web), "size": asdict(size)}))
    return Site(web, place, size)


def _write_host(place: Path, web: Web, host: int) -> Size:
    """Write one host's pages, each plain and packed, and its robots.txt."""
    folder = place / pages.host_name(host)
    size = Size(0, 0, 0)
    for page in range(web.pages_per_host):
        path = pages.path_of(page)
        file = folder / (path[1:] + "index.html" if path.endswith("/") else path[1:])
        size += _write(file, pages.html_of(web, host, page).encode())
    (folder / "robots.txt").write_text(pages.ROBOTS)
    return size


def _write(file: Path, plain: bytes) -> Size:
    file.parent.mkdir(parents=True, exist_ok=True)
    packed = gzip.compress(plain, GZIP_LEVEL, mtime=0)
    file.write_bytes(plain)
    file.with_name(f"{file.name}.gz").write_bytes(packed)
    return Size(1, len(plain), len(packed))


def _read_once(place: Path) -> None:
    """Bring the files into memory, so that the first crawler does not pay for the disk."""
    for file in _packed_files(place):
        file.read_bytes()


def _packed_files(place: Path) -> Iterator[Path]:
    return place.rglob("*.gz")


def _free_port() -> int:
    for port in PORTS:
        if _is_free(port):
            return port
    raise SystemExit(f"bench: no free port from {PORTS.start} to {PORTS.stop - 1}")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
