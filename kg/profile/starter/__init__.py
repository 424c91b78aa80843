"""Start a new project: a small one that builds as it is, or an empty one for a person, a group or a department."""

import json
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kg.base.errors import ReleaseError
from kg.profile.config import Config
from kg.profile.schemas import SCHEMAS, json_schema
from kg.terms import typed_yaml
from kg.terms.identifiers import slug

_FILES = Path(__file__).parent / "files"
_HOSTS = Path(__file__).parent / "hosts"
_SAMPLE = ("kg.yaml", "profiles", ".github")
"""What of the sample others have in another form."""
EXAMPLE_BASE = "https://kg.example.org/"

Kind = Literal["person", "group", "department", "sample"]
Host = Literal["github", "gitlab", "none"]
_PLAIN = re.compile(r"[^\W\d_][\w .'-]* [\w .'-]*\w|https?://[\w./-]+")
"""What is a text in YAML without quotes: several words, or an address."""


@dataclass(frozen=True)
class Start:
    """What a project starts with."""

    kind: Kind = "sample"
    name: str = ""  # What the person, the group or the department is called
    base: str = EXAMPLE_BASE  # The base of all IRIs
    sources: Sequence[str] = ()  # The services that `kg sync` asks
    host: Host = "github"  # Where the repository will be
    orcid: str = ""  # Of a person
    lead: str = ""  # What they do, in a sentence

    @property
    def id(self) -> str:
        """The id of the person, or of the organisation."""
        return slug(self.name) or self.kind


def create(directory: Path, start: Start = Start()) -> Iterator[Path]:
    """Write a new project, and yield its files.

    Args:
        directory: Where; it is made if it is not there.
        start: What it starts with.

    Raises:
        ReleaseError: If the directory holds something already, or cannot be written.
        ReadError: If what it starts with is no configuration.
    """
    texts = dict(_texts(start))
    typed_yaml.check(texts["kg.yaml"], directory / "kg.yaml", Config)
    try:
        if directory.exists() and any(directory.iterdir()):
            raise ReleaseError(f"{directory} is not empty", hint="choose another directory; nothing was written")
        left_out = () if start.kind == "sample" else _SAMPLE
        shutil.copytree(_FILES, directory, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", *left_out))
        (directory / "schemas").mkdir()
        (directory / "profiles").mkdir(exist_ok=True)
        if left_out and start.host != "none":
            shutil.copytree(_HOSTS / start.host, directory, dirs_exist_ok=True)
        if left_out and start.host == "github":
            shutil.copytree(_FILES / ".github", directory / ".github", dirs_exist_ok=True)
        texts |= {f"schemas/{kind}.schema.json": json_schema(kind) + "\n" for kind in SCHEMAS}
        for name, text in texts.items():
            (directory / name).write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"{directory} cannot be written: {error.strerror or error}"
        raise ReleaseError(message, hint="check the path and its permissions") from error
    yield from sorted(path for path in directory.rglob("*") if path.is_file())


def _texts(start: Start) -> Iterator[tuple[str, str]]:
    """Yield the files that are about whom the project is of, by their paths."""
    config = (_FILES / "kg.yaml").read_text(encoding="utf-8")
    config = config.replace(f"base: {EXAMPLE_BASE}", f"base: {_scalar(start.base)}", 1)
    config = config.replace("Our group", _scalar(start.name or "Our group"))
    config += f"\nsite:\n  lead: {_scalar(start.lead)}  # the first page begins with it\n" if start.lead else ""
    is_one = start.kind in ("group", "department")
    own = f"\n  - id: {start.id}\n    name: {_scalar(start.name)}\n" if is_one else " []\n"
    for kind, entries in (("organizations", own), ("venues", " []\n")):
        yield f"{kind}.yaml", f"# yaml-language-server: $schema=schemas/{kind}.schema.json\n\n{kind}:{entries}"
    if start.kind == "sample":
        yield "kg.yaml", config
    else:
        yield from _texts_of_owner(start, config)


def _texts_of_owner(start: Start, config: str) -> Iterator[tuple[str, str]]:
    """Yield the files of a project that is somebody's own."""
    name = _scalar(start.name)
    config = re.sub(r"^description: .*\n", "", config, flags=re.MULTILINE)
    services = "".join(f"  {source}: {{every: {1 if source == 'orcid' else 7}}}\n" for source in start.sources)
    if services:
        remark = "# What kg sync asks about those whose profiles state an id there, and after how many days again."
        config += f"\n{remark}\nsync:\n{services}"
    yield "kg.yaml", config
    yield "README.md", _readme(start.host)
    if start.kind == "person":
        orcid = f"orcid: {_scalar(start.orcid)}\n" if start.orcid else ""
        head = "# yaml-language-server: $schema=../schemas/profile.schema.json\n"
        yield f"profiles/{start.id}.yaml", f"{head}\nid: {start.id}\nname: {name}\n{orcid}"


def _readme(host: Host) -> str:
    """Return what the project says of itself, with the workflows of its host."""
    text = (_FILES / "README.md").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines(keepends=True) if ".github/" in line)
    sync = "| `.github/workflows/sync.yml` | asks the services of `kg.yaml` every night what is new |\n"
    rows = {"github": row + sync, "gitlab": row.replace(".github/workflows/site.yml", ".gitlab-ci.yml"), "none": ""}
    return text.replace(row, rows[host])


def _scalar(text: str) -> str:
    """Return a text as YAML, in quotes where it needs them."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
