"""The kinds of things: which they are, by their classes, and in which order they stand."""

from kg.terms.declaration import kg_declaration
from kg.terms.vocabulary import PREFIXES


def test_the_kind_of_a_thing_is_known_by_its_classes() -> None:
    for classes, name in (
        ("schema:Person foaf:Person", "Person"),
        ("schema:ScholarlyArticle", "Publication"),
        ("schema:Dataset", "Publication"),
        ("schema:Dataset void:Dataset", "Dataset"),
        ("schema:SoftwareSourceCode", "Publication"),
        ("schema:SoftwareSourceCode kg:System", "System"),
        ("kg:Talk schema:CreativeWork", "Talk"),
        ("schema:OrganizationRole org:Membership", "Position"),
        ("org:Membership schema:Role", "Membership"),
        ("schema:Periodical", "Venue"),
        ("schema:Organization foaf:Organization schema:CollegeOrUniversity", "Organization"),
        ("schema:Organization foaf:Organization org:OrganizationalUnit", "Unit"),
        ("schema:Organization foaf:Organization org:OrganizationalUnit kg:Department", "Unit"),
        ("schema:Organization foaf:Organization kg:Institute", "Organization"),
    ):
        pairs = (each.split(":") for each in classes.split())

        kind = kg_declaration().kind_of([PREFIXES[prefix] + local for prefix, local in pairs])

        assert kind is not None
        assert kind.name == name


def test_what_has_no_known_class_is_of_no_kind() -> None:
    assert kg_declaration().kind_of(["https://example.org/Ship"]) is None


def test_kinds_stand_in_their_places() -> None:
    paths = list(kg_declaration().by_path)

    assert paths[:7] == ["dataset", "person", "work", "organization", "venue", "event", "system"]
    assert paths[-4:] == ["course", "topic", "source", "evidence"]
