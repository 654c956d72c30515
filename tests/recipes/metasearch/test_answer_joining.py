"""Answers of several sources become one list: in one order, each page once, with its origins."""

from hypothesis import given
from hypothesis import strategies as st

from auslese.recipes.metasearch.answer_joining import joined_hits
from auslese.records.answer import Hit, SnippetPiece
from auslese.records.joint_answer import ScoredHit, SourceAnswer

LONG = "A snippet that is long enough to tell one page from all others"


def hit(url: str, title: str = "", snippet: str = "", standing: str = "living") -> Hit:
    pieces = (SnippetPiece(snippet, False),) if snippet else ()
    return Hit(0, url, url, title, pieces, "en", 0.0, {}, standing=standing)


def answer(*hits: tuple[float, Hit]) -> SourceAnswer:
    return SourceAnswer(len(hits), tuple(ScoredHit(*each) for each in hits))


def test_hits_of_sources_that_share_their_words_stand_in_the_order_of_their_scores() -> None:
    answers = {
        "a": answer((3.0, hit("http://a/1")), (1.0, hit("http://a/2"))),
        "b": answer((2.0, hit("http://b/1"))),
    }
    found = joined_hits(answers, frozenset("ab"))
    assert [each.hit.url for each in found] == ["http://a/1", "http://b/1", "http://a/2"]
    assert [each.origins for each in found] == [("a",), ("b",), ("a",)]


def test_living_pages_stand_before_those_that_are_gone_whoever_has_them() -> None:
    answers = {
        "a": answer((9.0, hit("http://a/1", standing="gone"))),
        "b": answer((1.0, hit("http://b/1"))),
    }
    found = joined_hits(answers, frozenset("ab"))
    assert [each.hit.url for each in found] == ["http://b/1", "http://a/1"]


def test_a_page_that_two_sources_have_stands_once_with_both() -> None:
    answers = {
        "a": answer((2.0, hit("http://www.a.example/x/"))),
        "b": answer((3.0, hit("https://a.example/x/index.html"))),
    }
    (found,) = joined_hits(answers, frozenset("ab"))
    assert found.origins == ("b", "a")
    assert found.score == 3.0


def test_pages_that_show_the_same_of_themselves_are_one() -> None:
    answers = {
        "a": answer((2.0, hit("http://a.example/", "Bees", LONG))),
        "b": answer((1.0, hit("http://mirror.example/", "Bees", LONG))),
    }
    assert len(joined_hits(answers, frozenset("ab"))) == 1


def test_pages_without_much_to_show_are_told_by_their_addresses_alone() -> None:
    answers = {
        "a": answer((2.0, hit("http://a.example/", "Home"))),
        "b": answer((1.0, hit("http://b.example/", "Home"))),
    }
    assert len(joined_hits(answers, frozenset("ab"))) == 2


def test_an_engine_that_tells_no_scores_is_merged_by_ranks() -> None:
    answers = {
        "ours": answer((900.0, hit("http://a/1")), (800.0, hit("http://a/2"))),
        "theirs": answer((0.0, hit("http://a/2")), (0.0, hit("http://c/1"))),
    }
    found = joined_hits(answers, frozenset({"ours"}))
    assert [each.hit.url for each in found] == ["http://a/2", "http://a/1", "http://c/1"]
    assert found[0].origins == ("ours", "theirs")


def test_nobody_answers_and_nothing_is_found() -> None:
    assert joined_hits({}, frozenset()) == []


def answer_of(found: list[tuple[float, Hit]]) -> SourceAnswer:
    return answer(*found)


hits = st.tuples(
    st.sampled_from([0.0, 1.0, 2.5]),
    st.builds(
        hit,
        st.sampled_from([f"http://{name}.example/" for name in "abcde"]),
        st.sampled_from(["", "Bees", LONG]),
        st.sampled_from(["", LONG]),
        st.sampled_from(["living", "gone"]),
    ),
)


@given(
    st.dictionaries(st.sampled_from("wxyz"), st.lists(hits, max_size=6).map(answer_of)),
    st.frozensets(st.sampled_from("wxyz")),
)
def test_no_page_is_lost_and_none_stands_twice(
    answers: dict[str, SourceAnswer], sharing: frozenset[str]
) -> None:
    found = joined_hits(answers, sharing)
    urls = [each.hit.url for each in found]
    assert len(urls) == len(set(urls))
    origins = {name for each in found for name in each.origins}
    assert origins == {name for name, each in answers.items() if each.hits}
    for each in found:
        assert len(each.origins) == len(set(each.origins))
