"""What stands before every page: who may ask, how often, and what every answer carries."""

from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from time import perf_counter
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response

from auslese.serve.metrics import Metrics
from auslese.serve.page_request import ui_language_of
from auslese.serve.rate_limit import Buckets
from auslese.serve.server_options import ServerPolicy
from auslese.wording.page_wording import text_for

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PAGE_OF_REQUEST = "auslese.page"
UNKNOWN_PAGE = "unknown"
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'"
)
# A stored page may look as it likes and do nothing: no script, no request, no form, no window.
COPY_POLICY = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none';"
    " base-uri 'none'; frame-ancestors 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-dns-prefetch-control": "off",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}


class Guard:
    """Looks at every request before the pages do."""

    def __init__(self, app: App, policy: ServerPolicy, metrics: Metrics) -> None:
        """No client is known yet."""
        self._app = app
        self._policy = policy
        self._metrics = metrics
        self._buckets = Buckets(policy.rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or say why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = perf_counter(), 500

        async def send_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(raw=message["headers"])
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                message["headers"] = headers.raw
            await send(message)

        try:
            await (self._refusal(scope) or self._app)(scope, receive, send_safely)
        finally:
            page = scope.get(PAGE_OF_REQUEST, UNKNOWN_PAGE)
            self._metrics.note(page, status, perf_counter() - began)

    def _refusal(self, scope: Scope) -> Response | None:
        """Why nothing is answered; None if all is well."""
        request_headers = Headers(scope=scope)
        host = request_headers.get("host", "")
        ui_language, _ = ui_language_of({}, request_headers.get("accept-language", ""))
        if self._policy.is_local and not is_known(host, self._policy.names):
            words = text_for("other_name", ui_language) + "\n"
            return PlainTextResponse(words, HTTPStatus.MISDIRECTED_REQUEST)
        client = scope.get("client")
        if wait := self._buckets.wait_for(client[0] if client else ""):
            words = text_for("too_many", ui_language, wait=wait) + "\n"
            headers = {"retry-after": str(wait)}
            return PlainTextResponse(words, HTTPStatus.TOO_MANY_REQUESTS, headers)
        return None


def is_known(host: str, names: tuple[str, ...]) -> bool:
    """Whether a Host header has one of these names, with any port.

    A page of the web can make its own name lead to this machine (DNS rebinding) and then read what
    it is answered; the header still has its name.
    """
    name, _, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if not name or not port.isdigit():
        name = host
    return name.lower() in names
