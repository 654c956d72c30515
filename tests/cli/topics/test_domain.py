"""`auslese domain`: learnt from folders and lines, asked as a filter, measured."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.analyse.test_domains import TEXTS
from tests.running import auslese, auslese_json, environment, run_auslese


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("domain")
    for number, (domain, text) in enumerate(TEXTS):
        place = folder / "texts" / domain
        place.mkdir(parents=True, exist_ok=True)
        if number % 2:
            (place / f"{number}.html").write_text(f"<title>t</title><p>{text}", "utf-8")
        else:
            (place / f"{number}.txt").write_text(text, "utf-8")
    auslese("domain", "train", folder / "texts", "--to", folder / "topics.model")
    return folder / "topics.model"


def detect(model: Path, *lines: str, options: tuple[str, ...] = ()) -> list[dict[str, object]]:
    data = "".join(f"{line}\n" for line in lines).encode()
    done = run_auslese("domain", "detect", "--model", model, *options, data=data)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_each_line_has_its_answer_in_order_and_bad_ones_stop_nothing(model: Path) -> None:
    answers = detect(
        model,
        '{"id": 7, "text": "the judge heard the appeal in court"}',
        "no JSON \x1b",
        '{"id": "b", "text": 3}',
        '{"id": "c", "text": "qwertz \\u202e 12"}',
    )

    assert [answer["id"] for answer in answers] == [7, None, "b", "c"]
    assert [answer["domain"] for answer in answers] == ["law", "none", "none", "none"]
    assert answers[0]["alternatives"][0][0] == "law"  # type: ignore[index]
    assert "error" in answers[1]
    assert "error" in answers[2]


def test_an_answer_can_be_explained(model: Path) -> None:
    (answer,) = detect(model, '{"id": 1, "text": "a violin concert"}', options=("--explain",))

    assert {word for word, _ in answer["words"]} >= {"violin", "concert"}  # type: ignore[attr-defined]


def test_lines_of_json_and_tsv_teach_as_folders_do(tmp_path: Path) -> None:
    lines = [json.dumps({"label": each.domain, "text": each.text}) for each in TEXTS]
    (tmp_path / "t.jsonl").write_text("\n".join(lines), "utf-8")
    rows = [f"{each.domain}\t{each.text}" for each in TEXTS]
    (tmp_path / "t.tsv").write_text("label\ttext\n" + "\n".join(rows), "utf-8")

    told = [
        auslese_json("domain", "train", tmp_path / name, "--to", tmp_path / "m")
        for name in ("t.jsonl", "t.tsv")
    ]

    assert told[0] == told[1]
    assert told[0]["texts"] == len(TEXTS)
    scored = auslese_json("domain", "evaluate", tmp_path / "t.tsv")
    assert scored["accuracy"] > 0.9
    assert auslese_json("domain", "evaluate", tmp_path / "t.tsv", "--model", tmp_path / "m")


def test_what_cannot_teach_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"label": "a", "text": "b"}\n[1]\n')
    (tmp_path / "one.tsv").write_text("a\tb\n")
    (tmp_path / "no.model").write_text("nothing")

    def refused(*words: object, code: int = 2) -> str:
        return auslese("domain", *words, code=code).stderr

    assert "line 2" in refused("train", tmp_path / "bad.jsonl", "--to", tmp_path / "m")
    assert "two" in refused("train", tmp_path / "one.tsv", "--to", tmp_path / "m")
    assert "there is no" in refused("train", tmp_path / "x", "--to", tmp_path / "m", code=3)
    assert "no model" in refused("detect", "--model", tmp_path / "x", code=3)
    assert "no model" in refused("detect", "--model", tmp_path / "no.model", code=1)


def test_a_page_that_kills_its_reader_costs_itself_only(tmp_path: Path) -> None:
    for number, (domain, text) in enumerate(TEXTS):
        (tmp_path / domain).mkdir(exist_ok=True)
        (tmp_path / domain / f"{number}.txt").write_text(text, "utf-8")
    killing = tmp_path / TEXTS[0][0] / "0-first.txt"
    killing.write_text("kill", "utf-8")
    script = (
        "import os, signal\n"
        "from auslese.extract import document_reader\n"
        "reads = document_reader.READERS['text/plain']\n"
        "def obey(source, media_type):\n"
        "    if source.body == b'kill':\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return reads(source, media_type)\n"
        "document_reader.READERS['text/plain'] = obey\n"
        "from pathlib import Path\n"
        "from auslese.recipes.subjects.labelled_texts import labelled_texts\n"
        f"print(len(list(labelled_texts(Path({str(tmp_path)!r})))))\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=120,
    )

    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == len(TEXTS)
