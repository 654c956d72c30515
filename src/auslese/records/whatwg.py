"""The parts of a URL as the WHATWG URL standard gives them, for every scheme.

The hot path of the house parses by url-py; this module spells the standard out where that library
is behind it (docs/methods/urls.md counts the cases) and borrows only the tables for international
host names. The functions carry the names of the standard's states.
"""

import re
from dataclasses import dataclass, replace
from urllib.parse import quote, unquote_to_bytes

from url import URL, URLError

DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21", "file": ""}
"""The special schemes; a port equal to its scheme's default is not written."""
_WEB = ("http", "https")
_LARGEST_PORT = 2**16 - 1

_EDGES = "".join(map(chr, range(0x21)))  # C0 controls and space, stripped at both ends
_NEWLINES = dict.fromkeys(map(ord, "\t\n\r"))
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_AUTHORITY_END = {True: re.compile(r"[/\\]"), False: re.compile("/")}
_HOST_AND_PORT = re.compile(r"((?:[^\[\]:]++|\[[^\]]*+(?:\]|\Z)|\])*+)(:?)(.*)", re.DOTALL)
_PORT = re.compile(r"0*([0-9]{0,5})")
_IPV6 = re.compile(r"\[[0-9A-Fa-f:.]+\]")
_FORBIDDEN_IN_HOST = re.compile(r"[\0\t\n\r #/:<>?@\[\\\]^|]")
_FORBIDDEN_IN_DOMAIN = re.compile(r"[\0-\x20#/:<>?@\[\\\]^|%\x7f]")
_ENDS_IN_NUMBER = re.compile(r"(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?\Z")
_DRIVE = re.compile(r"[A-Za-z][:|]")
_NORMALISED_DRIVE = re.compile(r"[A-Za-z]:")
_STARTS_WITH_DRIVE = re.compile(r"[A-Za-z][:|](?:[/\\]|\Z)")

# The percent-encode sets, each built on the one before as in the standard; controls and all that is
# not ASCII are in each of them.
_CONTROL_SET = ""
_FRAGMENT_SET = _CONTROL_SET + ' "<>`'
_QUERY_SET = _CONTROL_SET + ' "#<>'
_PATH_SET = _QUERY_SET + "?^`{}"
_USERINFO_SET = _PATH_SET + "/:;=@[\\]|"


def _runs_of(characters: str) -> re.Pattern[str]:
    """What finds runs of these characters, of controls and of all that is not ASCII.

    Told by what is not in it: a class that reaches to the last character takes 2 ms to compile.
    """
    others = {chr(code) for code in range(0x20, 0x7F)} - set(characters)
    return re.compile(f"[^{re.escape(''.join(sorted(others)))}]+")


_CONTROL, _FRAGMENT, _QUERY, _SPECIAL_QUERY, _PATH, _USERINFO = map(
    _runs_of,
    (_CONTROL_SET, _FRAGMENT_SET, _QUERY_SET, _QUERY_SET + "'", _PATH_SET, _USERINFO_SET),
)

Path = tuple[str, ...] | str
"""Segments, or one string where the standard calls the path opaque (`mailto:a@b`)."""


@dataclass(frozen=True, slots=True)
class _ParsedUrl:
    """A URL record in the sense of the standard."""

    scheme: str
    username: str = ""
    password: str = ""
    host: str | None = None
    port: str = ""
    path: Path = ()
    query: str | None = None
    fragment: str | None = None


class _ParseError(Exception):
    """What the standard calls failure; it never leaves this module."""


def standard_parts(text: str, base: str | None = None) -> dict[str, str] | None:
    """Return what the URL standard's API says about this address, or None where it fails."""
    parsed = _parsed_or_none(text, base)
    return None if parsed is None else _parts(parsed)


def standard_href(text: str, base: str | None = None) -> str | None:
    """Return the address as the URL standard writes it, or None where it fails."""
    parsed = _parsed_or_none(text, base)
    return None if parsed is None else _href(parsed)


def _parsed_or_none(text: str, base: str | None) -> _ParsedUrl | None:
    try:
        return _parsed(text, None if base is None else _parsed(base, None))
    except _ParseError:
        return None


