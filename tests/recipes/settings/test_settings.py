"""Settings: where a value comes from, and how mistakes are told."""

import pickle
from datetime import timedelta
from pathlib import Path

import pytest

from auslese.recipes.settings.settings_loading import Settings, load_settings, settings_of
from auslese.records.errors import NotFoundError, SettingsError
from auslese.store.collection import Collection


def written(folder: Path, text: str) -> Path:
    path = folder / "auslese.toml"
    path.write_text(text, "utf-8")
    return path


def complaint_about(path: Path, environ: dict[str, str] | None = None) -> str:
    with pytest.raises(SettingsError) as refusal:
        load_settings(path, {}, environ or {})
    return str(refusal.value)


def test_an_empty_file_gives_all_defaults(tmp_path: Path) -> None:
    settings = load_settings(written(tmp_path, ""), {}, {})

    assert settings == Settings()
    assert settings.politeness.delay == timedelta(seconds=1)
    assert settings.limits.depth is None
    assert settings.limits.body_bytes == 10_000_000
    assert {origin.name for origin in settings.origins.values()} == {"default"}


def test_every_table_is_read(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
        [presence]
        name = "Beispiel"
        start = ["HTTP://www.Example.org"]
        scope = "host"
        allow = [".example.com"]
        deny = ["www.example.org/private/"]
        countries = ["DE", ".at"]
        [limits]
        depth = 3
        pages = 100
        time = "1h 30m"
        body_bytes = "2MiB"
        [politeness]
        agent = "Sammler"
        contact = "https://example.org/robot"
        delay = 0.5
        [crawl]
        workers = 2
        types = ["TEXT/HTML"]
        [archive]
        segment_bytes = 500_000_000
        """,
    )

    settings = load_settings(path, {}, {})

    assert settings.presence.name == "Beispiel"
    assert settings.presence.start == ("http://www.example.org/",)
    assert settings.presence.countries == ("de", "at")
    assert settings.presence.max_depth == settings.limits.depth == 3
    assert settings.limits.time == timedelta(minutes=90)
    assert settings.limits.body_bytes == 2 * 2**20
    assert settings.politeness.delay == timedelta(milliseconds=500)
    assert settings.crawl.types == ("text/html",)
    assert settings.archive.segment_bytes == 500_000_000


def test_a_flag_beats_a_variable_beats_the_file_beats_the_default(tmp_path: Path) -> None:
    path = written(tmp_path, '[politeness]\ndelay = "2s"\n')
    variable = {"AUSLESE_POLITENESS_DELAY": "3s"}
    flag = {"politeness.delay": "4s"}

    by_file = load_settings(path, {"politeness.delay": None}, {})
    by_variable = load_settings(path, {}, variable)
    by_flag = load_settings(path, flag, variable)

    assert by_file.politeness.delay == timedelta(seconds=2)
    assert by_file.origins["politeness.delay"] == ("file", f"{path}, line 2")
    assert by_variable.politeness.delay == timedelta(seconds=3)
    assert by_variable.origins["politeness.delay"] == ("env", "AUSLESE_POLITENESS_DELAY")
    assert by_flag.politeness.delay == timedelta(seconds=4)
    assert by_flag.origins["politeness.delay"].name == "flag"


def test_the_contact_has_a_short_variable_and_the_long_one_beats_it(tmp_path: Path) -> None:
    path = written(tmp_path, "")
    short = {"AUSLESE_CONTACT": "short@example.org"}
    both = {"AUSLESE_POLITENESS_CONTACT": "long@example.org", **short}

    assert load_settings(path, {}, short).politeness.contact == "short@example.org"
    assert load_settings(path, {}, both).politeness.contact == "long@example.org"


def test_variables_and_flags_may_be_numbers_and_lists(tmp_path: Path) -> None:
    environ = {
        "AUSLESE_LIMITS_PAGES": "50",
        "AUSLESE_LIMITS_DEPTH": "none",
        "AUSLESE_POLITENESS_DELAY": "0.25",
        "AUSLESE_PRESENCE_ALLOW": ".a.org surt:(de,tum,",
    }

    settings = load_settings(written(tmp_path, ""), {"limits.redirects": 3}, environ)

    assert settings.limits.pages == 50
    assert settings.limits.depth is None
    assert settings.limits.redirects == 3
    assert settings.politeness.delay == timedelta(milliseconds=250)
    assert settings.presence.allow == (".a.org", "surt:(de,tum,")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            '[politeness]\ndelay = "soon"',
            'line 2, politeness.delay: expected a duration like "1s", found "soon"',
        ),
        ("[politeness]\ndelay = -1", "line 2, politeness.delay: expected a duration"),
        ("[politeness]\ndelay = true", "found true"),
        ("[politeness]\ndelay = inf", "expected a duration"),
        ('[politeness]\nagent = ""', 'expected a word like "Auslese", found ""'),
        ('[politeness]\nagent = "two words"', 'expected a word like "Auslese"'),
        ('[politeness]\nagent = "Bot2"', 'expected a word like "Auslese"'),
        ("[politeness]\nstrict_robots = 1", "expected true or false, found 1"),
        ('[politeness]\nown_sites = ["domain:a.org"]', 'expected a host like "www.example.org"'),
        ('[politeness]\nown_sites = ["10.0.0.0/8"]', 'expected a host like "www.example.org"'),
        ('[politeness]\nown_sites = ["a.org/x"]', 'expected a host like "www.example.org"'),
        ('[politeness]\ncontact = "nobody"', "expected a mail address or a web page"),
        ('[politeness]\ncontact = "a@b\\r\\nX-Evil: 1"', "expected a mail address"),
        ('[limits]\npages = "many"', 'expected a whole number from 1 upwards, or "none"'),
        ("[limits]\ndepth = -1", "found -1"),
        ("[limits]\ndepth = true", "found true"),
        ("[limits]\npages = 1.5", "found 1.5"),
        ('[limits]\nbody_bytes = "10 apples"', 'expected a size like "10MB"'),
        ("[limits]\nbody_bytes = 0", "expected a size"),
        ('[presence]\nstart = ["nonsense"]', 'did you mean "https://nonsense/"?'),
        ('[presence]\nstart = ["ftp://a.org/"]', "expected a start page"),
        ('[presence]\nstart = "https://a.org/"', "expected a list of start pages"),
        ("[presence]\nstart = [1]", "found 1"),
        ('[presence]\nscope = "hosts"', 'did you mean "host"?'),
        ("[presence]\nscope = 3", 'expected one of "domain", "host", "prefix", "none"'),
        ('[presence]\nallow = ["10.0.0.0/64"]', "expected an address range"),
        ('[presence]\ndeny = ["re:("]', "expected a regular expression"),
        ('[presence]\ncountries = ["Germany"]', "expected a country of two letters"),
        ('[crawl]\ntypes = ["html"]', "expected a media type"),
        ('[crawl]\nproxy = "proxy:8080"', "expected a proxy"),
        ("[crawl]\nworkers = 5000", "from 0 to 1024"),
    ],
)
def test_a_wrong_value_is_told_with_what_was_expected(
    tmp_path: Path, text: str, complaint: str
) -> None:
    told = complaint_about(written(tmp_path, text))

    assert told.startswith(f"{tmp_path / 'auslese.toml'}, line 2, ")
    assert complaint in told


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[politness]", "line 1, politness: expected one of [presence], [limits]"),
        ("[politness]", 'did you mean "politeness"?'),
        ("politeness = 1", "line 1, politeness: expected a table, found 1"),
        (
            "[politeness]\ndely = 1",
            'politeness.dely: there is no such setting; did you mean "delay"?',
        ),
        ("[archive]\nxyz = 1", "[archive] knows segment_bytes"),
        ('"archive"."seg.ment" = 1', "line 1, archive.seg.ment: there is no such setting"),
    ],
)
def test_an_unknown_key_is_told_with_the_nearest_known_one(
    tmp_path: Path, text: str, complaint: str
) -> None:
    assert complaint in complaint_about(written(tmp_path, text))


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """[presence]
start = [
    "https://a.org/",
    "nonsense",
]
deny = ["re:(", "10.0.0.0/99"]

[limits]
paegs = 1
depth = -3
""",
    )

    told = complaint_about(path, {"AUSLESE_CRAWL_RETRIES": "x", "AUSLESE_CRAWL_WORKER": "1"})

    places = [line.partition(":")[0] for line in told.splitlines()]
    assert places == [
        f"{path}, line 2, presence.start",
        f"{path}, line 6, presence.deny",
        f"{path}, line 6, presence.deny",
        f"{path}, line 9, limits.paegs",
        f"{path}, line 10, limits.depth",
        "AUSLESE_CRAWL_RETRIES, crawl.retries",
        "AUSLESE_CRAWL_WORKER",
    ]
    assert 'did you mean "AUSLESE_CRAWL_WORKERS"?' in told


def test_variables_of_other_programs_are_left_alone(tmp_path: Path) -> None:
    environ = {"AUSLESE_TEST_PROCESSES": "2", "PATH": "/bin"}

    assert load_settings(written(tmp_path, ""), {}, environ) == Settings()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[presence]\nname = \n", 2),
        ("[limits\nx = 1", 1),
        ('[crawl]\n\nlog = """never closed\n', 3),
    ],
)
def test_a_slip_in_the_syntax_is_told_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    path = written(tmp_path, text)

    assert complaint_about(path).startswith(f"{path}, line {line}: ")


