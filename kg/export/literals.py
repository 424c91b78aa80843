"""Take apart the literals of N-Triples, as the engine writes them."""

import re

from kg.formats import XSD

STRING = f"{XSD}string"
INTEGER = f"{XSD}integer"

_ESCAPE = re.compile(r'\\(?:u([0-9A-F]{4})|U([0-9A-F]{8})|(["\\tbnrf\']))')
_MEANT = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}


def parts(text: str) -> tuple[str, str]:
    """Return the value of a literal, still escaped, and its datatype, or `@` and its language.

    >>> parts('"2023"^^<http://www.w3.org/2001/XMLSchema#gYear>')
    ('2023', 'http://www.w3.org/2001/XMLSchema#gYear')
    >>> parts('"Enchantress of Numbers"@en')
    ('Enchantress of Numbers', '@en')
    """
    if text[-1] == '"':
        return text[1:-1], STRING
    end = text.rindex('"')  # neither a language nor an IRI holds one
    return text[1:end], text[end + 4 : -1] if text[-1] == ">" else text[end + 1 :]


def value(escaped: str) -> str:
    r"""Return a value without its escapes.

    >>> value(r"\"Ada\"\u0007") == '"Ada"\x07'
    True
    """
    return _ESCAPE.sub(_meant, escaped) if "\\" in escaped else escaped


def _meant(escape: re.Match[str]) -> str:
    code = escape[1] or escape[2]
    return chr(int(code, 16)) if code else _MEANT.get(escape[3], escape[3])
