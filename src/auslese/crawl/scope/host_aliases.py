"""Is it the same host under another name? Names say maybe, equal content says yes."""

from ipaddress import ip_address

from auslese.records.url import Url, host_of, path_of


def is_alias_pair(first: Url, second: Url, address: str) -> bool:
    """Whether two URLs with equal content show that their hosts are one.

    The path must be the same, and the names must be such as servers give to one host: with and
    without `www`, or a name and the `address` it resolves to. Other hosts with equal pages are
    mirrors: both stay.
    """
    one, other = host_of(first), host_of(second)
    if one == other or path_of(first) != path_of(second):
        return False
    return without_www(one) == without_www(other) or address in (one.strip("[]"), other.strip("[]"))


def without_www(host: str) -> str:
    """The host name without its leading `www`."""
    return host.removeprefix("www.")


def is_address(host: str) -> bool:
    """Whether the host is written as a number."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def under_host(url: Url, host: str) -> Url:
    """The same page under another host name; scheme and port stay."""
    return Url(url.replace(f"//{host_of(url)}", f"//{host}", 1))
