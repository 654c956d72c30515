"""`auslese extract`: one line out for each line in, and words for people."""

import json
import subprocess
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from tests.extract.pdf_writer import Leaf, Link, flow, pdf_file
from tests.running import AUSLESE, auslese, environment, run_auslese

from auslese.extract.document_reader import READERS

TEXT_KEYS = {"id", "title", "text", "author", "date", "language"}
LINK_KEYS = {"url", "anchor", "rel", "position", "context"}
PAGE = (
    "<!doctype html><html lang=de><title>Über Öl</title><body><h1>Über Öl</h1>"
    "<p>Das Öl fließt über die Straße und färbt den Schnee ganz dunkel. "
    "Niemand weiß, woher es <b>k</b>ommt und wer es holen soll.</p>"
    '<p>Mehr steht <a href="/mehr">im Anhang</a> und '
    '<a href="https://b.example/x" rel="nofollow">bei anderen</a>.</p>'
    '<img src="/bild.jpg" alt="Öl im Schnee" width=640 height=480></body></html>'
)


def page(name: object = 1, **more: object) -> dict[str, object]:
    return {"id": name, "html": PAGE, "url": "http://a.example/dir/"} | more


def packed(text: str, charset: str = "utf-8") -> str:
    return b64encode(text.encode(charset)).decode()


def asked(what: str, *questions: object, options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """The answers; a question is an object, or a line as it is."""
    lines = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in questions]
    told = said(what, b"\n".join(lines), *options)
    answers = [json.loads(line) for line in told.split("\n")[:-1]]
    assert len(answers) == len(questions)
    return answers


def said(what: str, data: bytes, *options: str) -> str:
    """What the filter prints."""
    done = run_auslese("extract", what, *options, data=data)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    return done.stdout.decode("utf-8")


# -- the contract ---------------------------------------------------------------------------------


def test_text_tells_what_a_page_says_and_what_it_says_about_itself() -> None:
    (told,) = asked("text", page("a7"))

    assert told.keys() >= TEXT_KEYS
    assert (told["id"], told["title"], told["language"]) == ("a7", "Über Öl", "de")
    assert "färbt den Schnee ganz dunkel. Niemand weiß, woher es kommt" in told["text"]


def test_all_text_is_more_than_the_main_text() -> None:
    menu = "".join(f"<li><a href=/{word}>{word}</a>" for word in ("Wetter", "Kultur", "Sport"))
    html = PAGE.replace("<h1>", f"<nav><ul>{menu}</ul></nav><h1>")

    (everything,) = asked("text", page(html=html), options=("--all",))

    assert "Wetter" in everything["text"]
    assert "färbt den Schnee" in everything["text"]


def test_links_are_absolute_and_in_the_order_of_the_page() -> None:
    (told,) = asked("links", page())

    assert [link["url"] for link in told["links"]] == [
        "http://a.example/mehr",
        "https://b.example/x",
    ]
    assert [link["anchor"] for link in told["links"]] == ["im Anhang", "bei anderen"]
    assert [link["rel"] for link in told["links"]] == ["", "nofollow"]
    assert all(link.keys() == LINK_KEYS for link in told["links"])


@pytest.mark.parametrize(
    "url", [{}, {"url": None}, {"url": "not an address"}, {"url": "file:///x"}]
)
def test_of_a_page_that_stands_nowhere_only_links_with_a_host_are_told(
    url: dict[str, object],
) -> None:
    (told,) = asked("links", {"id": 1, "html": PAGE} | url)

    assert [link["url"] for link in told["links"]] == ["https://b.example/x"]


def test_images_are_told_as_a_list() -> None:
    (told,) = asked("images", page())

    assert told.keys() == {"id", "url", "images"}
    assert all(image["url"].startswith("http://a.example/") for image in told["images"])


def test_sentences_are_the_running_text_one_by_one() -> None:
    (told,) = asked("sentences", page())

    assert told["sentences"][:2] == [
        "Das Öl fließt über die Straße und färbt den Schnee ganz dunkel.",
        "Niemand weiß, woher es kommt und wer es holen soll.",
    ]


@pytest.mark.parametrize(
    ("options", "count"),
    [(("--min-words", "12"), 1), (("--max-words", "11"), 2), (("--min-words", "50"), 0)],
)
def test_sentences_that_are_too_short_or_too_long_are_left_out(
    options: tuple[str, ...], count: int
) -> None:
    (told,) = asked("sentences", page(), options=options)

    assert len(told["sentences"]) == count


def test_sentences_come_as_hoover_wrote_them() -> None:
    lines = said("sentences", json.dumps(page()).encode(), "--plain").splitlines()

    assert lines[0] == "URL: http://a.example/dir/"
    assert lines[1] == "SEN: Das Öl fließt über die Straße und färbt den Schnee ganz dunkel."


