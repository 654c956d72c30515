"""What the house says has a code and two languages; only what lies on disk is known by its look."""

import copy
import pickle
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some
from tests.wording.english_words import english_in

import auslese
from auslese.analyse.duplicates.group_original import FirstPageReason
from auslese.analyse.duplicates.originals import OriginalReason
from auslese.analyse.duplicates.page_groups import RELATIONS
from auslese.crawl.forecast.brake import HostWork, slowest
from auslese.crawl.forecast.forecast import CrawlSurvey, Milestone, forecast
from auslese.crawl.scope.rules import RuleKind, parse_rule
from auslese.crawl.traps.shape_evidence import COMBINATIONS, ShapeRecord, ShapeState
from auslese.crawl.traps.url_traps import TrapDetector, TrapSettings
from auslese.records.answer import HitOrder, LanguagePreference
from auslese.records.document import ReadProblem
from auslese.records.errors import AusleseError, SettingsError
from auslese.records.fetch import Failed, Failure, Refusal
from auslese.records.query import QueryNoteReason
from auslese.records.url import Url
from auslese.system.decoding import decoded_body
from auslese.wording.annotation.annotation_sentences import (
    AnnotationNote,
    AnnotationProblem,
    LeftOut,
)
from auslese.wording.coded_sentence import (
    CodedSentence,
    SentenceForm,
    in_language,
    spoken,
)
from auslese.wording.copy_sentences import FirstPageText, MirrorOriginalText
from auslese.wording.crawl_sentences import (
    TRAP_KINDS,
    BrakeReason,
    FocusProblem,
    ForecastBasis,
    TrapReason,
)
from auslese.wording.durations import DurationText, duration_text, lasting, rounded_up
from auslese.wording.entries.record_sentences import RecordProblem
from auslese.wording.error_messages import message_of
from auslese.wording.fleet.cluster_sentences import SharedFrontierProblem
from auslese.wording.fleet.move_sentences import FrontierMoveProblem
from auslese.wording.fleet.storage_sentences import StoragePart, StorageProblem
from auslese.wording.fleet.worker_sentences import JoinProblem
from auslese.wording.focus.focus_sentences import (
    CrawlOutlook,
    DriftWords,
    ExpertProblem,
    FocusNoteText,
    ForgottenReason,
)
from auslese.wording.harvest.harvest_sentences import HarvestNote, HarvestProblem
from auslese.wording.outcome_sentences import OutcomeDetail, UnreadReason
from auslese.wording.page_wording import TEXTS
from auslese.wording.passports.passport_sentences import DatasheetAnswer
from auslese.wording.people.coverage_sentences import CoverageRemedy
from auslese.wording.people.people_page_sentences import PeoplePageProblem
from auslese.wording.people.people_sentences import PeopleProblem, PersonEvidence
from auslese.wording.problem_sentences import PageProblem, ShardProblem
from auslese.wording.query_notes import NOTES
from auslese.wording.rating_sentences import RatingProblem, StopText
from auslese.wording.resource_sentences import (
    DiskRemedy,
    DiskTrouble,
    ExhaustedResource,
    ResourceName,
    ResourceNote,
)
from auslese.wording.rule_sentences import RuleComplaint, RuleDescription
from auslese.wording.sample_sentences import EngineObservationText, SampleBiasText
from auslese.wording.stage_sentences import ShardNote, StaleReason
from auslese.wording.stored_sentences import STORED_FORMS, spoken_from_file, stored_sentence
from auslese.wording.walk_sentences import ConvergenceText, DeadEndText, WalkBiasText

KINDS = (
    AnnotationProblem,
    AnnotationNote,
    HarvestNote,
    HarvestProblem,
    LeftOut,
    PeoplePageProblem,
    PeopleProblem,
    RecordProblem,
    PersonEvidence,
    RatingProblem,
    StopText,
    BrakeReason,
    CoverageRemedy,
    DatasheetAnswer,
    FocusProblem,
    FocusNoteText,
    CrawlOutlook,
    DriftWords,
    ExpertProblem,
    ForgottenReason,
    ForecastBasis,
    TrapReason,
    RuleDescription,
    RuleComplaint,
    OutcomeDetail,
    UnreadReason,
    PageProblem,
    ShardProblem,
    DurationText,
    FirstPageText,
    MirrorOriginalText,
    SampleBiasText,
    EngineObservationText,
    WalkBiasText,
    DeadEndText,
    ConvergenceText,
    ShardNote,
    StaleReason,
    StoragePart,
    StorageProblem,
    ExhaustedResource,
    ResourceNote,
    ResourceName,
    DiskTrouble,
    DiskRemedy,
    SharedFrontierProblem,
    FrontierMoveProblem,
    JoinProblem,
)
FORMS = [form for kind in KINDS for form in kind]
STORED = [form for kind in STORED_FORMS for form in kind]
# Those that may look for a sentence by its text, and why.
LOOK_AT_TEXTS = {
    "serve/rendering.py",  # pages show what tables and the frontier hold
    "recipes/pages/stored_copy.py",  # the floor that unpacks is below the words
}
HOUSE = Path(auslese.__file__).parent


