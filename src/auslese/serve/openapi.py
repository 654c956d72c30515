"""The OpenAPI description of the server, made from its table of routes."""

from typing import Any

from auslese import __version__
from auslese.serve.routes import COLLECTION, HTML, JSON, ROUTES, Parameter, Route, addresses_of

PLAIN = "text/plain"
SERVICE = {
    "/healthz": ("healthz", "Whether the server lives.", JSON),
    "/metrics": ("metrics", "Counts and latencies for Prometheus.", PLAIN),
    "/openapi.json": ("openapi", "This description.", JSON),
}
PROGRAMS = {"/mcp": "mcp", f"{COLLECTION}/mcp": "mcp_of_collection"}
"""Where programs with language models speak the Model Context Protocol."""
ERROR = {
    "type": "object",
    "properties": {"error": {"type": "string"}, "message": {"type": "string"}},
    "required": ["error", "message"],
}
PROBLEMS = {
    "400": "What was asked cannot be meant.",
    "404": "There is no such thing here.",
    "429": "Too many requests.",
    "503": "It cannot be answered yet.",
}
ACT_PROBLEMS = {"403": "The token is missing or wrong.", "409": "No crawl is running."}


def description() -> dict[str, Any]:
    """The whole description."""
    paths: dict[str, Any] = {}
    for route in ROUTES:
        for address in addresses_of(route):
            paths.setdefault(address, {})[route.method.lower()] = _operation(route, address)
    for address, (name, about, media_type) in SERVICE.items():
        content = {media_type: {"schema": {"type": "object" if media_type == JSON else "string"}}}
        ok = {"200": {"description": about, "content": content}}
        paths[address] = {"get": {"operationId": name, "summary": about, "responses": ok}}
    for address, name in PROGRAMS.items():
        paths[address] = {"post": _of_programs(address, name)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Auslese", "version": __version__, "license": {"name": "Apache-2.0"}},
        "paths": paths,
        "components": {
            "schemas": {"Error": ERROR},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _of_programs(address: str, name: str) -> dict[str, Any]:
    """A message of JSON-RPC and its answer; no token, since nothing can be changed by it."""
    message = {JSON: {"schema": {"type": "object"}}}
    return {
        "operationId": name,
        "summary": "A message of the Model Context Protocol; it only reads.",
        "parameters": _place(address),
        "requestBody": {"content": message},
        "responses": {
            "200": {"description": "The answer.", "content": message},
            "202": {"description": "A notification, which has no answer."},
            "403": {"description": "It came from a page of another site."},
        },
    }


def _operation(route: Route, address: str) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": _name(route, address),
        "summary": route.about,
        "parameters": [*_place(address), *map(_parameter, route.parameters)],
        "responses": _responses(route, address),
    }
    if route.method == "POST":
        operation["security"] = [{"token": []}]
        operation["requestBody"] = {
            "content": {"application/x-www-form-urlencoded": {"schema": FORM}}
        }
    return operation


FORM = {
    "type": "object",
    "properties": {"token": {"type": "string"}, "rule": {"type": "string"}},
}


def _name(route: Route, address: str) -> str:
    """A name that no other operation has."""
    parts = [route.name]
    if "/api" in address:
        parts.append("api")
    elif address.endswith(".json"):
        parts.append("json")
    return "_".join([*parts, *(["of_collection"] if COLLECTION in address else [])])


def _place(address: str) -> list[dict[str, Any]]:
    if COLLECTION not in address:
        return []
    about = "Name of the collection."
    schema = {"type": "string"}
    return [
        {"name": "collection", "in": "path", "required": True, "description": about}
        | {"schema": schema}
    ]


def _parameter(parameter: Parameter) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": parameter.kind}
    if parameter.choices:
        schema["enum"] = list(parameter.choices)
    if parameter.most:
        schema |= {"minimum": 0, "maximum": parameter.most}
    if parameter.is_many:
        schema = {"type": "array", "items": schema}
    return {
        "name": parameter.name,
        "in": "query",
        "required": parameter.is_required,
        "description": parameter.about,
        "schema": schema,
    }


def _responses(route: Route, address: str) -> dict[str, Any]:
    is_twin = "/api" in address or address.endswith(".json")
    types = (JSON,) if is_twin else route.media_types
    content = {each: {"schema": {"type": "object" if each == JSON else "string"}} for each in types}
    problems = PROBLEMS | (ACT_PROBLEMS if route.method == "POST" else {})
    error = {
        JSON: {"schema": {"$ref": "#/components/schemas/Error"}},
        HTML: {"schema": {"type": "string"}},
        PLAIN: {"schema": {"type": "string"}},
    }
    found = {"200": {"description": route.about, "content": content}}
    if route.method == "POST" and not is_twin:
        found["303"] = {"description": "Done; the page of the crawl shows it.", "content": {}}
    return found | {
        status: {"description": about, "content": error} for status, about in problems.items()
    }
