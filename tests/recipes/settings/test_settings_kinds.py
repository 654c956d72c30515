"""Durations, sizes and hosts are read as people write them, and told as they would."""

from datetime import timedelta

import pytest

from auslese.recipes.settings.value_kinds import DURATION, HOSTS, SIZE, UnfitError


@pytest.mark.parametrize(
    ("written", "seconds", "told"),
    [
        ("250ms", 0.25, "250ms"),
        ("0.5ms", 0.0005, "0.5ms"),
        ("1s", 1, "1s"),
        ("1.5s", 1.5, "1500ms"),
        ("30m", 1800, "30m"),
        ("2h", 7200, "2h"),
        ("1d", 86400, "1d"),
        ("1h 30m", 5400, "90m"),
        ("1h30m", 5400, "90m"),
        (" 2 s ", 2, "2s"),
        (3, 3, "3s"),
        (0.25, 0.25, "250ms"),
        (0, 0, "0s"),
        (timedelta(seconds=4), 4, "4s"),
    ],
)
def test_a_duration_is_read_and_told(written: object, seconds: float, told: str) -> None:
    span = DURATION.read(written)

    assert span == timedelta(seconds=seconds)
    assert DURATION.tell(span) == told


@pytest.mark.parametrize(
    "written", ["", "soon", "1", "1 week", "-1s", "1s!", -1, True, None, [1], float("nan"), 10**15]
)
def test_what_is_no_duration_is_refused(written: object) -> None:
    with pytest.raises(UnfitError, match='expected a duration like "1s"'):
        DURATION.read(written)


@pytest.mark.parametrize(
    ("written", "count", "told"),
    [
        (500, 500, 500),
        ("500", 500, 500),
        ("500 B", 500, 500),
        ("64KB", 64_000, "64KB"),
        ("10MB", 10_000_000, "10MB"),
        ("1.5gb", 1_500_000_000, "1500MB"),
        ("1GiB", 2**30, "1GiB"),
        ("3TiB", 3 * 2**40, "3TiB"),
    ],
)
def test_a_size_is_read_and_told(written: object, count: int, told: object) -> None:
    assert SIZE.read(written) == count
    assert SIZE.tell(count) == told


@pytest.mark.parametrize("written", ["", "big", "10 apples", "-1MB", 0, -5, True, 1.5, None, 2**70])
def test_what_is_no_size_is_refused(written: object) -> None:
    with pytest.raises(UnfitError, match='expected a size like "10MB"'):
        SIZE.read(written)


def test_a_bare_number_in_a_variable_is_seconds_too() -> None:
    assert DURATION.read(DURATION.from_text("2.5")) == timedelta(seconds=2.5)


@pytest.mark.parametrize(
    ("written", "host"),
    [
        ("www.example.org", "www.example.org"),
        (" WWW.Example.org", "www.example.org"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("localhost", "localhost"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]", "[::1]"),
    ],
)
def test_a_host_is_read_as_urls_have_it(written: str, host: str) -> None:
    assert HOSTS.read([written]) == (host,)


@pytest.mark.parametrize(
    "written", ["", ".example.org", "*.example.org", "a.example/x", "10.0.0.0/8", "country:de"]
)
def test_what_is_no_single_host_is_refused(written: str) -> None:
    with pytest.raises(UnfitError):
        HOSTS.read([written])
