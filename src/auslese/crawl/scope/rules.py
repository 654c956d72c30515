"""Rules that take URLs in or keep them out, each told from the others by its look.

    www.in.tum.de              host
    domain:tum.de              registrable domain
    .in.tum.de, *.in.tum.de    host suffix: the host itself and everything below it
    country:de                 country
    131.159.0.0/16, ::1        address range or single address
    https://host/path          path prefix; without the scheme it is meant for http and https
    */cgi-bin/*                pattern, as soon as there is a star
    surt:(de,tum,              SURT prefix
    re:/calendar/\\d{4}         regular expression

Which one wins over which is not decided here but in `scope`.
"""

import re
import warnings
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from json import dumps
from typing import NoReturn
from urllib.parse import quote

from auslese.records.errors import SettingsError
from auslese.records.suffixes import public_suffix, registrable_domain
from auslese.records.url import Url, canonical, host_of
from auslese.system.regex_safety import is_explosive
from auslese.wording.coded_sentence import CodedSentence
from auslese.wording.rule_sentences import RuleComplaint, RuleDescription

Network = IPv4Network | IPv6Network

BOTH_SCHEMES = ("http", "https")
PRINTABLE_ASCII = "".join(map(chr, range(33, 127)))
ANY_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://(.*)", re.DOTALL)
STARRED_SCHEME = re.compile(r"(https?|https?\*|\*)://(.*)", re.DOTALL)
ADDRESS_LOOK = re.compile(
    r"\d{1,3}(?:\.\d{1,3}){3}(?:/\d+)?|\[?[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*\]?(?:/\d+)?", re.I
)
HOST_AND_PORT = re.compile(r"[^:/\s]+:\d+|\[[^\]]+\]:\d+")
NOT_IN_HOSTS = re.compile(r"[\s/?#@:\\]|\.\.")
STARRED_SUFFIX = re.compile(r"\*(\.[^*?/]+\.[^*?/]+)")
STARRED_ENDING = re.compile(r"\*\.([^*?/.]+)")


class RuleKind(StrEnum):
    """The kinds of rules, as they are named to people."""

    HOST = "host"
    DOMAIN = "domain"
    SUFFIX = "host suffix"
    COUNTRY = "country"
    ADDRESS = "address"
    PREFIX = "path prefix"
    PATTERN = "pattern"
    SURT = "SURT prefix"
    EXPRESSION = "regular expression"


@dataclass(frozen=True, slots=True)
class UrlRule:
    """One rule, understood; of the last four fields only those of its look are filled."""

    text: str
    look: RuleKind
    host: str = ""
    """The host, domain, suffix (without its dot) or reversed host in question."""
    starts: tuple[str, ...] = ()
    """How URLs begin that a path prefix takes in."""
    network: Network | None = None
    expression: re.Pattern[str] | None = None

    def described(self) -> str:
        """The rule in words: its kind and its text, unless that says it itself."""
        says_it_itself = self.text.startswith(f"{self.look}:")
        return self.text if says_it_itself else RuleDescription[self.look.name].of(text=self.text)

    def __str__(self) -> str:
        return self.described()


def parse_rule(text: str) -> UrlRule:
    """Return the rule a person meant by this text."""
    text = text.strip()
    word, colon, rest = text.partition(":")
    if colon and word in NAMED_LOOKS:
        return NAMED_LOOKS[word](text, rest.strip())
    if ADDRESS_LOOK.fullmatch(text):
        return _address(text)
    if "*" in text:
        return _starred(text)
    if text.startswith("."):
        return UrlRule(text, RuleKind.SUFFIX, host=_known_host(text, text[1:]))
    if "/" in text or HOST_AND_PORT.fullmatch(text):
        return _prefix(text)
    if colon:
        _refuse_unknown_word(text, word)
    return UrlRule(text, RuleKind.HOST, host=_known_host(text, text))


def address_in(host: str) -> str:
    """Return the address a host is written as, or nothing if the host has a name."""
    bare = host.strip("[]")
    if not bare[-1:].isdigit() and ":" not in bare:  # most hosts; trying costs ten times as much
        return ""
    try:
        return str(ip_address(bare))
    except ValueError:
        return ""


