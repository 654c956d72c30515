"""German pages are German: what other parts of the house say has its pendant, whatever is in it."""

import re
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as some
from starlette.testclient import TestClient

from auslese.analyse.duplicates.page_groups import RELATIONS
from auslese.crawl.forecast.brake import HostWork, lasting, slowest
from auslese.crawl.forecast.forecast import CrawlSurvey, Milestone, forecast
from auslese.crawl.scope.rules import RuleKind, parse_rule
from auslese.crawl.traps.shape_evidence import COMBINATIONS, ShapeRecord, ShapeState
from auslese.crawl.traps.url_traps import TrapDetector, TrapSettings
from auslese.records.document import ReadProblem
from auslese.records.errors import SettingsError
from auslese.records.fetch import Failure, Refusal
from auslese.records.url import Url
from auslese.serve.phrasebook import PHRASES, duration_text, in_german, translated_phrase
from auslese.wording.page_wording import NOTES, TEXTS
from tests.serve.page_check import VOID
from tests.serve.served import EVIL, HIVE, ONLY_LINKED, PAPER

# Words that are in nearly every English sentence and in no German one.
ENGLISH = frozenset(
    {"the", "of", "is", "are", "and", "with", "not", "to", "for", "from", "this", "that", "it"}
    | {"its", "be", "by", "on", "at", "as", "were", "has", "have", "no", "there", "which", "when"}
    | {"too", "more", "than", "page", "pages"}
)
WORD = re.compile(r"[A-Za-zÄÖÜäöüß]+")
COMMAND = re.compile(r"`[^`]*`")
PATHS = (
    "/",
    "/search?q=honey&groups=1",
    '/search?q=(honey lang:xx "x depth:y NEAR/2000 *a',
    "/search?q=nothingtofind",
    f"/page?url={HIVE}",
    f"/page?url={EVIL}&view=original",
    f"/page?url={PAPER}",
    f"/page?url={ONLY_LINKED}",
    "/page?url=http://never.example/",
    "/page?url=nirgends",
    "/copy?url=http://never.example/",
    "/crawl?rule=domain:www.example.org",
    "/crawl?rule=re:(a*)*b",
    "/clusters",
    "/cluster?number=3",
    "/help",
    "/no/such/page",
    "/c/nobody/search",
)


def english_in(text: str) -> set[str]:
    """English words, commands left out."""
    return {word.lower() for word in WORD.findall(COMMAND.sub("", text))} & ENGLISH


@pytest.mark.parametrize("form", PHRASES)
def test_every_form_has_a_german_pendant_with_the_same_parts(form: str) -> None:
    names = [f"N{number}" for number in range(1, form.count("{}") + 1)]
    told = in_german(form.replace("{}", "%s") % tuple(names))

    assert told is not None
    assert told == PHRASES[form].format("", *names)
    assert sorted(re.findall(r"N\d", told)) == names
    assert english_in(told) == set()


def test_both_languages_of_a_page_are_what_they_say() -> None:
    germans = [german for _, german in (*TEXTS.values(), *NOTES.values())]
    names = re.compile(r"\{\w+\}")

    other_language = TEXTS["other_language"][1]
    assert [
        german
        for german in germans
        if english_in(names.sub("", german)) and german != other_language
    ] == []


def test_every_code_has_words() -> None:
    codes = [f"reason_{each}" for each in (*Refusal, *Failure, "page", "copy", "redirect")]
    codes += [f"problem_{each}" for each in ReadProblem] + [
        f"relation_{each}" for each in RELATIONS
    ]
    codes += [f"trap_{each}" for each in (ShapeState.THROTTLED, ShapeState.STOPPED, COMBINATIONS)]

    assert [code for code in codes if code not in TEXTS] == []


SURVEYS = (
    CrawlSurvey(),
    CrawlSurvey(Milestone(40, 40, 30), bell=(1, 39)),
    CrawlSurvey(Milestone(4, 20, 3), bell=(1, 19), waiting=(0, 16)),
    CrawlSurvey(Milestone(100, 1200, 90), bell=(1, 99, 1100), waiting=(0, 0, 1100)),
    CrawlSurvey(
        Milestone(1000, 1040, 900),
        [Milestone(500, 900, 400), Milestone(800, 1030, 700)],
        (1, 99, 800, 140),
        (0, 0, 0, 40),
    ),
    CrawlSurvey(Milestone(100, 1200, 90), (), (1, 99, 1100), (0, 0, 1100), pages_left=7),
)


