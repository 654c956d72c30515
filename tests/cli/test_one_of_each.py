"""A collection of one page: nobody says `1 pages`, nor talks like a graph or a parser."""

import re
from pathlib import Path

import pytest
from tests.changing_site import ChangingSite, serving_changes
from tests.running import auslese, run_auslese
from tests.serve.served import client_of

from auslese.store.collection import Collection

pytestmark = pytest.mark.slow

# A number that is one, and a noun behind it that is more than one.
ONE_OF_MANY = re.compile(
    r"(?<![\d.,:/–-])1 (?:[a-z]+ )?(pages|hosts|links|URLs|words|documents|copies|pictures|hits"
    r"|sentences|texts|clusters|groups|languages|workers|entries|files|sites|others|different ones"
    r"|Seiten|Kopien|Sprachen|Wörter|Sammlungen|Bilder|Sätze)\b"
)
JARGON = re.compile(r"residual|sweeps|\bbell\b|no graph|\('|Traceback")
COMMANDS = [
    ["crawl", "DIR", "--delay", "0s"],
    ["analyse", "DIR"],
    ["index", "DIR"],
    ["status", "DIR"],
    ["crawl", "DIR"],
    ["analyse", "DIR"],
    ["index", "DIR"],
    ["index", "DIR", "--check"],
    ["search", "DIR", "front"],
    ["search", "DIR", "nothing"],
    ["trace", "DIR", "URL"],
    ["outside", "DIR"],
    ["rank", "DIR"],
    ["hits", "DIR", "front"],
    ["related", "DIR", "front"],
    ["similar", "DIR", "URL"],
    ["clusters", "list", "DIR"],
    ["clusters", "show", "DIR", "0"],
    ["words", "list", "DIR"],
    ["words", "growth", "DIR"],
    ["words", "unknown", "DIR"],
    ["duplicates", "groups", "DIR"],
    ["duplicates", "show", "DIR", "URL"],
    ["duplicates", "mirrors", "DIR"],
    ["duplicates", "templates", "DIR"],
    ["export", "DIR", "sentences"],
    ["presence", "test", "DIR", "URL"],
    ["extract", "text", "PAGE"],
]
SHOWN = ("/", "/search?q=front", "/crawl", "/clusters", "/collections", "/page?url={url}")


def heard(folder: Path, page: Path, url: str, words: list[str]) -> str:
    """What a command says, whatever comes of it."""
    names = {"DIR": folder, "URL": url, "PAGE": page}
    done = run_auslese(*(names.get(word, word) for word in words))
    told = (done.stdout + done.stderr).decode()
    assert done.returncode in (0, 1, 3), f"{words}\n{told}"
    return told


def test_a_collection_of_one_page_is_told_in_the_singular_and_in_plain_words(
    tmp_path: Path,
) -> None:
    folder, page = tmp_path / "c", tmp_path / "page.html"
    page.write_text("<p>One page that says one thing.</p>", "utf-8")
    told: dict[str, str] = {}
    with serving_changes(ChangingSite()) as site:
        url = site.url()
        auslese("new", folder, "--start", url)
        for number, words in enumerate(COMMANDS):
            told[f"{number} {' '.join(words)}"] = heard(folder, page, url, words)
        with client_of(Collection.open(folder)) as client:
            for path in SHOWN:
                for language in ("en", "de"):
                    address = path.format(url=url) + ("&" if "?" in path else "?")
                    shown = client.get(f"{address}lang={language}").text
                    told[f"{address}{language}"] = re.sub(r"<[^>]*>", " ", shown)

    wrong = {name: found for name, text in told.items() if (found := ONE_OF_MANY.findall(text))}
    assert wrong == {}
    assert [name for name, text in told.items() if JARGON.search(text)] == []
    assert "1 page from 1 host" in told["0 crawl DIR --delay 0s"]
