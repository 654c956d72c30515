"""Engines over HTTP, described by a file: honest ones are understood, others are seen through."""

from pathlib import Path

import pytest
from tests.crawl.scripted_server import scripted
from tests.recipes.small_engine import (
    HONEST,
    PAGES,
    Behaviour,
    answer_of,
    opened,
    small_engine,
    whole,
)

from auslese.recipes.samples.described_engine import DescribedEngine, loose
from auslese.records.engine_reply import EngineSilence
from auslese.records.errors import AusleseError, NotFoundError
from auslese.sample.query_words import SampleLexicon
from auslese.sample.sampled_engine import EngineAnswer, PagePresence
from auslese.sample.telling_words import DistinctiveWords

ALL = tuple(PAGES)


def asked(
    folder: Path, behaviour: Behaviour, words: tuple[str, ...] = ("shared",), most: int = 100
) -> tuple[EngineAnswer | EngineSilence, dict[str, int]]:
    """What the engine is taken to say, and what was noticed."""
    with small_engine(folder, behaviour) as (engine, _):
        assert isinstance(engine, DescribedEngine)
        return engine.ask(words, most), dict(engine.observed.counts)


def test_all_pages_of_an_answer_are_joined_in_their_order(tmp_path: Path) -> None:
    answer, noticed = asked(tmp_path, HONEST)

    assert isinstance(answer, EngineAnswer)
    assert tuple(found.url for found in answer.pages) == ALL
    assert (answer.total, answer.is_cut, answer.repeated) == (25, False, 0)
    assert not noticed


def test_no_more_than_wanted_is_given_and_said_to_be_cut(tmp_path: Path) -> None:
    answer, _ = asked(tmp_path, HONEST, most=7)

    assert isinstance(answer, EngineAnswer)
    assert tuple(found.url for found in answer.pages) == ALL[:7]
    assert answer.is_cut


def test_words_are_joined_and_written_as_the_description_says(tmp_path: Path) -> None:
    further = "word = '\"{word}\"'\n"
    with small_engine(tmp_path, HONEST, further) as (engine, heard):
        answer = engine.ask(("groupb", "shared"), 100)

    assert isinstance(answer, EngineAnswer)
    assert len(answer.pages) == 8
    assert b"q=%22groupb%22%20%22shared%22" in heard.heads[0]


def test_an_engine_that_limits_the_rank_is_said_to_be_cut(tmp_path: Path) -> None:
    answer, noticed = asked(tmp_path, Behaviour(most=15))

    assert isinstance(answer, EngineAnswer)
    assert len(answer.pages) == 15
    assert answer.is_cut
    assert noticed == {"total_above": 1}


def test_an_engine_that_gives_fewer_at_once_than_asked_for_is_asked_on(tmp_path: Path) -> None:
    answer, noticed = asked(tmp_path, Behaviour(page=4))

    assert isinstance(answer, EngineAnswer)
    assert len(answer.pages) == len(ALL)
    assert not answer.is_cut
    assert not noticed


def test_an_engine_that_repeats_itself_is_not_asked_for_ever(tmp_path: Path) -> None:
    answer, noticed = asked(tmp_path, Behaviour(repeat=True))

    assert isinstance(answer, EngineAnswer)
    assert len(answer.pages) == 10
    assert answer.repeated == 10
    assert answer.is_cut
    assert noticed["repeated"] == 1


def test_a_total_below_what_was_given_is_not_believed(tmp_path: Path) -> None:
    answer, noticed = asked(tmp_path, Behaviour(total=lambda found, start: 3))

    assert isinstance(answer, EngineAnswer)
    assert len(answer.pages) == len(ALL)
    assert noticed == {"total_below": 1}


def test_a_total_that_changes_from_page_to_page_is_noticed(tmp_path: Path) -> None:
    answer, noticed = asked(tmp_path, Behaviour(total=lambda found, start: 1000 - start))

    assert isinstance(answer, EngineAnswer)
    assert len(answer.pages) == len(ALL)
    assert noticed == {"total_changed": 1, "total_above": 1}


@pytest.mark.parametrize("total", [None, "many", -5, [], True, {"a": 1}])
def test_a_total_that_is_no_number_is_none(tmp_path: Path, total: object) -> None:
    answer, noticed = asked(tmp_path, Behaviour(total=lambda found, start: total))

    assert isinstance(answer, EngineAnswer)
    assert answer.total is None
    assert len(answer.pages) == len(ALL)
    assert not noticed


def test_a_total_in_words_is_understood(tmp_path: Path) -> None:
    answer, _ = asked(tmp_path, Behaviour(total=lambda found, start: "1,234 pages"))

    assert isinstance(answer, EngineAnswer)
    assert answer.total == 1234