def _refuse(expected: RuleComplaint, text: str, hint: CodedSentence | None = None) -> NoReturn:
    found = dumps(text, ensure_ascii=False)
    if hint is None:
        raise SettingsError(RuleComplaint.EXPECTED.of(expected=expected.of(), found=found))
    raise SettingsError(
        RuleComplaint.EXPECTED_HINT.of(expected=expected.of(), found=found, hint=hint)
    )


def _refuse_because(expected: RuleComplaint, text: str, problem: Exception) -> NoReturn:
    found = dumps(text, ensure_ascii=False)
    raise SettingsError(
        RuleComplaint.EXPECTED_AS.of(expected=expected.of(), found=found, problem=str(problem))
    )


def _meant(text: str) -> CodedSentence:
    return RuleComplaint.MEANT.of(one=f'"{text}"')


def _refuse_unknown_word(text: str, word: str) -> NoReturn:
    close = get_close_matches(word, NAMED_LOOKS, n=1)
    _refuse(RuleComplaint.ANY_RULE, text, _meant(f"{close[0]}:") if close else None)


def _known_host(text: str, host: str) -> str:
    """Return the host as our URLs spell it (small letters, xn--)."""
    url = canonical(f"http://{host}/") if host and not NOT_IN_HOSTS.search(host) else None
    if url is None or address_in(host_of(url)):
        _refuse(RuleComplaint.HOST_NAME, text)
    return host_of(url)


def _domain(text: str, rest: str) -> UrlRule:
    host = _known_host(text, rest)
    domain = registrable_domain(host)
    if domain != host:
        hint = RuleComplaint.MEANT_EITHER.of(one=f'"domain:{domain}"', other=f'".{host}"')
        _refuse(RuleComplaint.DOMAIN, text, hint)
    if public_suffix(host) == host:
        _refuse(RuleComplaint.DOMAIN, text, _meant(f".{host}"))
    return UrlRule(text, RuleKind.DOMAIN, host=host)


def _country(text: str, rest: str) -> UrlRule:
    country = rest.lower().removeprefix(".")
    if not re.fullmatch(r"[a-z]{2}", country):
        _refuse(RuleComplaint.COUNTRY, text)
    return UrlRule(text, RuleKind.COUNTRY, host=country)


def _address(text: str) -> UrlRule:
    bare = text.replace("[", "").replace("]", "")
    try:
        return UrlRule(text, RuleKind.ADDRESS, network=ip_network(bare))
    except ValueError as problem:
        if nearest := _nearest_range(bare):
            _refuse(RuleComplaint.ADDRESS_RANGE, text, nearest)
        _refuse_because(RuleComplaint.ADDRESS_RANGE, text, problem)


def _nearest_range(text: str) -> CodedSentence | None:
    """Return the range somebody meant who left bits behind the mask."""
    try:
        return _meant(str(ip_network(text, strict=False)))
    except ValueError:
        return None


def _prefix(text: str) -> UrlRule:
    found = ANY_SCHEME.fullmatch(text)
    scheme, rest = (found[1].lower(), found[2]) if found else ("", text)
    path, mark, query = rest.partition("?")
    url = _spelled_start(f"{scheme or 'http'}://{path}")
    if scheme not in ("", *BOTH_SCHEMES) or url is None:
        _refuse(RuleComplaint.PATH_PREFIX, text)
    tail = url.partition("://")[2] + mark + quote(query, safe=PRINTABLE_ASCII)
    starts = tuple(f"{each}://{tail}" for each in ((scheme,) if scheme else BOTH_SCHEMES))
    return UrlRule(text, RuleKind.PREFIX, host=host_of(url), starts=starts)


def _spelled_start(start: str) -> Url | None:
    """Return the beginning of a URL as our URLs spell it.

    A letter is put behind it for the time of spelling: a path that happens to end in a dot
    (`/.` for hidden files) would otherwise be taken for a step up, and deny everything.
    """
    whole = canonical(start)
    longer = canonical(f"{start}x") if start.count("/") > 2 else None  # noqa: PLR2004 (http://h/)
    return Url(longer[:-1]) if longer and longer.endswith("x") else whole