# -- how a page may come ---------------------------------------------------------------------------


@pytest.mark.parametrize("claimed", ["iso-8859-1", "koi8-r", "utf-16", "shift_jis"])
def test_what_a_decoded_page_says_about_its_charset_is_not_believed(claimed: str) -> None:
    html = PAGE.replace("<title>", f'<meta charset="{claimed}"><title>')

    (told,) = asked("text", page(html=html))

    assert told["title"] == "Über Öl"
    assert "fließt über die Straße" in told["text"]


@pytest.mark.parametrize(
    ("charset", "more"),
    [
        ("utf-8", {}),
        ("utf-16", {}),
        ("iso-8859-1", {"content_type": "text/html; charset=iso-8859-1"}),
    ],
)
def test_a_page_may_come_as_bytes(charset: str, more: dict[str, str]) -> None:
    (told,) = asked("text", {"id": 1, "html_b64": packed(PAGE, charset)} | more)

    assert told["title"] == "Über Öl"
    assert "fließt über die Straße" in told["text"]


def test_any_body_may_come_with_its_type() -> None:
    question = {"id": 1, "body_b64": packed(PAGE), "content_type": "Text/HTML;charset=utf-8"}

    (told,) = asked("text", question)

    assert (told["title"], told["media_type"]) == ("Über Öl", "text/html")


@pytest.mark.skipif("text/plain" not in READERS, reason="no reader of plain text")
def test_plain_text_may_come_as_it_is() -> None:
    (told,) = asked("text", {"id": 1, "text": "Größe zählt.\n\nEin Satz & noch einer <hier>."})

    assert "Größe zählt." in told["text"]
    assert "noch einer <hier>." in told["text"]


# -- lines that cannot be answered -----------------------------------------------------------------

BAD_LINES = [
    (b"", "no line of JSON", "question"),
    (b"{", "no line of JSON", "question"),
    (b"<!doctype html>", "give - as a file", "question"),
    (b"[]", "expected an object", "question"),
    (b"[" * 100_000, "nested too deeply", "question"),
    (b"\xff\xfe", "no line of JSON", "question"),
    (b'{"id":"x"}', "expected one of html", "question"),
    (b'{"id":"x","html":1}', 'expected a string "html"', "question"),
    (b'{"id":"x","html":"","url":[]}', 'expected a string "url"', "question"),
    (b'{"id":"x","html_b64":"???"}', "base64", "question"),
    (b'{"id":"x","html":""}', "nothing to read", "empty"),
    (b'{"id":"x","pdf_b64":"JVBERi0xLjQK"}', "it is broken", "broken"),
    (b'{"id":"x","body_b64":"AAAA","content_type":"image/png"}', "no reader", "unknown_type"),
    (b'{"id":"x","body_b64":"iVBORw0KGgo="}', "no reader for it", "unknown_type"),
]


@pytest.mark.parametrize("what", ["text", "sentences", "images", "links"])
def test_a_line_that_cannot_be_answered_says_why_and_stops_nothing(what: str) -> None:
    lines = [line for line, *_ in BAD_LINES]

    *bad, good = asked(what, *lines, page("last"))

    assert (good["id"], "error" in good) == ("last", False)
    for told, (line, words, problem) in zip(bad, BAD_LINES, strict=True):
        assert words in told["error"], line
        assert told["problem"] == problem
        assert told["id"] == ("x" if b'"id"' in line else None)
        assert told.keys() == good.keys() | {"error", "problem"}


@pytest.mark.parametrize("number", ["1e400", "-1e400", "NaN", "Infinity"])
def test_a_number_that_json_cannot_spell_is_no_name(number: str) -> None:
    (told,) = asked("text", b'{"id":%b,"html":"<p>x"}' % number.encode())

    assert (told["id"], told["problem"]) == (None, "question")


def test_letters_that_are_none_do_no_harm() -> None:
    line = b'{"id":"\\ud800","html":"<p>\\ud800 a \\u0000 b \\udfff \\u001b[31m","url":"\\ud800"}'

    (told,) = asked("text", line)

    assert told["id"] == "\ud800"
    assert "a" in told["text"]


def test_nothing_that_a_terminal_obeys_is_printed() -> None:
    told = said("text", json.dumps(page(html="<p>a\u001b[31mb\u202ec\u009bd")).encode())

    assert told.removesuffix("\n").isprintable()


def test_answers_keep_the_order_of_the_questions_in_several_processes() -> None:
    long = "<p>Ein Absatz, der sehr oft vorkommt.</p>" * 3000
    questions = [page(n, html=long if n % 7 == 0 else f"<p>Seite {n}") for n in range(60)]

    answers = asked("text", *questions, options=("--workers", "4"))

    assert [told["id"] for told in answers] == list(range(60))
    assert answers[5]["text"] == "Seite 5"
    assert answers[0]["text"].startswith("Ein Absatz")


