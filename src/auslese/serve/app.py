"""The application: from a request to a page, for browsers and for programs."""

import hmac
import logging
import os
from asyncio import wait_for
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route as AppRoute

from auslese.export.cluster_map import STYLE as MAP_STYLE
from auslese.records.errors import AusleseError, NotFoundError, PolicyError, SettingsError
from auslese.serve.asked import Asked, BadRequestError, door_of, wants_json
from auslese.serve.crawl_pages import ConflictError
from auslese.serve.guard import PAGE_OF_REQUEST, App, Guard
from auslese.serve.links import Links
from auslese.serve.manners import Manners
from auslese.serve.metrics import TEXT_TYPE, Metrics
from auslese.serve.openapi import description
from auslese.serve.rendering import render
from auslese.serve.routes import QUESTION, ROUTES, Route, addresses_of
from auslese.serve.search_pages import summary_of
from auslese.serve.shelf import Shelf
from auslese.serve.shown import GoTo, Raw, Shown
from auslese.serve.wording import noun

ANSWERS_AT_ONCE = max(2, os.cpu_count() or 1)
"""Threads that answer questions; more of them would wait for each other."""
MOST_FORM_BYTES = 16_384
MOST_FIELDS = 20
FORM_SECONDS = 10.0  # for a form to come
JSON_TYPE = "application/json"
HTML_TYPE = "text/html; charset=utf-8"
STATIC = Path(__file__).parent / "static"
STATIC_TYPES = {
    "icon.svg": "image/svg+xml",
    "script.js": "text/javascript; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
}
KEEP = {"cache-control": "max-age=3600"}
Endpoint = Callable[[Request], Awaitable[Response]]
STATUS_OF: tuple[tuple[type[AusleseError], HTTPStatus], ...] = (
    (BadRequestError, HTTPStatus.BAD_REQUEST),
    (SettingsError, HTTPStatus.BAD_REQUEST),
    (NotFoundError, HTTPStatus.NOT_FOUND),
    (PolicyError, HTTPStatus.FORBIDDEN),
    (ConflictError, HTTPStatus.CONFLICT),
)
HEADINGS = {
    HTTPStatus.BAD_REQUEST: "bad_request",
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.FORBIDDEN: "refused",
    HTTPStatus.METHOD_NOT_ALLOWED: "refused",
    HTTPStatus.CONFLICT: "bad_request",
}
log = logging.getLogger(__name__)


