"""A public address is everybody's; one that only looks it is not."""

from ipaddress import IPv4Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.fetch.public_addresses import is_public


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8",
        "2001:4860:4860::8888",
        "64:ff9b::808:808",
        "2002:808:808::1",
        "131.159.0.1",
        "2001:470:1f0b::5efe:808:808",
    ],
)
def test_these_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "10.0.0.1", "127.0.0.1", "0.0.0.0", "169.254.169.254", "100.64.0.1", "192.168.1.1",
        "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "ff02::1", "fec0::1",
        "::ffff:10.0.0.1", "::10.0.0.1", "64:ff9b::a00:1", "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::a00:1", "2002:a00:1::", "2002:7f00:1::", "2001:0:a00:1::",
        "2001:470:1f0b::5efe:a00:1", "2001:470:1f0b::200:5efe:7f00:1", "5f00::1",
    ],
)  # fmt: skip
def test_these_are_not(address: str) -> None:
    assert not is_public(address)


@given(st.integers(0, 2**32 - 1).map(IPv4Address))
def test_an_address_carried_by_another_is_judged_by_itself(inner: IPv4Address) -> None:
    carried = f"64:ff9b::{int(inner) >> 16:x}:{int(inner) & 0xFFFF:x}"

    assert is_public(carried) == is_public(str(inner))
