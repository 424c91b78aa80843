"""Search by names: an index beside the store of a release, written by the build and then only read."""

from kg.search.declared import FACETS as FACETS
from kg.search.declared import KINDS as KINDS
from kg.search.declared import searched as searched
from kg.search.index import FacetCount as FacetCount
from kg.search.index import Found as Found
from kg.search.index import Hit as Hit
from kg.search.index import Index as Index
from kg.search.quads import facts_of as facts_of
from kg.search.writing import concerned as concerned
from kg.search.writing import write as write
