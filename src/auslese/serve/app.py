"""The application: from a request to a page, for browsers and for programs."""

import hmac
import logging
import os
from asyncio import wait_for
from collections.abc import Awaitable, Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import IO, Any
from urllib.parse import parse_qsl

import msgspec
from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Match
from starlette.routing import Route as AppRoute

from auslese.export.maps.cluster_map_svg import STYLE as MAP_STYLE
from auslese.records.errors import AusleseError, NotFoundError, PolicyError, SettingsError
from auslese.serve.guard import PAGE_OF_REQUEST, App, Guard
from auslese.serve.kept_token import COOKIE, KEPT_FOR, is_kept_token
from auslese.serve.metrics import TEXT_TYPE, Metrics
from auslese.serve.openapi import description
from auslese.serve.page_addresses import AddressBuilder
from auslese.serve.page_request import BadRequestError, PageRequest, ui_language_of, wants_json
from auslese.serve.page_result import FileResult, PageResponse, RawResponse, RedirectResult
from auslese.serve.pages.crawl_pages import ConflictError
from auslese.serve.pages.search_pages import summary_of
from auslese.serve.people_visibility import names_people, shows_people
from auslese.serve.programs.http_endpoint import CallerOf, message_handler
from auslese.serve.programs.program_protocol import ProgramEndpoint
from auslese.serve.programs.program_tools import ProgramTools, ToolCaller
from auslese.serve.record_visibility import names_records, needs_no_token, shows_records
from auslese.serve.rendering import render
from auslese.serve.routes import COLLECTION, QUESTION, ROUTES, Route, addresses_of
from auslese.serve.server_options import ServerPolicy
from auslese.serve.shelf import Shelf
from auslese.store.annotation_book import AnnotationError
from auslese.store.people_book import PeopleBookError
from auslese.store.rating_book import RatingError
from auslese.store.read_only import ReadOnlyError
from auslese.store.records.record_journal import RecordError
from auslese.wording.counted_nouns import counted
from auslese.wording.error_messages import message_of
from auslese.wording.problem_sentences import PageProblem

ANSWERS_AT_ONCE = max(2, os.cpu_count() or 1)
"""Threads that answer questions; more of them would wait for each other."""
MOST_FORM_BYTES = 131_072  # a record of an institution: a letter beyond ASCII takes six or more
MOST_FIELDS = 20
FORM_SECONDS = 10.0  # for a form to come
PIECE_BYTES = 1 << 18  # of a file that is sent, read at a time
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
    (RatingError, HTTPStatus.BAD_REQUEST),
    (AnnotationError, HTTPStatus.BAD_REQUEST),
    (PeopleBookError, HTTPStatus.BAD_REQUEST),
    (RecordError, HTTPStatus.BAD_REQUEST),
    (NotFoundError, HTTPStatus.NOT_FOUND),
    (PolicyError, HTTPStatus.FORBIDDEN),
    (ReadOnlyError, HTTPStatus.FORBIDDEN),
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


