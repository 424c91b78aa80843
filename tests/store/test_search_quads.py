"""What the index reads of a dump: the same as the store would say, however its quads are written and packed."""

import gzip
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, Quad, parse

from kg.base.errors import ReadError
from kg.store.search.facts import SearchFacts, facts, facts_of, text
from kg.store.search.index import Index
from kg.store.search.writing import amend, write
from kg.store.store import LocalStore
from kg.terms.declaration import kg_declaration
from kg.terms.formats import RDF_FORMATS, Term
from tests.support.search_rows import rows_of

BASE = "https://kg.example.org/"
XSD = "http://www.w3.org/2001/XMLSchema#"
PREDICATES = (
    *("https://schema.org/name", "http://xmlns.com/foaf/0.1/name", "https://schema.org/alternateName"),
    *("https://schema.org/author", "https://schema.org/mainEntity", "https://schema.org/affiliation"),
    *("https://w3id.org/profile-kg/ontology#year", "https://w3id.org/profile-kg/ontology#advisor"),
    *("http://www.w3.org/2002/07/owl#deprecated", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"),
    *("https://schema.org/description", "https://schema.org/startDate"),
)

nodes = st.sampled_from([NamedNode(f"{BASE}{kind}/{n}") for kind in ("person", "work", "venue") for n in (1, 2)])
characters = st.characters(exclude_categories=["Cs"])
texts = st.text(characters, max_size=20)
typed = st.builds(
    lambda value, datatype: Literal(value, datatype=NamedNode(f"{XSD}{datatype}")),
    st.sampled_from(("2020", "02020", "1", "true", "1.50", "x")),
    st.sampled_from(("integer", "boolean", "decimal", "gYear", "string")),
)
tagged = st.builds(lambda value, tag: Literal(value, language=tag), texts, st.sampled_from(("en", "EN", "en-GB")))
terms = st.one_of(nodes, st.builds(Literal, texts), typed, tagged, st.just(BlankNode("b")))
graphs = st.sampled_from((DefaultGraph(), DefaultGraph(), NamedNode(f"{BASE}graph/evidence"), BlankNode("g")))
quads = st.builds(Quad, nodes, st.sampled_from([NamedNode(iri) for iri in PREDICATES]), terms, graphs)


def written(quads: list[Quad], path: Path) -> Path:
    path.write_bytes("".join(f"{quad} .\n" for quad in quads).encode())
    return path


@given(st.lists(quads, max_size=40))
@example([Quad(NamedNode(f"{BASE}work/1"), NamedNode("https://w3id.org/profile-kg/ontology#year"), BlankNode("b"))])
def test_a_file_says_what_a_store_says_that_has_loaded_it(several: list[Quad]) -> None:
    with TemporaryDirectory() as directory:
        dump = written(several + several[::3], Path(directory) / "dump.nq")
        store = LocalStore.in_memory()
        store.backend.load(path=str(dump), format=RDF_FORMATS["nquads"])
        write(dump, BASE, Path(directory) / "of-file")
        write(store, BASE, Path(directory) / "of-store")

        assert (Path(directory) / "of-file").read_bytes() == (Path(directory) / "of-store").read_bytes()


@given(st.text(characters))
def test_texts_are_read_as_they_were_meant(value: str) -> None:
    subject, name = NamedNode(f"{BASE}person/1"), NamedNode(PREDICATES[0])
    with TemporaryDirectory() as directory:
        read = SearchFacts(facts(written([Quad(subject, name, Literal(value))], Path(directory) / "dump.nq")))

    assert [text(term) for _, term in read.terms(name.value)] == [value]


@pytest.mark.thorough
def test_a_packed_dump_may_have_several_members_and_no_end_of_line(tmp_path: Path) -> None:
    line = f'<{BASE}person/{{}}> <{PREDICATES[0]}> "Ada {{}} Łoś 李" .\n'
    lines = "".join(line.format(n, n) for n in range(5_000)).encode()
    (tmp_path / "plain.nq").write_bytes(lines)
    (tmp_path / "packed.gz").write_bytes(gzip.compress(lines[:99_999]) + gzip.compress(lines[99_999:-1]))
    for name in ("plain.nq", "packed.gz"):
        write(tmp_path / name, BASE, tmp_path / f"{name}.sqlite")

    assert (tmp_path / "plain.nq.sqlite").read_bytes() == (tmp_path / "packed.gz.sqlite").read_bytes()
    assert Index.open(tmp_path / "plain.nq.sqlite").count("person") == 5_000


@pytest.mark.parametrize("damage", [lambda packed: packed[:-9], lambda packed: packed[:50] + b"?" * 9 + packed[59:]])
def test_a_damaged_dump_is_an_error_and_no_smaller_index(damage: Callable[[bytes], bytes], tmp_path: Path) -> None:
    packed = gzip.compress(b"".join(b"<urn:s> <urn:p> <urn:%d> .\n" % number for number in range(99)))
    (tmp_path / "dump.gz").write_bytes(damage(packed))

    with pytest.raises(ReadError, match=r"dump\.gz: cannot be read: "):
        write(tmp_path / "dump.gz", BASE, tmp_path / "search.sqlite")


def test_an_adviser_of_one_person_with_two_sources_advises_one(tmp_path: Path) -> None:
    ada, charles, advisor = (NamedNode(iri) for iri in (f"{BASE}person/ada", f"{BASE}person/charles", PREDICATES[7]))
    facts = [
        *(Quad(who, NamedNode(PREDICATES[0]), Literal(name)) for who, name in ((ada, "Ada"), (charles, "Charles"))),
        *(Quad(NamedNode(f"{BASE}source/{n}"), NamedNode(PREDICATES[4]), ada) for n in (1, 2)),
        Quad(ada, advisor, charles),
    ]
    write(written(facts, tmp_path / "dump.nq"), BASE, tmp_path / "search.sqlite")

    assert Index.open(tmp_path / "search.sqlite").find("charles").hits[0].detail == "adviser of Ada"


KG = "https://w3id.org/profile-kg/ontology#"
THINGS = [
    NamedNode(f"{BASE}{kind}/{n}")
    for kind in ("person", "work", "venue", "event", "topic", "organization", "source")
    for n in range(1, 5)
]
AUTHORSHIPS = [NamedNode(f"{work.value}#author-{place}") for work in THINGS[4:8] for place in (1, 2, 3)]
LINKS = [
    *map(NamedNode, PREDICATES),
    *(NamedNode(f"{KG}{name}") for name in ("presentedAt", "acronym", "collaborator")),
    *(NamedNode(f"https://schema.org/{name}") for name in ("superEvent", "isPartOf", "creativeWorkStatus", "about")),
    NamedNode("http://www.w3.org/2004/02/skos/core#prefLabel"),
]
TEXTS = [*map(Literal, ("Ada Vane", "Bo Quist", "A. Vane", "The Vane Report", "2020", "1999", "Vane")), Literal(True)]


VALUES: list[Term] = [*THINGS, *TEXTS]


def drawn(chance: Random) -> Quad:
    """Return any quad of some things: often a name, or a person who wrote a work."""
    share = chance.random()
    if share < 0.35:
        link, several = ("author", VALUES[:4]) if share < 0.25 else ("nameAsWritten", VALUES[len(THINGS) :])
        return Quad(chance.choice(AUTHORSHIPS), NamedNode(f"{KG}{link}"), chance.choice(several))
    if share < 0.6:
        return Quad(chance.choice(THINGS), LINKS[0], chance.choice(TEXTS))
    return Quad(chance.choice(THINGS), chance.choice(LINKS), chance.choice(VALUES))


@pytest.mark.parametrize("seed", range(12))
def test_an_index_that_is_amended_again_and_again_has_the_rows_of_one_from_nothing(seed: int, tmp_path: Path) -> None:
    chance = Random(seed)  # noqa: S311  (no secret)
    held = {Quad(NamedNode(each.value.partition("#")[0]), NamedNode(f"{KG}authorship"), each) for each in AUTHORSHIPS}
    fixed = set(held)
    held |= {drawn(chance) for _ in range(chance.randint(0, 120))}
    store = LocalStore.in_memory(held)
    write(store, BASE, tmp_path / "0")
    for number in range(1, 5):
        gone = chance.sample(sorted(held - fixed, key=str), min(len(held - fixed), chance.randint(0, 5)))
        turned = {drawn(chance) for _ in range(chance.randint(1, 6))} ^ set(gone)
        held ^= turned
        former, store = store, LocalStore.in_memory(held)
        changed = facts_of("".join(f"{quad} .\n" for quad in turned))
        amend(tmp_path / f"{number - 1}", tmp_path / f"{number}", changed, (former, store), BASE, kg_declaration())
        write(store, BASE, tmp_path / f"{number}-anew")

        assert rows_of(tmp_path / f"{number}") == rows_of(tmp_path / f"{number}-anew")


FAR = f"""\
<{BASE}source/1> <https://schema.org/mainEntity> <{BASE}person/1> .
<{BASE}work/1> <{KG}authorship> <{BASE}work/1#author-1>, <{BASE}work/1#author-2> ; <{KG}presentedAt> <{BASE}event/1> .
<{BASE}work/1#author-1> <{KG}author> <{BASE}person/1> .
<{BASE}work/1#author-2> <{KG}author> <{BASE}person/2> .
<{BASE}event/1> <https://schema.org/superEvent> <{BASE}venue/1> .
<{BASE}person/2> <https://schema.org/name> "Bo Quist" .
<{BASE}work/1> <https://schema.org/name> "On mosses" .
"""


@pytest.mark.parametrize(("renamed", "shown_by"), [("person/1", "person/2"), ("venue/1", "work/1")])
def test_a_new_name_reaches_the_lines_of_co_authors_and_of_works_of_an_edition(
    renamed: str, shown_by: str, tmp_path: Path
) -> None:
    known = list(parse(FAR, format=RDF_FORMATS["turtle"]))
    names = [Quad(NamedNode(f"{BASE}{renamed}"), LINKS[0], Literal(name)) for name in ("Vane", "Moss")]
    before, after = (LocalStore.in_memory([*known, name]) for name in names)
    write(before, BASE, tmp_path / "before")
    changed = facts_of("".join(f"{name} .\n" for name in names))
    amend(tmp_path / "before", tmp_path / "after", changed, (before, after), BASE, kg_declaration())

    assert "Moss" in Index.open(tmp_path / "after").detail(f"{BASE}{shown_by}")


def test_an_index_without_room_between_two_entries_is_written_anew(tmp_path: Path) -> None:
    people = [Quad(NamedNode(f"{BASE}person/{n}"), LINKS[0], Literal(f"Ada Vane {'a' * n}")) for n in range(30, 0, -1)]
    write(LocalStore.in_memory(), BASE, tmp_path / "30")
    for person in range(1, 31):  # each stands before all others
        stores = LocalStore.in_memory(people[: person - 1]), LocalStore.in_memory(people[:person])
        paths = tmp_path / f"{31 - person}", tmp_path / f"{30 - person}"
        amend(*paths, facts_of(f"{people[person - 1]} .\n"), stores, BASE, kg_declaration())

    write(LocalStore.in_memory(people), BASE, tmp_path / "anew")
    assert rows_of(tmp_path / "0") == rows_of(tmp_path / "anew")
