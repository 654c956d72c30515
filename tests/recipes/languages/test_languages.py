"""Every document gets its languages once, whatever happens meanwhile."""

import os
import signal
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.archived_collection import EMPTY, Fetched, add_pages, archived_collection
from tests.reading_run import read, rows
from tests.running import auslese, auslese_json, run_python

from auslese.analyse.language.language_candidates import restrict_model
from auslese.analyse.language.language_mix import LanguageMix, LanguageMixInput, recognise_mixes
from auslese.analyse.language.recogniser import Recogniser, shipped_recogniser
from auslese.recipes.languages import language_shards as languages
from auslese.recipes.languages.language_report import language_of_page, stale_languages
from auslese.recipes.languages.language_stage import (
    LanguageStage,
    LanguageSummary,
)
from auslese.recipes.settings.analysis_settings import LanguageSection
from auslese.recipes.settings.setting_tables import Settings
from auslese.recipes.settings.settings_edit import write_setting
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.records.errors import SettingsError
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import to_ipc, write_segment
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import numbers_of
from auslese.store.tables.sql_views import connect

pytestmark = pytest.mark.slow

GERMAN = "Das Museum ist im Winter von zehn bis achtzehn Uhr geöffnet, außer am Montag."
FRENCH = "Le musée est ouvert tous les jours sauf le lundi, de dix heures à dix-huit heures."
ENGLISH = "The museum is open every day except on Mondays, from ten to six o'clock."
ALL = "SELECT count(*), count(DISTINCT id) FROM languages_ever"


def page(url: str, *paragraphs: str, lang: str = "", **more: Any) -> Fetched:
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    html = f"<html{f' lang={lang}' if lang else ''}><title>{url}</title><body>{body}</body></html>"
    return Fetched(url, html.encode(), **more)


def german_pages(number: int) -> list[Fetched]:
    texts = (f"{GERMAN} Dies ist die Seite mit der Nummer {at}." for at in range(number))
    return [page(f"http://a.example/{at}", text) for at, text in enumerate(texts)]


def tell(
    collection: Collection, wanted: LanguageSection | None = None, **wishes: Any
) -> LanguageSummary:
    settings = Settings(language=wanted or LanguageSection())
    options = StageOptions(settings, **({"workers": 1} | wishes))
    return run_stage(LanguageStage(), collection, options)


def collection_of(path: Path, *pages: Fetched) -> Collection:
    collection = archived_collection(path, pages)
    read(collection)
    return collection


# -- what is told ---------------------------------------------------------------------------------


def test_a_page_gets_its_language_and_so_does_every_paragraph(tmp_path: Path) -> None:
    collection = collection_of(
        tmp_path / "c", page("http://a.example/", GERMAN, GERMAN, FRENCH, lang="de-CH")
    )

    summary = tell(collection)

    query = "SELECT language, hint, hreflang, agrees, model, runner_up FROM languages"
    assert rows(collection, query) == [("de", "de-CH", "", True, summary.model, "fr")]
    paragraphs = """
        SELECT p.number, p.language FROM (SELECT unnest(paragraphs) AS p FROM languages)
    """
    assert rows(collection, paragraphs) == [(0, "de"), (1, "de"), (2, "fr")]
    ((mix,),) = rows(collection, "SELECT mix FROM languages")
    assert [each["language"] for each in mix] == ["de", "fr"]
    assert sum(each["share"] for each in mix) == pytest.approx(1.0)
    assert (summary.pages, dict(summary.languages), summary.left) == (1, {"de": 1}, 0)


def test_every_sentence_has_the_language_of_its_paragraph(tmp_path: Path) -> None:
    collection = collection_of(tmp_path / "c", page("http://a.example/", GERMAN, FRENCH, ENGLISH))
    query = "SELECT language, text FROM sentence_languages ORDER BY number"

    untold = rows(collection, query)
    tell(collection)

    assert untold == [(None, GERMAN), (None, FRENCH), (None, ENGLISH)]
    assert rows(collection, query) == [("de", GERMAN), ("fr", FRENCH), ("en", ENGLISH)]


def test_a_claim_is_evidence_and_not_the_truth(tmp_path: Path) -> None:
    collection = collection_of(
        tmp_path / "c",
        page("http://a.example/no", GERMAN, lang="fr"),
        page("http://a.example/mum", GERMAN),
    )

    summary = tell(collection)

    query = "SELECT language, hint, agrees FROM languages ORDER BY hint"
    assert rows(collection, query) == [("de", "", None), ("de", "fr", False)]
    assert summary.differing == 1


