"""Say in the files of a project to which organisation a catalogue belongs."""

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

from kg.base import strict_yaml
from kg.base.errors import ConfigError
from kg.base.undo import write_bytes
from kg.profile.config import Project, read_authorities
from kg.profile.drafts.yaml_editing import EditableProfile, YamlEntry
from kg.terms.identifiers import fold, slug


def register(project: Project, file: str, organization: str, content: bytes) -> None:
    """Write a catalogue, then into kg.yaml to which organisation it belongs; one that is not known gets an entry.

    Args:
        project: The project.
        file: The name of the catalogue in `catalogues/`.
        organization: The id or a name of the organisation.
        content: The catalogue.

    Raises:
        ConfigError: If a catalogue of that name belongs to another, or a file cannot be written.
    """
    is_known = known(project, organization)
    id_ = is_known or slug(organization)
    if project.config.organization_of(file) not in ("", f"organization/{id_}"):
        message = f"kg.yaml: the catalogue '{file}' belongs to another organisation"
        raise ConfigError(message, hint="give one of the files another name")
    target = project.root / "catalogues" / file
    with suppress(OSError):  # writing the file says what is wrong with the directory
        target.parent.mkdir(exist_ok=True)
    write_bytes(target, content)
    if not is_known:
        _append(project.organizations, "organizations", {"id": id_, "name": organization})
    _append(project.root / "kg.yaml", "catalogues", {"file": file, "organization": id_}, instead=[file])


def known(project: Project, organization: str) -> str:
    """Return the id of an organisation of `organizations.yaml`, given its id or a name; empty if it is none of them."""
    entries, wanted = read_authorities(project).organizations.entries, fold(organization)
    return next((each.id for each in entries if wanted in map(fold, (each.id, *each.names))), "")


def _append(path: Path, section: str, entry: dict[str, Any], instead: Collection[str] = ()) -> None:
    """Add an entry to a list of a YAML file, in place of those of some files."""
    document = EditableProfile(strict_yaml.read_text(path) if path.is_file() else "", path, (section,))
    entries = document.entries(section)
    entries[:] = [*(each for each in entries if each.data.get("file", "") not in instead), YamlEntry.new(entry)]
    write_bytes(path, document.text().encode())