@pytest.mark.parametrize(
    ("instead", "reason"),
    [
        (whole(b"<html><body>Are you a robot?</body></html>"), "html"),
        (whole(b"<nothing/>"), "no_feed"),
        (whole(b'{"found": '), "no_json"),
        (whole(b'{"found": {"list": "none"}}'), "no_hits"),
        (whole(b"[" * 100_000), "no_json"),
        (whole(b"\x00\xff\xfe garbage"), "no_answer"),
        (whole(b""), "no_answer"),
        (whole(b"", "403 Forbidden"), "status_403"),
        (whole(b"", "302 Found", "Location: http://127.0.0.9/"), "redirected"),
        (b"no HTTP at all\r\n\r\n", "protocol"),
    ],
)
def test_an_answer_that_cannot_be_read_is_silence_with_a_reason(
    tmp_path: Path, instead: bytes, reason: str
) -> None:
    answer, noticed = asked(tmp_path, Behaviour(instead={"shared": instead}))

    assert isinstance(answer, EngineSilence)
    assert answer.reason == reason
    assert noticed == {"silent": 1}


def test_hits_that_are_no_hits_are_left_out_and_counted(tmp_path: Path) -> None:
    body = b'{"found": {"list": [7, null, {"where": 5}, {"where": "mailto:a@b"}, {"where": "%s"}]}}'
    instead = whole(body % ALL[0].encode())
    answer, noticed = asked(tmp_path, Behaviour(instead={"shared": instead}))

    assert isinstance(answer, EngineAnswer)
    assert [found.url for found in answer.pages] == [ALL[0]]
    assert noticed["no_address"] == 2


def test_an_answer_that_breaks_off_counts_as_far_as_it_came_and_is_cut(tmp_path: Path) -> None:
    honest = answer_of(HONEST)

    def breaking(path: str) -> bytes:
        return honest(path) if path.endswith("from=0") else whole(b"", "400 Bad")

    with scripted(breaking) as heard:
        file = tmp_path / "engine.toml"
        file.write_text(
            f'url = "{heard.url("/find")}?q={{searchTerms}}&from={{startIndex}}"\n'
            'hits = "found.list"\nlink = "where"\nfirst_index = 0\n'
        )
        with opened(str(file), tmp_path / "sample") as engine:
            answer = engine.ask(("shared",), 100)
            assert isinstance(engine, DescribedEngine)

    assert isinstance(answer, EngineAnswer)
    assert len(answer.pages) == 10
    assert answer.is_cut
    assert engine.observed.counts == {"silent": 1, "broken_off": 1}


def test_a_text_comes_out_of_the_answer_also_of_an_earlier_one(tmp_path: Path) -> None:
    with small_engine(tmp_path) as (engine, heard):
        engine.ask(("shared",), 100)
        engine.ask(("wordh",), 100)
        before = len(heard.heads)

        assert engine.text(ALL[3]) == PAGES[ALL[3]]
        assert engine.text("http://other.example/") is None
        assert len(heard.heads) == before


def test_a_page_is_looked_for_by_its_most_telling_words(tmp_path: Path) -> None:
    words = {word for text in PAGES.values() for word in text.split()}
    telling = DistinctiveWords(
        SampleLexicon({word: 25 if word == "shared" else 1 for word in words}, 25)
    )
    with scripted(answer_of(HONEST)) as heard:
        file = tmp_path / "engine.toml"
        file.write_text(
            f'url = "{heard.url("/find")}?q={{searchTerms}}&from={{startIndex}}"\n'
            'hits = "found.list"\nlink = "where"\ntotal = "found.all"\nfirst_index = 0\n'
        )
        with opened(str(file), tmp_path / "sample", telling) as engine:
            own = engine.holds(ALL[5], PAGES[ALL[5]])
            https = engine.holds(ALL[5].replace("http:", "https:"), PAGES[ALL[5]])
            other = engine.holds("http://other.example/", "shared wordb groupc")
            unknown = engine.holds(ALL[5], None)

    assert own is https is PagePresence.HELD
    assert other is PagePresence.MISSING
    assert unknown is PagePresence.UNKNOWN


def test_a_page_is_looked_for_by_its_address_where_that_can_be_asked(tmp_path: Path) -> None:
    hit = b'{"found": {"list": [{"where": "http://site.example/1"}]}}'
    none = b'{"found": {"list": []}}'
    instead = {
        "http://site.example/1": whole(hit),
        "http://site.example/x": whole(none),
        "http://site.example/gone": whole(b"", "404 Not Found"),
        "http://site.example/ill": whole(b"", "400 Bad"),
    }
    behaviour = Behaviour(instead=instead)
    with scripted(answer_of(behaviour)) as heard:
        file = tmp_path / "engine.toml"
        file.write_text(
            f'url = "{heard.url("/find")}?q={{searchTerms}}"\nhits = "found.list"\nlink = "where"\n'
            f'by_url = "{heard.url("/find")}?q={{url}}"\n'
        )
        with opened(str(file), tmp_path / "sample") as engine:
            told = [engine.holds(url, None) for url in instead]

    assert told == [
        PagePresence.HELD,
        PagePresence.MISSING,
        PagePresence.MISSING,
        PagePresence.UNKNOWN,
    ]


