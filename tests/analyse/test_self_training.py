import random
from collections.abc import Callable, Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from auslese.analyse.language.domain_kinds import DomainRole
from auslese.analyse.language.domain_sample import DomainSample
from auslese.analyse.language.language_learning import LanguageCounts, learn
from auslese.analyse.language.recogniser import Recogniser
from auslese.analyse.language.self_training import (
    SelfTrainedLanguages,
    TrainingRules,
    train_from_domains,
)
from auslese.analyse.language.sentence_judge import SentenceJudge
from tests.analyse.planted_languages import PlantedLanguage, mixed

ONE, TWO, THREE = PlantedLanguage(1), PlantedLanguage(2), PlantedLanguage(3)
SISTER = PlantedLanguage(4, like=ONE, shared=0.6)
STRANGER = PlantedLanguage(5)


def given_by(sentences: list[str]) -> Callable[[], Iterable[str]]:
    return lambda: iter(sentences)


def trained(
    domains: dict[str, list[str]], rules: TrainingRules | None = None
) -> SelfTrainedLanguages:
    return train_from_domains({name: given_by(texts) for name, texts in domains.items()}, rules)


def web() -> dict[str, list[str]]:
    """Three domains, a fifth of each foreign."""
    return {
        "aa": mixed(
            [[*ONE.sentences(400, 1)], [*TWO.sentences(60, 2)], [*THREE.sentences(40, 3)]], 1
        ),
        "bb": mixed([[*TWO.sentences(400, 1)], [*ONE.sentences(100, 4)]], 2),
        "cc": mixed([[*THREE.sentences(400, 1)], [*TWO.sentences(100, 5)]], 3),
    }


def accuracy(learnt: SelfTrainedLanguages, truth: dict[str, PlantedLanguage]) -> dict[str, float]:
    """Of sentences that nobody has seen, by the recogniser that is learnt."""
    evidence = {name: LanguageCounts.of_words(words) for name, words in learnt.words.items()}
    recogniser = Recogniser(learn(evidence))
    return {
        name: sum(
            each.alternatives[0][0] == name
            for each in recogniser.recognise([*language.sentences(200, 99)])
        )
        / 200
        for name, language in truth.items()
    }


def test_planted_languages_are_recovered_from_mixed_domains() -> None:
    learnt = trained(web())

    assert learnt.is_stable
    assert {kind.kind for kind in learnt.kinds.values()} == {DomainRole.OWN}
    for name, language in (("aa", ONE), ("bb", TWO), ("cc", THREE)):
        assert set(learnt.words[name]) <= set(language.words)
        assert len(learnt.words[name]) > 200
    assert min(accuracy(learnt, {"aa": ONE, "bb": TWO, "cc": THREE}).values()) > 0.98


def test_the_contamination_is_told_and_falls_to_nothing() -> None:
    rounds = trained(web()).rounds

    assert 0.15 < rounds[0].contamination < 0.25
    assert rounds[-1].contamination < 0.005
    first = rounds[0].domains["aa"]
    assert first.kept > 300
    assert 60 < first.foreign < 110


def test_a_small_language_is_not_swallowed_by_its_large_sister() -> None:
    domains = {
        "aa": [*ONE.sentences(3000, 1)],
        "ss": mixed([[*SISTER.sentences(100, 1)], [*ONE.sentences(25, 7)]], 4),
        "bb": [*TWO.sentences(1000, 1)],
    }

    learnt = trained(domains)

    assert learnt.kinds["ss"].kind is DomainRole.OWN
    assert learnt.rounds[-1].domains["ss"].kept > 70
    assert accuracy(learnt, {"ss": SISTER, "aa": ONE})["ss"] > 0.9


def test_a_language_that_loses_its_own_sentences_keeps_the_dictionary_it_had() -> None:
    twin = PlantedLanguage(14, like=ONE, shared=0.9)
    domains = {
        "aa": [*ONE.sentences(3000, 1)],
        "ss": mixed([[*twin.sentences(80, 1)], [*ONE.sentences(40, 7)]], 4),
        "bb": [*TWO.sentences(500, 1)],
    }

    rounds = trained(domains, TrainingRules(apart=frozenset({"ss"}))).rounds

    swallowed = [each for each in rounds if each.held_out["aa"] < 0.95]
    assert swallowed
    assert all("aa" in each.restored for each in swallowed)


def test_two_domains_with_one_language_are_joined_under_the_larger() -> None:
    domains = web() | {"at": mixed([[*ONE.sentences(150, 8)], [*TWO.sentences(30, 9)]], 5)}

    learnt = trained(domains)

    assert (learnt.kinds["at"].kind, learnt.kinds["at"].as_domain) == (DomainRole.SAME, "aa")
    assert learnt.kinds["at"].likeness > 0.9
    assert learnt.domains_of("aa") == ["aa", "at"]
    assert set(learnt.words) == {"aa", "bb", "cc"}