def test_what_links_say_is_kept_beside_what_the_page_says(tmp_path: Path) -> None:
    url = "http://a.example/de"
    collection = collection_of(tmp_path / "c", page(url, GERMAN), page("http://a.example/", FRENCH))
    empty = {field.name: EMPTY.get(str(field.type)) for field in TABLES["links"].schema}
    claims = ["de-AT", "x-default", "de-AT", "de"]
    links = [
        empty
        | {"source": key_of(Url("http://a.example/")), "target": key_of(Url(url)), "url": url}
        | {"rel": f"alternate hreflang={claim}"}
        for claim in claims
    ]
    columns = {name: [link[name] for link in links] for name in empty}
    write_segment(collection.tables, "links", 1, [to_ipc("links", columns)])

    tell(collection)

    query = "SELECT hreflang, agrees FROM languages ORDER BY url"
    assert rows(collection, query) == [("", None), ("de,de-AT", True)]


def test_a_page_without_main_text_is_told_by_what_else_a_reader_sees(tmp_path: Path) -> None:
    links = "".join(f"<li><a href=/{word}>{word}</a>" for word in GERMAN.split())
    menu = Fetched("http://a.example/", f"<title>x</title><nav><ul>{links}</ul></nav>".encode())
    odd = Fetched("http://a.example/zip", b"PK\x03\x04 and so on", "application/zip")
    collection = collection_of(tmp_path / "c", menu, odd)

    summary = tell(collection)

    query = "SELECT language, len(paragraphs) FROM languages ORDER BY url"
    (first, second) = rows(collection, query)
    ((text,),) = rows(collection, "SELECT text FROM documents WHERE problem = ''")
    assert first[0] == "de"
    assert bool(first[1]) == bool(text)
    assert second == ("", 0)
    assert dict(summary.languages) == {"de": 1}


# -- once, and anew -------------------------------------------------------------------------------


def test_what_is_told_is_not_told_again_and_what_is_new_is(tmp_path: Path) -> None:
    collection = collection_of(tmp_path / "c", *german_pages(3))

    first, second = tell(collection), tell(collection)
    add_pages(collection, [page("http://b.example/", FRENCH)])
    read(collection)
    third = tell(collection)

    assert [first.pages, second.pages, third.pages] == [3, 0, 1]
    assert rows(collection, ALL) == [(4, 4)]


def test_a_page_that_changed_is_told_again_and_only_the_last_is_shown(tmp_path: Path) -> None:
    collection = collection_of(tmp_path / "c", *german_pages(2))
    tell(collection)
    later = page("http://a.example/0", FRENCH, after=timedelta(hours=1))
    add_pages(collection, [later])
    read(collection)

    assert tell(collection).pages == 1
    query = "SELECT language FROM languages ORDER BY url"
    assert rows(collection, query) == [("fr",), ("de",)]
    with connect(collection) as tables:
        told = language_of_page(tables, "http://a.example/0")
    assert told is not None
    assert told.language == "fr"


def test_documents_that_were_read_anew_are_told_anew(tmp_path: Path) -> None:
    collection = collection_of(tmp_path / "c", *german_pages(5))
    tell(collection)
    read(collection, again=True)

    numbers = numbers_of(collection.tables, "documents")
    with connect(collection) as tables:
        assert stale_languages(collection, tables, LanguageSection()) == 5
    assert tell(collection).pages == 5
    assert rows(collection, ALL) == [(5, 5)]
    assert numbers_of(collection.tables, "languages") == numbers


def test_another_model_or_other_candidates_tell_everything_anew(tmp_path: Path) -> None:
    collection = collection_of(tmp_path / "c", *german_pages(3))
    tell(collection)

    other = tell(collection, LanguageSection(candidates=("fr", "nl")))

    assert other.pages == 3
    assert set(other.languages) <= {"fr", "nl", "unknown"}
    assert rows(collection, "SELECT DISTINCT model FROM languages_ever") == [(other.model,)]
    assert tell(collection).pages == 3
    assert tell(collection).pages == 0


def test_the_model_of_the_collection_is_used_if_the_settings_say_so(tmp_path: Path) -> None:
    collection = collection_of(tmp_path / "c", page("http://a.example/", GERMAN))
    own = LanguageSection(model="collection")

    with pytest.raises(SettingsError, match="`auslese language train"):
        tell(collection, own)
    restrict_model(shipped_recogniser().model, ["de", "nl", "fr"]).save(
        collection.models / "language"
    )

    summary = tell(collection, own)

    assert summary.model.startswith("collection-")
    assert dict(summary.languages) == {"de": 1}


