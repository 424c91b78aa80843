"""What a user would write with rdflib and pySHACL alone: the peer that `kg build` is measured against.

    python benchmarks/plain_rdflib.py PROJECT OUT.ttl [--validate]

It reads the same profiles and makes the same kinds of fact in a straightforward way: one graph in
memory, names as identity, no evidence, no store on disk.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pyshacl
import yaml
from rdflib import RDF, XSD, Graph, Literal, Namespace, URIRef

BASE = Namespace("https://kg.example.org/")
SCHEMA = Namespace("https://schema.org/")
FOAF = Namespace("http://xmlns.com/foaf/0.1/")
ORG = Namespace("http://www.w3.org/ns/org#")
KG = Namespace("https://w3id.org/profile-kg/ontology#")


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def named(graph: Graph, kind: str, name: str, type_: URIRef) -> URIRef:
    node = BASE[f"{kind}/{slug(name)}"]
    graph.add((node, RDF.type, type_))
    graph.add((node, SCHEMA.name, Literal(name)))
    return node


def date(text: str) -> Literal:
    return Literal(text, datatype={4: XSD.gYear, 7: XSD.gYearMonth}[len(text)])


def period(graph: Graph, node: URIRef, item: dict[str, Any]) -> None:
    if "start" in item:
        graph.add((node, SCHEMA.startDate, date(item["start"])))
        graph.add((node, KG.startYear, Literal(int(item["start"][:4]))))
    if item.get("end", "present") != "present":
        graph.add((node, SCHEMA.endDate, date(item["end"])))
        graph.add((node, KG.endYear, Literal(int(item["end"][:4]))))


def work(graph: Graph, item: dict[str, Any]) -> None:
    node = BASE[f"work/{slug(item['title'])}"]
    graph.add((node, RDF.type, SCHEMA.ScholarlyArticle))
    graph.add((node, SCHEMA.name, Literal(item["title"])))
    graph.add((node, KG.year, Literal(item["year"])))
    graph.add((node, SCHEMA.datePublished, date(str(item["year"]))))
    venue = named(graph, "venue", item["venue"], SCHEMA.EventSeries)
    event = named(graph, "event", f"{item['venue']} {item['year']}", SCHEMA.Event)
    graph.add((event, SCHEMA.superEvent, venue))
    graph.add((event, KG.year, Literal(item["year"])))
    graph.add((node, KG.presentedAt, event))
    graph.add((node, SCHEMA.creativeWorkStatus, KG.published))
    for position, name in enumerate(item["authors"], 1):
        author = named(graph, "person", name, SCHEMA.Person)
        graph.add((author, RDF.type, FOAF.Person))
        graph.add((author, FOAF.name, Literal(name)))
        signature = URIRef(f"{node}#author-{position}")
        graph.add((node, SCHEMA.author, author))
        graph.add((node, KG.authorship, signature))
        graph.add((signature, RDF.type, KG.Authorship))
        graph.add((signature, KG.author, author))
        graph.add((signature, SCHEMA.position, Literal(position)))
        graph.add((signature, KG.nameAsWritten, Literal(name)))


def person(graph: Graph, profile: dict[str, Any]) -> None:
    node = named(graph, "person", profile["name"], SCHEMA.Person)
    graph.add((node, RDF.type, FOAF.Person))
    graph.add((node, FOAF.name, Literal(profile["name"])))
    graph.add((node, SCHEMA.jobTitle, Literal(profile["job_title"])))
    graph.add((node, SCHEMA.url, URIRef(profile["homepage"])))
    graph.add((node, FOAF.homepage, URIRef(profile["homepage"])))
    graph.add((node, SCHEMA.description, Literal(profile["summary"], lang="en")))
    for topic in profile["interests"]:
        graph.add((node, SCHEMA.knowsAbout, named(graph, "topic", topic, SCHEMA.DefinedTerm)))
    for skill in profile["skills"]:
        graph.add((node, SCHEMA.skills, Literal(skill)))
    for index, item in enumerate(profile["positions"]):
        role = URIRef(f"{node}#position-{index}")
        graph.add((node, ORG.hasMembership, role))
        graph.add((role, RDF.type, ORG.Membership))
        graph.add((role, RDF.type, SCHEMA.OrganizationRole))
        graph.add((role, ORG.member, node))
        graph.add((role, ORG.organization, named(graph, "organization", item["organization"], SCHEMA.Organization)))
        graph.add((role, SCHEMA.roleName, Literal(item["role"])))
        period(graph, role, item)
        advisors(graph, node, role, item)
    for index, item in enumerate(profile["education"]):
        degree = URIRef(f"{node}#degree-{index}")
        graph.add((node, SCHEMA.hasCredential, degree))
        graph.add((degree, RDF.type, SCHEMA.EducationalOccupationalCredential))
        graph.add((degree, SCHEMA.credentialCategory, Literal(item["degree"])))
        graph.add((degree, SCHEMA.about, Literal(item["field"])))
        institution = named(graph, "organization", item["institution"], SCHEMA.Organization)
        graph.add((degree, SCHEMA.recognizedBy, institution))
        graph.add((node, SCHEMA.alumniOf, institution))
        period(graph, degree, item)
        advisors(graph, node, degree, item)
    rest(graph, node, profile)
    for item in profile["publications"]:
        work(graph, item)


def advisors(graph: Graph, node: URIRef, entry: URIRef, item: dict[str, Any]) -> None:
    for name in item["advisors"]:
        advisor = named(graph, "person", name, SCHEMA.Person)
        graph.add((entry, KG.advisor, advisor))
        graph.add((node, KG.advisor, advisor))


def rest(graph: Graph, node: URIRef, profile: dict[str, Any]) -> None:
    for item in profile["systems"]:
        system = named(graph, "system", item["name"], KG.System)
        graph.add((system, SCHEMA.description, Literal(item["summary"], lang="en")))
        graph.add((system, SCHEMA.creativeWorkStatus, KG[item["status"]]))
        graph.add((system, SCHEMA.contributor, node))
    for index, item in enumerate(profile["awards"]):
        award = URIRef(f"{node}#award-{index}")
        graph.add((node, KG.received, award))
        graph.add((award, RDF.type, KG.AwardReceipt))
        graph.add((award, SCHEMA.name, Literal(item["name"])))
        graph.add((award, KG.year, Literal(item["year"])))
        graph.add((award, KG.giver, named(graph, "organization", item["giver"], SCHEMA.Organization)))
        graph.add((node, SCHEMA.award, Literal(f"{item['name']}, {item['year']}")))
    for index, item in enumerate(profile["teaching"]):
        teaching = URIRef(f"{node}#teaching-{index}")
        graph.add((node, KG.taught, teaching))
        graph.add((teaching, RDF.type, KG.TeachingRole))
        graph.add((teaching, SCHEMA.roleName, Literal(item["role"])))
        course = named(graph, "course", f"{item['institution']} {item['code']}", SCHEMA.Course)
        graph.add((course, SCHEMA.courseCode, Literal(item["code"])))
        graph.add((teaching, KG.course, course))
        graph.add((teaching, KG["term"], Literal(item["term"])))
    for index, item in enumerate(profile["service"]):
        service = URIRef(f"{node}#service-{index}")
        graph.add((node, KG.served, service))
        graph.add((service, RDF.type, KG.ServiceRole))
        graph.add((service, SCHEMA.roleName, Literal(item["role"])))
        graph.add((service, KG.year, Literal(item["year"])))
        graph.add((service, KG.serviceFor, named(graph, "venue", item["venue"], SCHEMA.EventSeries)))


def main() -> None:
    project, out = Path(sys.argv[1]), Path(sys.argv[2])
    graph = Graph()
    for path in sorted((project / "profiles").iterdir()):
        if path.suffix == ".jsonl":
            for line in path.open():
                person(graph, json.loads(line))
        else:
            person(graph, yaml.safe_load(path.read_text()))
    if "--validate" in sys.argv:
        shapes = Graph()
        for shape in sorted((Path(__file__).parent.parent / "shapes").glob("*.ttl")):
            shapes.parse(shape)
        pyshacl.validate(graph, shacl_graph=shapes)
    graph.serialize(out, format="nt" if out.suffix == ".nt" else "turtle", encoding="utf-8")
    print(len(graph))


if __name__ == "__main__":
    main()
