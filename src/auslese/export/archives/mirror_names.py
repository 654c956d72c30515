"""Under which name does the file of a URL lie in a folder, on whatever disk?

A name is made of the URL and the media type alone: host, folders, file, the query behind an `@`, an
ending that says what it is. What no disk takes is replaced. Names that would be one file, or a file
and a folder, where letters in capitals are the same letters, are told apart by the key of the URL.
"""

import mimetypes
import re
import unicodedata
from array import array
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import numpy as np
from xxhash import xxh3_64_intdigest

from auslese.records.url import Url, key_of

INDEX_FILE = "index.json"
RESERVED_HOSTS = frozenset({INDEX_FILE, "sha256sums"})
"""Files in the root, which no host may be called like."""
# What Windows forbids, control letters and half a surrogate pair, letters that are not seen or turn
# the direction, `~` and `@`, which are ours.
UNSAFE = re.compile(
    r"[<>:\"/\\|?*~@\x00-\x1f\x7f-\x9f\ud800-\udfff\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)
DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|\Z)", re.IGNORECASE)
LONGEST_STEP = (
    120  # bytes of a folder's or a file's name; disks take 255, and an ending comes to it
)
LONGEST_PATH = 900  # bytes of all; systems take 4,096 with the folders above
LONG_NAMES = "~long"
KEY_LETTERS = 16  # of a 64-bit key in hexadecimal
SIGNED = 1 << 63
MOST_REDIRECTS = 10  # one after the other, as browsers follow
REMEMBERED = 1 << 14  # names of pages that are linked to again and again: some 5 MB
TYPES = mimetypes.MimeTypes(filenames=())
"""What Python knows by itself: the same on every machine."""
ENDINGS = {
    "text/html": ".html",
    "application/xhtml+xml": ".xhtml",
    "text/plain": ".txt",
    "text/javascript": ".js",
    "application/javascript": ".js",
    "application/xml": ".xml",
    "application/rss+xml": ".xml",
    "application/atom+xml": ".xml",
    "image/jpeg": ".jpg",
    "image/webp": ".webp",
    "font/woff2": ".woff2",
}
OTHER_ENDINGS = {"text/html": {".htm"}, "image/jpeg": {".jpeg", ".jpe"}, "text/plain": {".text"}}


class MirrorEntry(NamedTuple):
    """A file that a mirror is to have."""

    url: Url
    media_type: str


def plain_name(entry: MirrorEntry) -> str:
    """The name of a file by itself, whatever else there is."""
    parts = urlsplit(entry.url)
    *folders, last = parts.path.split("/")[1:] or [""]
    steps = [_host_step(parts.netloc), *(_step(each) for each in folders if each)]
    name = _file_name(last, parts.query, entry.media_type)
    path = "/".join([*steps, name])
    if len(path.encode()) > LONGEST_PATH:
        path = f"{steps[0]}/{LONG_NAMES}/{_hexadecimal(entry.url)}{_ending_of(name)}"
    return path


def _host_step(place: str) -> str:
    step = _safe(place.replace(":", "+")[:LONGEST_STEP])
    return f"_{step}" if step in RESERVED_HOSTS else step


def _file_name(last: str, query: str, media_type: str) -> str:
    name = _step(last) if last else "index"
    if query:
        name = _shortened(f"{name}@{_safe(_decoded(query))}")
    ending = _ending_for(media_type)
    fits = _ending_of(name).lower() in {ending, *OTHER_ENDINGS.get(media_type, ())}
    return name if fits or not ending else name + ending


def _step(text: str) -> str:
    return _shortened(_safe(_decoded(text)))


def _decoded(text: str) -> str:
    """The letters behind escapes; as written where they are no letters of UTF-8."""
    try:
        return unicodedata.normalize("NFC", unquote(text, errors="strict"))
    except UnicodeDecodeError:
        return text


