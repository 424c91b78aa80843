"""The cases of `test_shapes`: for each constraint of each shape a change that breaks it."""

from collections.abc import Sequence
from typing import NamedTuple

from kg.terms.vocabulary import PREFIXES
from kg.validation.report import ResultSeverity

BASE = "https://kg.example.org/"

ADA = "person/ada-lovelace"
BABBAGE = "person/charles-babbage-i5vjr2"
INTERNSHIP = f"{ADA}#position-1835-clement-and-company-intern"
POSITION = f"{ADA}#position-1842-05-engine-works-collaborator"
DEGREE = f"{ADA}#degree-1838-university-of-london-ph-d"
MEDAL = f"{ADA}#award-1844-medal-for-notes"
STIPEND = f"{ADA}#award-1838-stipend"
TEACHING = f"{ADA}#teaching-1841-21-calculus-of-operations-teaching-assistant"
SERVICE = f"{ADA}#service-1840-engine-day-reviewer"
TALK = f"{ADA}#talk-1851-great-exhibition-what-an-engine-can-do"
MEMBERSHIP = f"{ADA}#membership-1845-royal-society"
ROLE = f"{ADA}#system-analytical-engine"
NOTES = "work/notes-by-the-translator-fhg4m5"
BERNOULLI = "work/on-the-numbers-of-bernoulli-hvhvqy"
SKETCH = "work/sketch-of-an-engine-for-music-plfynp"
FIRST, SECOND = f"{NOTES}#author-1", f"{NOTES}#author-2"
LINK = f"{NOTES}#link-1-slides-4t45g"
ENGINE = "system/analytical-engine"
COURSE = "course/university-of-london-co1"
LONDON = "organization/university-of-london"
WORKS = "organization/engine-works"
SOCIETY = "organization/royal-society"
TURIN, DAY, MEMOIRS = "venue/turin", "venue/engine-day", "venue/scientific-memoirs"
EDITION = "event/turin-1840"
TOPIC = "topic/computation"
SOURCE = "source/ada-lovelace"
EVIDENCE = "evidence/wymixpfzqw2ot"
JOIN, QUESTION = "evidence/txqig3z6ttfes", "evidence/iphcj63ui5on2"

WARNINGS = frozenset(
    (
        "Award",
        "Course-provider",
        "Dataset-description",
        "Disagreement-statement",
        "Edition-oneAcceptanceRate",
        "Degree",
        "Degree-start",
        "Person-orcid",
        "Position",
        "Position-start",
        "Series-oneKind",
        "Service-for",
        "Talk-presentedAt",
        "Teaching-term",
        "Work-authorTwice",
        "Work-publishedSomewhere",
        "Work-year",
    )
)
REMARKS = frozenset(("Organization-unidentified", "Series-anyKind", "Work-nobody"))

CHANGES = [*PREFIXES.items(), ("rdfs", "http://www.w3.org/2000/01/rdf-schema#")]
PROLOGUE = f"BASE <{BASE}>\n" + "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in CHANGES)


class Case(NamedTuple):
    """A change to the conforming graph that breaks one constraint of one shape.

    Attributes:
        shape: Local name of the shape.
        constraint: Local name of the parameter, such as `minCount`; `select` for SPARQL.
        focus: The focus node, relative to the base.
        path: The property at fault as a CURIE; empty where a result has none.
        values: What the focus node says of the path instead, in Turtle; empty for nothing.
        change: The change as SPARQL Update, where new values of the path are not enough.
        also: Other shapes that the change breaks of necessity.
    """

    shape: str
    constraint: str
    focus: str
    path: str
    values: str = ""
    change: str = ""
    also: Sequence[str] = ()

    @property
    def severity(self) -> ResultSeverity:
        """How bad the result is to be."""
        if self.shape in REMARKS:
            return ResultSeverity.INFO
        return ResultSeverity.WARNING if self.shape in WARNINGS else ResultSeverity.VIOLATION

    @property
    def update(self) -> str:
        """The change as SPARQL Update."""
        if self.change:
            return PROLOGUE + self.change
        graph = "WITH <graph/evidence> " if self.focus in (EVIDENCE, JOIN, QUESTION) else ""
        old = f"<{self.focus}> {self.path} ?old"
        new = f"<{self.focus}> {self.path} {self.values}" if self.values else ""
        return f"{PROLOGUE}{graph}DELETE {{ {old} }} INSERT {{ {new} }} WHERE {{ OPTIONAL {{ {old} }} }}"


