"""Identifiers of people, works and organisations, the pages that hold them, and slugs."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from importlib import import_module
from ipaddress import ip_address
from itertools import product
from urllib.parse import quote, unquote, urlsplit

from anyascii import anyascii
from pyoxigraph import NamedNode

from kg.base.errors import IdentifierError

# Identifiers of people, works and organisations, and the slugs of which our own IRIs are made.

MAX_IRI = 2_000
SLUG_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$"

# http(s) only, with a host and no user name before it; `valid_iri` judges the rest.
_EXAMPLE = re.compile(r"(?:.+\.)?(?:example(?:\.(?:com|net|org))?|test|invalid)", re.IGNORECASE)
_WEB_ADDRESS = re.compile(r"https?://[^\s/?#@<>\"{}|\\^`\x00-\x20]+(?:[/?#][^\s<>\"{}|\\^`\x00-\x20]*)?", re.IGNORECASE)
_WITH_PASSWORD = re.compile(r"[a-z][a-z0-9+.-]*://[^\s/?#@]*@", re.IGNORECASE)
_NOT_SLUG = re.compile(r"[^a-z0-9]+")
_CACHE = 1 << 16
_BASE32 = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's, of which ROR ids are made


@dataclass(frozen=True)
class Scheme:
    """A kind of identifier."""

    label: str  # What people call it
    pattern: str  # The bare id, as a regular expression
    iri: str  # The canonical IRI, with `{}` for the id
    prefixes: str  # What may stand before the id, as a regular expression; the empty text is always allowed
    example: str  # An id to show in messages
    suffixes: str = "/?"  # What may stand behind the id, as a regular expression
    check: Callable[[str], bool] = lambda _: True  # Says whether the checksum of an id holds
    fold: Callable[[str], str] = str  # Brings an id to its one spelling

    def canonical(self, text: str) -> str:
        """Return the canonical IRI of an id or of an address of it.

        Raises:
            IdentifierError: If the form or the checksum is wrong.
        """
        form = rf"(?:{self.prefixes})?({self.pattern}){self.suffixes}"
        match = re.fullmatch(form, text.strip(), re.IGNORECASE | re.ASCII)
        if not match:
            raise IdentifierError(f"'{text}' is not a valid {self.label}; write it like {self.example}")
        bare = self.fold(match[1])
        if not self.check(bare):
            raise IdentifierError(f"the {self.label} '{text}' has a wrong checksum; look for a mistyped digit")
        return valid_iri(self.iri.format(bare))


def has_right_check(form: str, number: str) -> bool:
    """Whether the check digits of a number are right.

    Args:
        form: The module of python-stdnum that knows them: `isbn`, `luhn`, `fr.nir`; imported when it is first needed.
        number: The number; its separators may stand in it where the form has any.

    >>> has_right_check("isbn", "0-306-40615-2"), has_right_check("iso7064.mod_11_2", "0000000218250098")
    (True, False)
    """
    return bool(import_module(f"stdnum.{form}").is_valid(number.upper()))


def orcid_checksum(bare: str) -> bool:
    """Whether the last digit of an ORCID iD is right (ISO/IEC 7064, MOD 11-2)."""
    return has_right_check("iso7064.mod_11_2", bare.replace("-", ""))


def ror_checksum(bare: str) -> bool:
    """Whether the last two digits of a ROR id are right (ISO/IEC 7064, MOD 97-10)."""
    number = 0
    for character in bare[1:7]:
        number = number * 32 + _BASE32.index(character)
    return 98 - number * 100 % 97 == int(bare[7:])


_SITE = r"https?://(?:www\.)?"
SCHEMES: dict[str, Scheme] = {
    "orcid": Scheme(
        "ORCID iD",
        r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]",
        "https://orcid.org/{}",
        rf"{_SITE}orcid\.org/",
        "0000-0002-1825-0097",
        check=orcid_checksum,
        fold=str.upper,
    ),
    "ror": Scheme(
        "ROR id",
        r"0[a-hj-km-np-tv-z0-9]{6}\d{2}",
        "https://ror.org/{}",
        rf"(?:{_SITE})?ror\.org/",
        "03q8dnn23",
        check=ror_checksum,
        fold=str.lower,
    ),
    "doi": Scheme(
        "DOI",
        r"10\.\d{4,9}/(?u:\S+)",
        "https://doi.org/{}",
        rf"(?:{_SITE}(?:dx\.)?doi\.org/|doi:\s*)",
        "10.1145/3575693.3575721",
        fold=lambda bare: quote(unquote(bare).lower(), safe="/:;()._-~"),
    ),
    "arxiv": Scheme(
        "arXiv id",
        r"\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[a-z]{2})?/\d{7}(?:v\d+)?",
        "https://arxiv.org/abs/{}",
        rf"(?:{_SITE}arxiv\.org/(?:abs|pdf)/|arxiv:\s*)",
        "2302.11665",
        r"(?:\.pdf)?/?",
        fold=str.lower,
    ),
    "pmid": Scheme(
        "PubMed id",
        r"[1-9]\d{0,8}",
        "https://pubmed.ncbi.nlm.nih.gov/{}",
        rf"{_SITE}(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed)/|(?:pmid|pubmed):?\s*",
        "31452104",
    ),
    "pmcid": Scheme(
        "PubMed Central id",
        r"PMC\d{1,9}",
        "https://www.ncbi.nlm.nih.gov/pmc/articles/{}",
        rf"{_SITE}(?:ncbi\.nlm\.nih\.gov/pmc|pmc\.ncbi\.nlm\.nih\.gov)/articles/|pmcid:?\s*",
        "PMC6710021",
        fold=str.upper,
    ),
    "bibcode": Scheme(
        "bibcode",
        r"\d{4}(?:[\w.&]|%26){14}[A-Z:.]",
        "https://ui.adsabs.harvard.edu/abs/{}",
        rf"{_SITE}(?:ui\.)?adsabs\.harvard\.edu/abs/",
        "2019ApJ...882L..12A",
        r"(?:/abstract)?/?",
        fold=lambda bare: quote(unquote(bare), safe=".:"),
    ),
    "github": Scheme(
        "GitHub name",
        r"[a-z\d](?:[a-z\d-]{0,38})",
        "https://github.com/{}",
        rf"(?:{_SITE}github\.com/|@)",
        "ada-lovelace",
    ),
    "dblp": Scheme(
        "dblp key",
        r"[a-z0-9]+/[A-Za-z0-9_-]+",
        "https://dblp.org/pid/{}",
        rf"{_SITE}dblp\.(?:uni-trier\.de|org)/pid/",
        "123/4567",
        r"(?:\.html)?/?",
    ),
    "scholar": Scheme(
        "Google Scholar id",
        r"[\w-]{12}",
        "https://scholar.google.com/citations?user={}",
        rf"{_SITE}scholar\.google\.[a-z.]+/citations\?(?:hl=[\w-]+&)?user=",
        "AbCdEfGhIjKl",
        r"(?:&\S*)?",
    ),
    "semantic_scholar": Scheme(
        "Semantic Scholar author id",
        r"\d{1,12}",
        "https://www.semanticscholar.org/author/{}",
        rf"{_SITE}semanticscholar\.org/author/(?:[^/]+/)?",
        "1741101",
    ),
    "openalex": Scheme(
        "OpenAlex id",
        r"[AWI]\d{4,12}",
        "https://openalex.org/{}",
        rf"{_SITE}openalex\.org/(?:[a-z]+/)?",
        "A5023888391",
        fold=str.upper,
    ),
    "wikidata": Scheme(
        "Wikidata id",
        r"Q[1-9]\d{0,11}",
        "http://www.wikidata.org/entity/{}",
        rf"{_SITE}wikidata\.org/(?:wiki|entity)/",
        "Q7259",
        fold=str.upper,
    ),
    "linkedin": Scheme(
        "LinkedIn name",
        r"(?u:[\w%-]{3,100})",
        "https://www.linkedin.com/in/{}",
        r"https?://(?:[a-z]+\.)?linkedin\.com/in/",
        "ada-lovelace",
    ),
}


def is_example(address: str) -> bool:
    """Whether the host of an address is kept for examples, so that nobody can be found there (RFC 2606, RFC 6761).

    >>> is_example("https://kg.example.org/"), is_example("http://a.test/"), is_example("https://www.test.edu/example/")
    (True, True, False)
    """
    return bool(_EXAMPLE.fullmatch(urlsplit(address).hostname or ""))


def is_own_machine(address: str) -> bool:
    """Whether the host of an address is the machine that asks.

    >>> is_own_machine("http://localhost:80/"), is_own_machine("http://[::1]/"), is_own_machine("http://10.0.0.1/")
    (True, True, False)
    """
    host = urlsplit(address).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def web_address(text: str) -> str:
    """Return an http(s) address as it stands if it can be an IRI.

    Raises:
        IdentifierError: If it has spaces, forbidden characters, another scheme, or no host.
    """
    if len(text) > MAX_IRI:
        raise IdentifierError(f"the web address is longer than {MAX_IRI} characters")
    if _WITH_PASSWORD.match(text):
        raise IdentifierError("this web address holds a user name or password; take it out, up to the @")
    if not _WEB_ADDRESS.fullmatch(text):
        raise IdentifierError(f"'{text}' is not a web address; write https:// and no spaces or quotes")
    return valid_iri(text)


_BESIDE_PAGE = re.compile(r"^https?://(?:www\.)?|/(?:index\.html?)?$", re.IGNORECASE)


def address_key(text: str) -> str:
    """What addresses of one page share whatever scheme, `www.`, slash or `index.html` they have; any other text itself.

    >>> address_key("http://www.Ada.example/notes/index.html"), address_key("Notes/")
    ('ada.example/notes', 'Notes/')
    """
    return _BESIDE_PAGE.sub("", text).casefold() if _WEB_ADDRESS.fullmatch(text) else text


def valid_iri(text: str) -> str:
    """Return an absolute IRI as it stands if RFC 3987 allows it.

    Raises:
        IdentifierError: If it does not.
    """
    try:
        return NamedNode(text).value
    except ValueError as error:
        raise IdentifierError(f"'{text}' is not an IRI: {error}") from error


_BASE32_PAIRS = tuple(a + b for a, b in product("abcdefghijklmnopqrstuvwxyz234567", repeat=2))  # of RFC 4648


@lru_cache(_CACHE)
def slug(text: str, *, length: int = 80) -> str:
    """Return a readable part of an IRI: lower-case ASCII letters, digits and single hyphens.

    Cut at a word's end where it would be longer than `length`; empty where nothing can be written
    in ASCII.

    >>> slug("Bösen: Parameter Server"), slug("北京大学")
    ('bosen-parameter-server', 'beijingdaxue')
    """
    plain = text if text.isascii() else anyascii(text.replace("’", ""))
    whole = _NOT_SLUG.sub("-", plain.lower().replace("'", "")).strip("-")
    if len(whole) <= length:
        return whole
    return whole[: length + 1].rpartition("-")[0] or whole[:length]


def digest(*parts: str, length: int = 6) -> str:
    """Return a short, stable hash of texts, in base 32 (5 bits a character, at most 16 characters)."""
    number = int.from_bytes(blake2b("\x1f".join(parts).encode(), digest_size=10).digest(), "big")
    pairs = [_BASE32_PAIRS[number >> shift & 1023] for shift in range(70, 70 - 5 * length, -10)]
    return "".join(pairs)[:length]


_UNDECOMPOSED = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i"}
)
_NOT_WORD = re.compile(r"[\W_]+")

# Canonical combining classes of marks that a spelling may leave out: overlays, Hebrew and Arabic points,
# what stands above and below Latin letters. The others spell: Indic and Thai vowels, voiced kana.
_DIACRITICS = frozenset((1, *range(10, 37), *range(200, 241)))


def fold(text: str) -> str:
    """Return a text for comparison: no case, no diacritics, single spaces for all punctuation.

    Other scripts stay as they are: two Chinese names with one romanisation are two names.

    >>> fold("Garth A. Gibson"), fold("José  Núñez-Łoś")
    ('garth a gibson', 'jose nunez los')
    """
    if text.isascii():
        return _NOT_WORD.sub(" ", text.lower()).strip()
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = "".join(c for c in decomposed if unicodedata.combining(c) not in _DIACRITICS).translate(_UNDECOMPOSED)
    return " ".join(
        "".join(c if c.isalnum() or unicodedata.category(c) in ("Mn", "Mc") else " " for c in plain).split()
    )


def source_iri(path: str) -> str:
    """Return the IRI of a file of the project."""
    stem = path.removeprefix("profiles/").rpartition(".")[0] if path.startswith("profiles/") else path
    return f"source/{slug(stem) or digest(stem)}"


# Tell from the address of a page which id of a person it holds.

PERSONAL = ("orcid", "github", "dblp", "scholar", "semantic_scholar", "openalex", "wikidata", "linkedin")
"""The keys of a profile that hold ids of the person."""

_HOME = ("home", "personal", "website", "web site", "web page", "webpage", "my page")


def iri_of(scheme: str, text: str) -> str:
    """Return the address of an id; nothing for a text that is none of its scheme.

    >>> iri_of("orcid", "0000-0002-1825-0097"), iri_of("orcid", "unknown")
    ('https://orcid.org/0000-0002-1825-0097', '')
    """
    try:
        return SCHEMES[scheme].canonical(text) if text else ""
    except ValueError:
        return ""


def key_of(address: str) -> str:
    """Return the key of a profile to which an address belongs, or nothing.

    >>> key_of("https://github.com/ada-lovelace"), key_of("https://ada.example.org/")
    ('github', '')
    """
    return next((key for key in PERSONAL if iri_of(key, address)), "") if "//" in address else ""


def is_home(label: str) -> bool:
    """Whether a label is that of a homepage."""
    folded = label.casefold()
    return any(word in folded for word in _HOME)


def fields_of_pages(pages: list[tuple[str, str]]) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Return the fields of a person that labelled pages give, and the pages of which it is not plain.

    A page without a telling label may be a group's or a project's; only a single one is taken for the homepage.
    """
    found: dict[str, str] = {}
    rest = []
    for label, address in pages:
        key = key_of(address) or ("homepage" if is_home(label) else "")
        if key and key not in found:
            found[key] = address
        elif found.get(key) != address:
            rest.append((label, address))
    if "homepage" not in found and len(rest) == 1 and not rest[0][0]:
        found["homepage"] = rest.pop()[1]
    return found, rest


def compact(iri: str, prefixes: Mapping[str, str]) -> str:
    """Return the CURIE of an IRI with the first prefix that fits; without one, the IRI."""
    for prefix, namespace in prefixes.items():
        if iri.startswith(namespace):
            return f"{prefix}:{iri.removeprefix(namespace)}"
    return iri
