"""Generate the reference from what kg declares: kinds and fields, commands, Python names, HTTP addresses.

`make docs` adds these pages to the site (`docs/hooks.py`); `python docs/generate.py FOLDER` writes them as Markdown.
They are not under version control, so that they cannot become stale.
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import typer.main
import yaml
from typer.testing import CliRunner

import kg
from kg.cli import PANELS, app
from kg.site.metadata import openapi
from kg.site.views.queries import groups
from kg.store import questions
from kg.terms.declaration import kg_declaration

ROOT = Path(__file__).resolve().parents[1]
DECLARATION = ROOT / "ontology" / "kg.yaml"
WIDTH = 100


def pages() -> dict[str, str]:
    """Return the generated pages: their paths below `docs/`, and their Markdown."""
    makers: dict[str, Callable[[], Iterator[str]]] = {
        "reference/kinds.md": declaration_page,
        "reference/cli.md": cli_page,
        "reference/python.md": python_page,
        "reference/http.md": http_page,
    }
    return {path: "\n".join(make()) + "\n" for path, make in makers.items()}


def declaration_page() -> Iterator[str]:
    """Yield the lines of the page of kinds, fields, types and lists of words."""
    declared = yaml.safe_load(DECLARATION.read_text(encoding="utf-8"))
    classes = {name: declared["classes"][name] for name in sorted(declared["classes"])}
    yield "# Kinds and fields\n"
    yield "Generated from `ontology/kg.yaml`. A field that is marked *derived* is worked out by kg: nobody writes it."
    yield "[One declaration](../declaration.md) explains how a project adds fields and kinds of its own.\n"
    yield "| Kind | RDF class | IRIs | |"
    yield "|---|---|---|---|"
    for name, kind in classes.items():
        path = (kind.get("annotations") or {}).get("path")
        iris = f"`{path}/…`" if path else ""
        yield _row(f"[`{name}`](#{name.lower()})", _code(kind.get("class_uri")), iris, _sentence(kind))
    for name, kind in classes.items():
        yield f"\n## {name}\n"
        yield f"{_sentence(kind)}.\n"
        if parent := kind.get("is_a"):
            yield f"Has the fields of [`{parent}`](#{parent.lower()}) too.\n"
        if fields := kind.get("attributes"):
            yield "| Field | RDF property | Value | Shown in | |"
            yield "|---|---|---|---|---|"
            yield from (_field_row(key, field or {}, declared) for key, field in fields.items())
    yield "\n## Types of values\n"
    yield "| Type | Based on | How it is written |"
    yield "|---|---|---|"
    for name, each in declared["types"].items():
        yield _row(f"`{name}`", _code(each.get("typeof") or each.get("uri")), each.get("description", ""))
    yield "\n## Lists of words\n"
    yield "| List | Words |"
    yield "|---|---|"
    for name, each in declared["enums"].items():
        yield _row(f"`{name}`", ", ".join(f"`{word}`" for word in each["permissible_values"]))


def _field_row(key: str, field: dict[str, Any], declared: dict[str, Any]) -> str:
    notes = field.get("annotations") or {}
    range_ = field.get("range") or declared["default_range"]
    value = f"[`{range_}`](#{range_.lower()})" if range_ in declared["classes"] else f"`{range_}`"
    value += ", several" if field.get("multivalued") else ""
    value += ", required" if field.get("required") else ""
    marks = [f"*{mark}*" for mark in ("derived", "private") if notes.get(mark)]
    shown = str(notes.get("show", "")).replace("none", "")
    return _row(f"`{key}`", _code(field.get("slot_uri")), value, shown, " ".join([*marks, _sentence(field)]))


def cli_page() -> Iterator[str]:
    """Yield the lines of the page of commands: what `--help` prints of each."""
    runner = CliRunner(env={"NO_COLOR": "1", "COLUMNS": str(WIDTH)})
    commands: dict[str, Any] = vars(typer.main.get_command(app))["commands"]
    grouped = {name for names in PANELS.values() for name in names}
    groups = {**PANELS, "More": tuple(sorted(commands.keys() - grouped))}

    def help_of(*words: str) -> str:
        result = runner.invoke(app, [*words, "--help"], prog_name="kg", terminal_width=WIDTH)
        return f"```text\n{result.output.strip()}\n```\n"

    yield "# Commands\n"
    yield "Generated from the program. Results go to stdout, messages to stderr. Exit codes: 0 done; 1 the data are"
    yield "faulty or do not conform, or nothing was found; 2 the command could not run.\n"
    yield help_of()
    for title, names in groups.items():
        if names:
            yield f"## {title}\n"
        for name in names:
            yield f"### kg {name}\n"
            yield help_of(name)
            for nested in getattr(commands[name], "commands", ()):
                yield f"#### kg {name} {nested}\n"
                yield help_of(name, nested)


def python_page() -> Iterator[str]:
    """Yield the lines of the page of the public Python names."""
    overview = inspect.getdoc(kg) or ""
    example = [line[4:].split("  # doctest")[0].rstrip() for line in overview.splitlines() if line.startswith(">>> ")]
    yield "# Python\n"
    yield "Generated from `kg/__init__.py`: the names that other programs may rely on. Everything else may move.\n"
    yield from ("```python", *(example or ["import kg"]), "```\n")
    for name in sorted(kg.__all__, key=str.lower):
        value = getattr(kg, name)
        yield f"## kg.{name}\n"
        if isinstance(value, str):
            yield f"The version: `{value}`.\n"
            continue
        if inspect.isfunction(value):
            yield f"```text\n{name}{_signature(value)}\n```\n"
        summary, _, details = (inspect.getdoc(value) or "").partition("\n\n")
        yield summary.replace("\n", " ") + "\n"
        if details:
            yield f"```text\n{details}\n```\n"
        if rows := list(_members(value)):
            yield from ("| Member | |", "|---|---|", *rows, "")


def _members(value: object) -> Iterator[str]:
    """Yield a row for each public method and property that a class itself defines."""
    for name, member in vars(value).items() if inspect.isclass(value) else ():
        function = member.fget if isinstance(member, property) else member
        if not name.startswith("_") and inspect.isfunction(function):
            signature = "" if isinstance(member, property) else _signature(function)
            yield _row(f"`{name}{signature}`", (inspect.getdoc(function) or "").partition("\n")[0])


def _signature(function: Callable[..., object]) -> str:
    """Return a signature with short names of types, and without addresses of default objects."""
    text = str(inspect.signature(function)).replace("(self, ", "(").replace("(self)", "()")
    short = re.sub(r"\b(?:\w+\.)+(?=\w)", "", text)
    return re.sub(r"'(\w[^']*)'", r"\1", re.sub(r"<[^<>]* object at [^<>]*>", "…", short))


def http_page() -> Iterator[str]:
    """Yield the lines of the page of the routes that the OpenAPI description names."""
    declaration = kg_declaration()
    described = openapi.document("kg", declaration, groups(declaration, questions.queries().values()))
    yield "# HTTP\n"
    yield f"Generated from the OpenAPI {described['openapi']} description that a server sends as `/api/openapi.json`."
    yield "[Serving a graph](../serving.md) lists the other addresses: pages, documents, SPARQL and the dump.\n"
    yield "| Route | Parameters | |"
    yield "|---|---|---|"
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            said = [
                openapi.PARAMETERS.get(each.get("$ref", "").rpartition("/")[2], each)
                for each in operation["parameters"]
            ]
            named = ((each["name"], each.get("required")) for each in said)
            parameters = ", ".join(f"**`{name}`**" if required else f"`{name}`" for name, required in named)
            yield _row(f"`{method.upper()} {path}`", parameters, operation["summary"])
    yield "\nParameters in bold are required. Faults are answered as `application/problem+json` (RFC 9457)."


def _sentence(declared: dict[str, Any]) -> str:
    """Return what the declaration says of a kind or field, without a full stop."""
    text = declared.get("description") or " ".join(declared.get("comments") or ())
    return str(text).rstrip(".")


def _code(term: str | None) -> str:
    return f"`{term}`" if term else ""


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("\n", " ").replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for page, text in pages().items():
        target = folder / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
