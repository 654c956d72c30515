"""`auslese duplicates pairs`: texts in, pairs out, whatever comes."""

import json
import random
from typing import Any, NamedTuple

from tests.running import run_auslese

WINE = "the wine of the old terrace ripens slowly in the deep cellar below the chapel " * 3
WORDS = [f"word{number}" for number in range(400)]


class Told(NamedTuple):
    pairs: list[dict[str, Any]]
    talk: str


def told(data: bytes, *options: str) -> Told:
    done = run_auslese("duplicates", "pairs", *options, data=data)
    assert done.returncode == 0
    lines = done.stdout.decode("utf-8").split("\n")
    assert lines.pop() == ""
    return Told([json.loads(line) for line in lines], done.stderr.decode("utf-8"))


def lines_of(*texts: object) -> bytes:
    rows = ({"id": f"t{number}", "text": text} for number, text in enumerate(texts))
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def test_a_pair_has_the_keys_of_the_contract_and_its_counted_similarity() -> None:
    one, other = " ".join(WORDS), " ".join([*WORDS[:300], "other", *WORDS[301:]])

    pairs, talk = told(lines_of(one, "something else altogether", other))

    shared, every = 396 - 5, 396 + 5
    assert pairs == [{"a": "t0", "b": "t2", "similarity": round(shared / every, 4)}]
    assert talk == "1 pair among 3 texts\n"


def test_threshold_and_length_of_shingles_are_obeyed() -> None:
    one, other = "a b c d e f g h", "a b c d e f g x"

    assert told(lines_of(one, other)).pairs == []
    assert told(lines_of(one, other), "--threshold", "0.5").pairs[0]["similarity"] == 0.6
    assert told(lines_of(one, other), "-k", "1", "--threshold", "0.7").pairs[0]["similarity"] == (
        0.7778
    )


def test_lines_that_are_no_objects_are_texts_named_by_their_numbers() -> None:
    pairs, _ = told(f"{WINE}\nno wine\n{WINE.upper()}\n".encode())

    assert pairs == [{"a": 1, "b": 3, "similarity": 1.0}]


def test_what_cannot_be_read_is_told_and_stops_nothing() -> None:
    data = lines_of(WINE, WINE) + b'{"id": 3\n{"id": 4}\n{"id": 5, "text": 6}\n\n\xff\xfe\x00\n'

    pairs, talk = told(data)

    assert [(pair["a"], pair["b"]) for pair in pairs] == [("t0", "t1")]
    assert talk.split("\n")[:-1] == [
        "line 3: no line of JSON: Expecting ',' delimiter: line 1 column 9 (char 8)",
        'line 4: expected a string "text"',
        'line 5: expected a string "text"',
        "2 texts without a word, like nothing",
        "1 pair among 4 texts",
    ]


def test_a_text_may_be_called_whatever_json_can_call_it() -> None:
    names = ["123456789012345678901234567890", r'"\ud800"', '{"x": [1, null]}', "-0.5"]
    lines = [f'{{"id": {name}, "text": "{WINE}"}}\n'.encode() for name in names]

    pairs, talk = told(b"".join(lines))

    assert [pair["a"] for pair in pairs[::3]] == [json.loads(names[0]), json.loads(names[1])]
    assert talk == "6 pairs among 4 texts\n"


def test_nothing_in_gives_nothing_out() -> None:
    assert told(b"") == ([], "0 pairs among 0 texts\n")


def test_many_texts_give_the_same_pairs_with_one_process_and_with_two() -> None:
    chance = random.Random(8)
    texts = []
    for _ in range(1_500):
        words = chance.choices(WORDS, k=60)
        texts += [" ".join(words), " ".join([*words[:-1], "end"])]
    chance.shuffle(texts)

    alone = told(lines_of(*texts), "--workers", "1")

    assert alone == told(lines_of(*texts), "--workers", "2")
    assert len(alone.pairs) >= 0.99 * 1_500


def test_a_huge_text_and_a_binary_one_are_taken_like_any_other() -> None:
    huge = " ".join(f"w{number}" for number in range(400_000))
    noise = bytes(range(1, 256)).decode("latin-1") * 20

    pairs, _ = told(lines_of(huge, noise, huge + " more", noise))

    assert [(pair["a"], pair["b"]) for pair in pairs] == [("t0", "t2"), ("t1", "t3")]