@pytest.mark.parametrize("survey", SURVEYS)
def test_what_a_forecast_rests_on_is_told_in_german(survey: CrawlSurvey) -> None:
    told = translated_phrase(forecast(survey).basis, "de")

    assert not told.language
    assert english_in(told.words) == set()


def test_all_ways_a_forecast_can_go_are_among_those_that_were_tried() -> None:
    bases = {re.sub(r"[0-9.,%]+", "", forecast(survey).basis) for survey in SURVEYS}

    assert len(bases) == len(SURVEYS)


def test_brakes_traps_and_rules_are_told_in_german() -> None:
    record, combined = ShapeRecord("/a/#"), ShapeRecord("/b/#", kind=COMBINATIONS)
    door = TrapDetector(TrapSettings(), datetime.now(UTC).year)
    looks = ("/a/b/" * 4, "/x" * 30, "/calendar/2999/12/")
    refusals = [door.refusal(Url(f"http://a.example{path}")) for path in looks]
    brakes = [
        slowest([HostWork("a.example", 9, 2.0)], 9, 9, 0.0).brake,
        slowest([], 9, 9, 1.0).brake,
    ]
    sentences = [
        record.evidence(),
        combined.evidence(),
        *(refused.detail for refused in refusals if refused),
        *brakes,
        *(f"allow: {look} x" for look in RuleKind),
    ]

    assert all(sentences)
    assert [each for each in sentences if translated_phrase(each, "de").language] == []
    assert [each for each in sentences if english_in(translated_phrase(each, "de").words)] == []


@pytest.mark.parametrize(
    "rule",
    ["domain:www.tum.de", "domain:co.uk", "country:deu", "contry:de", "a b", "10.0.0.1/8", "*.pdf"],
)
def test_a_rule_that_is_none_is_refused_in_german(rule: str) -> None:
    with pytest.raises(SettingsError) as refused:
        parse_rule(rule)
    told = translated_phrase(str(refused.value), "de")

    assert not told.language
    assert english_in(told.words) == set()


def test_figures_are_written_as_in_german() -> None:
    assert in_german("1,234.5 visits a second, as measured") == (
        "1.234,5 Besuche je Sekunde, wie gemessen"
    )
    assert duration_text(1_000_000, "de") == "12 Tage"
    assert duration_text(200_000, "de") == "2 Tage 7 h"
    assert duration_text(200_000, "en") == lasting(200_000)


def test_what_nobody_has_words_for_says_that_it_is_english() -> None:
    assert translated_phrase("Failed to connect to a.example", "de") == (
        "Failed to connect to a.example",
        "en",
    )
    assert translated_phrase("http://a.example/", "de") == ("http://a.example/", "")
    assert translated_phrase("nothing allows it", "en") == ("nothing allows it", "")


@given(some.lists(some.sampled_from([*PHRASES, ", found ", "{0}", "allow: ", "x"]), max_size=200))
def test_any_text_is_looked_up(parts: list[str]) -> None:
    translated_phrase("".join(parts), "de")


class Reader(HTMLParser):
    """What a page says itself, without what it shows of others."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[bool] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag not in VOID:
            foreign = tag == "bdi" and values.get("class") != "said"
            foreign |= tag in ("code", "title", "script")
            foreign |= tag != "html" and "lang" in values and values.get("class") != "said"
            self.open.append(foreign)
        for name in ("title", "aria-label", "placeholder", "alt"):
            if tag != "a" and not any(self.open) and values.get(name):
                self.words.append(str(values[name]))

    def handle_endtag(self, tag: str) -> None:
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self.open):
            self.words.append(data)


@pytest.mark.parametrize("path", PATHS)
def test_a_german_page_says_nothing_in_english(client: TestClient, path: str) -> None:
    page = client.get(path, headers={"accept-language": "de"})
    assert page.headers["content-type"].startswith("text/html")
    found = [words.strip() for words in Reader(page.text).words if english_in(words)]

    assert found == []