def make_app(shelf: Shelf, policy: ServerPolicy) -> App:
    """The whole server as an ASGI application."""
    metrics = Metrics()
    routes = [
        AppRoute(address, _endpoint(route, shelf, policy), methods=[route.method])
        for route in ROUTES
        for address in addresses_of(route)
    ]
    routes += [
        AppRoute("/healthz", _healthz),
        AppRoute("/metrics", _metrics_endpoint(metrics, shelf, policy)),
        AppRoute("/openapi.json", _openapi),
        AppRoute("/static/{name}", _static),
    ]
    programs = message_handler(ProgramEndpoint(ProgramTools(shelf)), _program_caller(shelf, policy))
    routes += [
        AppRoute(address, programs, methods=["POST"]) for address in ("/mcp", f"{COLLECTION}/mcp")
    ]

    async def missing(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else HTTPStatus.NOT_FOUND
        page_request = await _page_request(request, None, shelf, policy)
        response = _problem(page_request, HTTPStatus(status), "")
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            response.headers["allow"] = ", ".join(_methods_for(request, routes))
        return response

    app = Starlette(routes=routes, exception_handlers={HTTPException: missing})
    app.state.table = routes
    return Guard(app, policy, metrics)


def _methods_for(request: Request, routes: list[AppRoute]) -> list[str]:
    """What may be done with the address of a request (RFC 9110, 15.5.6)."""
    matching = [route for route in routes if route.matches(request.scope)[0] != Match.NONE]
    return sorted({method for route in matching for method in route.methods or ()})


def _endpoint(route: Route, shelf: Shelf, policy: ServerPolicy) -> Endpoint:
    limiter = CapacityLimiter(ANSWERS_AT_ONCE) if route.parameters is QUESTION else None

    async def answer(request: Request) -> Response:
        request.scope[PAGE_OF_REQUEST] = route.name
        try:
            page_request = await _page_request(request, route, shelf, policy)
        except NotFoundError as problem:
            page_request = await _page_request(request, None, shelf, policy)
            return _problem(page_request, HTTPStatus.NOT_FOUND, message_of(problem))
        try:
            if route.method == "POST":
                page_request = page_request._replace(form=await _form(request))
                require_token(request, page_request)
            return await to_thread.run_sync(
                lambda: _response(page_request, route.handler(page_request)), limiter=limiter
            )
        except AusleseError as problem:
            status = next((it for kind, it in STATUS_OF if isinstance(problem, kind)), None)
            status = status or HTTPStatus.SERVICE_UNAVAILABLE
            return _problem(page_request, status, message_of(problem))
        except Exception:
            log.exception("%s could not be answered", route.name)
            return _problem(page_request, HTTPStatus.INTERNAL_SERVER_ERROR, "")

    return answer


async def _page_request(
    request: Request, route: Route | None, shelf: Shelf, policy: ServerPolicy
) -> PageRequest:
    name = request.path_params.get("collection") if route else None
    volume = shelf.named(name) if name else shelf.only
    if route and route.is_of_collection and volume is None and route.path not in ("/", "/help"):
        raise NotFoundError(PageProblem.SEVERAL_COLLECTIONS.of())
    headers = request.headers
    ui_language, is_chosen = ui_language_of(
        request.query_params, headers.get("accept-language", "")
    )
    return PageRequest(
        shelf,
        volume,
        f"/c/{name}" if name else "",
        route.path if route else "/",
        request.query_params,
        {},
        ui_language,
        is_chosen,
        wants_json(_within(request.url.path, name), headers.get("accept", "")),
        policy,
        f"{request.url.scheme}://{headers.get('host', '')}",
        is_kept_token(request.cookies.get(COOKIE, ""), policy.token),
    )


def _within(path: str, name: str | None) -> str:
    """The path inside a collection; all under /api speaks JSON."""
    inside = path.removeprefix(f"/c/{name}") if name else path
    return f"{inside}/" if inside == "/api" else inside


# -- answers --------------------------------------------------------------------------------------


def _response(
    page_request: PageRequest, response: PageResponse | RawResponse | RedirectResult | FileResult
) -> Response:
    if isinstance(response, FileResult):
        headers = {**response.headers, "content-length": str(response.length)}
        pieces = _pieces_of(response.file)
        return StreamingResponse(pieces, HTTPStatus.OK, headers, response.media_type)
    if isinstance(response, RawResponse):
        return Response(response.body, response.status, dict(response.headers), response.media_type)
    if page_request.as_json:
        status = response.status if isinstance(response, PageResponse) else HTTPStatus.OK
        return Response(_json(response.report), status, media_type=JSON_TYPE)
    if isinstance(response, RedirectResult):
        headers = dict(response.headers)
        return RedirectResponse(response.address, HTTPStatus.SEE_OTHER, headers)
    values = {**response.report, **response.more, "report": response.report, **_frame(page_request)}
    return Response(
        render(response.template, page_request.ui_language, values),
        response.status,
        media_type=HTML_TYPE,
    )


def _pieces_of(file: IO[bytes]) -> Iterator[bytes]:
    """All of a file, which is closed in any case."""
    with file:
        while piece := file.read(PIECE_BYTES):
            yield piece


def _frame(page_request: PageRequest) -> dict[str, Any]:
    """What every page shows."""
    return {
        "links": AddressBuilder(page_request),
        "asked": page_request,
        "volume": page_request.volume,
        "shelf": page_request.shelf,
        "names_people": names_people(page_request),
        "names_records": names_records(page_request),
        "shows_records": page_request.volume is None or shows_records(page_request),
        "manners": page_request.policy,
        "some": lambda value, name: counted(value, name, page_request.ui_language),
        "twin": "/index.json" if page_request.path == "/" else f"{page_request.path}.json",
    }


def _problem(page_request: PageRequest, status: HTTPStatus, words: str) -> Response:
    heading = HEADINGS.get(status, "trouble")
    if page_request.as_json:
        message = words or status.phrase
        return Response(_json({"error": heading, "message": message}), status, None, JSON_TYPE)
    values = {"heading": heading, "words": words, **_frame(page_request)}
    return Response(
        render("problem.html", page_request.ui_language, values), status, media_type=HTML_TYPE
    )


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
                raise BadRequestError(PageProblem.FORM_TOO_LONG.of())

    try:
        await wait_for(read(), FORM_SECONDS)
    except TimeoutError:
        raise BadRequestError(PageProblem.FORM_TOO_SLOW.of()) from None
    text = body.decode("utf-8", "replace")
    try:
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise BadRequestError(PageProblem.FORM_FIELDS.of()) from None


def require_token(request: Request, page_request: PageRequest) -> None:
    """Nobody changes anything without the token, or out of a page that is not ours.

    Entries that wait to be checked may come without one where the settings say so.
    """
    if not is_from_here(request):
        raise PolicyError(PageProblem.FOREIGN_FORM.of())
    if needs_no_token(page_request):
        return
    bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
    given = page_request.form.get("token", "") or bearer
    if not page_request.policy.token:
        raise PolicyError(PageProblem.NO_TOKEN_SET.of())
    if page_request.is_token_kept and page_request.path in KEPT_FOR:
        return
    if not hmac.compare_digest(given.encode(), page_request.policy.token.encode()):
        raise PolicyError(PageProblem.WRONG_TOKEN.of())


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


# -- programs with language models ----------------------------------------------------------------


def _program_caller(shelf: Shelf, policy: ServerPolicy) -> CallerOf:
    """Who asks through `/mcp`, and of which collection; PolicyError for pages of other sites."""

    async def caller(request: Request) -> ToolCaller:
        request.scope[PAGE_OF_REQUEST] = "mcp"
        if not is_from_here(request):
            raise PolicyError(PageProblem.FOREIGN_FORM.of())
        name = request.path_params.get("collection")
        volume = shelf.named(name) if name else shelf.only
        page_request = await _page_request(request, None, shelf, policy)
        shown = policy.is_local or (
            volume is not None and shows_people(page_request._replace(volume=volume))
        )
        return ToolCaller(volume, with_people=shown)

    return caller


# -- what is of no collection ---------------------------------------------------------------------


async def _healthz(request: Request) -> Response:
    request.scope[PAGE_OF_REQUEST] = "healthz"
    return Response(_json({"status": "ok"}), media_type=JSON_TYPE)


def _metrics_endpoint(metrics: Metrics, shelf: Shelf, policy: ServerPolicy) -> Endpoint:
    def text(page_request: PageRequest) -> str:
        gauges: dict[str, dict[str, int]] = {"pages": {}, "hosts": {}}
        for volume in shelf.volumes.values():
            summary = summary_of(page_request._replace(volume=volume))
            for name, values in gauges.items():
                values[volume.name] = summary[name]
        return metrics.text(gauges)

    async def answer(request: Request) -> Response:
        request.scope[PAGE_OF_REQUEST] = "metrics"
        page_request = await _page_request(request, None, shelf, policy)
        return Response(await run_in_threadpool(text, page_request), media_type=TEXT_TYPE)

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
