"""`auslese topics`: texts in, clusters out, one line for each; clusters in, their quality out."""

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.running import run_auslese

from auslese.analyse.topics.text_clustering import METHODS

TOPICS = {
    "wine": ["wine", "grapes", "cellar", "harvest", "vineyard", "barrel", "bottle", "slope"],
    "football": ["football", "goal", "match", "player", "referee", "stadium", "league", "trainer"],
    "sea": ["ship", "harbour", "sailor", "wave", "anchor", "tide", "island", "lighthouse"],
}


def run(*arguments: str, data: bytes) -> subprocess.CompletedProcess[bytes]:
    return run_auslese("topics", *arguments, data=data)


def clusters(data: bytes, *options: str) -> list[dict[str, Any]]:
    done = run("cluster", *options, data=data)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.decode("utf-8").split("\n")
    assert lines.pop() == ""
    return [json.loads(line) for line in lines]


def lines_of(rows: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def texts_about(number: int) -> tuple[list[dict[str, Any]], dict[str, str]]:
    chance = random.Random(4)
    rows, gold = [], {}
    for at in range(number):
        topic = list(TOPICS)[at % len(TOPICS)]
        name = f"t{at}"
        rows.append({"id": name, "text": " ".join(chance.choices(TOPICS[topic], k=9))})
        gold[name] = topic
    return rows, gold


def write_gold(path: Path, gold: dict[str, str]) -> str:
    path.write_text("".join(f"{name}\t{label}\n" for name, label in gold.items()), "utf-8")
    return str(path)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_tells_three_topics_apart_and_evaluate_says_so(
    method: str, tmp_path: Path
) -> None:
    rows, gold = texts_about(60)

    told = clusters(lines_of(rows), "-k", "6", "--method", method)
    assert [each["id"] for each in told] == [row["id"] for row in rows]
    found = run("evaluate", write_gold(tmp_path / "gold.tsv", gold), data=lines_of(told))

    quality = json.loads(found.stdout)
    assert quality["texts"] == 60
    assert quality["purity"] >= 0.95
    assert {"purity", "entropy", "f", "nmi", "ari"} <= quality.keys()


@pytest.mark.parametrize("similarity", ["unico", "cosine", "dot", "euclid", "p"])
def test_every_similarity_can_be_asked_for_and_the_same_seed_gives_the_same(
    similarity: str,
) -> None:
    data = lines_of(texts_about(30)[0])

    one, other = (clusters(data, "-k", "3", "--similarity", similarity) for _ in range(2))

    assert one == other
    assert len({each["cluster"] for each in one}) == 3


def test_whatever_a_line_holds_there_is_an_answer_for_it() -> None:
    rows, _ = texts_about(9)
    odd = (
        b'\n{"id":"empty","text":""}\n{"id":"digits","text":"1 2 3"}\n{"id":7}\n{broken\n\xff\xfe\n'
    )

    told = clusters(lines_of(rows) + odd, "-k", "3")

    assert len(told) == 9 + 6
    assert [each["id"] for each in told[9:]] == [10, "empty", "digits", 7, None, 15]
    assert [each["cluster"] is None for each in told[9:]] == [
        False,
        False,
        False,
        True,
        True,
        False,
    ]
    assert all("error" in each for each in told[12:14])


@pytest.mark.parametrize("data", [b"", b'{"id":1,"text":""}\n{"id":2,"text":"a"}\n', b"{\n"])
def test_nothing_to_cluster_is_no_failure(data: bytes) -> None:
    for method in METHODS:
        assert len(clusters(data, "-k", "5", "--method", method)) == data.count(b"\n")


def test_a_cluster_is_called_by_words_of_its_texts() -> None:
    rows, gold = texts_about(60)

    for told in clusters(lines_of(rows), "-k", "3"):
        words = told["label"].split(", ")
        assert set(words) <= set(TOPICS[gold[told["id"]]])


def test_forms_of_a_word_are_one_in_the_language_that_is_asked_for() -> None:
    data = lines_of(
        [
            {"id": number, "text": text}
            for number, text in enumerate(["grapes", "grape", "matches", "match", "grape", "match"])
        ]
    )

    def together(*options: str) -> bool:
        told: list[int] = [each["cluster"] for each in clusters(data, "-k", "2", *options)]
        return told[0] == told[1] == told[4] != told[2] and told[2] == told[3] == told[5]

    assert together("--language", "en")
    assert not together("--language", "none")


def test_evaluate_tells_what_could_not_be_compared(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "gold.tsv", {"id": "label", "1": "a", "2": "b", "lost": "b"})
    data = b'{"id":1,"cluster":0}\n{"id":"2","cluster":null}\n{"id":3,"cluster":0}\n{"id":4}\n{\n'

    done = run("evaluate", gold, data=data)

    told = json.loads(done.stdout)
    assert (told["texts"], told["left_out"], told["unlabelled"], told["missing"]) == (2, 1, 1, 1)
    assert told["unreadable"] == 2
    assert done.stderr.decode().count("line ") >= 2


def test_a_gold_file_that_is_missing_or_without_tabs_is_told(tmp_path: Path) -> None:
    bad = tmp_path / "bad.tsv"
    bad.write_text("no tab here\n")

    assert run("evaluate", str(tmp_path / "none.tsv"), data=b"").returncode == 3
    done = run("evaluate", str(bad), data=b"")
    assert done.returncode == 1
    assert b"line 1: expected an id, a tab and a label" in done.stderr


def test_a_similarity_that_the_default_method_does_not_know_is_never_passed_over() -> None:
    data = lines_of(texts_about(60)[0])
    asked = ("-k", "3", "--similarity", "unico")

    refused = run("cluster", *asked, "--method", "communities", data=data)

    assert refused.returncode == 2
    assert b"by cosine only" in refused.stderr
    assert clusters(data, *asked) == clusters(data, *asked, "--method", "bisecting")
