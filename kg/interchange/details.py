"""What references and registries say of a work beside title, people, venue and date."""

import re
from collections.abc import Callable, Mapping
from typing import Any, get_args

from kg.base.node import Node
from kg.base.tables import lists_of, pairs_of
from kg.interchange import publications, works
from kg.interchange.plain import kept, line, whole
from kg.profile.model import ContributorRole
from kg.terms.identifiers import SCHEMES

# What a reference says of a work beside title, people, venue and date, in the form in which a profile holds it.

_PAGE_RANGE = re.compile(r"(?<=\w)\s*(?:-{2,3}|–|—|−|‐|‑)\s*(?=\w)")
_ONE_HYPHEN = re.compile(r"([A-Za-z]{0,3}\d{1,7}[a-z]?) ?- ?([A-Za-z]{0,3}\d{1,7}[a-z]?)")
_ISBN = re.compile(r"(?<![\dXx])(?:97[89][\s-]?)?(?:\d[\s-]?){9}[\dXx](?![\dXx-])")
_ISSN = re.compile(r"(?<![\d-])\d{4}[-‐-―]?\d{3}[\dXx](?![\dXx-])")
_PARTS = re.compile(r"[,;/|\n]| and ")
_LABEL = re.compile(r"\b(?:e-?|p-?)?is[bs]n(?:-?1[03])?\b\s*:?|\([^()]{1,40}\)", re.IGNORECASE)
_COUNT = re.compile(r"\D*?(\d{1,6})\D*")
_CODE = re.compile(r"([A-Za-z]{2,3})(?:[-_]([A-Za-z0-9]{2,8}))?")
_CC = re.compile(r"(?:cc|creative commons)[\s-]*(by(?:[\s-]+(?:nc|nd|sa)){0,3})(?:[\s,-]*v?(\d\.\d))?", re.IGNORECASE)
_CC_LONG = re.compile(r"creative commons attribution", re.IGNORECASE)
_CC_WORDS = (("noncommercial", "nc"), ("noderiv", "nd"), ("sharealike", "sa"))
_VERSION = re.compile(r"\d\.\d")
_LICENSES_BY_NAME = pairs_of("kg.interchange", "tables/licenses.tsv")
_LANGUAGES = {
    word: code for code, words in lists_of("kg.interchange", "tables/languages.tsv").items() for word in words
}
"""Languages by what babel and biblatex call them, by their English and own names, and by their codes in ISO 639-2."""
_TO_ONESELF = re.compile(
    r"(?:to-?do|fix-?me|xxx|ask|check|find|buy|print out|e-?mail|call(?! n)|remember|remind|look (?:up|at|into)|verify"
    r"|cite|update|must|needs?|should|maybe|perhaps|not sure|why|who|how|don'?t|do not|my|we should|re-?read"
    r"|i (?:should|need|must|think|have|want|will)|(?:to )?read (?:this|again|later|soon|chapter|it)"
    r"|to (?:read|do|be read)|send|unread|important|skimmed|imported|export(?:ed)?(?: date)?|cited by|query date"
    r"|zotero|mendeley)\b|publisher:|.{0,300}(?:\?|!!)$",
    re.IGNORECASE,
)
"""How notes begin that people or their programs write for themselves, or how they end."""


def details(said: Mapping[str, str]) -> dict[str, Any]:
    """Return values in the form of a profile, given as written under the keys of `Publication`.

    >>> details({"pages": "666--731", "language": "ngerman", "volume": "3", "issue": ""})
    {'pages': '666–731', 'language': 'de', 'volume': '3'}
    """
    return kept(**{key: _READ.get(key, str)(text) for key, text in said.items() if text})


def pages(text: str) -> str:
    """Return pages with a dash between the first and the last.

    >>> pages("666--731"), pages("666-731"), pages("1:1--1:20, 30"), pages("A-12"), pages("e1843")
    ('666–731', '666–731', '1:1–1:20, 30', 'A-12', 'e1843')
    """
    dashed = _PAGE_RANGE.sub("–", text)
    match = _ONE_HYPHEN.fullmatch(dashed)
    return f"{match[1]}–{match[2]}" if match else dashed


def isbns(text: str) -> list[str]:
    """Return the ISBNs in a field, which may hold several; what is none is there too, so that it can be reported.

    >>> isbns("978-0-306-40615-7 (print), 0306406152"), isbns("9780306406157 9780306406157"), isbns("nonsense")
    (['978-0-306-40615-7', '0306406152'], ['9780306406157'], ['nonsense'])
    """
    return _numbers(_ISBN, text)


