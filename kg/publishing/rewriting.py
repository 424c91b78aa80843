"""Rules for Apache's mod_rewrite that lead things to their pages and documents, by what a client accepts.

Apache cannot weigh an `Accept` header. The rules come near it: weights count in four bands, and within a band the
form that `kg serve` likes best wins. So far the two differ only where weights of one band decide, where a client
likes anything as well as a form of data (it gets the data), and where it accepts nothing that there is (it gets
the page, as w3id.org wants it, instead of an error).
"""

from collections.abc import Iterator
from urllib.parse import quote

from kg.pages.documents import FORMS
from kg.pages.graph import Graph

VARYING = 'Header always merge Vary "Accept" "expr=%{REQUEST_STATUS} == 303"'
"""What tells caches that the answer for a thing depends on the client; mod_rewrite does so only now and then."""

_PAGE = r"(?:text/html|application/xhtml\+xml)"
_WEIGHT, _END = r";\s*q\s*=\s*", r"\s*(?:[,;]|$)"
_FULL = rf"(?:{_WEIGHT}1(?:\.0*)?{_END}|,|$)"
_BANDS = tuple(rf"{_WEIGHT}0?\.{digits}\d*{_END}" for digits in (r"\d*[1-9]", "[5-9]", "[7-9]"))
"""Weights below 1, the least first; a later band overrides an earlier one."""
_NONE = rf"{_WEIGHT}0(?:\.0*)?{_END}"
_SOME = rf"(?:{_BANDS[0]}|{_FULL})"


def things(graph: Graph) -> str:
    """Return what the IRIs of things look like below the base, as a regular expression."""
    return rf"(?:{'|'.join(graph.titles)})/[a-z0-9-]+"


def chosen_form() -> Iterator[str]:
    """Yield the rules that set KG_FORM to what is added to the path of a thing: `/` for its page, `.ttl`, ….

    The last rule that applies counts: from what is liked least to what is liked best.
    """
    yield "RewriteRule ^ - [E=KG_FORM:/]"
    yield from _if(_accepts(r"application/(?:\*|json)", _SOME), ".jsonld")
    for weight in _BANDS:
        yield from _by_weight(weight)
    yield from _if(_accepts(r"\*/\*", _FULL), "/")
    yield f"RewriteCond %{{HTTP_ACCEPT}} {_accepts('text/html', _NONE)} [NC]"
    yield from _if(_accepts(r"\*/\*", _SOME), ".ttl")
    yield from _by_weight(_FULL)


def target(address: str) -> str:
    """Return a web address as a substitution takes it: what mod_rewrite would expand is escaped."""
    plain = quote(address, safe="!#$%&'()*+,/:;=?@[]~")
    return "".join(f"\\{character}" if character in "$%" else character for character in plain)


def led(base: str, url: str) -> Iterator[str]:
    """Yield the rules that lead what is no page of its own kind: the dataset, pieces of evidence, the vocabulary.

    Args:
        base: The base of the IRIs.
        url: The public address of the site, as `target` makes it.
    """
    yield "RewriteCond %{ENV:KG_FORM} =/"
    yield f"RewriteRule ^dataset$ {url} [R=303,L]"
    yield f"RewriteRule ^dataset$ {url}void%{{ENV:KG_FORM}} [R=303,L]"
    described = target(f"?iri={quote(base, safe='')}")
    yield f"RewriteRule ^(evidence/[a-z0-9-]+)$ {url}describe/{described}$1 [R=303,NE,L]"
    yield f"RewriteRule ^graph/evidence$ {url}graph.nq.gz [R=303,L]"
    yield f"RewriteRule ^ontology$ {url}vocabulary/ [R=303,L]"


def _by_weight(weight: str) -> Iterator[str]:
    for suffix, form in reversed(tuple(FORMS.items())):
        yield from _if(_accepts(form.media_type.replace("+", r"\+"), weight), f".{suffix}")
    yield from _if(_accepts(_PAGE, weight), "/")


def _if(condition: str, form: str) -> Iterator[str]:
    yield f"RewriteCond %{{HTTP_ACCEPT}} {condition} [NC]"
    yield f"RewriteRule ^ - [E=KG_FORM:{form}]"


def _accepts(media_range: str, weight: str) -> str:
    """Return the pattern of an `Accept` header that has a media range with a weight; it takes linear time."""
    return rf"(?:^|,)\s*{media_range}\s*(?:;(?!\s*q\s*=)[^,;]*)*{weight}"