def _parsed(text: str, base: _ParsedUrl | None) -> _ParsedUrl:
    text = _scalar(text).strip(_EDGES).translate(_NEWLINES)
    body, hash_mark, fragment = text.partition("#")
    body, query_mark, query = body.partition("?")
    scheme = _SCHEME.match(body)
    if scheme:
        url = _with_scheme(scheme[1].lower(), body[scheme.end() :], base)
    else:
        url = _without_scheme(body, base, fragment_only=bool(hash_mark and not query_mark))
    if isinstance(url.path, str) and url.path.endswith(" ") and (query_mark or hash_mark):
        url = replace(url, path=url.path[:-1] + "%20")
    if query_mark:
        encode_set = _SPECIAL_QUERY if url.scheme in DEFAULT_PORTS else _QUERY
        url = replace(url, query=_encoded(query, encode_set))
    return replace(url, fragment=_encoded(fragment, _FRAGMENT) if hash_mark else None)


def _scalar(text: str) -> str:
    """Return the text with surrogate pairs joined and lone surrogates as U+FFFD."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _encoded(text: str, encode_set: re.Pattern[str]) -> str:
    return encode_set.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def _with_scheme(scheme: str, rest: str, base: _ParsedUrl | None) -> _ParsedUrl:
    same_base = base if base is not None and base.scheme == scheme else None
    if scheme == "file":
        return _file(rest, same_base)
    if scheme in DEFAULT_PORTS:
        if same_base is not None and not rest.startswith("//"):
            return _relative(rest, same_base)
        return _authority(scheme, rest.lstrip("/\\"))
    if rest.startswith("//"):
        return _authority(scheme, rest[2:])
    if rest.startswith("/"):
        return _ParsedUrl(scheme, path=_path(rest[1:], scheme))
    return _ParsedUrl(scheme, path=_encoded(rest, _CONTROL))


def _without_scheme(rest: str, base: _ParsedUrl | None, *, fragment_only: bool) -> _ParsedUrl:
    if base is None:
        raise _ParseError
    if isinstance(base.path, str):
        if rest or not fragment_only:
            raise _ParseError
        return base
    return _file(rest, base) if base.scheme == "file" else _relative(rest, base)


def _relative(rest: str, base: _ParsedUrl) -> _ParsedUrl:
    special = base.scheme in DEFAULT_PORTS
    if not rest:
        return base
    if _is_slash(rest[0], special=special):
        return _relative_slash(rest[1:], base, special=special)
    return replace(base, path=_path(rest, base.scheme, tuple(base.path[:-1])), query=None)


def _relative_slash(rest: str, base: _ParsedUrl, *, special: bool) -> _ParsedUrl:
    if _is_slash(rest[:1], special=special):
        return _authority(base.scheme, rest.lstrip("/\\") if special else rest[1:])
    return replace(base, path=_path(rest, base.scheme), query=None)


def _is_slash(character: str, *, special: bool) -> bool:
    return character == "/" or (special and character == "\\")


def _authority(scheme: str, rest: str) -> _ParsedUrl:
    special = scheme in DEFAULT_PORTS
    end = _AUTHORITY_END[special].search(rest)
    authority, path = (rest[: end.start()], rest[end.start() :]) if end else (rest, "")
    userinfo, at_sign, place = authority.rpartition("@")
    host, port = _host_and_port(place, scheme)
    if not host and (special or at_sign):
        raise _ParseError
    username, _, password = userinfo.partition(":")
    return _ParsedUrl(
        scheme,
        _encoded(username, _USERINFO),
        _encoded(password, _USERINFO),
        _host(host, special=special) if host else "",
        port,
        _path(path[1:], scheme) if path or special else (),
    )


def _host_and_port(place: str, scheme: str) -> tuple[str, str]:
    match = _HOST_AND_PORT.fullmatch(place)
    if match is None:
        raise _ParseError
    host, colon, digits = match.groups()
    port = _PORT.fullmatch(digits)
    if port is None or (colon and not host) or int(port[1] or 0) > _LARGEST_PORT:
        raise _ParseError
    number = str(int(port[1] or 0)) if digits else ""
    return host, "" if number == DEFAULT_PORTS.get(scheme) else number


def _host(text: str, *, special: bool) -> str:
    if text.startswith("["):
        if not _IPV6.fullmatch(text):
            raise _ParseError
        return _library_host(text)
    if special:
        return _domain(unquote_to_bytes(text).decode("utf-8", "replace"))
    if _FORBIDDEN_IN_HOST.search(text):
        raise _ParseError
    return _encoded(text, _CONTROL)


def _domain(name: str) -> str:
    if not name.isascii():
        return _library_host(quote(name, safe=""))  # escaped: IDNA may yet turn ">" into "≯"
    if _FORBIDDEN_IN_DOMAIN.search(name):
        raise _ParseError
    name = name.lower()
    if "xn--" not in name:
        return _library_host(name)
    # Since June 2026 an ASCII name is taken as it is, even where its xn-- label decodes to
    # nothing: such sites exist and browsers open them (whatwg/url pull request 914).
    if _ENDS_IN_NUMBER.search(name):
        raise _ParseError
    return name


def _library_host(text: str) -> str:
    """Return the host as url-py writes it: IDNA, IPv4 in all its disguises, IPv6."""
    try:
        return URL.parse(f"http://{text}/").host_str or ""
    except URLError as error:
        raise _ParseError from error


def _file(rest: str, base: _ParsedUrl | None) -> _ParsedUrl:
    if _is_slash(rest[:1], special=True):
        return _file_slash(rest[1:], base)
    if base is None:
        return _ParsedUrl("file", host="", path=_path(rest, "file"))
    if not rest:
        return base
    kept = [] if _STARTS_WITH_DRIVE.match(rest) else list(base.path)
    _step_up(kept, "file")
    return replace(base, path=_path(rest, "file", tuple(kept)), query=None)


def _file_slash(rest: str, base: _ParsedUrl | None) -> _ParsedUrl:
    if _is_slash(rest[:1], special=True):
        return _file_host(rest[1:])
    if base is None:
        return _ParsedUrl("file", host="", path=_path(rest, "file"))
    drive = tuple(base.path[:1])
    if _STARTS_WITH_DRIVE.match(rest) or not (drive and _NORMALISED_DRIVE.fullmatch(drive[0])):
        drive = ()
    return _ParsedUrl("file", host=base.host, path=_path(rest, "file", drive))


def _file_host(rest: str) -> _ParsedUrl:
    name = _AUTHORITY_END[True].split(rest, maxsplit=1)[0]
    if _DRIVE.fullmatch(name):
        return _ParsedUrl("file", host="", path=_path(rest, "file"))
    host = _host(name, special=True) if name else ""
    path = _path(rest[len(name) + 1 :], "file")
    return _ParsedUrl("file", host="" if host == "localhost" else host, path=path)


def _path(rest: str, scheme: str, kept: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the kept segments followed by those of the text, dots walked."""
    segments = list(kept)
    steps = _AUTHORITY_END[scheme in DEFAULT_PORTS].split(rest)
    for number, step in enumerate(steps, start=1):
        segment = _encoded(step, _PATH)
        dots = segment.lower().replace("%2e", ".")
        if dots == "..":
            _step_up(segments, scheme)
        elif dots != ".":
            segments.append(_with_drive(segment) if scheme == "file" and not segments else segment)
        if dots in (".", "..") and number == len(steps):
            segments.append("")
    return tuple(segments)