def issns(text: str) -> list[str]:
    """Return the ISSNs in a field, as `isbns` does.

    >>> issns("0378-5955; 20493630"), issns("ISSN 2049-3630")
    (['0378-5955', '20493630'], ['2049-3630'])
    """
    return _numbers(_ISSN, text)


def numbers_of_series(text: str) -> tuple[list[str], list[str]]:
    """Return the ISBNs and the ISSNs of a field that may hold both."""
    books = [match[0].strip() for match in _ISBN.finditer(text)]
    rest = _ISBN.sub(" ", text)
    return list(dict.fromkeys(books)), list(dict.fromkeys(match[0] for match in _ISSN.finditer(rest)))


def _numbers(pattern: re.Pattern[str], text: str) -> list[str]:
    parts = (part.strip() for part in _PARTS.split(_LABEL.sub(" ", text)))
    found = [[match[0].strip() for match in pattern.finditer(part)] or [part] for part in parts if part]
    return list(dict.fromkeys(number for several in found for number in several))


def keywords(text: str) -> list[str]:
    """Return the words of a list that is parted by semicolons, else by commas.

    >>> keywords("engines, numbers"), keywords("numbers, Bernoulli; engines"), keywords("numbers, Bernoulli;")
    (['engines', 'numbers'], ['numbers, Bernoulli', 'engines'], ['numbers, Bernoulli'])
    """
    words = (word.strip() for word in text.split(";" if ";" in text else ","))
    return list(dict.fromkeys(word for word in words if word))


def joined_keywords(words: list[str]) -> str:
    """Return words as a list that `keywords` takes apart again.

    >>> joined_keywords(["engines", "numbers"]), joined_keywords(["numbers, Bernoulli"])
    ('engines, numbers', 'numbers, Bernoulli;')
    """
    if not any("," in word for word in words):
        return ", ".join(words)
    return "; ".join(words) + (";" if len(words) == 1 else "")


def language(text: str) -> str:
    """Return the code of a language; an unknown name stays, so that it can be reported.

    >>> language("ngerman"), language("EN_us"), language("English"), language("fra"), language("Klingon")
    ('de', 'en-US', 'en', 'fr', 'Klingon')
    """
    word = text.strip()
    if known := _LANGUAGES.get(word.casefold()):
        return known
    match = _CODE.fullmatch(word)
    if not match:
        return word
    code = match[1].casefold()
    code = _LANGUAGES.get(code, code)
    region = match[2] or ""
    return f"{code}-{region.upper() if len(region) == 2 else region}" if region else code


def license_of(text: str) -> str:
    """Return the address of a licence that is known by its name; other texts stay, so that they can be reported.

    >>> license_of("CC BY-NC 4.0"), license_of("MIT"), license_of("All rights reserved")
    ('https://creativecommons.org/licenses/by-nc/4.0/', 'https://spdx.org/licenses/MIT', 'All rights reserved')
    """
    word = text.strip()
    if word.startswith(("http://", "https://")):
        return word
    if match := _CC.fullmatch(word):
        terms = "-".join(match[1].lower().replace("-", " ").split())
        return f"https://creativecommons.org/licenses/{terms}/{match[2] or '4.0'}/"
    if _CC_LONG.match(word):
        bare = word.casefold().replace("-", "").replace(" ", "")
        terms = "-".join(("by", *(short for long, short in _CC_WORDS if long in bare)))
        stated = _VERSION.search(word)
        return f"https://creativecommons.org/licenses/{terms}/{stated[0] if stated else '4.0'}/"
    return _LICENSES_BY_NAME.get(works.kind_of(word), word)


def page_count(text: str) -> int | str:
    """Return how many pages a work has; what is no number stays, so that it can be reported.

    >>> page_count("230 S."), page_count("xii, 230"), page_count("many")
    (230, 230, 'many')
    """
    match = _COUNT.fullmatch(text)
    return int(match[1]) if match else text


def is_to_oneself(note: str) -> bool:
    """Say whether a note was written for those who keep the list, not for those who read it.

    >>> is_to_oneself("ask Charles"), is_to_oneself("TODO"), is_to_oneself("Translated from the French")
    (True, True, False)
    """
    return bool(_TO_ONESELF.match(note.strip()))


def is_for_readers(note: str) -> bool:
    """Say whether a note is neither for oneself nor only an address or an id, which have other places."""
    is_address = note.startswith(("http://", "https://")) and " " not in note
    return not (is_address or works.is_arxiv(note) or is_to_oneself(note))


