"""Packages in the versions of packages.tsv, through apt, npm and pip, into one folder."""

import csv
import subprocess
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).with_name("packages.tsv")
TABLES = "tables"
"""The source of what is no list of words: n-gram tables and word frequencies, for the model."""
AT_ONCE = 20  # packages in one call of apt


@dataclass(frozen=True)
class Package:
    """One line of packages.tsv."""

    source: str
    delivered_by: str
    name: str
    version: str


def read_packages(table: Path = TABLE) -> list[Package]:
    """All packages, in the order of the table."""
    with table.open(encoding="utf-8") as lines:
        return [Package(*row) for row in list(csv.reader(lines, delimiter="\t"))[1:]]


def fetch(packages: list[Package], folder: Path, *, newest: bool) -> list[Path]:
    """Where the packages are, unpacked if they came by apt; fetched if they are not there yet.

    Debian keeps only the newest version of what it updates for safety (browsers): with newest,
    today's are taken.
    """
    for name in ("apt", "npm", "pip", "unpacked"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    missing = [package for package in packages if _place(package, folder) is None]
    for way, run in {"apt": _apt, "npm": _npm, "pip": _pip}.items():
        if wanted := [package for package in missing if package.delivered_by == way]:
            run(wanted, folder, newest)
    places = {package: _place(package, folder) for package in packages}
    if lost := [package.name for package, place in places.items() if place is None]:
        raise SystemExit(f"not delivered: {', '.join(lost)}; --newest takes today's versions")
    return [place for place in places.values() if place is not None]


def _place(package: Package, folder: Path) -> Path | None:
    if package.delivered_by == "apt":
        place = folder / "unpacked" / package.name
        return place if place.is_dir() else None
    if package.delivered_by == "npm":
        stem = package.name.removeprefix("@").replace("/", "-")
        found = folder.glob(f"npm/{stem}-[0-9]*.tgz")
    else:
        found = folder.glob(f"pip/{package.name.replace('-', '_')}-[0-9]*.whl")
    return next(iter(sorted(found)), None)


def _apt(packages: list[Package], folder: Path, newest: bool) -> None:
    for start in range(0, len(packages), AT_ONCE):
        some = packages[start : start + AT_ONCE]
        names = [
            package.name if newest else f"{package.name}={package.version}" for package in some
        ]
        subprocess.run(["apt-get", "download", "-q", *names], cwd=folder / "apt", check=True)
    for package in packages:
        archive = next((folder / "apt").glob(f"{package.name}_*.deb"))
        subprocess.run(["dpkg-deb", "-x", archive, folder / "unpacked" / package.name], check=True)


def _npm(packages: list[Package], folder: Path, newest: bool) -> None:
    for package in packages:
        name = package.name if newest else f"{package.name}@{package.version}"
        subprocess.run(["npm", "pack", "--silent", name], cwd=folder / "npm", check=True)


def _pip(packages: list[Package], folder: Path, newest: bool) -> None:
    # Never the newest here: the lists of one version were judged, the next may hold other things.
    del newest
    for package in packages:
        name = f"{package.name}=={package.version}"
        subprocess.run(
            ["pip", "download", "-q", "--no-deps", "-d", folder / "pip", name], check=True
        )
