import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.analyse.planted_languages import PlantedLanguage, mixed
from tests.archived_collection import Fetched, archived_collection
from tests.linked_collection import add_rows

from auslese.analyse.language.language_arrays import LanguageModel
from auslese.analyse.language.missing_words import known_words
from auslese.analyse.language.recogniser import Recogniser
from auslese.cli.main import program
from auslese.recipes.languages.trained_languages import TrainedLanguages
from auslese.records.errors import NotFoundError, SettingsError
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect

ONE, TWO, THREE = PlantedLanguage(1), PlantedLanguage(2), PlantedLanguage(3)
PER_PAGE = 20


def run(*words: str, given: str = "") -> Result:
    return CliRunner().invoke(program, ["language", *words], given, catch_exceptions=True)


def pages(domain: str, sentences: list[str]) -> list[Fetched]:
    """Pages of a domain, each with some of the sentences."""
    starts = range(0, len(sentences), PER_PAGE)
    return [
        Fetched(
            f"http://www.site.{domain}/{start}",
            ("<title>T</title><p>" + " ".join(sentences[start : start + PER_PAGE])).encode(),
            "text/html; charset=utf-8",
        )
        for start in starts
    ]


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A crawl of three countries and of .com, all read."""
    folder = tmp_path_factory.mktemp("web") / "web"
    web = {
        "is": mixed([[*ONE.sentences(400, 1)], [*TWO.sentences(100, 2)]], 1),
        "fo": mixed([[*TWO.sentences(400, 1)], [*ONE.sentences(100, 3)]], 2),
        "gl": mixed([[*THREE.sentences(400, 1)], [*TWO.sentences(100, 4)]], 3),
        "com": mixed([[*each.sentences(100, 5)] for each in (ONE, TWO, THREE)], 4),
    }
    archived_collection(folder, [page for name in web for page in pages(name, web[name])])
    read = CliRunner().invoke(program, ["analyse", str(folder), "reading", "--workers", "1"])
    assert read.exit_code == 0, read.output
    return folder


@pytest.fixture(scope="module")
def trained(crawled: Path) -> dict[str, object]:
    done = run("train", str(crawled), "--name", "is=is", "--name", "fo=fo", "--json")
    assert done.exit_code == 0, done.output
    told: dict[str, object] = json.loads(done.stdout)
    return told


def test_a_crawl_teaches_languages_that_the_collection_keeps(
    crawled: Path, trained: dict[str, object]
) -> None:
    model = LanguageModel.load(crawled / "models" / "language")
    recognised = Recogniser(model).recognise([*ONE.sentences(50, 9), *TWO.sentences(50, 9)])

    assert trained["stable"] is True
    assert set(model.languages) == {"is", "fo", "x-gl"}
    named = [each.alternatives[0][0] for each in recognised]
    assert named[:50].count("is") >= 49
    assert named[50:].count("fo") >= 49


def test_the_training_tells_what_domains_are_and_how_foreign_they_were(
    trained: dict[str, object],
) -> None:
    domains, rounds = trained["domains"], trained["rounds"]

    assert isinstance(domains, dict)
    assert isinstance(rounds, list)
    assert domains["com"] == {"kind": "mixed"}
    assert domains["is"] == {"kind": "own"}
    assert 0.1 < rounds[0]["domains"]["is"]["contamination"] < 0.3
    assert rounds[-1]["contamination"] < 0.01


def test_the_dictionaries_can_be_read(crawled: Path, trained: dict[str, object]) -> None:
    lines = (crawled / "models/language/words/is.tsv").read_text("utf-8").splitlines()

    assert lines[0] == "word\tseen\tshare"
    words = [line.split("\t") for line in lines[1:]]
    assert {word for word, _, _ in words} <= set(ONE.words)
    assert abs(sum(float(share) for _, _, share in words) - 1) < 0.001
    assert len(trained) == 5


def test_a_reviewers_no_takes_a_word_out_and_is_kept_for_later_trainings(
    crawled: Path, trained: dict[str, object], tmp_path: Path
) -> None:
    learnt = TrainedLanguages(Collection.open(crawled).models)
    word = next(iter(learnt.dictionaries()["is"]))
    said = tmp_path / "said.tsv"
    said.write_text(f"language\tword\tshare\twhy\tkeep\nis\t{word}\t0.1\t\tNo\n", "utf-8")

    imported = run("review", str(crawled), "--import", str(said))
    after = set(learnt.dictionaries()["is"])
    again = run("train", str(crawled), "--name", "is=is", "--name", "fo=fo", "--json")

    assert imported.exit_code == 0, imported.output
    assert word not in after
    assert word not in learnt.dictionaries()["is"]
    assert json.loads(again.stdout)["rejected_words"] == 1


def add_sentences(collection: Collection, sentences: list[str]) -> None:
    """Let a page that was read have these, too."""
    with connect(collection) as tables:
        query = "SELECT id, fetched_at, url FROM documents WHERE url LIKE '%.is/%' LIMIT 1"
        ((page, at, url),) = tables.execute(query).fetchall()
    own = {"page": page, "fetched_at": at, "url": url, "domain": "is"}
    add_rows(collection, "sentences", [own | {"text": each} for each in sentences])


def test_unknown_words_come_into_learnt_dictionaries_and_stay_there(
    crawled: Path, trained: dict[str, object], tmp_path: Path
) -> None:
    folder = tmp_path / "web"
    shutil.copytree(crawled, folder)
    new = [f"{sentence[:-1]} zyzzyva." for sentence in ONE.sentences(40, 8)]
    rare = [f"{sentence[:-1]} quagga." for sentence in ONE.sentences(3, 7)]
    add_sentences(Collection.open(folder), [*new, *rare])
    learnt = TrainedLanguages(folder / "models")
    before = learnt.dictionaries()

    grown = json.loads(run("grow", str(folder), "--json").stdout)
    after = learnt.dictionaries()
    again = run("grow", str(folder))
    retrained = run("train", str(folder), "--name", "is=is", "--name", "fo=fo")

    assert "zyzzyva" not in before["is"]
    assert grown["added"]["is"]["zyzzyva"] >= 35
    assert "quagga" not in grown["added"]["is"]  # seen too seldom
    assert after["is"]["zyzzyva"] == grown["added"]["is"]["zyzzyva"]
    assert set(before["is"]) < set(after["is"])
    assert again.stdout == "the dictionaries lack no word that was seen so often\n"
    assert retrained.exit_code == 0, retrained.output
    assert "zyzzyva" in learnt.dictionaries()["is"]
    model = LanguageModel.load(folder / "models" / "language")
    assert known_words(model, ["zyzzyva"])[0, list(model.languages).index("is")]


def test_the_review_lists_words_that_are_frequent_elsewhere(
    crawled: Path, trained: dict[str, object], tmp_path: Path
) -> None:
    learnt = TrainedLanguages(Collection.open(crawled).models)
    shared = set(ONE.words) & set(TWO.words)

    done = run("review", str(crawled), "--export", "-")

    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert rows[0] == ["language", "word", "share", "why", "keep"]
    dictionaries = learnt.dictionaries()
    listed = {row[1] for row in rows[1:] if row[0] == "is" and "frequent in fo" in row[3]}
    assert listed <= shared
    assert all(row[1] in dictionaries[row[0]] for row in rows[1:])


def test_a_review_that_says_neither_yes_nor_no_is_refused_with_its_line(
    crawled: Path, trained: dict[str, object]
) -> None:
    wrong = run(
        "review", str(crawled), "--import", "-", given="language\tword\tkeep\nis\ta\tmaybe\n"
    )
    columns = run("review", str(crawled), "--import", "-", given="a\tb\n")
    language = run(
        "review", str(crawled), "--import", "-", given="language\tword\tkeep\nqq\ta\tno\n"
    )

    for done, words in ((wrong, "line 2"), (columns, "column"), (language, "qq")):
        assert isinstance(done.exception, SettingsError)
        assert words in str(done.exception)


def test_what_cannot_be_learnt_from_is_told(crawled: Path, tmp_path: Path) -> None:
    Collection.create(tmp_path / "empty")
    empty = run("train", str(tmp_path / "empty"))
    unnamed = run("train", str(crawled), "--name", "zz=zz")
    review = run("review", str(tmp_path / "empty"), "--export", "-")

    assert "too few sentences" in str(empty.exception)
    assert "no sentences of .zz" in str(unnamed.exception)
    assert isinstance(review.exception, NotFoundError)
    assert run("train", str(crawled), "--name", "is").exit_code == 2
    assert run("train").exit_code == 2
    assert run("review", str(crawled)).exit_code == 2


def test_labelled_lines_teach_a_model_too(tmp_path: Path) -> None:
    rows = [
        (name, text) for name, each in (("aa", ONE), ("bb", TWO)) for text in each.sentences(99, 1)
    ]
    given = "".join(f"{name}\t{text}\n" for name, text in rows)

    done = run("train", "--labelled", "-", "--to", str(tmp_path / "model"), "--json", given=given)
    wrong = run("train", "--labelled", "-", "--to", str(tmp_path / "wrong"), given="no tab\n")

    assert json.loads(done.stdout) == {"languages": {"aa": 99, "bb": 99}}
    recogniser = Recogniser(LanguageModel.load(tmp_path / "model"))
    assert recogniser.recognise([*TWO.sentences(1, 7)])[0].alternatives[0][0] == "bb"
    assert isinstance(wrong.exception, SettingsError)
    assert "line 1" in str(wrong.exception)


def test_a_folder_for_the_model_of_a_collection_is_refused(tmp_path: Path) -> None:
    done = run("train", str(tmp_path), "--to", str(tmp_path / "model"))

    assert done.exit_code
    assert "--to goes with --labelled" in done.output
