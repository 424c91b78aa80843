"""Links in a project that lead out of it: refused by name, and nothing of what they lead to is said."""

from pathlib import Path

import pytest

from kg.base.errors import ConfigError
from kg.profile.config import read_project
from kg.terms.declaration import declaration_near
from tests.conftest import ADA, CONFIG, Command

SECRET = "token: 1234567890abcdef\nno YAML: [\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "group"
    (root / "profiles").mkdir(parents=True)
    (root / "kg.yaml").write_text(CONFIG)
    (root / "profiles" / "ada.yaml").write_text(ADA)
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "secret.yaml").write_text(SECRET)
    return root


FILES = (
    "profiles/x.yaml", "profiles/below/x.json", "organizations.yaml", "venues.yaml", "identity/judgements.yaml",
    "identity/registry.tsv", "ontology/x.yaml", "shapes/x.ttl", "queries/x.rq", "graph/x.ttl", "kg.yaml",
)  # fmt: skip


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", ["validate", "build"])
def test_a_link_that_leads_out_is_refused_by_its_name_alone(
    name: str, command: str, project: Path, kg: Command
) -> None:
    link = project / name
    link.parent.mkdir(parents=True, exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to(project.parent / "secret" / "secret.yaml")
    outcome = kg(command, project)

    assert outcome.code == 2
    assert f"{link}: this link leads out of the project, and is not followed" in outcome.err
    assert "put a copy of what it leads to in its place" in outcome.err
    assert "token" not in outcome.out + outcome.err


@pytest.mark.parametrize("name", ["profiles", "ontology", "queries"])
def test_a_linked_folder_that_leads_out_is_refused_too(name: str, project: Path) -> None:
    if (project / name).exists():
        (project / name).rename(project / "kept")
    (project / name).symlink_to(project.parent / "secret")

    with pytest.raises(ConfigError, match=f"{name}: this link leads out"):
        read_project(project)


def test_a_link_to_a_folder_that_holds_a_link_out_is_seen_through(project: Path) -> None:
    (project / "kept").mkdir()
    (project / "kept" / "x.yaml").symlink_to(project.parent / "secret" / "secret.yaml")
    (project / "queries").symlink_to("kept")

    with pytest.raises(ConfigError, match=r"queries/x\.yaml: this link leads out"):
        read_project(project)


def test_links_within_the_project_hidden_ones_and_circles_are_left_alone(project: Path) -> None:
    (project / "kept.yaml").write_text("organizations: []\n")
    (project / "organizations.yaml").symlink_to("kept.yaml")
    (project / "profiles" / ".#ada.yaml").symlink_to("/nobody@nowhere")
    (project / "graph").mkdir()
    (project / "graph" / "round").symlink_to("..")

    assert read_project(project).root == project


def test_a_profile_alone_is_read_without_a_declaration_that_lies_elsewhere(project: Path) -> None:
    (project / "ontology").mkdir()
    (project / "ontology" / "x.yaml").symlink_to(project.parent / "secret" / "secret.yaml")

    with pytest.raises(ConfigError, match="this link leads out"):
        declaration_near(project / "profiles" / "ada.yaml")
