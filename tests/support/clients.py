"""What real clients accept, and the form of a thing to which they are led; none is a refusal."""

CHROME = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8"
COMUNICA = (
    "application/n-quads,application/trig;q=0.95,application/ld+json;q=0.9,application/n-triples;q=0.8,"
    "text/turtle;q=0.6,application/rdf+xml;q=0.5,text/n3;q=0.35,application/xml;q=0.3,text/html;q=0.2,"
    "application/xhtml+xml;q=0.18"
)
JENA = "text/turtle,application/n-triples;q=0.9,application/ld+json;q=0.8,application/rdf+xml;q=0.7,*/*;q=0.3"
RAPPER = (
    "application/rdf+xml, text/rdf;q=0.6, application/n-triples, text/plain;q=0.1, text/turtle, "
    "application/x-turtle, application/turtle, text/n3;q=0.3, application/xml;q=0.3, text/html;q=0.2, "
    "application/xhtml+xml;q=0.4, text/html;q=0.6, */*;q=0.1"
)

CLIENTS = {
    "Chrome": (CHROME, "/"),
    "curl": ("*/*", "/"),
    "nothing said": (None, "/"),
    "Comunica": (COMUNICA, ".jsonld"),
    "Jena": (JENA, ".ttl"),
    "rapper": (RAPPER, ".ttl"),
    "anything but HTML": ("text/html;q=0, */*", ".ttl"),
    "plain JSON": ("application/json", ".jsonld"),
    "a profile": ('application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted"', ".jsonld"),
    "a range of types": ("application/*", ".jsonld"),
    "RDF/XML alone": ("application/rdf+xml", None),
    "Turtle refused": ("text/turtle;q=0", None),
    "a weight that is none": ("text/turtle;q=nan, text/html;q=0.1", "/"),
    "no media range at all": ("nonsense", "/"),
}