_READ: Mapping[str, Callable[[str], Any]] = {
    "abstract": lambda text: line(line(text)),  # whose markup is often escaped twice
    "pages": pages,
    "isbn": isbns,
    "issn": issns,
    "keywords": keywords,
    "language": language,
    "license": license_of,
    "page_count": page_count,
}


# What registries say of a work besides title and authors, in the words of a profile: pages, licences, ids, roles.

_REGISTRY_LICENSES: Mapping[str, str] = {
    "cc0": "https://creativecommons.org/publicdomain/zero/1.0/",
    "public-domain": "https://creativecommons.org/publicdomain/mark/1.0/",
    "mit": "https://opensource.org/license/mit",
    "gpl-v3": "https://www.gnu.org/licenses/gpl-3.0.html",
} | {
    f"cc-{word}": f"https://creativecommons.org/licenses/{word}/"
    for word in ("by", "by-sa", "by-nc", "by-nd", "by-nc-sa", "by-nc-nd")
}
_SEVERAL_NUMBERS = re.compile(r"\s*[,;]\s*(?=\S*\d)")
_ARTICLE_NUMBER = re.compile(r"[eE]\d{1,15}", re.ASCII)
_RANGE = re.compile(r"(?<=\w)\s*-{1,3}\s*(?=\w)")
_BARE_PMCID = re.compile(r"(?:https?://\S{1,60}/|PMC)?(\d{1,9})/?", re.ASCII | re.IGNORECASE)
_CREDIT = re.compile(r"(?:https?://credit\.niso\.org/contributor-roles/)?([\w -]{1,60})/?", re.IGNORECASE)
_ROLES = frozenset(get_args(ContributorRole))
_HEADING = re.compile(r"<(?:jats:)?title>([^<>]{1,300})</(?:jats:)?title>")
_NAMELESS = frozenset(("abstract", "summary", "zusammenfassung", "résumé", "resumen", "resumo"))
_ABSTRACT = re.compile(r"^(?:abstract|summary)\s*[.:]?\s+(?=[A-Z])", re.IGNORECASE)
_MOST_WORDS = 20_000


def page_range(first: str, last: str = "") -> dict[str, str]:
    """Return pages, or the number of an article that stands in their place.

    >>> page_range("666", "731"), page_range("666-731"), page_range("e0042")
    ({'pages': '666–731'}, {'pages': '666–731'}, {'article_number': 'e0042'})
    """
    if _ARTICLE_NUMBER.fullmatch(first) and last in ("", first):
        return {"article_number": first}
    shown = first if last in ("", first) or not first else f"{first}–{last}"
    return {"pages": _RANGE.sub("–", shown or last)} if shown or last else {}


def registry_license(word: str) -> str:
    """Return the address of a licence; nothing for a word that names none, such as `publisher-specific-oa`.

    >>> registry_license("cc-by"), registry_license("other-oa")
    ('https://creativecommons.org/licenses/by/', '')
    """
    return word if word.startswith(("http://", "https://")) else _REGISTRY_LICENSES.get(word.casefold(), "")


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
    return SCHEMES[scheme].canonical(text) if publications.identifier(scheme, text) else ""


def numbers_of_grants(text: str) -> list[str]:
    """Return the numbers of grants in a text; some write several into one.

    >>> numbers_of_grants("1843-17, EP/1844; Engines for All")
    ['1843-17', 'EP/1844; Engines for All']
    """
    return [part for part in _SEVERAL_NUMBERS.split(text) if part]


def running_text(markup: str) -> str:
    """Return an abstract in JATS as text: headings stand before their paragraphs, its own heading is left out.

    >>> running_text("<jats:title>Abstract</jats:title><jats:p>An engine.</jats:p><jats:p>It weaves.</jats:p>")
    'An engine. It weaves.'
    """
    headed = _HEADING.sub(
        lambda found: "" if found[1].strip(" .:").casefold() in _NAMELESS else f"{found[1].rstrip(' .:')}: ", markup
    )
    return _ABSTRACT.sub("", line(headed), count=1) if headed else ""


def text_of_index(index: Node | None) -> str:
    """Return a text from the places of its words, as OpenAlex keeps abstracts."""
    words = index.pairs if index is not None else []
    places = {place: word for word, found in words for each in found.items if (place := whole(each)) is not None}
    return running_text(" ".join(places[place] for place in sorted(places)[:_MOST_WORDS]))
