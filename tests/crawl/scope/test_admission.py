"""Every reason not to fetch a URL, before and at the connection."""

from typing import Any

import msgspec
import pytest

from auslese.crawl.scope.admission import Admission, AdmissionOptions
from auslese.crawl.scope.scope import Presence
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url

START = Url("https://www.a.example/")


def admission(url_length: int = 2048, **presence: Any) -> Admission:
    given: dict[str, Any] = {"start": (START,), "scope": "host"}
    return Admission(AdmissionOptions(Presence(**given | presence), url_length=url_length))


def test_a_url_inside_is_admitted_at_any_depth() -> None:
    assert admission().refusal(Url("https://www.a.example/x"), 10_000) is None


def test_pictures_are_admitted_if_the_crawl_keeps_their_type() -> None:
    presence = Presence(start=(START,), scope="host")
    wanting = Admission(AdmissionOptions(presence, media_types=("text/html", "image/jpeg")))
    plain = Admission(AdmissionOptions(presence))
    jpg, png = Url("https://www.a.example/x.jpg"), Url("https://www.a.example/x.png")

    assert wanting.refusal(jpg, 1) is None
    assert wanting.refusal(png, 1) == Refused(Refusal.SUFFIX, ".png")
    assert plain.refusal(jpg, 1) == Refused(Refusal.SUFFIX, ".jpg")


def test_a_url_outside_is_refused_with_the_rule() -> None:
    denied = admission(deny=("b.example",)).refusal(Url("http://b.example/"), 0)

    assert denied == Refused(Refusal.SCOPE, "deny: host b.example")
    unknown = admission().refusal(Url("http://c.example/"), 0)
    assert unknown == Refused(Refusal.SCOPE, "nothing allows it")


def test_a_refusal_can_be_sent_to_the_coordinator() -> None:
    rules = admission(url_length=60, deny=("b.example", "*/print/*"), max_depth=2)
    places = ("http://b.example/", "http://c.example/", f"{START}print/x", f"{START}x.zip")
    refusals = [rules.refusal(Url(url), 3) for url in (*places, START, f"{START}{'x' * 60}")]

    details = [refused.detail for refused in refusals if refused]

    assert len(details) == len(refusals)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(details)) == details


def test_a_url_that_cannot_be_meant_is_refused_for_its_length() -> None:
    url = Url(START + "x" * 30)

    assert admission(url_length=40).refusal(url, 0) == Refused(
        Refusal.LENGTH, f"{len(url)} letters, at most 40"
    )


def test_a_file_we_do_not_read_is_refused_by_its_ending() -> None:
    assert admission().refusal(Url(START + "big.zip"), 0) == Refused(Refusal.SUFFIX, ".zip")


def test_links_are_followed_so_deep_and_no_deeper() -> None:
    shallow = admission(max_depth=2)

    assert shallow.refusal(START, 2) is None
    assert shallow.refusal(START, 3) == Refused(Refusal.DEPTH, "3, at most 2")


def test_a_url_whose_address_may_take_it_in_is_not_refused_by_name() -> None:
    by_address = admission(allow=("192.0.2.0/24",))
    url = Url("http://b.example/")

    assert by_address.refusal(url, 0) is None
    assert by_address.refuse_address(url, "203.0.113.9") is not None


def test_a_denied_url_is_refused_by_name_whatever_addresses_are_allowed() -> None:
    both = admission(allow=("192.0.2.0/24",), deny=("b.example",))

    assert both.refusal(Url("http://b.example/"), 0) == Refused(
        Refusal.SCOPE, "deny: host b.example"
    )


def test_a_public_address_is_no_reason_to_refuse() -> None:
    assert admission().refuse_address(START, "8.8.8.8") is None
    assert admission().refuse_address(START, "2606:4700::1111") is None


PRIVATE = ("127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.64.0.1")
PRIVATE_6 = ("::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1")


MANY = ("224.0.0.1", "ff02::1")  # Python calls some of these global; nobody serves pages there


@pytest.mark.parametrize("address", ["0.0.0.0", *PRIVATE, *PRIVATE_6, *MANY])
def test_a_private_address_is_refused_unless_the_presence_names_it(address: str) -> None:
    refused = admission().refuse_address(START, address)

    assert refused is not None
    assert refused.why is Refusal.ADDRESS
    assert address in refused.detail


@pytest.mark.parametrize(
    ("presence", "address"),
    [
        ({"start": (Url("http://127.0.0.1:8000/"),)}, "127.0.0.1"),
        ({"start": (Url("http://localhost:8000/"),)}, "127.0.0.1"),
        ({"start": (Url("http://h0.localhost/"),)}, "::1"),
        ({"start": (Url("http://[::1]:8000/"),)}, "::1"),
        ({"allow": (".localhost",)}, "127.0.0.1"),
        ({"allow": ("10.0.0.0/8",)}, "10.1.2.3"),
        ({"allow": ("192.168.0.7",)}, "192.168.0.7"),
    ],
)
def test_a_private_place_that_the_presence_names_may_be_asked(
    presence: dict[str, Any], address: str
) -> None:
    named = admission(**presence)
    start = presence.get("start", (Url("http://x.localhost/"),))[0]

    assert named.refuse_address(start, address) is None


def test_naming_one_private_place_does_not_open_the_others() -> None:
    named = admission(start=(Url("http://127.0.0.1:8000/"),))

    assert named.refuse_address(START, "127.0.0.2") is not None
    assert named.refuse_address(START, "10.0.0.1") is not None


def test_a_crawl_of_this_machine_that_nobody_answers_for_asks_no_other_machine() -> None:
    here = Presence(start=(Url("http://127.0.0.1:8000/"),), scope="host")
    url = Url("http://127.0.0.1:8000/")  # its robots.txt may be redirected anywhere
    refused = Admission(AdmissionOptions(here)).refuse_address(url, "93.184.215.14")
    answered_for = Admission(AdmissionOptions(here, has_contact=True))

    assert refused is not None
    assert refused.why is Refusal.ADDRESS
    assert answered_for.refuse_address(url, "93.184.215.14") is None