def inserted(text: str) -> str:
    """Return the update that adds some triples."""
    return f"INSERT DATA {{ {text} }}"


def deleted(*triples: str) -> str:
    """Return the update that takes some triples away."""
    return f"DELETE DATA {{ {' . '.join(triples)} }}"


def without(focus: str, *paths: str) -> str:
    """Return the update that takes some properties from a node."""
    return "; ".join(f"DELETE WHERE {{ <{focus}> {path} ?old{number} }}" for number, path in enumerate(paths))


def renamed(focus: str, names: str) -> str:
    """Return the update that gives a person other names, in both vocabularies."""
    insert = inserted(f"<{focus}> schema:name {names} ; foaf:name {names}") if names else ""
    return f"{without(focus, 'schema:name', 'foaf:name')}; {insert}"


NOT_BY_ADA = deleted(f"<{FIRST}> kg:author <{ADA}>", f"<{NOTES}> schema:author <{ADA}>")
AUTHORSHIP = (
    "Work-authorship",
    "Listed-byAuthor",
)  # an authorship that is not as it should be makes its work's list so

CASES = [
    Case(
        "Disagreement-statement",
        "select",
        NOTES,
        "kg:disagreement",
        change=inserted(
            f"<{NOTES}> kg:disagreement <evidence/d> . "
            "<evidence/d> a kg:Disagreement ; kg:statement 'dates: 1842 (a) – or 1843 (b)'"
        ),
    ),
    Case("Listed-byAuthor", "select", NOTES, "kg:listedBy", f"<{ADA}>, <{LONDON}>"),
    Case(
        "Authorship-author",
        "minCount",
        FIRST,
        "kg:author",
        "",
        NOT_BY_ADA,
        AUTHORSHIP,
    ),
    Case("Authorship-author", "maxCount", FIRST, "kg:author", f"<{ADA}>, <{BABBAGE}>", also=AUTHORSHIP),
    Case(
        "Authorship-author",
        "or",
        FIRST,
        "kg:author",
        "",
        f"{NOT_BY_ADA}; {inserted(f'<{FIRST}> kg:author <{ENGINE}>')}",
        AUTHORSHIP,
    ),
    Case("Authorship-nameAsWritten", "minCount", FIRST, "kg:nameAsWritten", also=AUTHORSHIP),
    Case("Authorship-nameAsWritten", "minLength", FIRST, "kg:nameAsWritten", '""', also=AUTHORSHIP),
    Case("Authorship-position", "minCount", FIRST, "schema:position", also=AUTHORSHIP),
    Case("Authorship-position", "maxCount", FIRST, "schema:position", "1, 2", also=AUTHORSHIP),
    Case("Authorship-position", "datatype", FIRST, "schema:position", '"1"', also=AUTHORSHIP),
    Case("Authorship-position", "minInclusive", FIRST, "schema:position", "0", also=AUTHORSHIP),
    Case("Award", "or", MEDAL, "", "", without(MEDAL, "kg:year")),
    Case("Award-forWork", "or", MEDAL, "kg:forWork", f"<{ADA}>"),
    Case("Award-giver", "class", MEDAL, "kg:giver", f"<{ADA}>"),
    Case("Award-name", "minCount", MEDAL, "schema:name"),
    Case("Award-name", "maxCount", MEDAL, "schema:name", '"Medal", "Prize"'),
    Case("Award-received", "minCount", STIPEND, "", "", deleted(f"<{ADA}> kg:received <{STIPEND}>")),
    Case("Award-received", "maxCount", STIPEND, "", "", inserted(f"<{BABBAGE}> kg:received <{STIPEND}>")),
    Case("Course-name", "minCount", COURSE, "schema:name"),
    Case("Course-name", "maxCount", COURSE, "schema:name", '"One", "Two"'),
    Case("Course-provider", "minCount", COURSE, "schema:provider"),
    Case("Course-provider", "class", COURSE, "schema:provider", f"<{ADA}>"),
    Case("Dataset-description", "minCount", "dataset", "schema:description"),
    Case("Dataset-license", "minCount", "dataset", "schema:license"),
    Case("Dataset-license", "nodeKind", "dataset", "schema:license", '"CC BY"'),
    Case("Dataset-name", "minCount", "dataset", "schema:name"),
    Case("Dataset-name", "maxCount", "dataset", "schema:name", '"One", "Two"'),
    Case(
        "Dataset-publisher",
        "minCount",
        "dataset",
        "schema:publisher",
        "",
        f"{without('dataset', 'schema:publisher')}; {without('dataset#publisher', '?p')}",
    ),
    Case("Dataset-publisher", "class", "dataset", "schema:publisher", f"<{ADA}>", also=("Organization-unidentified",)),
    Case("Dataset-uriSpace", "maxCount", "dataset", "void:uriSpace", f'"{BASE}", "{BASE}two/"'),
    Case("Dataset-uriSpace", "pattern", "dataset", "void:uriSpace", '"https://kg.example.org"'),
    Case("Degree", "or", DEGREE, "", "", without(DEGREE, "schema:endDate", "kg:endYear")),
    Case("Degree-advisor", "class", DEGREE, "kg:advisor", f"<{LONDON}>"),
    Case("Degree-category", "minCount", DEGREE, "schema:credentialCategory"),
    Case("Degree-category", "maxCount", DEGREE, "schema:credentialCategory", '"Ph.D.", "M.A."'),
    Case("Degree-level", "maxCount", DEGREE, "schema:educationalLevel", "kg:doctoral, kg:master"),
    Case("Degree-level", "in", DEGREE, "schema:educationalLevel", "kg:published"),
    Case("Degree-recognizedBy", "minCount", DEGREE, "schema:recognizedBy"),
    Case("Degree-recognizedBy", "class", DEGREE, "schema:recognizedBy", f"<{ADA}>"),
    Case("Degree-start", "minCount", DEGREE, "schema:startDate"),
    Case("Degree-years", "maxCount", DEGREE, "kg:startYear", "1838, 1839"),
    Case("Degree-years", "lessThanOrEquals", DEGREE, "kg:startYear", "1842"),
    Case("Edition-acceptanceRate", "datatype", EDITION, "kg:acceptanceRate", '"0.125"^^xsd:double'),
    Case("Edition-acceptanceRate", "minInclusive", EDITION, "kg:acceptanceRate", "-0.1"),
    Case("Edition-acceptanceRate", "maxInclusive", EDITION, "kg:acceptanceRate", "12.5"),
    Case("Edition-oneAcceptanceRate", "maxCount", EDITION, "kg:acceptanceRate", "0.125, 0.25"),
    Case("Edition-name", "minCount", EDITION, "schema:name"),
    Case("Edition-name", "maxCount", EDITION, "schema:name", '"One", "Two"'),
    Case("Edition-superEvent", "minCount", EDITION, "schema:superEvent"),
    Case("Edition-superEvent", "maxCount", EDITION, "schema:superEvent", f"<{TURIN}>, <{DAY}>"),
    Case("Edition-superEvent", "class", EDITION, "schema:superEvent", f"<{MEMOIRS}>"),
    Case("Edition-year", "minCount", EDITION, "kg:year"),
    Case("Edition-year", "maxCount", EDITION, "kg:year", "1840, 1841"),
    Case("Edition-year", "datatype", EDITION, "kg:year", '"1840"^^xsd:gYear'),
    Case("Evidence-confidence", "minCount", EVIDENCE, "kg:confidence"),
    Case("Evidence-confidence", "maxCount", EVIDENCE, "kg:confidence", "1.0, 0.5"),
    Case("Evidence-confidence", "datatype", EVIDENCE, "kg:confidence", "1"),
    Case("Evidence-confidence", "minInclusive", EVIDENCE, "kg:confidence", "-0.1"),
    Case("Evidence-confidence", "maxInclusive", EVIDENCE, "kg:confidence", "1.1"),
    Case("Evidence-derivedFrom", "minCount", EVIDENCE, "prov:wasDerivedFrom"),
    Case("Evidence-derivedFrom", "maxCount", EVIDENCE, "prov:wasDerivedFrom", f"<{SOURCE}>, <source/venues-yaml>"),
    Case("Evidence-derivedFrom", "class", EVIDENCE, "prov:wasDerivedFrom", f"<{ADA}>"),
    Case("Evidence-endLine", "minCount", EVIDENCE, "kg:endLine"),
    Case("Evidence-endLine", "maxCount", EVIDENCE, "kg:endLine", "998, 999"),
    Case("Evidence-endLine", "datatype", EVIDENCE, "kg:endLine", "999.0"),
    Case("Evidence-extractor", "minCount", EVIDENCE, "kg:extractor"),
    Case("Evidence-extractor", "maxCount", EVIDENCE, "kg:extractor", '"yaml", "json"'),
    Case("Evidence-page", "maxCount", EVIDENCE, "kg:page", "1, 2"),
    Case("Evidence-page", "datatype", EVIDENCE, "kg:page", '"iv"'),
    Case("Evidence-page", "minInclusive", EVIDENCE, "kg:page", "0"),
    Case("Evidence-reviewStatus", "maxCount", EVIDENCE, "kg:reviewStatus", '"accepted", "edited"'),
    Case("Evidence-reviewStatus", "pattern", EVIDENCE, "kg:reviewStatus", '"perhaps"'),
    Case("Evidence-startLine", "minCount", EVIDENCE, "kg:startLine"),
    Case("Evidence-startLine", "maxCount", EVIDENCE, "kg:startLine", "1, 2"),
    Case("Evidence-startLine", "minInclusive", EVIDENCE, "kg:startLine", "0"),
    Case("Evidence-startLine", "lessThanOrEquals", EVIDENCE, "kg:startLine", "999"),
    Case("Evidence-supports", "minCount", EVIDENCE, "kg:supports"),
    Case("Evidence-supports", "nodeKind", EVIDENCE, "kg:supports", '"Ada"'),
    Case("IdentityEvidence-basis", "minCount", JOIN, "kg:basis"),
    Case("IdentityEvidence-basis", "maxCount", JOIN, "kg:basis", '"a key", "a name"'),
    Case("IdentityEvidence-basis", "datatype", QUESTION, "kg:basis", '"a key"@en'),
    Case("IdentityEvidence-weight", "minCount", QUESTION, "kg:weight"),
    Case("IdentityEvidence-weight", "maxCount", QUESTION, "kg:weight", "1.0, 2.0"),
    Case("IdentityEvidence-weight", "datatype", JOIN, "kg:weight", "1"),
    Case("IdentityQuestion-candidate", "minCount", QUESTION, "kg:candidate", f"<{ADA}>"),
    Case("IdentityQuestion-candidate", "maxCount", QUESTION, "kg:candidate", f"<{ADA}>, <{BABBAGE}>, <{LONDON}>"),
    Case("IdentityQuestion-candidate", "nodeKind", QUESTION, "kg:candidate", f'<{ADA}>, "Charles Babbage"'),
    Case("Link-name", "minCount", LINK, "schema:name"),
    Case("Link-url", "minCount", LINK, "schema:url"),
    Case("Link-url", "maxCount", LINK, "schema:url", "<https://one.example.org/>, <https://two.example.org/>"),
    Case("Link-url", "nodeKind", LINK, "schema:url", '"https://ada.example.org/slides"'),
    Case("Link-url", "pattern", LINK, "schema:url", "<ftp://ada.example.org/slides>"),
    Case("Organization-circle", "select", LONDON, "schema:parentOrganization", f"<{WORKS}>"),
    Case("Organization-name", "minCount", SOCIETY, "schema:name"),
    Case("Organization-name", "maxCount", SOCIETY, "schema:name", '"One", "Two"'),
    Case("Organization-name", "datatype", SOCIETY, "schema:name", '"Royal Society"@en'),
    Case("Organization-parent", "maxCount", WORKS, "schema:parentOrganization", f"<{LONDON}>, <{SOCIETY}>"),
    Case("Organization-parent", "class", WORKS, "schema:parentOrganization", f"<{ADA}>"),
    Case("Organization-sameAs", "nodeKind", LONDON, "schema:sameAs", '"https://ror.org/04cw6st05"'),
    Case("Organization-sameAs", "pattern", LONDON, "schema:sameAs", "<urn:ror:04cw6st05>"),
    Case("Organization-unidentified", "select", SOCIETY, "schema:sameAs", "", without(SOCIETY, "schema:url")),
    Case("Person-advisor", "class", ADA, "kg:advisor", f"<{LONDON}>"),
    Case("Person-affiliation", "class", ADA, "schema:affiliation", f"<{BABBAGE}>"),
    Case("Person-alumniOf", "class", ADA, "schema:alumniOf", f"<{BABBAGE}>"),
    Case("Person-foafName", "equals", ADA, "foaf:name", '"Augusta Ada King"'),
    Case("Person-homepage", "maxCount", ADA, "foaf:homepage", "<https://one.example.org/>, <https://two.example.org/>"),
    Case("Person-homepage", "nodeKind", ADA, "foaf:homepage", '"https://ada.example.org/"'),
    Case("Person-knowsAbout", "class", ADA, "schema:knowsAbout", f"<{ENGINE}>"),
    Case("Person-name", "minCount", ADA, "schema:name", "", renamed(ADA, "")),
    Case("Person-name", "maxCount", ADA, "schema:name", "", renamed(ADA, '"Ada", "Augusta"')),
    Case("Person-name", "datatype", ADA, "schema:name", "", renamed(ADA, '"Ada Lovelace"@en')),
    Case("Person-name", "minLength", ADA, "schema:name", "", renamed(ADA, '"A"')),
    Case(
        "Person-orcid",
        "qualifiedMaxCount",
        ADA,
        "schema:sameAs",
        "<https://orcid.org/0000-0002-1825-0097>, <https://orcid.org/0000-0001-5109-3700>",
    ),
    Case("Person-ownAdvisor", "select", ADA, "kg:advisor", f"<{ADA}>"),
    Case("Person-sameAs", "nodeKind", ADA, "schema:sameAs", '"https://orcid.org/0000-0002-1825-0097"'),
    Case("Person-sameAs", "pattern", ADA, "schema:sameAs", "<urn:orcid:0000-0002-1825-0097>"),
    Case("Position", "or", INTERNSHIP, "", "", without(INTERNSHIP, "schema:endDate", "kg:endYear")),
    Case("Position-advisor", "class", POSITION, "kg:advisor", f"<{LONDON}>"),
    Case("Position-member", "minCount", POSITION, "org:member"),
    Case("Position-member", "maxCount", POSITION, "org:member", f"<{ADA}>, <{BABBAGE}>"),
    Case("Position-member", "class", POSITION, "org:member", f"<{LONDON}>"),
    Case("Position-member", "class", MEMBERSHIP, "org:member", f"<{LONDON}>"),
    Case("Position-organization", "minCount", POSITION, "org:organization"),
    Case("Position-organization", "class", POSITION, "org:organization", f"<{ADA}>"),
    Case("Position-organization", "class", MEMBERSHIP, "org:organization", f"<{ADA}>"),
    Case("Position-role", "minCount", POSITION, "schema:roleName"),
    Case("Position-role", "maxCount", POSITION, "schema:roleName", '"One", "Two"'),
    Case("Position-start", "minCount", POSITION, "schema:startDate"),
    Case("Position-years", "maxCount", POSITION, "kg:startYear", "1842, 1843"),
    Case("Position-years", "lessThanOrEquals", INTERNSHIP, "kg:startYear", "1837"),
    Case("Series-circle", "select", TURIN, "schema:superEvent", f"<{DAY}>"),
    Case("Series-anyKind", "minCount", TURIN, "kg:kind"),
    Case("Series-oneKind", "maxCount", TURIN, "kg:kind", "kg:conference, kg:workshop"),
    Case("Series-kind", "in", TURIN, "kg:kind", "kg:published"),
    Case("Series-name", "minCount", MEMOIRS, "schema:name"),
    Case("Series-name", "maxCount", TURIN, "schema:name", '"One", "Two"'),
    Case("Series-name", "datatype", TURIN, "schema:name", '"Congress"@en'),
    Case("Service-for", "minCount", SERVICE, "kg:serviceFor"),
    Case("Service-for", "or", SERVICE, "kg:serviceFor", f"<{BABBAGE}>"),
    Case("Service-kind", "maxCount", SERVICE, "kg:serviceKind", "kg:reviewing, kg:editing"),
    Case("Service-kind", "nodeKind", SERVICE, "kg:serviceKind", '"reviewing"'),
    Case("Service-role", "minCount", SERVICE, "schema:roleName"),
    Case("Service-role", "maxCount", SERVICE, "schema:roleName", '"One", "Two"'),
    Case("Source-mainEntity", "class", SOURCE, "schema:mainEntity", f"<{LONDON}>"),
    Case("Source-name", "minCount", SOURCE, "schema:name"),
    Case("Source-name", "maxCount", SOURCE, "schema:name", '"profiles/a-b.yaml", "profiles/a_b.yaml"'),
    Case("Source-sha256", "minCount", SOURCE, "kg:sha256"),
    Case("Source-sha256", "maxCount", SOURCE, "kg:sha256", f'"{"0" * 64}", "{"1" * 64}"'),
    Case("Source-sha256", "pattern", SOURCE, "kg:sha256", f'"{"A" * 64}"'),
    Case("System-code", "nodeKind", ENGINE, "schema:codeRepository", '"https://code.example.org/engine"'),
    Case("System-code", "pattern", ENGINE, "schema:codeRepository", "<git://code.example.org/engine>"),
    Case("System-collaborator", "class", ENGINE, "kg:collaborator", f"<{BABBAGE}>"),
    Case("System-contributor", "minCount", ENGINE, "schema:contributor"),
    Case("System-contributor", "class", ENGINE, "schema:contributor", f"<{LONDON}>"),
    Case("System-name", "minCount", ENGINE, "schema:name"),
    Case("System-name", "maxCount", ENGINE, "schema:name", '"One", "Two"'),
    Case("System-name", "datatype", ENGINE, "schema:name", '"Engine"@en'),
    Case("System-status", "in", ENGINE, "schema:creativeWorkStatus", "kg:published"),
    Case("System-years", "lessThanOrEquals", ENGINE, "kg:startYear", "1872"),
    Case("SystemRole-role", "minCount", ROLE, "schema:roleName"),
    Case("SystemRole-system", "minCount", ROLE, "kg:ofSystem"),
    Case(
        "SystemRole-system",
        "maxCount",
        ROLE,
        "kg:ofSystem",
        "",
        inserted(
            f"<{ROLE}> kg:ofSystem <system/loom> . "
            f'<system/loom> a kg:System ; schema:name "Loom" ; schema:contributor <{ADA}>'
        ),
    ),
    Case("SystemRole-system", "class", ROLE, "kg:ofSystem", f"<{NOTES}>"),
    Case("Talk", "or", TALK, "", "", without(TALK, "schema:name", "kg:describes")),
    Case("Talk-describes", "class", TALK, "kg:describes", f"<{NOTES}>"),
    Case("Talk-presentedAt", "minCount", TALK, "kg:presentedAt"),
    Case("Teaching-course", "minCount", TEACHING, "kg:course"),
    Case(
        "Teaching-course",
        "maxCount",
        TEACHING,
        "kg:course",
        "",
        inserted(
            f"<{TEACHING}> kg:course <course/other> . "
            f'<course/other> a schema:Course ; schema:name "Other" ; schema:provider <{LONDON}>'
        ),
    ),
    Case("Teaching-course", "class", TEACHING, "kg:course", f"<{LONDON}>"),
    Case("Teaching-instructor", "class", TEACHING, "kg:instructor", f"<{LONDON}>"),
    Case("Teaching-role", "minCount", TEACHING, "schema:roleName"),
    Case("Teaching-role", "maxCount", TEACHING, "schema:roleName", '"One", "Two"'),
    Case("Teaching-term", "minCount", TEACHING, "kg:term"),
    Case("Topic-name", "minCount", TOPIC, "schema:name"),
    Case("Topic-name", "maxCount", TOPIC, "schema:name", '"One", "Two"'),
    Case("Topic-prefLabel", "minCount", TOPIC, "skos:prefLabel"),
    Case("Topic-prefLabel", "uniqueLang", TOPIC, "skos:prefLabel", '"One"@en, "Two"@en'),
    Case("Work-author", "or", NOTES, "schema:author", f"<{ENGINE}>", also=("Work-authorsAgree", "Listed-byAuthor")),
    Case("Work-editor", "class", NOTES, "schema:editor", f"<{LONDON}>"),
    Case("Work-nobody", "select", NOTES, "schema:author", also=("Listed-byAuthor",)),
    Case("Work-translator", "class", NOTES, "schema:translator", f"<{LONDON}>"),
    Case(
        "Work-authorTwice",
        "select",
        NOTES,
        "schema:author",
        "",
        f"{without(SECOND, 'kg:author')}; {without(NOTES, 'schema:author')}; "
        + inserted(f"<{SECOND}> kg:author <{ADA}> . <{NOTES}> schema:author <{ADA}>"),
    ),
    Case("Work-authorsAgree", "select", NOTES, "schema:author", f"<{ADA}>, <{BABBAGE}>"),
    Case("Work-authorship", "node", NOTES, "kg:authorship", f"<{FIRST}>, <{SECOND}>, <{ADA}>"),
    Case("Work-describes", "class", NOTES, "kg:describes", f"<{SKETCH}>"),
    Case("Work-name", "minCount", NOTES, "schema:name"),
    Case("Work-name", "maxCount", NOTES, "schema:name", '"One", "Two"'),
    Case("Work-name", "datatype", NOTES, "schema:name", '"Notes"@en'),
    Case(
        "Work-oneYear",
        "maxCount",
        NOTES,
        "kg:year",
        "",
        f"{without(NOTES, 'schema:datePublished')}; {inserted(f'<{NOTES}> kg:year 1844')}",
    ),
    Case("Work-oneYear", "datatype", NOTES, "kg:year", '"1843"^^xsd:gYear'),
    Case(
        "Work-oneYear",
        "minInclusive",
        NOTES,
        "kg:year",
        "",
        f"{without(NOTES, 'schema:datePublished', 'kg:year')}; {inserted(f'<{NOTES}> kg:year 999')}",
    ),
    Case(
        "Work-oneYear",
        "maxInclusive",
        NOTES,
        "kg:year",
        "",
        f"{without(NOTES, 'schema:datePublished', 'kg:year')}; {inserted(f'<{NOTES}> kg:year 3000')}",
    ),
    Case("Work-presentedAt", "class", BERNOULLI, "kg:presentedAt", f"<{TURIN}>"),
    Case("Work-publishedSomewhere", "select", BERNOULLI, "kg:presentedAt"),
    Case("Work-sameAs", "nodeKind", NOTES, "schema:sameAs", '"https://doi.org/10.5555/notes"'),
    Case("Work-sameAs", "pattern", NOTES, "schema:sameAs", "<doi:10.5555/notes>"),
    Case("Work-status", "nodeKind", NOTES, "schema:creativeWorkStatus", '"published"'),
    Case("Work-status", "in", NOTES, "schema:creativeWorkStatus", "kg:ongoing"),
    Case("Work-year", "minCount", NOTES, "kg:year"),
    Case("Work-yearAgrees", "select", NOTES, "kg:year", "1844"),
]
