"""Which addresses are public? The registries' answer, and a look into those that carry others."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

# RFC 6052: a gateway takes the last 32 bits for the address that is meant.
TRANSLATED = IPv6Network("64:ff9b::/96")
# Called global by Python 3.11 though no packet to them may leave a site: translation within a
# site (RFC 8215), site-local (RFC 3879), IPv4-compatible (RFC 4291, 2.5.5.1), identifiers of
# segment routing (RFC 9602).
NEVER_PUBLIC = tuple(
    IPv6Network(network) for network in ("64:ff9b:1::/48", "fec0::/10", "::/96", "5f00::/16")
)
# RFC 5214: the 32 bits before the last 32 that say "the rest is an IPv4 address", for one that is
# unique in the world and for one that is not.
ISATAP = (0x0000_5EFE, 0x0200_5EFE)


def is_public(address: str) -> bool:
    """Whether an address is everybody's, and leads to none that is not."""
    number = ip_address(address)
    if not number.is_global or number.is_multicast:
        return False
    if isinstance(number, IPv4Address):
        return True
    carried = _carried_by(number)
    inside = any(number in network for network in NEVER_PUBLIC)
    return not inside and (carried is None or is_public(str(carried)))


def _carried_by(number: IPv6Address) -> IPv4Address | None:
    """The address to which a gateway would take a packet for this one."""
    if number in TRANSLATED or int(number) >> 32 & 0xFFFF_FFFF in ISATAP:
        return IPv4Address(int(number) & 0xFFFF_FFFF)
    return number.ipv4_mapped or number.sixtofour
