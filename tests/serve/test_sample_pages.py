"""What a server tells whoever measures it."""

from starlette.testclient import TestClient

from tests.serve.served import HIVE, MANY, ONLY_LINKED


def test_a_page_of_the_index_is_held_and_has_its_words(client: TestClient) -> None:
    told = client.get("/api/held", params={"url": HIVE}).json()

    assert told["held"] is True
    assert told["title"] == "The hive"
    assert "Honey lies in the comb" in told["text"]
    assert told["url"] == HIVE


def test_a_page_that_is_not_in_the_index_is_not_held(client: TestClient) -> None:
    for url in (ONLY_LINKED, "http://nobody.example/"):
        answer = client.get("/held.json", params={"url": url})

        assert answer.status_code == 200
        assert answer.json() == {"url": url, "held": False, "title": "", "text": "", "rest": ""}


def test_what_is_no_address_cannot_be_meant(client: TestClient) -> None:
    assert client.get("/api/held", params={"url": "nothing"}).status_code == 400


def test_the_lexicon_has_words_with_the_number_of_their_pages(client: TestClient) -> None:
    told = client.get("/api/lexicon").json()
    words = dict(told["words"])

    assert told["pages"] >= MANY
    assert words["honey"] == MANY + 2
    assert words["gletscher"] == 1
    assert client.get("/api/lexicon", params={"most": "3"}).json()["words"] == told["words"][:3]


def test_a_page_says_by_whom_it_was_made(client: TestClient) -> None:
    assert '<meta name="generator" content="Auslese">' in client.get("/").text
