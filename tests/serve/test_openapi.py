"""The description of the API says what is there, and nothing else."""

import re

from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from auslese.serve.app import make_app
from auslese.serve.guard import Guard
from auslese.serve.openapi import description
from auslese.serve.server_options import ServerPolicy
from auslese.store.collection import Collection
from tests.serve.served import HIVE, shelf_of


def test_the_description_has_just_the_addresses_of_the_server(collection: Collection) -> None:
    guard = make_app(shelf_of(collection), ServerPolicy("t"))
    assert isinstance(guard, Guard)
    app = guard._app
    assert isinstance(app, Starlette)
    served = {
        (route.path, method)
        for route in app.routes
        if isinstance(route, Route) and not route.path.startswith("/static/")
        for method in (route.methods or set()) - {"HEAD"}
    }
    described = {
        (path, method.upper())
        for path, methods in description()["paths"].items()
        for method in methods
    }

    assert described == served


def test_every_operation_has_a_name_of_its_own_and_declares_what_its_path_needs() -> None:
    names: list[str] = []
    for path, methods in description()["paths"].items():
        for told in methods.values():
            names.append(told["operationId"])
            needed = set(re.findall(r"{(\w+)}", path))
            declared = {each["name"] for each in told.get("parameters", []) if each["in"] == "path"}
            assert declared == needed

    assert len(names) == len(set(names))


def test_what_the_description_says_of_an_answer_is_so(client: TestClient) -> None:
    told = client.get("/openapi.json").json()
    assert told["openapi"] == "3.1.0"
    values = {"url": HIVE, "q": "honey", "number": "0"}
    for path, methods in told["paths"].items():
        if "get" not in methods:
            continue
        answer = client.get(path.replace("{collection}", "bees"), params=values)
        responses = methods["get"]["responses"]
        assert str(answer.status_code) in responses, (path, answer.status_code)
        types = responses[str(answer.status_code)]["content"]
        assert answer.headers["content-type"].partition(";")[0] in types, path
