"""`auslese words` on a collection of two crawls: what is used, what grows, what moves."""

import json
import xml.etree.ElementTree as ET
from datetime import timedelta
from math import log
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.archived_collection import Fetched, add_pages, archived_collection
from tests.running import auslese

from auslese.analyse.language.recogniser import SHIPPED
from auslese.cli.main import program
from auslese.recipes.words.collection_parts import read_span
from auslese.records.errors import AusleseError, SettingsError

pytestmark = pytest.mark.slow

OLD = "The river flows past the old mill, and the miller sells flour to bakers number {}."
NEW = "A bright comet crosses the evening sky, and astronomers follow its orbit, night {}."
WEATHERS = ("rainy", "sunny", "windy", "misty", "snowy")
HOSTILE = "Der Räuber \x1b[31m sagt \u202e שלום {} " + "x" * 300


def words(*arguments: object) -> Result:
    """Run the command within this process; it must succeed."""
    done = CliRunner().invoke(program, ["words", *map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done


def words_json(*arguments: object) -> Any:
    return json.loads(words(*arguments, "--json").stdout)


def refusal(*arguments: object) -> AusleseError:
    """The error with which the command ends."""
    done = CliRunner().invoke(program, ["words", *map(str, arguments)])
    assert isinstance(done.exception, AusleseError)
    return done.exception


def page(text: str, at: int, date: str = "") -> bytes:
    head = f'<meta property="article:published_time" content="{date}">' if date else ""
    extra = f" It was written down on a {WEATHERS[at % 5]} afternoon {at}."
    body = "".join(f"<p>{text.format(at)}{extra} {part * 'Indeed. '}</p>" for part in range(1, 3))
    page = f"<html lang=en><head><title>Story {at}</title>{head}</head><article>{body}</article>"
    return page.encode("utf-8", "replace")


def crawl(text: str, number: int, *, name: str, days: int, first: int = 0) -> list[Fetched]:
    """Pages of six sites; the first has this number."""
    return [
        Fetched(f"http://s{at % 6}.example/{name}/{at}", page(text, at + first), after=after)
        for at in range(number)
        for after in [timedelta(days, at)]
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two crawls, the second of which brings new pages, a changed one and a hostile one."""
    folder = tmp_path_factory.mktemp("words") / "c"
    collection = archived_collection(folder, crawl(OLD, 40, name="old", days=0))
    auslese("analyse", folder, "reading")
    later = crawl(NEW, 30, name="new", days=40)
    later += crawl(OLD, 30, name="more", days=40, first=300)
    changed = Fetched("http://s0.example/old/0", page(NEW, 99), after=timedelta(40, 99))
    hostile = Fetched("http://s1.example/h", page(HOSTILE, 1), after=timedelta(40, 100))
    add_pages(collection, [*later, changed, hostile])
    auslese("analyse", folder, "reading")
    return folder


def test_the_list_counts_words_and_pages(folder: Path) -> None:
    told = words_json("list", folder, "-n", 200, "--site", "s2.example")

    rows = {row["word"]: row for row in told["list"]}
    assert told["pages"] == len([at for at in range(40) if at % 6 == 2]) + 10
    assert rows["comet"]["pages"] == 5
    assert rows["comet"]["count"] == 10  # both paragraphs name it
    assert rows["comet"]["per_million"] == pytest.approx(10e6 / told["words"])
    assert [row["rank"] for row in told["list"]] == list(range(1, len(rows) + 1))


def test_pages_are_chosen_by_conditions_on_fields(folder: Path) -> None:
    by_site = words_json("list", folder, "--site", "s2.example")

    assert words_json("list", folder, "--where", "host:s2.example")["kinds"] == by_site["kinds"]
    assert "not rated by topics" in str(refusal("list", folder, "--where", "topic:energy"))


@pytest.mark.skipif(not SHIPPED.is_dir(), reason="the shipped model is not there")
def test_pages_are_chosen_by_the_language_they_were_recognised_in(folder: Path) -> None:
    auslese("analyse", folder, "language")

    every, english = words_json("list", folder), words_json("list", folder, "--language", "EN")
    assert english["pages"] == every["pages"] - 1  # but for the hostile one, whatever it claims
    assert "räuber" not in words("list", folder, "-n", 500, "--language", "en").stdout


def test_a_list_goes_to_a_file_as_a_whole(folder: Path, tmp_path: Path) -> None:
    words("list", folder, "--to", tmp_path / "list.tsv")

    lines = (tmp_path / "list.tsv").read_text("utf-8").splitlines()
    kinds = words_json("list", folder)["kinds"]
    head = lines[0].split("\t")
    assert head[:6] == ["rank", "word", "count", "per_million", "pages", "sites"]
    assert head[6:11] == ["stem", "stem_count", "stem_pages", "relative", "idf"]
    assert {len(line.split("\t")) for line in lines} == {len(head)}
    assert len(lines) == kinds + 1


def test_without_a_command_the_list_is_told_and_no_word_talks_to_the_terminal(
    folder: Path,
) -> None:
    told = words(folder)

    assert "the" in told.stdout
    assert all(line.isprintable() for line in told.stdout.splitlines())
    assert "row of letters too long for a word" in told.stderr


def test_growth_tells_laws_and_draws_them(folder: Path, tmp_path: Path) -> None:
    told = words_json("growth", folder, "--plot", tmp_path / "new" / "growth.svg")
    drawn = words("growth", folder).stdout

    assert told["curve"][0] == [1, 1]
    assert told["curve"][-1] == [told["words"], told["kinds"]]
    assert 0 < told["heaps"]["power"] < 1
    assert "Heaps' law" in drawn
    assert ET.parse(tmp_path / "new" / "growth.svg").getroot().tag.endswith("svg")


def test_the_movers_of_the_last_month_are_one_command_away(folder: Path, tmp_path: Path) -> None:
    told = words_json("movers", folder, "--plot", tmp_path / "movers.svg")

    assert told["this"]["told"] == "pages fetched in 2026-06"
    assert told["that"]["told"] == "all fetched before"
    rising = {mover["word"]: mover for mover in told["rising"]}
    assert {"comet", "orbit", "astronomers"} <= rising.keys()
    assert "comet" in rising["comet"]["example"]
    assert rising["comet"]["this_pages"] == 31
    assert rising["comet"]["false_discovery"] < 0.05
    assert "flour" not in rising
    drawn = ET.parse(tmp_path / "movers.svg").getroot()
    assert "comet" in [each.text for each in drawn.iter()]


def test_movers_say_in_words_what_was_compared(folder: Path) -> None:
    told = words("movers", folder, "-n", 3).stdout

    assert told.startswith("pages fetched in 2026-06 (62 pages")
    assert "compared with all fetched before (40 pages" in told
    assert all(line.isprintable() for line in told.splitlines())


def test_the_last_crawl_is_told_from_those_before(folder: Path) -> None:
    told = words_json("movers", folder, "last-crawl")

    assert told["this"]["told"].startswith("pages new or changed in the last crawl, begun 2026-06")
    assert told["that"] == {
        "told": "all fetched before",
        "pages": 40,
        "words": told["that"]["words"],
    }


def test_two_sites_that_write_alike_have_no_movers(folder: Path) -> None:
    told = words_json("movers", folder, "s2.example", "s3.example")

    assert told["rising"] == told["falling"] == []
    assert told["this"]["told"] == "pages of s2.example"


def test_two_collections_can_be_compared(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    archived_collection(other, crawl(NEW, 60, name="x", days=0))
    auslese("analyse", other, "reading")

    told = words_json("movers", folder, "--against", other)

    assert "comet" in [mover["word"] for mover in told["falling"]]
    assert "miller" in [mover["word"] for mover in told["rising"]]
    assert told["that"]["told"] == "all pages of other"


def test_a_collection_of_one_crawl_is_compared_by_the_days_pages_name(tmp_path: Path) -> None:
    folder = tmp_path / "dated"
    dated = [
        Fetched(f"http://a.example/{at}", page(text, at, f"2025-{month}-15"))
        for month, text, numbers in (("03", OLD, range(40)), ("04", NEW, range(40, 80)))
        for at in numbers
    ]
    archived_collection(folder, dated)
    auslese("analyse", folder, "reading")

    told = words_json("movers", folder)

    assert told["this"]["told"] == "pages published in 2025-04"
    assert "crawled once" in told["compared"]
    assert "comet" in [mover["word"] for mover in told["rising"]]


def test_too_few_pages_with_a_day_are_told_as_that(tmp_path: Path) -> None:
    folder = tmp_path / "few"
    archived_collection(
        folder,
        [
            Fetched(f"http://a.example/{at}", page(OLD, at, f"2025-{at // 4 + 1:02}-15"))
            for at in range(20)
        ],
    )
    auslese("analyse", folder, "reading")

    nothing = str(refusal(folder, "movers"))

    assert "20 pages of 5 months (2025-01 to 2025-05)" in nothing
    assert "do not say when they were published" not in nothing


def test_movers_are_told_within_each_topic(tmp_path: Path) -> None:
    folder = tmp_path / "topics"
    dated = [
        Fetched(f"http://a.example/{at}", page(text, at, f"2025-{month}-15"))
        for month, text, numbers in (("03", OLD, range(40)), ("04", NEW, range(40, 80)))
        for at in numbers
    ]
    archived_collection(folder, dated)
    with (folder / "auslese.toml").open("a") as settings:
        settings.write("\n[topics]\nclusters = 1\n")
    auslese("analyse", folder)

    told = words_json(folder, "movers", "--each-topic")
    of_topics = [mover["word"] for topic in told["topics"] for mover in topic["rising"]]
    one = told["topics"][0]

    assert "comet" in of_topics
    assert one["this"]["pages"] + one["that"]["pages"] <= one["pages"]
    alone = words_json(folder, "movers", "--topic", str(one["cluster"]))
    assert alone["rising"][: len(one["rising"])] == one["rising"]
    assert "no cluster" in str(refusal(folder, "movers", "--topic", "Nobody knows"))


def test_nothing_to_compare_is_said_so(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    archived_collection(folder, crawl(OLD, 6, name="x", days=0))
    auslese("analyse", folder, "reading")

    nothing = refusal("movers", folder)
    assert "nothing to compare" in str(nothing)
    assert nothing.exit_code == 3
    assert "2026-13" in str(refusal("movers", folder, "2026-13"))
    assert "no words" in str(refusal("list", folder, "--language", "xx"))


@pytest.mark.skipif(not SHIPPED.is_dir(), reason="the shipped model is not there")
def test_words_that_the_dictionary_lacks_are_told_with_an_example(tmp_path: Path) -> None:
    folder = tmp_path / "unknown"
    text = "The zorblefrat walked through the village and everybody looked at it, said witness {}."
    archived_collection(folder, crawl(text, 8, name="x", days=0))
    auslese("analyse", folder, "reading")

    told = words_json("unknown", folder)

    first = told["list"][0]
    assert (first["word"], first["language"]) == ("zorblefrat", "en")
    assert "zorblefrat" in first["example"]


@pytest.mark.skipif(not SHIPPED.is_dir(), reason="the shipped model is not there")
def test_an_example_of_an_unknown_word_is_in_the_language_it_is_told_for(tmp_path: Path) -> None:
    english = "The zorblefrat walked through the village and everybody looked at it, said {}."
    german = "Der Zorblefrat ging durch das Dorf, und alle haben ihn gesehen, sagte Zeuge {}."
    folder = tmp_path / "unknown"
    pages = crawl(english, 8, name="x", days=0) + [
        Fetched(f"http://d.example/{at}", f"<article><p>{german.format(at)}</p>".encode())
        for at in range(8)
    ]
    archived_collection(folder, pages)
    auslese("analyse", folder, "reading")

    rows = [row for row in words_json("unknown", folder)["list"] if row["word"] == "zorblefrat"]

    begins = {row["language"]: row["example"][:14] for row in rows}
    assert begins == {"en": "The zorblefrat", "de": "Der Zorblefrat"}


def test_spans_of_time_are_read_as_people_write_them() -> None:
    assert [moment.date().isoformat() for moment in read_span("2024-02")] == [
        "2024-02-01",
        "2024-03-01",
    ]
    assert read_span("2025")[1] == read_span("2025-01..2025-12")[1] == read_span("2025-12-31")[1]
    for bad in ("2025-13", "yesterday", "2025-02-30", "9999"):
        with pytest.raises(SettingsError):
            read_span(bad)


def test_forms_of_a_word_are_counted_as_one_on_the_pages_that_have_any(folder: Path) -> None:
    told = words_json("list", folder, "-n", 500, "--language", "en", "--stem", "snowball")

    rows = {row["word"]: row for row in told["list"]}
    miller, mill = rows["miller"], rows["mill"]
    assert told["stems"]["told"] == "by Snowball's rules for english"
    assert told["stems"]["kinds"] < told["kinds"]
    assert (miller["stem"], mill["stem"]) == ("miller", "mill")
    assert rows["flows"]["stem"] == "flow"
    assert mill["relative"] == pytest.approx(mill["stem_count"] / told["pages"])
    assert mill["idf"] == pytest.approx(log(told["pages"] / mill["stem_pages"]))
    assert mill["idf_of_uses"] == pytest.approx(-log(mill["relative"]))
    assert rows["the"]["stop"] == "listed"


def test_a_table_joins_words_and_pages_with_both_count_once(folder: Path, tmp_path: Path) -> None:
    table = tmp_path / "stems.tsv"
    table.write_text("miller\tmill\nflour\tmill\n", "utf-8")

    told = words_json("list", folder, "-n", 500, "--stem", "table", "--stem-table", table)

    rows = {row["word"]: row for row in told["list"]}
    assert rows["miller"]["stem"] == rows["mill"]["stem"] == "mill"
    assert rows["mill"]["stem_count"] == sum(
        rows[word]["count"] for word in ("mill", "miller", "flour")
    )
    assert rows["mill"]["stem_pages"] == rows["mill"]["pages"]
    assert rows["flour"]["stem_pages"] == rows["mill"]["pages"]


def test_a_method_that_cannot_serve_the_pages_says_so_and_changes_nothing(folder: Path) -> None:
    done = words("list", folder, "--stem", "snowball")

    assert "no stems: Snowball has rules for one language at a time" in done.stderr
    plain = words_json("list", folder)
    assert words_json("list", folder, "--stem", "snowball")["list"] == plain["list"]


@pytest.mark.parametrize("method", ["successor", "successor-word", "ngram"])
def test_methods_that_learn_need_no_language(folder: Path, method: str) -> None:
    told = words_json("list", folder, "-n", 500, "--stem", method)

    assert told["stems"]["method"] == method
    assert any(row["stem"] != row["word"] for row in told["list"])


def test_stop_words_can_be_left_out_of_the_list_and_ranks_stay(folder: Path) -> None:
    every = words_json("list", folder, "-n", 500, "--language", "en")["list"]
    left = words_json("list", folder, "-n", 5, "--language", "en", "--no-stop-words")["list"]

    kept = [row for row in every if row["stop"] not in ("listed", "everywhere")]
    assert left == kept[:5]
    assert "the" not in [row["word"] for row in left]


@pytest.mark.parametrize("content", [b"miller\n", b"a\tb\tc\n", b"\xff\xfe"])
def test_a_broken_table_is_refused_with_its_name(
    folder: Path, tmp_path: Path, content: bytes
) -> None:
    table = tmp_path / "stems.tsv"
    table.write_bytes(content)

    assert "stems.tsv" in str(refusal("list", folder, "--stem", "table", "--stem-table", table))


def test_a_page_about_something_else_is_told_as_the_opening_of_a_subject(tmp_path: Path) -> None:
    folder = tmp_path / "leap"
    pages = crawl(OLD, 60, name="old", days=0)
    strange = " ".join(f"glazio{chr(97 + at)}{chr(97 + at // 7)}" for at in range(26))
    opening = Fetched("http://s9.example/ice", page(strange, 999), after=timedelta(1))
    further = crawl(OLD, 20, name="further", days=2, first=100)
    archived_collection(folder, [*pages, opening, *further])
    auslese("analyse", folder, "reading")

    told = words_json("growth", folder)
    shown = words("growth", folder).stdout

    assert [each["url"] for each in told["openings"]] == ["http://s9.example/ice"]
    first = told["openings"][0]
    assert first["new"] >= 26 > first["expected"]
    assert any(word.startswith("glazio") for word in first["examples"])
    assert len(told["residuals"]) == sum(read >= 1_000 for read, _ in told["curve"])
    assert "pages that open a new subject" in shown
    assert "http://s9.example/ice" in shown
