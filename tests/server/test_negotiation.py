"""The right form for each client, by what real clients send."""

from kg.server.codings import coding_of

CHROME = (
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,"
    "application/signed-exchange;v=b3;q=0.7"
)
FIREFOX = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
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
RDFLIB = "text/turtle, application/rdf+xml, application/n-triples;q=0.9, text/n3, application/ld+json;q=0.8, */*;q=0.1"
FUJI = (
    "text/turtle, application/turtle, application/x-turtle;q=0.8, application/rdf+xml, text/n3;q=0.9, "
    "text/rdf+n3;q=0.9, application/ld+json"
)


CLIENTS = {
    "Chrome": (CHROME, "/"),
    "Firefox": (FIREFOX, "/"),
    "curl": ("*/*", "/"),
    "nothing said": (None, "/"),
    "Comunica": (COMUNICA, ".jsonld"),
    "Jena": (JENA, ".ttl"),
    "rapper": (RAPPER, ".ttl"),
    "rdflib": (RDFLIB, ".ttl"),
    "F-UJI for data": (FUJI, ".ttl"),
    "F-UJI for pages": ("text/html, */*", "/"),
    "anything but HTML": ("text/html;q=0, */*", ".ttl"),
    "plain JSON": ("application/json", ".jsonld"),
    "a profile": ('application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted"', ".jsonld"),
    "a range of types": ("application/*", ".jsonld"),
    "RDF/XML alone": ("application/rdf+xml", None),
    "N-Triples": ("application/n-triples", ".nt"),
    "a picture": ("image/png", None),
    "Turtle refused": ("text/turtle;q=0", None),
    "capitals and blanks": ("TEXT/Turtle ; Q=0.5 , text/html;q=0.4", ".ttl"),
    "a weight that is none": ("text/turtle;q=nan, text/html;q=0.1", "/"),
    "no media range at all": ("nonsense", "/"),
}
"""What clients send, and what they are led to; none is a refusal."""


def test_the_coding_is_the_one_that_a_client_likes_best() -> None:
    for accept_encoding, name, least in (
        ("", "identity", 860),
        ("gzip", "gzip", 860),
        ("GZip, deflate, br", "gzip", 860),
        ("x-gzip", "gzip", 860),
        ("*", "gzip", 860),
        ("deflate, compress", "identity", 860),
        ("gzip;q=0", "identity", 860),
        ("gzip;q=0, *", "identity", 860),
        ("gzip;q=0.2, identity;q=0.5", "identity", 860),
        ("gzip;q=0.5, identity;q=0.2", "gzip", 860),
        ("gzip, identity;q=0", "gzip", 0),
        ("gzip, *;q=0", "gzip", 0),
        ("gzip;q=x", "identity", 860),
        (",;q=1, gzip ; q=1", "gzip", 860),
    ):
        assert coding_of(accept_encoding.encode(), ("gzip",)) == (name, least)
