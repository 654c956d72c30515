"""A collection that may only be read answers as before; what would change it says so in a line."""

import re
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from pathlib import Path
from tempfile import mkdtemp

import pytest
from click.testing import CliRunner, Result
from tests.import_run import imported, jsonl
from tests.read_only_folders import WAYS, read_only_disk
from tests.serve.served import TOKEN, client_of
from tests.stage_runs import make_index

from auslese.cli.main import program
from auslese.crawl.frontier.embedded.frontier_file import connect, open_ledger
from auslese.recipes.settings.settings_loading import settings_of
from auslese.recipes.stages.analyses import analyse_collection
from auslese.recipes.stages.stage import StageOptions
from auslese.search.index.index_generation import required_generation
from auslese.search.index.unlocked_index import opened_index
from auslese.store.collection import Collection
from auslese.store.read_only import ReadOnlyError

Way = Callable[[Path], AbstractContextManager[None]]
SITE = "http://bees.example"
URL = f"{SITE}/0"
PAGES = 8
READING = [
    "search DIR honey",
    "status DIR",
    "trace DIR URL",
    "outside DIR",
    "export DIR gexf",
    "related DIR honey",
    "hits DIR honey",
    "rank DIR",
    "words list DIR",
    "clusters list DIR",
    "duplicates groups DIR",
    "index DIR --check",
]
CHANGING = [
    "crawl DIR --contact keeper@bees.example",
    "analyse DIR --again",
    "index DIR --again",
    "import DIR FILE",
]
SHOWN = [
    "/",
    "/search?q=honey",
    "/feed?q=honey",
    f"/page?url={URL}",
    f"/copy?url={URL}",
    "/crawl",
    "/clusters",
    "/collections",
    "/help",
]
MEASURED = re.compile(r"[\d.,]+")


def document(number: int) -> dict[str, str]:
    """A page about bees that links to two others."""
    links = "".join(f'<a href="/{(number + step) % PAGES}">hive {step}</a> ' for step in (1, 3))
    text = f"Bees bring honey to hive number {number}, and a keeper looks after it all year."
    return {
        "url": f"{SITE}/{number}",
        "html": f"<html><title>Hive {number}</title><body><h1>Hive {number}</h1><p>{text}</p>"
        f"<p>Links: {links}</p></body></html>",
    }


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A collection with everything in it, where others may look, too."""
    place = Path(mkdtemp(prefix="auslese-read-only-"))
    place.chmod(0o755)
    Collection.create(place / "c", f'[presence]\nstart = ["{SITE}/"]\n')
    imported(place / "c", jsonl(place / "bees.jsonl", map(document, range(PAGES))))
    collection = Collection.open(place / "c")
    analyse_collection(collection, [], StageOptions(settings_of(collection)))
    with collection.lock():
        make_index(collection)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(place))  # nobody may look into those of the tests
        yield place / "c"
    shutil.rmtree(place)


@pytest.fixture(scope="module")
def before(folder: Path) -> dict[str, Result]:
    return {words: run(folder, words) for words in READING}


def run(folder: Path, words: str) -> Result:
    names = {"DIR": str(folder), "URL": URL, "FILE": str(folder / "../bees.jsonl")}
    return CliRunner().invoke(program, [names.get(word, word) for word in words.split()])


@pytest.mark.parametrize("way", WAYS)
def test_what_only_reads_says_the_same(folder: Path, before: dict[str, Result], way: Way) -> None:
    with way(folder):
        after = {words: run(folder, words) for words in READING}

    assert {words: done.exit_code for words, done in after.items()} == dict.fromkeys(READING, 0)
    for words, done in after.items():
        assert MEASURED.sub("#", done.output) == MEASURED.sub("#", before[words].output), words


def test_an_index_that_nobody_may_lock_opens_every_time_and_leaves_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    index = required_generation(folder / "index").folder
    with read_only_disk(folder), ThreadPoolExecutor(8) as threads:  # its own threads get in the way
        opened = list(threads.map(opened_index, [index] * 160))

    assert [each.searcher().num_docs for each in opened] == [PAGES] * 160
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("way", WAYS)
def test_what_would_change_it_says_in_one_line_that_it_is_read_only(folder: Path, way: Way) -> None:
    with way(folder):
        errors = [run(folder, words).exception for words in CHANGING]

    assert [type(error) for error in errors] == [ReadOnlyError] * len(CHANGING)
    assert all("can be searched, served and exported, not changed" in str(e) for e in errors)


@pytest.mark.parametrize("way", WAYS)
def test_all_pages_are_served_and_rules_stay_as_they_are(folder: Path, way: Way) -> None:
    with client_of(Collection.open(folder)) as client:
        client.get("/search?q=honey")  # what is loaded late may lie where nobody may look

    with client_of(Collection.open(folder)) as client, way(folder):
        found = {page: client.get(page).status_code for page in SHOWN}
        form = {"token": TOKEN, "rule": ".example.org"}
        refused = client.post("/crawl/allow", data=form, headers={"accept": "application/json"})

    assert found == dict.fromkeys(SHOWN, 200)
    assert refused.status_code == 403
    assert "is read-only" in refused.text


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("shared", [True, False], ids=["with its index", "without"])
def test_what_stands_only_in_the_log_of_the_frontier_is_read(way: Way, shared: bool) -> None:
    place = Path(mkdtemp(prefix="auslese-read-only-"))
    place.chmod(0o755)
    with closing(connect(place / "f.db")) as db:
        db.execute("INSERT INTO meta VALUES ('told', 'late')")
        shutil.copytree(place, place / "killed")
    if not shared:
        (place / "killed/f.db-shm").unlink()

    with way(place / "killed"), closing(open_ledger(place / "killed/f.db")) as db:
        rows = db.execute("SELECT value FROM meta WHERE name = 'told'").fetchall()

    shutil.rmtree(place)
    assert rows == [("late",)]
