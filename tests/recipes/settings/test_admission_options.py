"""The settings of a collection as rules about URLs, under names that frontiers on disk know."""

from typing import Any

from auslese.crawl.scope.admission import Admission
from auslese.crawl.scope.scope import Presence
from auslese.recipes.settings.admission_options import admission_of, book_settings
from auslese.recipes.settings.crawl_settings import (
    CrawlSection,
    LimitsSection,
    PolitenessSection,
    TrapsSection,
)
from auslese.recipes.settings.settings_loading import Settings
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url

START = Url("https://www.a.example/")
HERE = Url("http://127.0.0.1:8000/")
PLAIN = Settings(Presence(start=(START,), scope="host"))


def admission(url_length: int = 2048, **presence: Any) -> Admission:
    given: dict[str, Any] = {"start": (START,), "scope": "host"}
    limits = LimitsSection(url_length=url_length)
    return admission_of(Settings(Presence(**given | presence), limits))


def with_types(*types: str) -> Admission:
    return admission_of(Settings(PLAIN.presence, crawl=CrawlSection(types=types)))


def test_other_rules_have_another_fingerprint_and_the_same_rules_the_same() -> None:
    prints = {
        admission().fingerprint,
        admission(deny=("b.example",)).fingerprint,
        admission(max_depth=3).fingerprint,
        admission(url_length=100).fingerprint,
        admission(scope="domain").fingerprint,
    }

    assert len(prints) == 5
    assert admission().fingerprint == admission().fingerprint


def test_pictures_that_are_wanted_change_the_fingerprint() -> None:
    wanting, plain = with_types("text/html", "image/jpeg"), with_types("text/html")

    assert wanting.fingerprint != plain.fingerprint  # so that what was refused is asked again


def test_a_frontier_of_before_finds_its_rules_unchanged() -> None:
    # As they were written before for these settings; others would apply all rules anew. The shapes
    # are those of crawls since office files are read: what was refused for its type is let in.
    rules = "bf212c81bbd77539e1c238b5abc145989b44f1c69cfc139356391098e3f480ab"
    shapes = "bc87a4a3133ffd8123634e2618af8457271c771feece4932468d9c43fba5cde3"

    assert admission_of(PLAIN).fingerprint == rules
    assert book_settings(PLAIN).fingerprint == shapes


def reason_of(refused: Refused | None) -> Refusal | None:
    return refused.why if refused else None


def test_the_settings_of_limits_types_traps_and_contact_are_in_force() -> None:
    short = admission_of(Settings(PLAIN.presence, LimitsSection(url_length=30)))
    flat = admission_of(Settings(PLAIN.presence, traps=TrapsSection(path_segments=3)))
    here = Presence(start=(HERE,), scope="host")
    named = Settings(here, politeness=PolitenessSection(contact="a@b.example"))

    assert reason_of(short.refusal(Url(START + "x" * 30), 0)) is Refusal.LENGTH
    picture = Url(START + "x.jpg")
    assert with_types("image/jpeg").refusal(picture, 1) is None
    assert with_types("text/html").refusal(picture, 1) == Refused(Refusal.SUFFIX, ".jpg")
    assert reason_of(flat.refusal(Url(START + "a/b/c/d/e/"), 1)) is Refusal.TRAP
    assert admission_of(Settings(here)).refuse_address(HERE, "93.184.215.14") is not None
    assert admission_of(named).refuse_address(HERE, "93.184.215.14") is None
