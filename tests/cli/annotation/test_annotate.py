"""`auslese annotate` from a list of pictures to decisions."""

import json
from pathlib import Path

import pytest
from tests.annotated_collection import CATEGORIES, answer_all, items_of, write_items
from tests.running import auslese, auslese_json

from auslese.recipes.annotation.annotation_desk import AnnotationDesk
from auslese.store.annotation_book import AnnotationBook, round_folder
from auslese.store.collection import Collection

pytestmark = pytest.mark.slow


def test_a_round_is_made_reported_decided_and_exported(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "cats")
    missing = auslese("annotate", collection.path, code=3)
    assert "auslese annotate setup" in missing.stderr
    file = write_items(tmp_path / "items", items_of(10, gold=1, examples=1))
    words = ("--items", file, "--categories", ",".join(CATEGORIES), "--topic", "cats")
    made = auslese_json("annotate", "setup", collection.path, *words)
    assert (made["items"], made["gold"], made["left_out"]) == (10, 1, 0)

    answer_all(AnnotationDesk(AnnotationBook(round_folder(collection.path))))

    found = auslese_json("annotate", "agreement", collection.path)
    assert found["phases"]["picture"]["items"] == 10
    told = auslese("annotate", "agreement", collection.path).stdout
    assert "Krippendorff's α, ordinal" in told
    assert "cat, pet, mammal + living being + other" in told
    decide = ("--decide", "p4=cat", "--by", "expert")
    after = auslese_json("annotate", "adjudicate", collection.path, *decide)
    assert [each["id"] for each in after["disagreements"]] == ["p9"]
    auslese("annotate", "adjudicate", collection.path, "--decide", "p4", "--by", "x", code=2)
    auslese("annotate", "adjudicate", collection.path, "--decide", "p4=cat", code=2)
    auslese("annotate", "adjudicate", collection.path, "--decide", "p4=dog", "--by", "x", code=1)
    out = tmp_path / "out.jsonl"
    auslese("annotate", "export", collection.path, "--to", out)
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["topic"]["final"] for row in rows] == ["other", "cat"] * 2 + ["cat", "cat"] + [
        "other",
        "cat",
    ] * 2
