"""How many pages a collection has, by everybody who says so."""

from pathlib import Path
from typing import Any

import auslese as library
from auslese.store.collection import Collection
from tests.running import auslese, auslese_json
from tests.serve.served import client_of


def numbers_of_pages(folder: Path) -> dict[str, Any]:
    """What everybody says who says how many pages there are."""
    with client_of(Collection.open(folder)) as client:
        home, crawl = client.get("/index.json").json(), client.get("/crawl.json").json()
        collections = client.get("/collections.json").json()["collections"]
    status = auslese("status", folder).stdout
    return {
        "home": home["pages"],
        "collections": collections[0]["pages"],
        "crawl": crawl["pages"],
        "hosts": sum(host["pages"] for host in crawl["busiest"]),
        "status": auslese_json("status", folder)["pages"],
        "status in words": int(status.split()[0].replace(",", "")),
        "Python": library.open(folder).status().pages,
    }
