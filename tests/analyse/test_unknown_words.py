from collections import Counter

from auslese.analyse.language.language_learning import LanguageCounts, learn
from auslese.analyse.language.missing_words import STEINS, Sureness, pruned, unknown_words
from auslese.analyse.language.recogniser import Recogniser
from auslese.analyse.language.word_letters import letter_words
from tests.analyse.planted_languages import PlantedLanguage

FIRST, SECOND = PlantedLanguage(1), PlantedLanguage(2)


def taught() -> Recogniser:
    """It knows the first 300 words of each language."""
    evidence = {
        name: LanguageCounts.of_words({word: 1000 / (rank + 3) for rank, word in enumerate(words)})
        for name, words in (("aa", FIRST.words[:300]), ("bb", SECOND.words[:300]))
    }
    return Recogniser(learn(evidence))


def test_words_that_the_dictionary_lacks_are_counted_under_their_language() -> None:
    sentences = [*FIRST.sentences(300, 1), *SECOND.sentences(300, 1)]

    found = unknown_words(taught(), sentences)

    assert set(found) == {"aa", "bb"}
    for name, language in (("aa", FIRST), ("bb", SECOND)):
        assert set(found[name]) <= set(language.words[300:])
        seen = Counter(word for text in sentences for word in letter_words(text))
        common = found[name].most_common(1)[0]
        assert 0 < common[1] <= seen[common[0]]


def test_a_doubtful_sentence_gives_no_words() -> None:
    sentences = [*FIRST.sentences(50, 1), "0123 4567"]

    assert not unknown_words(taught(), sentences, Sureness(at_least=1.01))
    assert not STEINS.accepts([0.65, 0.05])
    assert not STEINS.accepts([0.75, 0.2])
    assert not STEINS.accepts([])
    assert STEINS.accepts([0.75, 0.1])


def test_of_too_many_words_the_most_frequent_are_kept() -> None:
    counts = Counter({"often": 5, "b": 1, "a": 1, "c": 1})

    assert pruned(counts, 2) == {"often": 5, "a": 1}


def test_the_number_of_words_kept_is_bounded() -> None:
    found = unknown_words(taught(), FIRST.sentences(500, 1), most=10)

    assert len(found["aa"]) == 10
