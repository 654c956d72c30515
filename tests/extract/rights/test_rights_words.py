"""What words, files and licences state of the use of pages; nothing in them can raise."""

import json
import random
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as some

from auslese.extract.rights.page_optouts import page_statements, unknown_words
from auslese.extract.rights.rsl_licence import MOST_CONTENTS, read_rsl
from auslese.extract.rights.tdmrep_file import MOST_RULES, TdmFile, TdmRule, read_tdmrep
from auslese.extract.rights.usage_words import read_usage
from auslese.records.rights.page_rights import Permission, Use, most_restrictive
from auslese.records.rights.rights_vocabulary import named_licences, optouts_for

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
SEARCH, INPUT, TRAIN = Use.SEARCH, Use.AI_INPUT, Use.AI_TRAIN
ALLOWED, RESERVED = Permission.ALLOWED, Permission.RESERVED
CONDITIONAL, UNSTATED = Permission.CONDITIONAL, Permission.UNSTATED


# -- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "text", "stated"),
    [
        ("content-usage", "train-ai=n", {TRAIN: RESERVED}),
        ("content-usage", "train-ai=y, search=n", {TRAIN: ALLOWED, SEARCH: RESERVED}),
        ("content-usage", "Train-AI = N ;why=here", {TRAIN: RESERVED}),
        ("content-usage", "ai-use=?0,bots=", {INPUT: RESERVED}),
        ("content-usage", "bots=n", dict.fromkeys(Use, RESERVED)),
        ("content-usage", "genai=n", {INPUT: RESERVED, TRAIN: RESERVED}),
        ("content-signal", "search=yes,ai-train=no", {SEARCH: ALLOWED, TRAIN: RESERVED}),
        ("content-signal", "ai-input=no", {INPUT: RESERVED}),
        (
            "content-signal",
            "search=yes,ai-train=no,use=reference",
            {SEARCH: ALLOWED, TRAIN: RESERVED},
        ),
        ("content-signal", "ai-input=maybe, shopping=no, =, ,", {}),
    ],
)
def test_words_state_uses(field: str, text: str, stated: dict[Use, Permission]) -> None:
    assert {each.use: each.permission for each in read_usage(field, text).stated} == stated


def test_words_that_nobody_knows_state_nothing_and_are_told() -> None:
    read = read_usage("content-signal", "shopping=no, ai-train=perhaps, search=yes")

    assert read.unknown == ("shopping=no", "ai-train=perhaps")
    assert [each.use for each in read.stated] == [SEARCH]


def test_the_most_restrictive_of_all_that_is_said_holds() -> None:
    assert most_restrictive([]) is UNSTATED
    assert most_restrictive([ALLOWED, UNSTATED]) is ALLOWED
    assert most_restrictive([CONDITIONAL, ALLOWED]) is CONDITIONAL
    assert most_restrictive([CONDITIONAL, RESERVED, ALLOWED]) is RESERVED


@pytest.mark.parametrize(
    ("optouts", "stated"),
    [
        ("", set()),
        ("noimageai", set()),
        ("noai", {(INPUT, RESERVED), (TRAIN, RESERVED)}),
        ("noml", {(INPUT, RESERVED), (TRAIN, RESERVED)}),
        ("tdm-reservation", {(INPUT, RESERVED), (TRAIN, RESERVED)}),
        (
            "tdm-policy=http://a.example/p,tdm-reservation",
            {(INPUT, CONDITIONAL), (TRAIN, CONDITIONAL)},
        ),
        ("content-signal:ai-train,content-usage:search", {(TRAIN, RESERVED), (SEARCH, RESERVED)}),
        ("content-signal:shopping,rsl=http://a.example/l.xml", set()),
    ],
)
def test_what_a_page_reserves_itself(optouts: str, stated: set[tuple[Use, Permission]]) -> None:
    found = list(page_statements(optouts, NOON))

    assert {(each.use, each.permission) for each in found} == stated
    assert all(each.source.startswith("page ") and each.vocabulary for each in found)
    reserved = {use for use, permission in stated if permission is RESERVED}
    plain = set(optouts.split(",")) - {"tdm-reservation"}
    assert {use for use in Use if plain & set(optouts_for(use))} <= reserved


def test_unknown_words_of_pages_are_told_and_licences_named() -> None:
    assert unknown_words("content-signal:shopping,noai,content-usage:train-ai") == [
        "content-signal:shopping"
    ]
    assert named_licences(["noai", "rsl=http://a.example/l%2Cx.xml", "rsl=nonsense:"]) == [
        "http://a.example/l,x.xml"
    ]


# -- tdmrep.json ----------------------------------------------------------------------------------


def test_rules_come_in_their_order_with_their_policies() -> None:
    text = json.dumps(
        [
            {"location": "/open/", "tdm-reservation": 0},
            {"location": "/", "tdm-reservation": 1, "tdm-policy": "https://a.example/policy"},
            {"Location": "/x", "TDM-Reservation": "1"},
        ]
    )

    assert read_tdmrep(text) == TdmFile(
        (
            TdmRule("/open/", ALLOWED, ""),
            TdmRule("/", CONDITIONAL, "https://a.example/policy"),
            TdmRule("/x", RESERVED, ""),
        )
    )


@pytest.mark.parametrize(
    "text", ['\ufeff{"location": "/", "tdm-reservation": 1}', '{"tdm-reservation": 1}']
)
def test_one_rule_without_a_list_or_a_location_is_for_the_whole_site(text: str) -> None:
    assert read_tdmrep(text).rules == (TdmRule("/", RESERVED, ""),)


