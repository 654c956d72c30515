"""The endpoint on the server: `POST /mcp`, one message in, one answer in JSON out.

Streamable HTTP as the protocol has it, without streams: nothing here takes longer than an answer.
It reads only, so it needs no token, like the pages that show the same; pages of other sites that
run in somebody's browser are not answered.
"""

from asyncio import wait_for
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import Response

from auslese.records.errors import AusleseError, NotFoundError
from auslese.serve.programs.program_protocol import (
    HANDSHAKE_VERSIONS,
    INVALID_REQUEST,
    MODERN_VERSIONS,
    MOST_BYTES,
    NO_METHOD,
    PARSE_ERROR,
    UNSUPPORTED_VERSION,
    ProgramEndpoint,
    RpcReply,
    failure,
)
from auslese.serve.programs.program_tools import ToolCaller
from auslese.wording.error_messages import message_of

MESSAGE_SECONDS = 10.0  # for a message to come, as for a form
AT_ONCE = 4  # messages; further ones wait
VERSION_HEADER = "mcp-protocol-version"
JSON_TYPE = "application/json"
STATUS_OF = {
    PARSE_ERROR: HTTPStatus.BAD_REQUEST,
    INVALID_REQUEST: HTTPStatus.BAD_REQUEST,
    UNSUPPORTED_VERSION: HTTPStatus.BAD_REQUEST,
}

CallerOf = Callable[[Request], Awaitable[ToolCaller]]


def message_handler(
    endpoint: ProgramEndpoint, caller_of: CallerOf
) -> Callable[[Request], Awaitable[Response]]:
    """What answers the requests of programs; `caller_of` says on whose behalf they ask."""
    limiter = CapacityLimiter(AT_ONCE)

    async def answer(request: Request) -> Response:
        if problem := _problem(request):
            return _response(failure(INVALID_REQUEST, problem))
        try:
            caller = await caller_of(request)
        except AusleseError as error:
            return _refusal(error)
        version = request.headers.get(VERSION_HEADER, HANDSHAKE_VERSIONS[0])
        if version not in (*HANDSHAKE_VERSIONS, *MODERN_VERSIONS):
            data = {"supported": [*MODERN_VERSIONS, *HANDSHAKE_VERSIONS], "requested": version}
            return _response(
                failure(UNSUPPORTED_VERSION, "this version is not supported", None, data)
            )
        message = await _body(request)
        if message is None:
            words = f"a message has more than {MOST_BYTES} bytes, or takes too long"
            return _response(failure(INVALID_REQUEST, words))
        reply = await to_thread.run_sync(lambda: endpoint.reply(message, caller), limiter=limiter)
        return _response(reply, is_modern=version in MODERN_VERSIONS)

    return answer


def _refusal(error: AusleseError) -> Response:
    status = HTTPStatus.NOT_FOUND if isinstance(error, NotFoundError) else HTTPStatus.FORBIDDEN
    reply = failure(INVALID_REQUEST, message_of(error))
    return Response(reply.packed(), status, media_type=JSON_TYPE)


def _problem(request: Request) -> str:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return "" if kind == JSON_TYPE else f"expected {JSON_TYPE}"


async def _body(request: Request) -> bytes | None:
    """The message; None if it is too long or too slow."""
    pieces: list[bytes] = []

    async def read() -> bool:
        size = 0
        async for piece in request.stream():
            size += len(piece)
            if size > MOST_BYTES:
                return False
            pieces.append(piece)
        return True

    try:
        is_whole = await wait_for(read(), MESSAGE_SECONDS)
    except TimeoutError:
        return None
    return b"".join(pieces) if is_whole else None


def _response(reply: RpcReply, *, is_modern: bool = False) -> Response:
    if reply.body is None:
        return Response(status_code=HTTPStatus.ACCEPTED)
    status = STATUS_OF.get(reply.code, HTTPStatus.OK)
    if is_modern and reply.code == NO_METHOD:
        status = HTTPStatus.NOT_FOUND
    return Response(reply.packed(), status, media_type=JSON_TYPE)
