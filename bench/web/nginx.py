"""One nginx on loopback that serves a generated web and bears witness to what was fetched."""

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .pages import DOMAIN, FORBIDDEN, host_name, path_of
from .site import Site

PROGRAM_PLACES = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
START_SECONDS = 10
LOG_SECONDS = 0.5  # longer than the log's flush time in nginx.conf
CONFIGURATION = Path(__file__).with_name("nginx.conf")


@dataclass(frozen=True)
class Witness:
    """What the server says a crawler asked for."""

    requests: int
    distinct_pages: int
    robots_files: int
    forbidden: int
    server_errors: int


def nginx_program() -> str:
    """Return nginx's path; install Debian's where that is allowed."""
    found = shutil.which("nginx", path=PROGRAM_PLACES)
    if found:
        return found
    if os.geteuid() or not shutil.which("apt-get"):
        raise SystemExit("bench: needs nginx; on Debian, as root: apt-get install nginx-light")
    print("set-up: installing Debian's nginx-light", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-qq", "--no-install-recommends", "nginx-light"]
    subprocess.run(["apt-get", "update", "-qq"], env=quiet, check=False)
    subprocess.run(install, env=quiet, check=True, stdout=subprocess.DEVNULL)
    found = shutil.which("nginx", path=PROGRAM_PLACES)
    if not found:
        raise SystemExit("bench: apt-get installed nginx-light, but there is still no nginx")
    return found


@contextlib.contextmanager
def serving(site: Site, folder: Path, log: Path) -> Iterator[None]:
    """Serve the site while the block runs; afterwards the log is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    log.unlink(missing_ok=True)
    file = folder / "nginx.conf"
    file.write_text(_configuration(site, folder, log))
    command = [nginx_program(), "-p", str(folder), "-c", str(file), "-e", str(folder / "error.log")]
    server = subprocess.Popen(command)
    try:
        _wait_until_it_answers(server, site.web.port, folder / "error.log")
        yield
    finally:
        time.sleep(LOG_SECONDS)
        server.terminate()  # the fast way: the slow one waits for connections nobody uses
        server.wait()


def _configuration(site: Site, folder: Path, log: Path) -> str:
    user = pwd.getpwuid(os.geteuid()).pw_name
    return CONFIGURATION.read_text().format(
        folder=folder,
        site=site.folder,
        port=site.web.port,
        user=f"user {user};" if os.geteuid() == 0 else "",  # others may not change user at all
        log=log,
        domain=DOMAIN,
    )


def _wait_until_it_answers(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise SystemExit(f"bench: nginx did not start; see {log}")


def witness(site: Site, log: Path) -> Witness:
    """Return what the finished log says about one crawl of the site."""
    web = site.web
    paths = {path_of(page) for page in range(web.pages_per_host)}
    hosts = {host_name(host) for host in range(web.hosts)}
    seen: set[tuple[str, str]] = set()
    counts: Counter[str] = Counter()
    for line in log.read_text().splitlines():
        status, host, address = line.split(" ", 2)
        counts["requests"] += 1
        counts["robots"] += address == "/robots.txt"
        counts["forbidden"] += address.startswith(FORBIDDEN)
        counts["errors"] += status.startswith("5")
        if status == "200" and host in hosts and address in paths:
            seen.add((host, address))
    return Witness(
        requests=counts["requests"],
        distinct_pages=len(seen),
        robots_files=counts["robots"],
        forbidden=counts["forbidden"],
        server_errors=counts["errors"],
    )
