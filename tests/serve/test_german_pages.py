"""German pages are German, whatever is on them."""

from html.parser import HTMLParser

import pytest
from starlette.testclient import TestClient

from tests.serve.page_check import VOID
from tests.serve.served import EVIL, HIVE, ONLY_LINKED, PAPER
from tests.wording.english_words import english_in

PATHS = (
    "/",
    "/search?q=honey&groups=1",
    '/search?q=(honey lang:xx "x depth:y NEAR/2000 *a',
    "/search?q=nothingtofind",
    f"/page?url={HIVE}",
    f"/page?url={EVIL}&view=original",
    f"/page?url={PAPER}",
    f"/page?url={ONLY_LINKED}",
    "/page?url=http://never.example/",
    "/page?url=nirgends",
    "/copy?url=http://never.example/",
    "/crawl?rule=domain:www.example.org",
    "/crawl?rule=re:(a*)*b",
    "/clusters",
    "/cluster?number=3",
    "/help",
    "/no/such/page",
    "/c/nobody/search",
)


class Reader(HTMLParser):
    """What a page says itself, without what it shows of others."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[bool] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag not in VOID:
            foreign = tag == "bdi" and values.get("class") != "said"
            foreign |= tag in ("code", "title", "script")
            foreign |= tag != "html" and "lang" in values and values.get("class") != "said"
            self.open.append(foreign)
        for name in ("title", "aria-label", "placeholder", "alt"):
            if tag != "a" and not any(self.open) and values.get(name):
                self.words.append(str(values[name]))

    def handle_endtag(self, tag: str) -> None:
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self.open):
            self.words.append(data)


@pytest.mark.parametrize("path", PATHS)
def test_a_german_page_says_nothing_in_english(client: TestClient, path: str) -> None:
    page = client.get(path, headers={"accept-language": "de"})
    assert page.headers["content-type"].startswith("text/html")
    found = [words.strip() for words in Reader(page.text).words if english_in(words)]

    assert found == []
