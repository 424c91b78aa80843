"""What is shown of a page where a link to it is shared (ogp.me), beyond what all pages say."""

from collections.abc import Iterator

from kg.columns import value
from kg.pages.graph import Graph, outside
from kg.pages.metadata.head import Tag, tags
from kg.pages.metadata.schema_org.things import photographs
from kg.pages.works import Facts, Work

KINDS = {"person": "profile", "work": "article", "source": "website"}
"""What things are for OpenGraph; what is not here is a website."""


def of_person(graph: Graph, said: Facts) -> tuple[Tag, ...]:
    """Return the name of a person in parts, and the picture if there is one."""
    first, last = (_text(said, name) for name in ("schema:givenName", "schema:familyName"))
    return tags((("profile:first_name", first), ("profile:last_name", last), *_image(graph, said)))


def of_work(graph: Graph, work: Work, said: Facts) -> tuple[Tag, ...]:
    """Return when a work appeared, who wrote it and what it is about."""
    people = (f"{graph.url}{graph.path(author.iri)}" for author in work.authors if graph.local(author.iri))
    return tags(
        (
            ("article:published_time", _text(said, "schema:datePublished")),
            *(("article:author", address) for address in people),
            *(("article:tag", topic.name) for topic in work.topics),
            *_image(graph, said),
        )
    )


def _image(graph: Graph, said: Facts) -> Iterator[tuple[str, str]]:
    found = [outside(image) for image in map(value, said.get("schema:image", ())) if "#" not in image]
    yield from (("og:image", image) for image in (*found, *photographs(graph, said))[:1])


def _text(said: Facts, name: str) -> str:
    return next(map(value, said.get(name, ())), "")