def test_domains_that_shall_stay_apart_are_not_joined() -> None:
    domains = web() | {"at": [*ONE.sentences(150, 8)]}

    learnt = trained(domains, TrainingRules(apart=frozenset({"at"})))

    assert learnt.kinds["at"].kind is not DomainRole.SAME


def test_a_mixed_domain_has_no_language_and_teaches_those_of_others() -> None:
    parts = [[*language.sentences(100, 6)] for language in (ONE, TWO, THREE)]

    learnt = trained(web() | {"com": mixed(parts, 6)})

    assert learnt.kinds["com"].kind is DomainRole.MIXED
    assert set(learnt.words) == {"aa", "bb", "cc"}
    assert learnt.rounds[-1].domains["com"].kept > 200


def test_a_mixed_domain_teaches_nothing_in_a_language_nobody_else_has() -> None:
    parts = [[*language.sentences(100, 6)] for language in (ONE, TWO, STRANGER)]

    learnt = trained(web() | {"com": mixed(parts, 6)})

    own = {word for language in (ONE, TWO, THREE) for word in language.words}
    strange = set(STRANGER.words) - own
    assert learnt.kinds["com"].kind is not DomainRole.SAME
    for name in ("aa", "bb", "cc"):
        assert not strange & set(learnt.words[name])


def test_a_language_that_all_have_a_little_of_settles_in_no_domain() -> None:
    homes = {name: PlantedLanguage(seed) for seed, name in enumerate(["a", "b", "c", "d", "e"], 20)}
    domains = {
        name: mixed([[*home.sentences(300, 1)], [*STRANGER.sentences(40 + at, at)]], at)
        for at, (name, home) in enumerate(homes.items())
    }

    learnt = trained(domains)

    for name, home in homes.items():
        strange = set(STRANGER.words) - set(home.words)
        assert sum(learnt.words[name][word] for word in strange) < learnt.words[name].total() / 200


def test_a_domain_with_few_sentences_teaches_nothing() -> None:
    learnt = trained(web() | {"xx": [*STRANGER.sentences(20, 1)]})

    assert learnt.kinds["xx"].kind is DomainRole.SMALL
    assert "xx" not in learnt.words


def test_of_more_domains_than_allowed_the_smallest_are_left_out() -> None:
    domains = web() | {"dd": [*STRANGER.sentences(60, 1)]}

    learnt = trained(domains, TrainingRules(most_domains=3))

    assert set(learnt.words) == {"aa", "bb", "cc"}
    assert learnt.kinds["dd"].kind is DomainRole.SMALL


def test_no_domains_and_empty_domains_teach_nothing() -> None:
    assert trained({}).words == {}
    assert trained({"de": [], "fr": ["!!!"] * 100}).words == {}
    assert trained({"de": [f"{n} {n} {n}" for n in range(100)]}).words == {}


def test_one_domain_alone_is_learnt_as_it_is() -> None:
    assert set(trained({"aa": [*ONE.sentences(200, 1)]}).words["aa"]) <= set(ONE.words)


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 10_000))
def test_the_order_of_sentences_and_repetitions_change_nothing(seed: int) -> None:
    domains = {name: texts[:200] for name, texts in web().items()}
    dice = random.Random(seed)
    stirred = {
        name: dice.sample(repeated := texts + dice.choices(texts, k=50), len(repeated))
        for name, texts in reversed(domains.items())
    }

    one, other = trained(domains), trained(stirred)

    assert one.words == other.words
    assert one.rounds == other.rounds


def test_a_sample_is_no_larger_than_it_may_be_and_the_same_each_time() -> None:
    texts = [*ONE.sentences(2000, 1)] * 2
    sample = DomainSample(given_by(texts), 300)

    taught = [*sample]

    assert sample.seen == 4000
    assert len(taught) == sample.taught
    assert len(taught) + len(sample.held_out) == 300
    assert taught == [*sample]
    assert not set(taught) & set(sample.held_out)


def test_a_sentence_does_not_vouch_for_itself() -> None:
    foreign = "zabu zibo zuba"
    counts = {"aa": {"one": 50, "zabu": 1, "zibo": 1, "zuba": 1}, "bb": {"two": 50, "zabu": 9}}
    judge = SentenceJudge(counts)

    assert judge.judge([foreign]).shares[0].argmax() == 0
    assert judge.judge([foreign], "aa").shares[0].argmax() == 1


def test_words_that_nobody_has_say_nothing() -> None:
    judged = SentenceJudge({"aa": {"one": 1}, "bb": {"two": 1}}).judge(["qqq rrr", "one qqq", ""])

    assert judged.shares[0].tolist() == [0, 0]
    assert judged.shares[2].tolist() == [0, 0]
    assert judged.shares[1].argmax() == 0
    assert judged.known[1].tolist() == [0.5, 0]