def _safe(text: str) -> str:
    """A name of one step that every disk takes, and that is not hidden."""
    text = UNSAFE.sub("_", text)
    if text.startswith(".") or DEVICES.match(text):
        text = "_" + text.removeprefix(".")
    kept = text.rstrip(". ")
    return kept + "_" * (len(text) - len(kept))


def _shortened(text: str) -> str:
    """A long name cut; what tells it from others with the same beginning comes behind."""
    plain = text.encode()
    if len(plain) <= LONGEST_STEP:
        return text
    ending = _ending_of(text)
    start = plain[: LONGEST_STEP - KEY_LETTERS - len(ending) - 1].decode(errors="ignore")
    return f"{start}~{xxh3_64_intdigest(plain):016x}{ending}"


def _ending_for(media_type: str) -> str:
    return ENDINGS.get(media_type) or TYPES.guess_extension(media_type) or ""


def _ending_of(name: str) -> str:
    """The ending of a file's name, if it looks like one."""
    found = re.search(r"\.[A-Za-z0-9]{1,8}\Z", name)
    return found[0] if found else ""


def _hexadecimal(url: Url) -> str:
    return f"{key_of(url) % (2 * SIGNED):0{KEY_LETTERS}x}"


def _folded(path: str) -> int:
    """64 bits that are the same for names that some disk takes for one."""
    text = unicodedata.normalize("NFC", path.casefold())
    return xxh3_64_intdigest(text.encode("utf-8", "surrogatepass")) - SIGNED


class MirrorNames:
    """The names of all files of a mirror: 18 bytes for each, more for those in each other's way."""

    def __init__(
        self, entries: Iterable[MirrorEntry], redirects: Mapping[int, Url] | None = None
    ) -> None:
        """Of entries in any order that is the same each time; `redirects`: the key, and whereto."""
        self._types: dict[str, int] = {}
        keys, kinds, names, folders = array("q"), array("H"), array("q"), set[int]()
        for entry in entries:
            name = plain_name(entry)
            keys.append(key_of(entry.url))
            kinds.append(self._types.setdefault(entry.media_type, len(self._types)))
            names.append(_folded(name))
            folders.update(map(_folded, _folders_of(name)))
        self._apart = _in_the_way(np.asarray(keys), np.asarray(names), folders)
        order = np.argsort(np.asarray(keys), kind="stable")
        self._keys, self._kinds = np.asarray(keys)[order], np.asarray(kinds)[order]
        self._media_types = list(self._types)
        self._redirects = redirects or {}
        self.name_of = lru_cache(REMEMBERED)(self._name_of)
        """The file of a URL, or of where it leads to; None if there is none."""

    def __len__(self) -> int:
        """How many files there are."""
        return len(self._keys)

    def _name_of(self, url: Url) -> str | None:
        for _ in range(MOST_REDIRECTS):
            key = key_of(url)
            place = int(np.searchsorted(self._keys, key))
            if place < len(self._keys) and self._keys[place] == key:
                return self._name(MirrorEntry(url, self._media_types[self._kinds[place]]))
            if key not in self._redirects:
                return None
            url = self._redirects[key]
        return None

    def _name(self, entry: MirrorEntry) -> str:
        name = plain_name(entry)
        if key_of(entry.url) not in self._apart:
            return name
        ending = _ending_of(name)
        return f"{name.removesuffix(ending)}~{_hexadecimal(entry.url)}{ending}"


def _folders_of(name: str) -> Iterator[str]:
    place = name.find("/")
    while place >= 0:
        yield name[:place]
        place = name.find("/", place + 1)


def _in_the_way(keys: np.ndarray, names: np.ndarray, folders: set[int]) -> set[int]:
    """The keys of those that cannot have their plain name: the first of several keeps it."""
    order = np.argsort(names, kind="stable")
    sorted_names = names[order]
    again = order[1:][sorted_names[1:] == sorted_names[:-1]]
    beside = np.flatnonzero(np.isin(names, np.fromiter(folders, np.int64, len(folders))))
    return set(keys[again].tolist()) | set(keys[beside].tolist())
