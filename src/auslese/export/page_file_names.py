"""File names of pages: their URLs, as far as a file may be called so."""

import re
from base64 import b32encode

LONGEST_NAME = 150  # bytes without the ending: some file systems take 255, archives of them less
USUAL, SCHEME = "https://", re.compile(r"^https?://")
# What every file system takes; capitals are not among them, for some tell no case apart.
UNSAFE = re.compile(r"[^a-z0-9._~%@+,=()#-]")
# Names that are devices on Windows, whatever their ending.
DEVICE = re.compile(r"^(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
MARKED = re.compile(r"~[a-z2-7]{13}$")
ID_BYTES = 8
KEPT_CAPITALS = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def page_file_name(url: str, page: int, ending: str) -> str:
    """A name that no other page has: the URL with `#` for `/`, as Bumüller has it (2019).

    Where that is no name of a file, or would be another page's where case does not count, the key
    of the page stands behind it.
    """
    scheme = SCHEME.match(url)
    plain = url[scheme.end() :] if scheme else url
    safe = UNSAFE.sub("_", plain.translate(KEPT_CAPITALS).replace("/", "#"))
    cut = safe[:LONGEST_NAME]
    if url.startswith(USUAL) and _is_kept(plain, cut):
        return f"{cut}{ending}"
    return f"{cut.lstrip('.')}~{_mark(page)}{ending}"


def _is_kept(plain: str, name: str) -> bool:
    """Whether the name says all of the URL, and is none that a system has for itself."""
    is_other = DEVICE.match(name) or MARKED.search(name) or name.startswith(".")
    return not is_other and name == plain.replace("/", "#")


def _mark(page: int) -> str:
    """The key of a page in 13 letters."""
    key = page.to_bytes(ID_BYTES, "big", signed=True)
    return b32encode(key).decode().rstrip("=").lower()