def _starred(text: str) -> UrlRule:
    if suffix := STARRED_SUFFIX.fullmatch(text):
        return UrlRule(text, RuleKind.SUFFIX, host=_known_host(text, suffix[1][1:]))
    if ending := STARRED_ENDING.fullmatch(text):
        hint = RuleComplaint.MEANT_HOSTS_OR_FILES.of(
            hosts=f'".{ending[1]}"', files=f'"*/*.{ending[1]}"'
        )
        _refuse(RuleComplaint.CLEAR_PATTERN, text, hint)
    return UrlRule(text, RuleKind.PATTERN, expression=re.compile(glob_expression(text), re.DOTALL))


def glob_expression(text: str) -> str:
    """Return the regular expression for a pattern with `*` and `?`, to be matched from the start.

    In the host a star stays in the host, so that `*.tum.de/*` cannot be met by a path that
    contains `.tum.de/`; a lone star in front of the first slash stands for anything.
    """
    scheme, rest = _scheme_of(text)
    host, slash, path = rest.partition("/")
    if scheme and not slash:
        slash, path = "/", "*"
    start = f"{scheme or 'https?'}://"
    if not slash or host == "*":
        return start + _glob_run(host + slash + path, ".")
    return start + _glob_run(f"{host.lower()}/", "[^/]", end="") + _glob_run(path, ".")


def _scheme_of(text: str) -> tuple[str, str]:
    """Return the scheme as an expression, nothing if there is none, and the rest."""
    found = STARRED_SCHEME.fullmatch(text)
    if not found:
        return "", text
    return (found[1] if found[1] in BOTH_SCHEMES else "https?"), found[2]


def _glob_run(glob: str, one: str, end: str = r"\Z") -> str:
    """Return the expression for a glob whose wildcards stand for characters like `one`.

    Atomic groups take the first place where a piece fits and never come back, which is enough
    for globs and keeps the search from growing with the number of stars.
    """
    first, *others = (_glob_piece(piece, one) for piece in glob.split("*"))
    if not others:
        return first + end
    *middle, last = others
    hops = "".join(f"(?>{one}*?{piece})" for piece in middle if piece)
    return f"{first}{hops}{one}*{last}{end}"


def _glob_piece(piece: str, one: str) -> str:
    return "".join(
        one if letter == "?" else re.escape(quote(letter, safe=PRINTABLE_ASCII)) for letter in piece
    )


def _surt(text: str, rest: str) -> UrlRule:
    """Understand a host turned round, either open at its end or closed by `)` and a path."""
    bare = re.sub(r"^(?:https?://)?\(?", "", rest.lower() if ")" not in rest else rest)
    turned, closed, path = bare.partition(")")
    if not turned.strip(","):
        _refuse(RuleComplaint.SURT_PREFIX, text)
    if not closed:
        return UrlRule(text, RuleKind.SURT, host=turned)
    host = ".".join(reversed(turned.lower().strip(",").split(",")))
    prefix = _prefix(f"{host}{path or '/'}")
    return UrlRule(text, RuleKind.SURT, host=prefix.host, starts=prefix.starts)


def _expression(text: str, rest: str) -> UrlRule:
    try:
        with warnings.catch_warnings(action="ignore"):  # about syntax that may change one day
            expression = re.compile(rest)
    except (re.error, OverflowError, RecursionError) as problem:
        _refuse_because(RuleComplaint.EXPRESSION, text, problem)
    if not rest or is_explosive(rest):
        hint = RuleComplaint.MAKE_ATOMIC.of() if rest else None
        _refuse(RuleComplaint.SAFE_EXPRESSION, text, hint)
    return UrlRule(text, RuleKind.EXPRESSION, expression=expression)


NAMED_LOOKS = {
    "re": _expression,
    "surt": _surt,
    "domain": _domain,
    "country": _country,
}
