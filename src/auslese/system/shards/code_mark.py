"""Is it the same program on another machine? Its files say so, whatever its version is called."""

import platform
from functools import cache
from pathlib import Path

from xxhash import xxh3_64

PACKAGE = Path(__file__).parent.parent.parent


@cache
def code_mark() -> str:
    """A short name for the code of this program and the Python that runs it."""
    mark = xxh3_64(".".join(platform.python_version_tuple()[:2]).encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        mark.update(str(path.relative_to(PACKAGE)).encode())
        mark.update(path.read_bytes())
    return mark.hexdigest()