def test_again_tells_all_anew(tmp_path: Path) -> None:
    collection = collection_of(tmp_path / "c", *german_pages(3))

    assert [tell(collection).pages, tell(collection, again=True).pages] == [3, 3]
    assert rows(collection, ALL) == [(3, 3)]


# -- stops, kills, pages that kill ----------------------------------------------------------------


def test_a_stop_keeps_the_chunks_that_are_done_and_goes_on_with_the_rest(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", german_pages(150))
    read(collection, chunk_pages=1)
    done: list[int] = []

    first = tell(
        collection,
        progress=lambda progress: done.append(progress.read),
        stopped=lambda: "SIGINT" if done[-1] > 40 else "",
    )
    second = tell(collection)

    assert first.ending == "SIGINT"
    assert 0 < first.pages < 150
    assert first.left == 150 - first.pages
    assert second.pages == first.left
    assert rows(collection, ALL) == [(150, 150)]


def test_a_kill_doubles_and_loses_no_row(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", german_pages(150))
    read(collection, chunk_pages=1)
    dying = (
        "import os, sys; from pathlib import Path\n"
        "from auslese.store.tables import parquet_segments\n"
        "from auslese.system import durable_files\n"
        "from auslese.recipes.languages import language_stage\n"
        "from auslese.recipes.stages.stage import StageOptions, run_stage\n"
        "from auslese.store.collection import Collection\n"
        "write, written = parquet_segments._write, []\n"
        "def die(path, rows):\n"
        "    written.append(path)\n"
        "    if len(written) == 3:\n"
        "        durable_files.temporary_of(path).write_bytes(b'half of it')\n"
        "        os._exit(9)\n"
        "    write(path, rows)\n"
        "parquet_segments._write = die\n"
        "collection = Collection.open(Path(sys.argv[1]))\n"
        "run_stage(language_stage.LanguageStage(), collection, StageOptions(workers=1))\n"
    )
    ended = run_python(dying, collection.path)
    assert ended.returncode == 9
    ((before, _),) = rows(collection, ALL)

    assert 0 < before < 150
    assert tell(collection).pages == 150 - before
    assert rows(collection, ALL) == [(150, 150)]


def test_a_page_that_kills_who_tells_it_costs_itself_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = collection_of(
        tmp_path / "c",
        *german_pages(3),
        page("http://a.example/kill", f"{FRENCH} Mourir."),
    )

    def dying(recogniser: Recogniser, pages: list[LanguageMixInput]) -> list[LanguageMix]:
        if any("Mourir" in text for page in pages for text in page.paragraphs):
            os.kill(os.getpid(), signal.SIGKILL)
        return recognise_mixes(recogniser, pages)

    monkeypatch.setattr(languages, "recognise_mixes", dying)
    summary = tell(collection)

    assert dict(summary.languages) == {"de": 3}
    query = "SELECT language FROM languages WHERE url LIKE '%kill'"
    assert rows(collection, query) == [("",)]


# -- what people see ------------------------------------------------------------------------------


def test_analyse_status_and_trace_tell_languages(tmp_path: Path) -> None:
    collection = archived_collection(
        tmp_path / "c",
        [page("http://a.example/", GERMAN, GERMAN, FRENCH, lang="fr"), *german_pages(2)],
    )

    waiting = auslese_json("status", collection.path)["languages"]
    told = auslese("analyse", collection.path).stderr
    status = auslese("status", collection.path).stdout
    with connect(collection) as tables:
        shown = language_of_page(tables, "http://a.example/")

    assert waiting == {"pages": {}, "stale": 0}
    assert "language: 3 texts whose language is not known yet" in told
    assert "languages of 3 pages told" in told
    assert "German (de) 3" in told
    assert "1 page in another language than claimed" in told
    assert "pages by language: German (de) 3" in status
    assert shown is not None
    assert (shown.language, shown.hint, shown.agrees) == ("de", "fr", False)
    again = auslese("analyse", collection.path, "language").stderr
    assert "language: up to date" in again
    write_setting(collection.settings, "language.candidates", ["fr", "en"])
    assert auslese_json("status", collection.path)["languages"]["stale"] == 3


def test_a_bad_setting_is_told(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", german_pages(1))
    write_setting(collection.settings, "language.candidates", ["de", "sw", "nl-NL"])

    summary = auslese_json("analyse", collection.path)["analyses"]["language"]
    assert summary["pages"] == 1
    text = collection.settings.read_text("utf-8").replace('"sw"', '"klingon"')
    collection.settings.write_text(text, "utf-8")
    assert 'expected a language like "de"' in auslese("analyse", collection.path, code=2).stderr
