"""Speak the Model Context Protocol on stdin and stdout; the only place that knows it."""

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import mcp_types as protocol
from mcp import MCPError, stdio_server
from mcp.server import Server
from mcp.server.context import ServerRequestContext

import kg
from kg.errors import KgError, Problem
from kg.mcp.arguments import checked
from kg.mcp.desk import Desk
from kg.mcp.replies import Reply
from kg.mcp.tools import Tool, instructions, tools
from kg.release import open_release

_LOG = logging.getLogger(__name__)
_READS = protocol.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)

Context = ServerRequestContext[Any]


def serve(path: Path) -> None:
    """Answer calls about a release until stdin closes.

    A release that takes its place is taken up with the next call.

    Args:
        path: A release, or a directory of releases.

    Raises:
        ReleaseError: If there is none.
    """
    asyncio.run(_serve(_Desks(path)))


class _Desks:
    """Opens the current release, and the next one when it is there; used by one thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._desk: Desk | None = None
        self.release = open_release(path)

    def desk(self) -> Desk:
        """Return what answers from the current release."""
        current = self._path / "current"
        if self._desk is None or (current.exists() and current.resolve() != self.release.path.resolve()):
            self.release = open_release(self._path)
            self._desk = Desk(self.release)
        return self._desk

    def call(self, tool: Tool, arguments: Mapping[str, Any]) -> Reply:
        """Return what a tool says; raises what it raises."""
        return tool.run(self.desk(), checked(tool.arguments, arguments))


async def _serve(desks: _Desks) -> None:
    known = {tool.name: tool for tool in tools(desks.release)}
    listed = protocol.ListToolsResult(tools=[_listed(tool) for tool in known.values()])
    # The store is asked by one thread of its own, so that the protocol is answered meanwhile.
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="desk")

    async def list_tools(_: Context, __: protocol.PaginatedRequestParams | None) -> protocol.ListToolsResult:
        return listed

    async def call_tool(_: Context, params: protocol.CallToolRequestParams) -> protocol.CallToolResult:
        if params.name not in known:
            raise MCPError(protocol.INVALID_PARAMS, f"there is no tool '{params.name}'; there are {', '.join(known)}")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(thread, _result, desks, known[params.name], params.arguments or {})

    server = Server(
        "kg",
        version=kg.__version__,
        title=desks.release.title,
        instructions=instructions(desks.release),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def _listed(tool: Tool) -> protocol.Tool:
    return protocol.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=tool.content.model_json_schema(),
        annotations=_READS,
    )


def _result(desks: _Desks, tool: Tool, arguments: Mapping[str, Any]) -> protocol.CallToolResult:
    """Return what a tool says, or why it cannot say it: an assistant reads that, and does better."""
    try:
        reply = desks.call(tool, arguments)
    except KgError as error:
        return _refused("\n".join(map(_sentence, error.problems)))
    except Exception:
        _LOG.exception("the tool '%s' failed", tool.name)
        return _refused(f"the tool '{tool.name}' failed through a fault of kg, which its log on stderr describes")
    return protocol.CallToolResult(
        content=[protocol.TextContent(text=reply.text)],
        structured_content=reply.content.model_dump(mode="json", exclude_defaults=False),
    )


def _refused(text: str) -> protocol.CallToolResult:
    return protocol.CallToolResult(content=[protocol.TextContent(text=text)], is_error=True)


def _sentence(problem: Problem) -> str:
    return f"{problem} – {problem.hint}" if problem.hint else str(problem)
