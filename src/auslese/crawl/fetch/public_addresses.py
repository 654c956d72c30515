"""Which addresses are public? The registries' answer, and a look into those that carry others."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

# RFC 6052: a gateway takes the last 32 bits for the address that is meant.
TRANSLATED = IPv6Network("64:ff9b::/96")
# Called global by Python 3.11 though no packet to them may leave a site: translation within a
# site (RFC 8215), site-local (RFC 3879), IPv4-compatible (RFC 4291, 2.5.5.1).
NEVER_PUBLIC = (IPv6Network("64:ff9b:1::/48"), IPv6Network("fec0::/10"), IPv6Network("::/96"))


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
    if number in TRANSLATED:
        return IPv4Address(int(number) & 0xFFFFFFFF)
    return number.ipv4_mapped or number.sixtofour
