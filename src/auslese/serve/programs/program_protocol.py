"""The Model Context Protocol, as far as tools that read need it: JSON-RPC 2.0, message by message.

Clients of both kinds are understood: those that begin with a handshake (up to 2025-11-25), and
those that say their version with every request (2026-07-28). No state is kept between messages.
"""

import json
import logging
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from auslese import __version__
from auslese.records.errors import AusleseError
from auslese.serve.programs.program_tools import ProgramTools, ToolCaller
from auslese.serve.programs.tool_schemas import TOOLS, problem_with

HANDSHAKE_VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN_VERSIONS = ("2026-07-28",)
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
SERVER_INFO = {"name": "auslese", "title": "Auslese", "version": __version__}
CAPABILITIES = {"tools": {"listChanged": False}}
LIST_SECONDS = 3600  # how long clients may keep the list of tools: it is that of the program
# Codes of JSON-RPC 2.0, section 5.1, and of MCP.
PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602
INTERNAL_ERROR, UNSUPPORTED_VERSION = -32603, -32022
MOST_BYTES = 1_000_000  # of a message; what tools take is some kilobytes
log = logging.getLogger(__name__)

Message = dict[str, Any]
Params = Mapping[str, Any]


class RpcError(Exception):
    """What is wrong with a request, as JSON-RPC says it."""

    def __init__(self, code: int, message: str, data: object = None) -> None:
        """Say what is wrong."""
        super().__init__(message)
        self.code = code
        self.data = data


class RpcReply(NamedTuple):
    """What is said to a message; nothing to a notification."""

    body: Message | None
    code: int = 0
    """Of the error, if it is one."""

    def packed(self) -> bytes:
        """As one line."""
        return json.dumps(self.body, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "replace"
        )


def failure(code: int, message: str, request_id: object = None, data: object = None) -> RpcReply:
    """An error as a reply."""
    error: Message = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return RpcReply({"jsonrpc": "2.0", "id": request_id, "error": error}, code)


class ProgramEndpoint:
    """Answers messages, whoever carries them."""

    def __init__(self, tools: ProgramTools) -> None:
        """Answer by these tools."""
        self._tools = tools
        self._methods: Mapping[str, Callable[[Params, ToolCaller], Message]] = {
            "initialize": self._initialize,
            "ping": lambda params, caller: {},
            "server/discover": self._discover,
            "tools/list": lambda params, caller: {"tools": [tool.as_json() for tool in TOOLS]},
            "tools/call": self._call,
        }

    def reply(self, message: bytes, caller: ToolCaller) -> RpcReply:
        """What is to be said to a message in JSON."""
        try:
            found = json.loads(message)
        except (ValueError, RecursionError):
            return failure(PARSE_ERROR, "this is no JSON")
        if not isinstance(found, dict) or found.get("jsonrpc") != "2.0":
            return failure(INVALID_REQUEST, "expected one JSON-RPC 2.0 request")
        if "method" not in found and ("result" in found or "error" in found):
            return RpcReply(None)  # an answer: we ask nothing
        request_id, method = found.get("id"), found.get("method")
        if not isinstance(method, str):
            return failure(INVALID_REQUEST, "expected a method", _id_of(request_id))
        if "id" not in found:
            return RpcReply(None)  # a notification
        if isinstance(request_id, bool) or not isinstance(request_id, str | int):
            return failure(INVALID_REQUEST, "expected an id that is a text or a whole number")
        return self._answer(request_id, method, found.get("params", {}), caller)

    def _answer(
        self, request_id: str | int, method: str, params: object, caller: ToolCaller
    ) -> RpcReply:
        try:
            if method not in self._methods:
                raise RpcError(NO_METHOD, f"there is no method {method[:100]!r}")
            if not isinstance(params, dict):
                raise RpcError(INVALID_PARAMS, "params: expected an object")
            is_modern = _require_known_version(params)
            result = self._methods[method](params, caller)
            result |= _modern_fields(method) if is_modern else {}
        except RpcError as error:
            return failure(error.code, str(error), request_id, error.data)
        except Exception:
            log.exception("%s could not be answered", method)
            return failure(INTERNAL_ERROR, "this could not be answered", request_id)
        return RpcReply({"jsonrpc": "2.0", "id": request_id, "result": result})

    def _initialize(self, params: Params, caller: ToolCaller) -> Message:
        wanted = params.get("protocolVersion")
        version = wanted if wanted in HANDSHAKE_VERSIONS else HANDSHAKE_VERSIONS[-1]
        return {
            "protocolVersion": version,
            "capabilities": CAPABILITIES,
            "serverInfo": SERVER_INFO,
            "instructions": self._tools.instructions(caller),
        }

    def _discover(self, params: Params, caller: ToolCaller) -> Message:
        return {
            "supportedVersions": [*MODERN_VERSIONS, *reversed(HANDSHAKE_VERSIONS)],
            "capabilities": CAPABILITIES,
            "serverInfo": SERVER_INFO,
            "instructions": self._tools.instructions(caller),
        }

    def _call(self, params: Params, caller: ToolCaller) -> Message:
        name = params.get("name")
        tool = next((tool for tool in TOOLS if tool.name == name), None)
        if tool is None:
            raise RpcError(INVALID_PARAMS, f"there is no tool {str(name)[:100]!r}")
        arguments = params.get("arguments") or {}
        if problem := problem_with(tool.schema, arguments):
            return _tool_result(problem, is_error=True)
        try:
            return _tool_result(self._tools.call(tool.name, arguments, caller))
        except AusleseError as error:
            return _tool_result(str(error), is_error=True)


def _tool_result(text: str, *, is_error: bool = False) -> Message:
    return {"content": [{"type": "text", "text": text}], "isError": is_error}


def _require_known_version(params: Params) -> bool:
    """Whether a request says its version itself; RpcError if we do not know that version."""
    meta = params.get("_meta")
    version = meta.get(VERSION_KEY) if isinstance(meta, dict) else None
    if version is None:
        return False
    if version not in MODERN_VERSIONS:
        supported = [*MODERN_VERSIONS, *HANDSHAKE_VERSIONS]
        data = {"supported": supported, "requested": str(version)[:100]}
        raise RpcError(UNSUPPORTED_VERSION, "this version is not supported", data)
    return True


def _modern_fields(method: str) -> Message:
    """What results of 2026-07-28 have beside what they say."""
    if method in ("server/discover", "tools/list"):
        kept = {"ttlMs": LIST_SECONDS * 1000, "cacheScope": "private"}
        return {"resultType": "complete", **kept}
    return {"resultType": "complete"}


def _id_of(value: object) -> str | int | None:
    is_id = isinstance(value, str | int) and not isinstance(value, bool)
    return value if is_id else None  # type: ignore[return-value]