def places_of(text: str) -> dict[str, str]:
    """The names of a form's places with their formats."""
    return {name: spec or "" for _, name, spec, _ in Formatter().parse(text) if name}


def example_of(form: SentenceForm) -> CodedSentence:
    """A sentence of this form, with a word or a figure at each place."""
    parts: dict[str, object] = {}
    for number, (name, spec) in enumerate(places_of(form.english).items(), 3):
        parts[name] = number if spec else f"N{number}"
    return form.of(**parts)


def test_every_kind_of_sentence_is_tried_here() -> None:
    assert set(SentenceForm.__subclasses__()) == set(KINDS)


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_every_form_has_a_german_pendant_with_the_same_parts(form: SentenceForm) -> None:
    german = in_language(example_of(form), "de")

    assert places_of(form.english) == places_of(form.german)
    assert sorted(re.findall(r"N\d", german)) == sorted(re.findall(r"N\d", example_of(form)))
    assert english_in(german) == set()


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_codes_say_the_same(kind: type[SentenceForm]) -> None:
    assert len(kind.__members__) == len(list(kind)) == len({form.english for form in kind})


@pytest.mark.parametrize("form", STORED, ids=str)
def test_what_lies_on_disk_is_found_again_with_its_code_and_parts(form: SentenceForm) -> None:
    said = example_of(form)
    found = stored_sentence(str(said))

    assert found is not None
    assert (found.form, dict(found.parts)) == (form, dict(said.parts))


def modules_that_say(name: str) -> Iterator[str]:
    for path in HOUSE.rglob("*.py"):
        if name in path.read_text("utf-8"):
            yield path.relative_to(HOUSE).as_posix()


def test_nothing_but_what_lies_on_disk_is_looked_up_by_its_text() -> None:
    users = set(modules_that_say("wording.stored_sentences import"))

    assert users == LOOK_AT_TEXTS
    assert not {ForecastBasis, RuleComplaint, PageProblem} & set(STORED_FORMS)


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
    codes += [f"trap_{each}" for each in TRAP_KINDS]
    codes += [f"order_{each}" for each in HitOrder]
    codes += [f"wish_{each}" for each in LanguagePreference]

    assert [code for code in codes if code not in TEXTS] == []
    assert set(QueryNoteReason) == set(NOTES)
    assert {each.name for each in OriginalReason} == set(MirrorOriginalText.__members__)
    assert {each.name for each in FirstPageReason} - {"ALONE"} == set(FirstPageText.__members__)
    assert [kind for kind in RuleKind if kind.name not in RuleDescription.__members__] == []


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
    told = spoken(forecast(survey).basis, "de")

    assert not told.language
    assert english_in(told.words) == set()


def test_all_ways_a_forecast_can_go_are_among_those_that_were_tried() -> None:
    bases = [forecast(survey).basis for survey in SURVEYS]

    assert {base.form for base in bases if isinstance(base, CodedSentence)} == set(ForecastBasis)


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
    assert [each for each in sentences if spoken_from_file(each, "de").language] == []
    assert [each for each in sentences if english_in(spoken_from_file(each, "de").words)] == []


@pytest.mark.parametrize(
    "rule",
    [
        *("domain:www.tum.de", "domain:co.uk", "country:deu", "contry:de", "a b", "10.0.0.1/8"),
        *("*.pdf", "10.0.0.1/99", "re:(a*)*b", "re:[", "re:", "surt:", "ftp://a/b"),
    ],
)
def test_a_rule_that_is_none_is_refused_in_german(rule: str) -> None:
    with pytest.raises(SettingsError) as refused:
        parse_rule(rule)
    told = spoken(message_of(refused.value), "de")

    assert not told.language
    assert english_in(re.sub(r"\([^)]*\)", "", told.words)) == set()  # brackets: a library's words


