"""What registries say of a work besides title and authors, in the words of a profile: pages, licences, ids, roles."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, get_args

from kg.identifiers import SCHEMES
from kg.interchange import publishing
from kg.interchange.drafting import Drafting
from kg.interchange.plain import line
from kg.profile.model import ContributorRole

_LICENSES: Mapping[str, str] = {
    "cc0": "https://creativecommons.org/publicdomain/zero/1.0/",
    "public-domain": "https://creativecommons.org/publicdomain/mark/1.0/",
    "mit": "https://opensource.org/license/mit",
    "gpl-v3": "https://www.gnu.org/licenses/gpl-3.0.html",
} | {
    f"cc-{word}": f"https://creativecommons.org/licenses/{word}/"
    for word in ("by", "by-sa", "by-nc", "by-nd", "by-nc-sa", "by-nc-nd")
}
_ARTICLE_NUMBER = re.compile(r"[eE]\d{1,15}", re.ASCII)
_RANGE = re.compile(r"(?<=\w)\s*-{1,3}\s*(?=\w)")
_BARE_PMCID = re.compile(r"(?:https?://\S{1,60}/|PMC)?(\d{1,9})/?", re.ASCII | re.IGNORECASE)
_CREDIT = re.compile(r"(?:https?://credit\.niso\.org/contributor-roles/)?([\w -]{1,60})/?", re.IGNORECASE)
_ROLES = frozenset(get_args(ContributorRole))
_ENDS = re.compile(r"</(?:jats:)?(?:p|title|sec|list-item|label)>")
_HEADING = re.compile(r"<(?:jats:)?title>([^<>]{1,300})</(?:jats:)?title>")
_NAMELESS = frozenset(("abstract", "summary", "zusammenfassung", "résumé", "resumen", "resumo"))
_ABSTRACT = re.compile(r"^(?:abstract|summary)\s*[.:]?\s+(?=[A-Z])", re.IGNORECASE)
_MOST_WORDS = 20_000

TYPES: Mapping[str, str] = {
    "preprint": "preprint", "posted content": "preprint", "working paper": "preprint",
    "review": "review", "review article": "review",
    "book review": "book-review", "review book": "book-review",
    "encyclopedia entry": "encyclopedia-entry", "reference entry": "encyclopedia-entry",
    "dictionary entry": "encyclopedia-entry",
    "website": "webpage", "blog post": "webpage", "online resource": "webpage",
}  # fmt: skip
"""Kinds, folded, for which a profile has a closer word than `works.TYPES` gives."""


def page_range(first: str, last: str = "") -> dict[str, str]:
    """Return pages, or the number of an article that stands in their place.

    >>> page_range("666", "731"), page_range("666-731"), page_range("e0042")
    ({'pages': '666–731'}, {'pages': '666–731'}, {'article_number': 'e0042'})
    """
    if _ARTICLE_NUMBER.fullmatch(first) and last in ("", first):
        return {"article_number": first}
    shown = first if last in ("", first) or not first else f"{first}–{last}"
    return {"pages": _RANGE.sub("–", shown or last)} if shown or last else {}


def license_of(word: str) -> str:
    """Return the address of a licence; nothing for a word that names none, such as `publisher-specific-oa`.

    >>> license_of("cc-by"), license_of("http://creativecommons.org/licenses/by/3.0/"), license_of("other-oa")
    ('https://creativecommons.org/licenses/by/', 'http://creativecommons.org/licenses/by/3.0/', '')
    """
    return word if word.startswith(("http://", "https://")) else _LICENSES.get(word.casefold(), "")


def is_open_license(address: str) -> bool:
    """Say whether a licence is one of Creative Commons, which holds for everybody."""
    return "creativecommons.org/" in address


def contributor_role(word: str) -> str:
    """Return a role of CRediT, or nothing for a role of another list.

    >>> contributor_role("http://credit.niso.org/contributor-roles/data-curation/"), contributor_role("author")
    ('data-curation', '')
    """
    match = _CREDIT.fullmatch(word.strip())
    role = re.sub(r"[\s_–-]+", "-", match[1]).casefold().strip("-") if match else ""
    return role if role in _ROLES else ""


def pmcid(text: str) -> str:
    """Return an id of PubMed Central with its letters, which registries leave out.

    >>> pmcid("https://www.ncbi.nlm.nih.gov/pmc/articles/5815332"), pmcid("PMC5815332")
    ('PMC5815332', 'PMC5815332')
    """
    bare = text.rpartition("/PMC")[2] if "/PMC" in text else text
    match = _BARE_PMCID.fullmatch(bare.strip())
    return f"PMC{match[1]}" if match else ""


def identified(scheme: str, text: str) -> str:
    """Return an id in its canonical form where it is one of the scheme, else nothing."""
    return SCHEMES[scheme].canonical(text) if publishing.identifier(scheme, text) else ""


def language_code(text: str) -> str:
    """Return the code of a language as BCP 47 has it.

    >>> language_code("pt_BR"), language_code("EN")
    ('pt-BR', 'en')
    """
    first, *rest = text.replace("_", "-").split("-")
    return "-".join((first.casefold(), *rest))


def without_address(values: Iterable[str]) -> list[str]:
    """Return ISBNs or ISSNs, each once, without the addresses that Crossref made of them."""
    return list(dict.fromkeys(value.rpartition("/")[2] for value in values if value))


def running_text(markup: str) -> str:
    """Return an abstract in JATS as text: headings stand before their paragraphs, its own heading is left out.

    >>> running_text("<jats:title>Abstract</jats:title><jats:p>An engine.</jats:p><jats:p>It weaves.</jats:p>")
    'An engine. It weaves.'
    """
    headed = _HEADING.sub(lambda found: "" if _is_nameless(found[1]) else f"{found[1].rstrip(' .:')}: ", markup)
    return _ABSTRACT.sub("", line(_ENDS.sub(" ", headed)), count=1) if headed else ""


def report_unheld(drafting: Drafting, counts: Counter[str]) -> None:
    """Say once for a file what of its works a profile has no place for, each with its number."""
    if shown := ", ".join(f"{what} ({count:,})" for what, count in counts.items() if count):
        drafting.warn(f"left out, since a profile has no place for them: {shown}")


def _is_nameless(heading: str) -> bool:
    return heading.strip(" .:").casefold() in _NAMELESS


def text_of_index(index: Any) -> str:
    """Return a text from the places of its words, as OpenAlex keeps abstracts.

    >>> text_of_index({"engine": [1, 3], "An": [0], "weaves;": [2]})
    'An engine weaves; engine'
    """
    if not isinstance(index, dict):
        return ""
    places = {place: str(word) for word, found in index.items() if isinstance(found, list)
              for place in found if isinstance(place, int)}  # fmt: skip
    return running_text(" ".join(places[place] for place in sorted(places)[:_MOST_WORDS]))
