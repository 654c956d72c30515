from auslese.analyse.language.language_learning import LanguageCounts, learn
from auslese.analyse.language.learnt_names import name_languages
from auslese.analyse.language.recogniser import Recogniser
from auslese.analyse.language.word_review import doubtful_words
from tests.analyse.planted_languages import PlantedLanguage

ONE, TWO, OTHER = PlantedLanguage(1), PlantedLanguage(2), PlantedLanguage(3)


def test_words_that_are_frequent_elsewhere_come_first_and_say_where() -> None:
    dictionaries = {
        "is": {"og": 300, "the": 20, "hús": 30, "web": 10},
        "en": {"the": 300, "and": 200, "web": 10},
    }

    found = [each for each in doubtful_words(dictionaries, 10) if each.language == "is"]

    assert [each.word for each in found] == ["the", "web"]
    assert "frequent in en" in found[0].why


def test_words_with_letters_the_language_hardly_has_are_doubtful() -> None:
    words = {f"{first}{second}a": 5 for first in "bcdfghklmn" for second in "bcdfghklmnprstvz" * 4}
    many = {f"{word}{number * 'e'}": 5 for word in words for number in range(12)}

    found = list(doubtful_words({"aa": many | {"щa": 5}}, 10))

    assert [(each.word, each.why) for each in found] == [("щa", "odd letters: щ")]


def test_no_more_words_than_asked_for() -> None:
    dictionaries = {name: dict.fromkeys(ONE.words, 1) for name in ("aa", "bb")}

    assert len(list(doubtful_words(dictionaries, 7))) == 14


def known() -> Recogniser:
    parts = (("one", ONE), ("two", TWO))
    return Recogniser(
        learn({name: LanguageCounts.of_words(dict.fromkeys(each.words, 5)) for name, each in parts})
    )


def test_a_language_is_called_what_the_known_recogniser_calls_it() -> None:
    names = name_languages(
        {"is": [*ONE.sentences(20, 1)], "fo": [*TWO.sentences(20, 1)]}, {}, known()
    )

    assert [(each.name, each.share) for each in names.values()] == [("one", 1.0), ("two", 1.0)]


def test_the_users_name_has_the_last_word_and_no_two_languages_share_one() -> None:
    core = {"aa": [*ONE.sentences(20, 1)], "bb": [*ONE.sentences(20, 2)], "cc": []}

    names = name_languages(core, {"aa": "mine"}, known())
    twice = name_languages(core, {}, known())

    assert {domain: each.name for domain, each in names.items()} == {
        "aa": "mine",
        "bb": "one",
        "cc": "x-cc",
    }
    assert names["aa"].taken_for == "one"
    assert [each.name for each in twice.values()] == ["one", "x-bb", "x-cc"]
    assert name_languages(core, {}, None)["aa"].name == "x-aa"