@pytest.mark.parametrize(
    ("body", "packing", "form"),
    [
        (b"x", "gzip, " * 9, OutcomeDetail.LAYERS),
        (b"x", "zip", OutcomeDetail.UNKNOWN_ENCODING),
        (b"x", "gzip", OutcomeDetail.BROKEN_ENCODING),
    ],
)
def test_what_the_floor_below_says_of_a_body_is_known_here(
    body: bytes, packing: str, form: SentenceForm
) -> None:
    failed = decoded_body(body, packing, 10)
    assert isinstance(failed, Failed)
    found = stored_sentence(failed.detail)

    assert found is not None
    assert found.form is form


def test_several_details_in_a_row_are_told_in_german() -> None:
    told = spoken_from_file(
        "rendered, 3 requests, 1 refused, not settled; certificate not verified: self-signed", "de"
    )

    assert told.words == (
        "dargestellt, 3 Anfragen, 1 abgelehnt, nicht zur Ruhe gekommen;"
        " Zertifikat nicht geprüft: self-signed"
    )
    assert spoken_from_file("pages 3, left out 2", "de").words == "Seiten 3, ausgelassen 2"
    assert spoken_from_file("pages 3, and so on", "de").language == "en"


@pytest.mark.parametrize(
    ("number", "english", "german"),
    [
        (1, "1 page not read yet", "1 Seite noch nicht gelesen"),
        (1200, "1,200 pages not read yet", "1.200 Seiten noch nicht gelesen"),
    ],
)
def test_a_number_has_the_noun_that_fits_it_in_both_languages(
    number: int, english: str, german: str
) -> None:
    said = StaleReason.UNREAD.of(pages=number)

    assert (said, in_language(said, "de")) == (english, german)


def test_figures_are_written_as_in_german() -> None:
    assert in_language(BrakeReason.OWN_PACE.of(rate=1234.5), "de") == (
        "1.234,5 Besuche je Sekunde, wie gemessen"
    )
    assert spoken_from_file("1,234.5 visits a second, as measured", "de").words == (
        "1.234,5 Besuche je Sekunde, wie gemessen"
    )
    assert duration_text(1_000_000, "de") == "12 Tage"
    assert duration_text(200_000, "de") == "2 Tage 7 h"
    assert duration_text(200_000, "en") == lasting(200_000)
    assert in_language(BrakeReason.NIGHT_HOURS.of(time=rounded_up(7201)), "de").endswith("in 3 h")


def test_a_name_that_looks_like_a_figure_stays_as_it_is() -> None:
    assert spoken_from_file("imported from 1.5", "de").words == "importiert aus 1.5"
    assert in_language(RuleDescription.HOST.of(text="1,5"), "de") == "Rechner 1,5"


def test_what_nobody_has_words_for_says_that_it_is_english() -> None:
    assert spoken_from_file("Failed to connect to a.example", "de") == (
        "Failed to connect to a.example",
        "en",
    )
    assert spoken_from_file("http://a.example/", "de") == ("http://a.example/", "")
    assert spoken_from_file("nothing allows it", "en") == ("nothing allows it", "")


def test_a_sentence_is_plain_english_for_programs_and_survives_being_copied() -> None:
    said = BrakeReason.ONE_HOST.of(host="a.example", time=lasting(60), every=2.0)

    assert msgspec.json.encode(said, enc_hook=str) == b'"%s"' % said.encode()
    assert type(str(said)) is str
    for twin in (copy.deepcopy(said), pickle.loads(pickle.dumps(said))):
        assert twin == said
        assert in_language(twin, "de") == in_language(said, "de")


def test_an_error_gives_the_sentence_it_was_made_with() -> None:
    said = PageProblem.NO_COLLECTION.of(name="bees")

    assert str(SettingsError(said)) == "there is no collection 'bees' here"
    assert in_language(said, "de") == "hier gibt es keine Sammlung 'bees'"
    assert message_of(SettingsError(said)) is said
    assert message_of(AusleseError("something else")) == "something else"


def test_braces_in_a_part_stay_as_they_are() -> None:
    said = RuleDescription.PATTERN.of(text="{0} {text}")

    assert said == "pattern {0} {text}"
    assert in_language(said, "de") == "Muster {0} {text}"


@given(
    some.lists(
        some.sampled_from([*(form.english for form in FORMS), ", found ", "{0}", "allow: ", "x"]),
        max_size=200,
    )
)
def test_any_text_is_looked_up(parts: list[str]) -> None:
    spoken_from_file("".join(parts), "de")
