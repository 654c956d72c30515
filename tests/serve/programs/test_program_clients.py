"""The official client of the Model Context Protocol reads a collection, as real programs do."""

import json
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import CallToolResult, TextContent

from auslese.store.collection import Collection
from tests.running import AUSLESE, environment, run_auslese
from tests.serve.programs.told import call, request
from tests.serve.served import HIVE, ICE, served_collection
from tests.serve.test_server import serving

pytestmark = pytest.mark.slow
PATIENCE_SECONDS = 300.0
TOOLS = ["search", "read", "similar", "trace"]


@pytest.fixture(scope="module")
def bees(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return served_collection(tmp_path_factory.mktemp("programs") / "bees")


@pytest.fixture(scope="module")
def server(bees: Collection) -> Iterator[str]:
    with serving(bees.path) as (_, address):
        yield address


@asynccontextmanager
async def _local_client(folder: Path, mode: str) -> AsyncIterator[Client]:
    program, words = str(AUSLESE[0]), [*map(str, AUSLESE[1:]), "mcp", str(folder)]
    started = StdioServerParameters(command=program, args=words, env=environment())
    async with Client(stdio_client(started), mode=mode) as client:
        yield client


def _text(answer: CallToolResult) -> str:
    (content,) = answer.content
    assert isinstance(content, TextContent)
    return content.text


async def _ask(client: Client) -> None:
    """Ask everything there is, as a program would."""
    found = await client.list_tools()
    assert [tool.name for tool in found.tools] == TOOLS
    assert all(tool.annotations and tool.annotations.read_only_hint for tool in found.tools)
    answer = await client.call_tool("search", {"query": "gletscher"})
    assert not answer.is_error
    assert ICE in _text(answer)
    page = await client.call_tool("read", {"url": HIVE})
    assert "house of bees" in _text(page)
    wrong = await client.call_tool("read", {"url": "nonsense"})
    assert wrong.is_error
    with pytest.raises(MCPError, match="no tool"):
        await client.call_tool("burn", {})


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_official_client_asks_a_process(bees: Collection, mode: str) -> None:
    async def run() -> str:
        with anyio.fail_after(PATIENCE_SECONDS):
            async with _local_client(bees.path, mode) as client:
                await _ask(client)
                return str(client.protocol_version)

    assert anyio.run(run) == {"legacy": "2025-11-25", "auto": "2026-07-28"}[mode]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_official_client_asks_a_server(server: str, mode: str) -> None:
    async def run() -> None:
        with anyio.fail_after(PATIENCE_SECONDS):
            async with Client(f"{server}c/bees/mcp", mode=mode) as client:
                await _ask(client)

    anyio.run(run)


def test_it_says_nothing_else_on_stdout_and_ends_with_stdin(bees: Collection) -> None:
    lines = (request("ping"), b"nonsense", call("search", query="honey", k=1))

    done = run_auslese("mcp", bees.path, data=b"\n".join(lines))

    assert done.returncode == 0
    assert not done.stderr
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, None, 1]


def test_it_ends_when_nobody_reads_its_answers(bees: Collection) -> None:
    process = subprocess.Popen(
        [*AUSLESE, "mcp", str(bees.path)],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    _, complaints = process.communicate(request("ping") + b"\n", PATIENCE_SECONDS)

    assert process.returncode == 0
    assert not complaints


def test_a_folder_that_is_no_collection_is_told_in_a_line(tmp_path: Path) -> None:
    done = run_auslese("mcp", tmp_path / "none")

    assert done.returncode != 0
    assert not done.stdout
    assert len(done.stderr.splitlines()) == 1
