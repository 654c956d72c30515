"""Pages of Debian's documentation packages, unpacked without being installed."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from .sets import CHECKOUT

PACKAGES = CHECKOUT / "bench" / ".work" / "language" / "packages"


def unpacked(package: str) -> Path:
    """The folder of a package's files; fetched the first time."""
    folder = PACKAGES / package
    if folder.is_dir():
        return folder
    PACKAGES.mkdir(parents=True, exist_ok=True)
    print(f"set-up: Debian's package {package}", file=sys.stderr, flush=True)
    fetched = subprocess.run(
        ["apt-get", "download", "-qq", package],
        cwd=PACKAGES,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    files = sorted(PACKAGES.glob(f"{package}_*.deb"))
    if fetched.returncode or not files:
        raise SystemExit(f"bench: apt-get cannot fetch {package}; without it, use --no-noise")
    unfinished = PACKAGES / f"{package}.part"
    subprocess.run(["dpkg", "-x", files[-1], unfinished], check=True)
    unfinished.rename(folder)
    for file in files:
        file.unlink()
    return folder


def pages_of(package: str, pattern: str) -> Iterator[Path]:
    """Its files that fit a pattern, in order."""
    return (path for path in sorted(unpacked(package).rglob(pattern)) if path.is_file())
