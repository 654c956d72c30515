"""Messages to the endpoint for programs, and what its tools say."""

import json
from typing import Any

from auslese.serve.programs.program_protocol import ProgramEndpoint
from auslese.serve.programs.program_tools import ToolCaller


def request(method: str, params: object = None, request_id: object = 1) -> bytes:
    """A request as a client writes it."""
    told: dict[str, Any] = {"jsonrpc": "2.0", "id": request_id, "method": method}
    return json.dumps(told if params is None else told | {"params": params}).encode()


def call(name: str, **arguments: object) -> bytes:
    """A call of a tool."""
    return request("tools/call", {"name": name, "arguments": arguments})


def said(
    endpoint: ProgramEndpoint, name: str, caller: ToolCaller | None = None, **arguments: object
) -> str:
    """What a tool says; with ERROR before it if it says what is wrong."""
    body = endpoint.reply(call(name, **arguments), caller or ToolCaller()).body
    assert body is not None
    result = body["result"]
    (content,) = result["content"]
    assert content["type"] == "text"
    return f"{'ERROR ' * result['isError']}{content['text']}"
