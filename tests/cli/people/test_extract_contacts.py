"""`auslese extract contacts` as a filter."""

import json
from typing import Any

from tests.running import run_auslese


def extract(*lines: object) -> list[dict[str, Any]]:
    data = "".join(
        f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines
    ).encode()
    done = run_auslese("extract", "contacts", "--workers", "1", data=data)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_each_line_has_its_answer_with_the_contract_keys() -> None:
    page = (
        "<html lang=de><body><p>Prof. Dr. Hans Müller<br>Hauptstraße 7<br>79098 Freiburg<br>"
        "Tel.: 0761 203-1234<br>hans.mueller (at) uni-x (dot) de</p>"
        '<p><a href="mailto:info@uni-x.de">Schreiben Sie uns</a></p></body></html>'
    )
    text = "Call 607-255-2000 or write to jane@x.example"
    told, plain, broken, nothing = extract(
        {"id": "a", "html": page, "url": "http://www.uni-x.de/"},
        {"id": "b", "text": text, "url": "http://www.x.edu/"},
        "no json",
        {"id": "d", "text": "Nobody can be reached."},
    )

    assert {"id", "url", "contacts", "address_words", "is_contact"} <= told.keys()
    mails = told["contacts"]["emails"]
    assert [(mail["value"], mail["person"]) for mail in mails] == [
        ("hans.mueller@uni-x.de", "Hans Müller"),
        ("info@uni-x.de", ""),
    ]
    assert mails[1]["start"] == -1
    (number,) = told["contacts"]["phones"]
    assert told["text"][number["start"] : number["end"]] == number["written"] == "0761 203-1234"
    (address,) = told["contacts"]["addresses"]
    assert (address["street"], address["postcode"]) == ("Hauptstraße 7", "79098")
    assert told["is_contact"]

    assert [way["value"] for way in plain["contacts"]["phones"]] == ["+1 607-255-2000"]
    assert plain["text"] == text
    assert "error" in broken
    assert broken["contacts"]["emails"] == []
    assert nothing["contacts"] == broken["contacts"]
    assert (nothing["address_words"], nothing["is_contact"]) == (0, False)