def test_an_engine_is_asked_as_its_opensearch_description_says(tmp_path: Path) -> None:
    atom = answer_of(HONEST, "atom")
    described = ""

    def answer(path: str) -> bytes:
        return whole(described.encode()) if path == "/os.xml" else atom(path)

    with scripted(answer) as heard:
        described = (
            '<?xml version="1.0"?><OpenSearchDescription'
            ' xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>Small &amp; fine</ShortName>'
            f'<Url type="text/html" template="{heard.url("/")}?{{searchTerms}}"/>'
            f'<Url type="application/atom+xml" indexOffset="0" template="{heard.url("/find")}'
            '?q={searchTerms}&amp;n={count?}&amp;from={startIndex?}&amp;x={other:thing?}"/>'
            "</OpenSearchDescription>"
        )
        file = tmp_path / "description.xml"
        file.write_text(described)
        for number, word in enumerate((heard.url("/os.xml"), str(file))):
            with opened(word, tmp_path / str(number)) as engine:
                answer_ = engine.ask(("shared",), 100)

            assert engine.name == "Small & fine"
            assert isinstance(answer_, EngineAnswer)
            assert tuple(found.url for found in answer_.pages) == ALL
            assert (answer_.total, answer_.is_cut) == (25, False)


def test_an_engine_is_found_by_the_page_that_names_its_description(tmp_path: Path) -> None:
    described = ""

    def answer(path: str) -> bytes:
        if path == "/":
            link = "<link rel='search' type='application/opensearchdescription+xml' href='os.xml'>"
            return whole(f"<!doctype html><head>{link}".encode())
        return whole(described.encode()) if path == "/os.xml" else answer_of(HONEST)(path)

    with scripted(answer) as heard:
        described = (
            "<OpenSearchDescription><Url type='application/json' template='"
            f"{heard.url('/find')}?q={{searchTerms}}'/></OpenSearchDescription>"
        )
        with opened(heard.url("/"), tmp_path / "sample") as engine:
            assert engine.name == f"127.0.0.1:{heard.port}"


@pytest.mark.parametrize("body", [b"", b"<html>", b"{}", b"\xff\xfe\x00", b"<link type='x'>"])
def test_an_address_that_is_no_engine_is_told_what_it_might_be(tmp_path: Path, body: bytes) -> None:
    with (
        scripted(lambda path: whole(body)) as heard,
        pytest.raises(NotFoundError, match="OpenSearch"),
        opened(heard.url("/"), tmp_path),
    ):
        pass


def test_an_address_that_does_not_answer_is_asked_again_by_the_next_command(
    tmp_path: Path,
) -> None:
    with scripted(lambda path: whole(b"", "404 Not Found")) as heard:
        for _ in range(2):
            with (
                pytest.raises(AusleseError, match="status_404"),
                opened(heard.url("/"), tmp_path),
            ):
                pass

        assert len(heard.heads) == 2


@pytest.mark.parametrize("word", ["nothing-here", "/", "\x00", "http://", "ftp://a.example/"])
def test_what_is_no_engine_is_told_what_it_might_be(tmp_path: Path, word: str) -> None:
    with pytest.raises(NotFoundError, match="OpenSearch"), opened(word, tmp_path):
        pass


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://www.a.example/", "https://a.example", True),
        ("http://a.example/x/index.html", "http://a.example/x/", True),
        ("http://a.example/x?y=1", "http://a.example/x?y=2", False),
        ("http://a.example/x", "http://b.example/x", False),
    ],
)
def test_engines_may_spell_addresses_otherwise(one: str, other: str, same: bool) -> None:
    assert (loose(one) == loose(other)) is same


@pytest.mark.parametrize("pages", [10**400, -1])
def test_a_server_that_tells_no_number_of_pages_tells_no_words(tmp_path: Path, pages: int) -> None:
    told = {
        "/": b"<meta name='generator' content='Auslese'>",
        "/api/collections": b'{"collections": [{"name": "c"}]}',
        "/api/lexicon": b'{"pages": %d, "words": [["bee", 3]]}' % pages,
    }
    with (
        scripted(lambda path: whole(told[path])) as heard,
        opened(heard.url(), tmp_path) as engine,
        pytest.raises(AusleseError, match="does not tell its words"),
    ):
        engine.lexicon()