def test_a_long_page_is_one_line_like_any_other() -> None:
    (first, second) = asked("text", page(1, html="<p>" + "Wort und Wort. " * 500_000), page(2))

    assert first["text"].startswith("Wort und Wort.")
    assert second["title"] == "Über Öl"


def test_a_reader_that_has_seen_enough_is_no_failure(tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    many.write_text(f"{json.dumps(page())}\n" * 1000)
    with (
        many.open("rb") as asked,
        subprocess.Popen(
            [*AUSLESE, "extract", "text"],
            stdin=asked,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        ) as process,
    ):
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        talk = process.stderr.read()

    assert (process.returncode, talk) == (0, b"")


# -- for people -----------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "seite.html"
    made.write_text(PAGE, "utf-8")
    return made


def test_a_file_gives_its_text_as_words(file: Path) -> None:
    told = auslese("extract", "text", file).stdout

    assert "Das Öl fließt über die Straße" in told
    assert "{" not in told


def test_a_file_gives_json_if_asked(file: Path) -> None:
    told = json.loads(auslese("extract", "text", "--json", file).stdout)

    assert (told["id"], told["title"]) == (str(file), "Über Öl")


def test_links_of_a_file_are_told_one_a_line(file: Path) -> None:
    lines = auslese("extract", "links", "--url", "http://a.example/", file).stdout.splitlines()

    assert [line.split("\t")[0] for line in lines] == [
        "http://a.example/mehr",
        "https://b.example/x",
    ]
    assert [line.split("\t")[2] for line in lines] == ["im Anhang", "bei anderen"]


RELATIVE = ("x.html", "../up.html", "/top/y?z=1", "?q=1", "../../two/three.html", "/", "sub/", "./")


def test_links_and_pictures_of_a_file_without_url_are_told_as_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    links = "".join(f'<a href="{each}">there</a> ' for each in (*RELATIVE, "https://b.example/"))
    file.write_text(f'<p>{links}<a href="#here">here</a><img src="../img/a.jpg" alt="A"></p>')

    told = auslese("extract", "links", file)
    as_json = json.loads(auslese("extract", "links", "--json", file).stdout)
    pictures = auslese("extract", "images", file)

    addresses = [*RELATIVE, "https://b.example/"]
    assert [line.split("\t")[0] for line in told.stdout.splitlines()] == addresses
    assert [link["url"] for link in as_json["links"]] == addresses
    assert as_json["url"] == ""
    assert pictures.stdout == "../img/a.jpg\tA\n"
    assert told.stderr == pictures.stderr == ""


def test_sentences_cannot_have_more_words_than_the_most() -> None:
    told = auslese("extract", "sentences", "--min-words", 20, "--max-words", 5, "-", code=2)

    assert "--max-words" in told.stderr


def test_a_file_that_kills_its_process_costs_itself_only(tmp_path: Path, file: Path) -> None:
    deadly = tmp_path / "deadly.txt"
    deadly.write_text("die")
    code = (
        "import os; from auslese.extract.document_reader import READERS; "
        "READERS['text/plain'] = lambda *_: os.abort(); "
        "from auslese.cli.main import main; main()"
    )
    words = [sys.executable, "-c", code, "extract", "text", "--json", str(deadly), str(file)]

    done = subprocess.run(words, capture_output=True, env=environment(), timeout=240, check=True)

    died, told = map(json.loads, done.stdout.splitlines())
    assert (died["id"], died["problem"], died["text"]) == (str(deadly), "crashed", "")
    assert "Das Öl" in told["text"]


def test_links_of_a_pdf_have_their_words(tmp_path: Path) -> None:
    file = tmp_path / "paper.pdf"
    lines = flow(["See the next page for more."])
    file.write_bytes(pdf_file([Leaf(lines, [Link((80, 776, 150, 792), "http://b.example/")])]))

    (link,) = json.loads(auslese("extract", "links", "--json", file).stdout)["links"]

    assert link["url"] == "http://b.example/"
    assert "next page" in link["anchor"]


def test_a_page_may_come_on_stdin() -> None:
    assert "fließt über die Straße" in said("text", PAGE.encode(), "-")


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path, file: Path) -> None:
    empty = tmp_path / "empty.html"
    empty.touch()

    assert "nothing to read" in auslese("extract", "text", empty, file).stderr
    assert "nothing to read" in auslese("extract", "text", empty, code=1).stderr


@pytest.mark.parametrize(
    ("name", "words"), [("missing.html", "there is no file"), ("http://a.example/", "auslese go")]
)
def test_a_file_that_is_not_there_is_told(name: str, words: str) -> None:
    assert words in auslese("extract", "text", name, code=3).stderr