def test_a_file_that_is_not_utf8_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "auslese.toml"
    path.write_bytes('[presence]\nname = "München"\n'.encode("latin-1"))

    assert complaint_about(path) == f"{path}, line 2: expected text in UTF-8"


def test_a_missing_file_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="auslese new"):
        load_settings(tmp_path / "auslese.toml", {}, {})


def test_a_wrong_flag_is_told_by_its_name_and_key(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"--max-pages, limits\.pages: expected a whole number"):
        load_settings(written(tmp_path, ""), {"limits.pages": "many"}, {})
    with pytest.raises(SettingsError, match="did you mean"):
        load_settings(written(tmp_path, ""), {"limits.page": 1}, {})


def test_settings_of_a_collection_know_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUSLESE_CONTACT", "me@example.org")
    collection = Collection.create(tmp_path / "c", "[limits]\npages = 5\n")

    settings = settings_of(collection, {"limits.depth": 1})

    assert (settings.limits.pages, settings.limits.depth) == (5, 1)
    assert settings.politeness.contact == "me@example.org"


def test_settings_travel_to_other_processes(tmp_path: Path) -> None:
    settings = load_settings(written(tmp_path, '[presence]\nallow = [".de"]\n'), {}, {})

    assert pickle.loads(pickle.dumps(settings)) == settings