def make_app(shelf: Shelf, manners: Manners) -> App:
    """The whole server as an ASGI application."""
    metrics = Metrics()
    routes = [
        AppRoute(address, _endpoint(route, shelf, manners), methods=[route.method])
        for route in ROUTES
        for address in addresses_of(route)
    ]
    routes += [
        AppRoute("/healthz", _healthz),
        AppRoute("/metrics", _metrics_endpoint(metrics, shelf, manners)),
        AppRoute("/openapi.json", _openapi),
        AppRoute("/static/{name}", _static),
    ]

    async def missing(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else HTTPStatus.NOT_FOUND
        asked = await _asked(request, None, shelf, manners)
        return _problem(asked, HTTPStatus(status), "")

    app = Starlette(routes=routes, exception_handlers={HTTPException: missing})
    app.state.table = routes
    return Guard(app, manners, metrics)


def _endpoint(route: Route, shelf: Shelf, manners: Manners) -> Endpoint:
    limiter = CapacityLimiter(ANSWERS_AT_ONCE) if route.parameters is QUESTION else None

    async def answer(request: Request) -> Response:
        request.scope[PAGE_OF_REQUEST] = route.name
        try:
            asked = await _asked(request, route, shelf, manners)
        except NotFoundError as problem:
            asked = await _asked(request, None, shelf, manners)
            return _problem(asked, HTTPStatus.NOT_FOUND, str(problem))
        try:
            if route.method == "POST":
                asked = asked._replace(form=await _form(request))
                require_token(request, asked)
            return await to_thread.run_sync(
                lambda: _response(asked, route.handler(asked)), limiter=limiter
            )
        except AusleseError as problem:
            status = next((it for kind, it in STATUS_OF if isinstance(problem, kind)), None)
            return _problem(asked, status or HTTPStatus.SERVICE_UNAVAILABLE, str(problem))
        except Exception:
            log.exception("%s could not be answered", route.name)
            return _problem(asked, HTTPStatus.INTERNAL_SERVER_ERROR, "")

    return answer


async def _asked(request: Request, route: Route | None, shelf: Shelf, manners: Manners) -> Asked:
    name = request.path_params.get("collection") if route else None
    volume = shelf.named(name) if name else shelf.only
    if route and route.is_of_collection and volume is None and route.path not in ("/", "/help"):
        raise NotFoundError("there are several collections here; choose one")
    headers = request.headers
    door, is_chosen = door_of(request.query_params, headers.get("accept-language", ""))
    return Asked(
        shelf,
        volume,
        f"/c/{name}" if name else "",
        route.path if route else "/",
        request.query_params,
        {},
        door,
        is_chosen,
        wants_json(_within(request.url.path, name), headers.get("accept", "")),
        manners,
        f"{request.url.scheme}://{headers.get('host', '')}",
    )


def _within(path: str, name: str | None) -> str:
    """The path inside a collection; all under /api speaks JSON."""
    inside = path.removeprefix(f"/c/{name}") if name else path
    return f"{inside}/" if inside == "/api" else inside


# -- answers --------------------------------------------------------------------------------------


def _response(asked: Asked, shown: Shown | Raw | GoTo) -> Response:
    if isinstance(shown, Raw):
        return Response(shown.body, shown.status, dict(shown.headers), shown.media_type)
    if asked.as_json:
        status = shown.status if isinstance(shown, Shown) else HTTPStatus.OK
        return Response(_json(shown.told), status, media_type=JSON_TYPE)
    if isinstance(shown, GoTo):
        return RedirectResponse(shown.address, HTTPStatus.SEE_OTHER)
    values = {**shown.told, **shown.more, "told": shown.told, **_frame(asked)}
    return Response(render(shown.template, asked.door, values), shown.status, media_type=HTML_TYPE)


def _frame(asked: Asked) -> dict[str, Any]:
    """What every page shows."""
    return {
        "links": Links(asked),
        "asked": asked,
        "volume": asked.volume,
        "shelf": asked.shelf,
        "manners": asked.manners,
        "some": lambda value, name: _some(value, name, asked.door),
        "twin": "/index.json" if asked.path == "/" else f"{asked.path}.json",
    }


def _some(value: int, name: str, door: str) -> str:
    digits = f"{value:,}"
    return f"{digits.replace(',', '.') if door == 'de' else digits} {noun(value, name, door)}"


def _problem(asked: Asked, status: HTTPStatus, words: str) -> Response:
    heading = HEADINGS.get(status, "trouble")
    if asked.as_json:
        message = words or status.phrase
        return Response(_json({"error": heading, "message": message}), status, None, JSON_TYPE)
    values = {"heading": heading, "words": words, **_frame(asked)}
    return Response(render("problem.html", asked.door, values), status, media_type=HTML_TYPE)


def _json(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=str)


# -- what changes something -----------------------------------------------------------------------


async def _form(request: Request) -> dict[str, str]:
    """The fields of a form; one that is too long or too slow is refused."""
    body = b""

    async def read() -> None:
        nonlocal body
        async for piece in request.stream():
            body += piece
            if len(body) > MOST_FORM_BYTES:
                raise BadRequestError("the form is too long")

    try:
        await wait_for(read(), FORM_SECONDS)
    except TimeoutError:
        raise BadRequestError("the form did not come") from None
    text = body.decode("utf-8", "replace")
    try:
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise BadRequestError("the form has too many fields") from None


def require_token(request: Request, asked: Asked) -> None:
    """Nobody changes anything without the token, or out of a page that is not ours."""
    if not is_from_here(request):
        raise PolicyError("this form did not come from a page of this server")
    bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
    given = asked.form.get("token", "") or bearer
    if not asked.manners.token:
        raise PolicyError("this server was started without a token, so nothing can be changed")
    if not hmac.compare_digest(given.encode(), asked.manners.token.encode()):
        raise PolicyError("the token is missing or wrong")


def is_from_here(request: Request) -> bool:
    """Whether a form came from a page of ours, or from a program.

    A browser tells no origin of pages with our referrer policy ("null"), but that it is the same.
    The scheme may differ: a server before us may have a certificate.
    """
    site = request.headers.get("sec-fetch-site", "")
    origin = request.headers.get("origin", "")
    if origin == "null":
        return site == "same-origin"
    own = origin.partition("://")[2] == request.headers.get("host", "")
    return (not origin or own) and site in ("", "none", "same-origin")


# -- what is of no collection ---------------------------------------------------------------------


async def _healthz(request: Request) -> Response:
    request.scope[PAGE_OF_REQUEST] = "healthz"
    return Response(_json({"status": "ok"}), media_type=JSON_TYPE)


def _metrics_endpoint(metrics: Metrics, shelf: Shelf, manners: Manners) -> Endpoint:
    def text(asked: Asked) -> str:
        gauges: dict[str, dict[str, int]] = {"pages": {}, "hosts": {}}
        for volume in shelf.volumes.values():
            summary = summary_of(asked._replace(volume=volume))
            for name, values in gauges.items():
                values[volume.name] = summary[name]
        return metrics.text(gauges)

    async def answer(request: Request) -> Response:
        request.scope[PAGE_OF_REQUEST] = "metrics"
        asked = await _asked(request, None, shelf, manners)
        return Response(await run_in_threadpool(text, asked), media_type=TEXT_TYPE)

    return answer


async def _openapi(request: Request) -> Response:
    request.scope[PAGE_OF_REQUEST] = "openapi"
    return Response(_json(description()), media_type=JSON_TYPE)


async def _static(request: Request) -> Response:
    """One of our own files; a name that is none of them leads nowhere."""
    request.scope[PAGE_OF_REQUEST] = "static"
    name = request.path_params["name"]
    if name not in STATIC_TYPES:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    text = (STATIC / name).read_text("utf-8")
    if name == "style.css":
        text = f"{MAP_STYLE}\n{text}"
    return Response(text, headers=KEEP, media_type=STATIC_TYPES[name])
