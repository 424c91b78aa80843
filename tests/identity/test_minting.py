"""An IRI that was published means what it meant: no other cluster is given it, whatever its name."""

from pathlib import Path

import pytest

from kg.identity.corpus import PersonNode
from kg.identity.minting import Mint, NamedCluster, adopted
from kg.identity.registry import LIVE, MERGED, WITHDRAWN, Registry, RegistryRow, read_registry
from tests.conftest import ADA, Command

IRI = "person/ada-lovelace-k3f9"


def minted(registry: Registry, *clusters: NamedCluster) -> list[str]:
    return Mint(registry, {}).new(clusters)


@pytest.mark.parametrize("state", [LIVE, MERGED, WITHDRAWN])
def test_a_published_iri_is_given_to_no_other_cluster(state: str) -> None:
    registry = Registry({IRI: RegistryRow(IRI, state, "person/ada-king-2222" if state == MERGED else "", "another")})

    (given,) = minted(registry, NamedCluster([0], "profiles/ada 1", IRI, ()))

    assert given != IRI
    assert given.startswith("person/ada-lovelace-")


def test_who_claims_a_published_iri_keeps_it_and_a_namesake_gets_another() -> None:
    registry = Registry({IRI: RegistryRow(IRI, LIVE, "", "profiles/ada 1")})
    owner = NamedCluster([0], "profiles/ada 1", IRI, (IRI,))
    namesake = NamedCluster([1], "profiles/charles 4", IRI, ())

    for clusters in ((owner, namesake), (namesake, owner)):
        given = dict(zip((each.anchor for each in clusters), minted(registry, *clusters), strict=True))
        assert given["profiles/ada 1"] == IRI
        assert given["profiles/charles 4"] != IRI


def test_one_cluster_alone_adopts_an_iri_that_has_lost_its_nodes() -> None:
    orphans = {IRI}
    nodes = [PersonNode(number, ("Ada Lovelace",), iri=IRI) for number in (0, 1)]
    clusters = [NamedCluster([number], f"profiles/ada {number}", IRI, ()) for number in (0, 1)]

    given = adopted(clusters, nodes, orphans)

    assert [list(each.claims) for each in given] == [[IRI], []]
    assert orphans == set()


def test_the_iri_of_a_spelling_leads_to_the_organisation_that_lists_it_since(kg: Command, project: Path) -> None:
    profile = project / "profiles" / "ada-lovelace.yaml"
    profile.write_text(f"{ADA}positions: [{{role: Poet, organization: Mill House Works}}]\n")
    assert kg("build", project, "--out", project / "build", "--workers", 1).code == 0
    [former] = [iri for iri in read_registry(project / "identity" / "registry.tsv").rows if "mill-house" in iri]
    (project / "organizations.yaml").write_text(
        "organizations: [{id: works, name: The Engine Works, aliases: [Mill House Works]}]\n"
    )
    assert kg("build", project, "--out", project / "build", "--workers", 1).code == 0

    assert read_registry(project / "identity" / "registry.tsv").target(former) == "organization/works"
    assert kg("identity", "check", project, "--release", project / "build").code == 0