@pytest.mark.parametrize(
    "text",
    ["", "<html>", "[", "7", "null", '"x"', "[" * 100_000, '{"a":' * 50_000, "9" * 10_000],
    ids=["empty", "page", "open", "number", "null", "text", "deep", "deep-objects", "long"],
)
def test_what_is_no_such_file_states_nothing(text: str) -> None:
    assert read_tdmrep(text) == TdmFile(unread=1)


@pytest.mark.parametrize(
    "rule",
    [
        {},
        {"location": "/"},
        {"location": 7, "tdm-reservation": 1},
        {"location": "", "tdm-reservation": 1},
        {"location": "/" * 5_000, "tdm-reservation": 1},
        {"location": "/", "tdm-reservation": 2},
        {"location": "/", "tdm-reservation": [1]},
        {"location": "/", "tdm-reservation": None},
        ["/", 1],
    ],
    ids=str,
)
def test_a_rule_without_a_meaning_is_counted(rule: object) -> None:
    good = {"location": "/a", "tdm-reservation": 1, "tdm-policy": 5}

    assert read_tdmrep(json.dumps([rule, good])) == TdmFile((TdmRule("/a", RESERVED, ""),), 1)


def test_rules_are_read_up_to_a_bound() -> None:
    many = [{"location": "/a", "tdm-reservation": 1}] * (2 * MOST_RULES)

    assert len(read_tdmrep(json.dumps(many)).rules) == MOST_RULES


# -- RSL ------------------------------------------------------------------------------------------


def licence(inner: str, url: str = "/", content: str = "") -> dict[Use, Permission]:
    """What a licence with these terms grants."""
    text = f'<rsl xmlns="https://rslstandard.org/rsl"><content url="{url}" {content}>{inner}'
    (only,) = read_rsl(f"<?xml version='1.0'?>{text}</content></rsl>").contents
    assert only.url == url
    return {use: only.permission(use) for use in Use}


OFFERS = [
    ("<license/>", (ALLOWED, ALLOWED, ALLOWED)),
    ('<license><payment type="free"/></license>', (ALLOWED, ALLOWED, ALLOWED)),
    ('<license><payment type="purchase"/></license>', (CONDITIONAL,) * 3),
    ('<license><payment type="attribution"/></license>', (CONDITIONAL,) * 3),
    ("<license><payment><custom>ask</custom></payment></license>", (CONDITIONAL,) * 3),
    (
        '<license><prohibits type="usage">train-ai ai-training</prohibits></license>',
        (ALLOWED, ALLOWED, RESERVED),
    ),
    (
        '<license><permits type="usage">search</permits></license>',
        (ALLOWED, RESERVED, RESERVED),
    ),
    (
        '<license><permits type="usage">all</permits><prohibits type="usage">ai-train</prohibits>'
        "</license>",
        (ALLOWED, ALLOWED, RESERVED),
    ),
    (
        '<license><prohibits type="usage">ai-all</prohibits></license>',
        (ALLOWED, RESERVED, RESERVED),
    ),
    (
        '<license><permits type="usage">ai-train, ai-index</permits><payment type="use"/>'
        "</license>",
        (RESERVED, CONDITIONAL, CONDITIONAL),
    ),
    ('<license><permits type="user">non-commercial</permits></license>', (CONDITIONAL,) * 3),
    (
        '<license><permits type="usage">search</permits></license>'
        '<license><payment type="subscription"/></license>',
        (ALLOWED, CONDITIONAL, CONDITIONAL),
    ),
    ('<rsl:license><rsl:permits type="usage">AI-ALL</rsl:permits>', (RESERVED, ALLOWED, ALLOWED)),
]


@pytest.mark.parametrize(("inner", "granted"), OFFERS, ids=range(len(OFFERS)))
def test_a_licence_grants_uses(inner: str, granted: tuple[Permission, ...]) -> None:
    assert tuple(licence(inner).values()) == granted


def test_a_licence_that_a_server_gives_out_must_be_taken_there() -> None:
    assert licence("<license/>", content='server="https://x.example"')[SEARCH] is CONDITIONAL


def test_contents_without_an_offer_and_files_that_are_none_grant_nothing() -> None:
    assert read_rsl('<rsl><content url="/"><copyright>x</copyright></content></rsl>').contents == ()
    assert read_rsl("<html><p>Not found").contents == ()
    assert read_rsl("").contents == ()


def test_words_for_uses_that_nobody_knows_are_told() -> None:
    text = '<content url="/"><license><permits type="usage">ai-train dancing</permits>'

    assert read_rsl(text).unknown == ("dancing",)


def test_a_licence_is_read_up_to_bounds() -> None:
    one = '<content url="/a"><license><permits type="usage">all</permits></license></content>'

    assert len(read_rsl(one * 3 * MOST_CONTENTS).contents) <= MOST_CONTENTS
    assert read_rsl('<content url="/"><license>' + "<a>" * 100_000).contents
    assert read_rsl(f'<content url="/{"a" * 5_000}"><license/>').contents == ()


@given(some.text(alphabet="<>/=\"'&;! contelirsp-", max_size=300))
def test_no_text_is_too_odd_for_a_licence(text: str) -> None:
    read_rsl('<rsl><content url="/"><license>' + text)


def test_a_damaged_licence_never_raises() -> None:
    whole = '<rsl><content url="/x"><license><permits type="usage">all</permits></license>'
    dice = random.Random(7)
    for _ in range(200):
        letters = list(whole)
        for _ in range(5):
            letters[dice.randrange(len(letters))] = dice.choice("<>\"'/ &\0")
        for content in read_rsl("".join(letters)).contents:
            assert content.permission(SEARCH) in Permission
