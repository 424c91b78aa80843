"""What pages lean on: what is likely right, reviewed or named twice, and topics that are topics."""

from functools import lru_cache

from pyoxigraph import NamedNode

from kg.site.evidence import of_nodes, state
from kg.store.columns import value
from kg.store.graph import Graph, described
from kg.store.search.index import Index
from kg.terms.formats import term_text
from kg.terms.vocabulary import EVIDENCE_GRAPH

_AT = "org:organization|schema:recognizedBy|kg:giver|kg:inUnit|kg:collaborator"
_THERE = "kg:presentedAt|kg:serviceFor"
_NAMES = (
    f"(schema:about|schema:knowsAbout|schema:isPartOf|kg:course/schema:provider|{_THERE}|({_THERE})/schema:superEvent|"
    f"{_AT}|({_AT})/schema:parentOrganization)"
)
"""What leads from a mention, an entry or a person, to the topics, venues, events and organisations that it names."""

_NAMED_ONCE = """
SELECT ?thing (MIN(?node) AS ?mention) WHERE {{
  {{
    SELECT DISTINCT ?thing WHERE {{
      GRAPH {graph} {{ ?evidence kg:reviewStatus "proposed" ; kg:supports ?proposed }}
      ?proposed {names} ?thing . FILTER(isIRI(?thing))
      FILTER NOT EXISTS {{ GRAPH {graph} {{ ?own kg:supports ?thing }} }}
    }}
  }}
  ?node {names} ?thing .
}} GROUP BY ?thing HAVING(COUNT(DISTINCT ?node) = 1)
"""

_MOST_WORDS = 12
_BEGIN = """
and at because but by for from if in into my of on or our than that their they through to we when where which while who
whose with without aber auch aus bei durch für im mein meine mit nach oder ohne sondern und unser unsere vom von weil
wenn zum zur über avec chez dans de des et mais notre où parce pour que qui sans sur vers con del en nuestra nuestro
nosso nossa para pero por porque sem sobre nostra nostro perché maar met mijn naar onze voor zonder
"""
"""Conjunctions, prepositions and pronouns of some languages: no topic begins or ends with them."""
_SAY = """
am are can could had has have is may might must my our should they was we were will would bin hat haben ich ist kann
können sind unsere war werden wir wird avons est je notre nous sommes sont está están estamos nosso nuestra nuestro
somos são abbiamo nostra nostro siamo sono onze wij zijn
"""
"""Verbs and pronouns of sentences, where they are written small."""
_BEGINNING, _WITHIN = frozenset(_BEGIN.split()), frozenset(_SAY.split())
_LATIN = frozenset(("novo", "planta", "silico", "situ", "utero", "vitro", "vivo"))


@lru_cache(maxsize=4)
def unreviewed(graph: Graph) -> frozenset[str]:
    """Return the topics, venues, events and organisations that one mention makes which is still to be checked."""
    if not graph.base:
        return frozenset()
    evidence = term_text(NamedNode(graph.base + EVIDENCE_GRAPH))
    rows = graph.select(_NAMED_ONCE.format(graph=evidence, names=_NAMES)).rows
    mentions = {value(thing): value(mention) for thing, mention in rows}
    evidence_of = of_nodes(graph, mentions.values())
    found = set()
    for thing, mention in mentions.items():
        items = evidence_of.get(mention, ())
        if any(graph.kind(each.node) == "person" and "#" not in each.node for each in items):
            items = tuple(each for each in items if each.key == "interests")  # a person names topics there
        if state(graph, items) == "read":
            found.add(thing)
    # An edition of a known venue is not in doubt, though only one work names it.
    return frozenset(
        thing
        for thing in found
        if graph.kind(thing) != "event" or set(map(value, graph.values(thing, "schema:superEvent"))) <= found
    )


@lru_cache(maxsize=4)
def unsound(graph: Graph) -> frozenset[str]:
    """Return the topics that are not sound, which pages neither list nor offer: their IRIs lead to what names them.

    A topic is sound that a field states, or two sources name, and that is no piece of a sentence.
    """
    pieces = (iri for iri, name in graph.index.names("topic") if is_piece(name))
    return frozenset((*pieces, *(iri for iri in unreviewed(graph) if graph.kind(iri) == "topic")))


def page_of(graph: Graph, iri: str) -> str:
    """Return where the page of a thing stands below the root; of a topic that is not sound, what leads to it."""
    is_unsound = graph.kind(iri) == "topic" and iri in unsound(graph)
    return f"{described(iri)}&from=0#leads" if is_unsound else graph.path(iri)


@lru_cache(maxsize=4)
def offered(graph: Graph) -> Index:
    """The search index of a graph without the topics that are not sound: what pages list, count and find."""
    return graph.release.index(unsound(graph))


def is_piece(name: str) -> bool:
    """Whether a text is a piece of a sentence, by the words with which it begins, ends or goes on.

    >>> is_piece("from the microbiome"), is_piece("Aber Wälder sind alt"), is_piece("in vitro models")
    (True, True, False)
    """
    words = [word.strip("\"'“”„«»,;:.!?…").replace("’", "'") for word in name.split()]
    # WHO, CAN and IT are names
    plain = [word.casefold() if len(word) == 1 or not word.isupper() else "" for word in words]
    begins = len(plain) > 1 and plain[0] in _BEGINNING and plain[1] not in _LATIN
    goes_on = any(word == each and word in _WITHIN for word, each in zip(words, plain, strict=True))
    ends = len(plain) > 1 and (plain[-1] in _BEGINNING or name.rstrip()[-1] in ",;:?!…")
    return begins or goes_on or ends or len(words) > _MOST_WORDS
