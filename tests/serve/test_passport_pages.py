"""The passport of a collection as a page, for people and for programs."""

import json
import re
from html import unescape

from starlette.testclient import TestClient

from auslese.serve.server_options import ServerPolicy
from auslese.store.collection import Collection
from tests.serve.page_check import assert_sound
from tests.serve.served import TOKEN, client_of

SCRIPT = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


def test_the_passport_is_a_sound_page_in_both_languages(client: TestClient) -> None:
    english, german = (client.get(f"/passport?lang={code}").text for code in ("en", "de"))

    assert_sound(english)
    assert_sound(german)
    assert "How to cite" in english
    assert "So zitieren" in german
    assert "Vom Roboter `Auslese` von Auslese" in unescape(german)


def test_programs_get_the_same_as_json(client: TestClient) -> None:
    told = client.get("/passport.json").json()

    assert told == client.get("/api/passport").json()
    assert told["counts"]["pages"] == 28
    assert told["languages"] == {"en": 26, "de": 1}
    assert len(told["digests"]["contents"]) == 64
    assert told["datasheet"]["terms"].startswith("Every page stays under the terms of its owner")


def test_search_engines_find_a_dataset_in_the_page(client: TestClient) -> None:
    (found,) = SCRIPT.findall(client.get("/passport").text)
    described = json.loads(found)

    assert described["@type"] == "Dataset"
    assert described["url"].endswith("/passport")
    assert described["identifier"][0].startswith("sha256:")


def test_no_name_of_a_collection_ends_the_description(collection: Collection) -> None:
    settings = collection.settings.read_text()
    collection.settings.write_text('[passport]\nabout = "</script><script>alert(1)//&"\n')
    try:
        with client_of(collection) as client:
            page = client.get("/passport").text
    finally:
        collection.settings.write_text(settings)

    assert_sound(page)
    assert "<script>alert" not in page
    (found,) = SCRIPT.findall(page)
    assert json.loads(found)["description"] == "</script><script>alert(1)//&"


def test_the_passport_is_also_a_page_of_markdown(client: TestClient) -> None:
    english, german = (client.get(f"/passport.md?lang={code}") for code in ("en", "de"))

    assert english.headers["content-type"].startswith("text/markdown")
    assert english.text.startswith("# Passport of bees\n")
    assert german.text.startswith("# Pass von bees\n")
    assert "**Wen kann man fragen?**" in german.text


def test_strangers_are_not_told_the_settings(collection: Collection) -> None:
    before = collection.settings.read_text()
    collection.settings.write_text("[limits]\ndepth = 7\n")
    try:
        abroad = ServerPolicy(TOKEN, is_local=False, asks_token=True)
        with client_of(collection) as here, client_of(collection, policy=abroad) as there:
            told = [each.get("/passport.json").json()["settings"] for each in (here, there)]
    finally:
        collection.settings.write_text(before)

    assert told == [{"limits.depth": 7}, {}]