def _with_drive(segment: str) -> str:
    return segment[0] + ":" if _DRIVE.fullmatch(segment) else segment


def _step_up(segments: list[str], scheme: str) -> None:
    """Take the last segment away, unless it is the drive of a file path."""
    if scheme == "file" and len(segments) == 1 and _NORMALISED_DRIVE.fullmatch(segments[0]):
        return
    del segments[-1:]


def _pathname(url: _ParsedUrl) -> str:
    return url.path if isinstance(url.path, str) else "".join("/" + step for step in url.path)


def _href(url: _ParsedUrl) -> str:
    path = _pathname(url)
    if url.host is not None:
        password = f":{url.password}" if url.password else ""
        userinfo = f"{url.username}{password}@" if url.username or password else ""
        path = f"//{userinfo}{_host_with_port(url)}{path}"
    elif path.startswith("//") and not isinstance(url.path, str):
        path = "/." + path  # or the path would read as a host
    query = "" if url.query is None else f"?{url.query}"
    fragment = "" if url.fragment is None else f"#{url.fragment}"
    return f"{url.scheme}:{path}{query}{fragment}"


def _host_with_port(url: _ParsedUrl) -> str:
    return f"{url.host or ''}:{url.port}" if url.port else url.host or ""


def _parts(url: _ParsedUrl) -> dict[str, str]:
    return {
        "href": _href(url),
        "protocol": url.scheme + ":",
        "username": url.username,
        "password": url.password,
        "host": _host_with_port(url),
        "hostname": url.host or "",
        "port": url.port,
        "pathname": _pathname(url),
        "search": f"?{url.query}" if url.query else "",
        "hash": f"#{url.fragment}" if url.fragment else "",
        "origin": _origin(url),
    }


def _origin(url: _ParsedUrl) -> str:
    if url.scheme == "blob":
        inner = _parsed_or_none(_pathname(url), None)
        return _origin(inner) if inner is not None and inner.scheme in _WEB else "null"
    if url.scheme in DEFAULT_PORTS and url.scheme != "file":
        return f"{url.scheme}://{_host_with_port(url)}"
    return "null"
