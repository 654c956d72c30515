"""What is installed is what was locked: every package by its version and its hashes."""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
ENTRY = re.compile(r"^([\w.-]+)==(\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.MULTILINE)
PACKAGE, VERSION = "lockedthing", "1.0"


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(name: str) -> dict[str, str]:
    """The packages and versions of one file, and of those that it takes in."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    known = {package: version for package, version, _ in ENTRY.findall(text)}
    assert text.count("==") == len(known), "a package without a hash"
    for other in re.findall(r"^-r (\w+)\.txt$", text, re.MULTILINE):
        known |= locked(other)
    return known


def pinned() -> dict[str, str]:
    rows = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pairs = [row.split("==") for row in rows if "==" in row]
    return {normal(name): version for name, version in pairs}


def test_the_lock_has_the_versions_of_constraints_txt_and_all_of_them() -> None:
    everything: dict[str, str] = {}
    for name in ("run", *EXTRAS):
        everything |= locked(name)

    assert everything == pinned()


@pytest.mark.parametrize("name", ["run", *EXTRAS])
def test_the_lock_has_all_that_an_extra_names(name: str) -> None:
    wanted = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
    wanted += EXTRAS.get(name, [])
    names = {normal(re.split(r"[<>=\[; ]", one)[0]) for one in wanted}

    assert names <= set(locked(name))


@pytest.mark.slow
def test_a_package_that_was_changed_on_its_way_is_refused(tmp_path: Path) -> None:
    wheel = small_wheel(tmp_path)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    shutil.copy(ROOT / "setup-venv", tmp_path)
    lock = tmp_path / "requirements" / "run.txt"
    lock.parent.mkdir()
    lock.write_text(f"{PACKAGE}=={VERSION} --hash=sha256:{digest}\n")
    with wheel.open("ab") as file:
        file.write(b"\0")

    done = subprocess.run(
        [tmp_path / "setup-venv"],
        env=os.environ
        | {"PYTHON": sys.executable, "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": "/dev/null"}
        | {"PIP_FIND_LINKS": str(tmp_path)},
        capture_output=True,
        text=True,
    )

    assert done.returncode == 1
    assert f"{digest}" in done.stderr
    assert "a package is not the one that requirements/ names: nothing was installed" in done.stderr
    assert not (tmp_path / ".venv" / ".installed").exists()


def small_wheel(folder: Path) -> Path:
    """A package of one line that can be installed."""
    wheel = folder / f"{PACKAGE}-{VERSION}-py3-none-any.whl"
    about = f"{PACKAGE}-{VERSION}.dist-info"
    parts = {
        f"{PACKAGE}.py": "WORD = 'whole'\n",
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: {VERSION}\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = [f"{name},sha256={_digest(text)},{len(text)}\n" for name, text in parts.items()]
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in (parts | {f"{about}/RECORD": "".join(rows)}).items():
            archive.writestr(name, text)
    return wheel


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
