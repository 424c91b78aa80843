"""The command for assistants: mcp."""

from pathlib import Path

import typer

from kg.cli.project import ReleaseOption


def add_to(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command()(mcp)


def mcp(release: ReleaseOption = Path("build")) -> None:
    """Let an assistant ask a release, over MCP.

    The Model Context Protocol is spoken on stdin and stdout.

    It finds, describes and explains things and asks the named questions, each answer with its evidence.
    It changes nothing, uses no network, and takes up a new release with the next call.
    It is started by the assistant's program, which needs an absolute path. It comes with the extra 'mcp'.

    \b
    Example, for the configuration of a program that starts such servers:
      {"mcpServers": {"kg": {"command": "kg", "args": ["mcp", "--release", "/home/ada/group/build"]}}}
    """
    from kg.base.errors import ConfigError

    try:
        from kg.server.mcp.serving import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types"):
            raise
        message = "the command 'kg mcp' needs the package 'mcp'"
        raise ConfigError(message, hint="install it: pip install 'profile-kg[mcp]'") from error
    serve(release)
