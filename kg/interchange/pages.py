"""Tell from the address of a page which id of a person it holds."""

from kg.identifiers import SCHEMES

PERSONAL = ("orcid", "github", "dblp", "scholar", "semantic_scholar", "openalex", "wikidata", "linkedin")
"""The keys of a profile that hold ids of the person."""

_HOME = ("home", "personal", "website", "web site", "web page", "webpage", "my page")


def key_of(address: str) -> str:
    """Return the key of a profile to which an address belongs, or nothing.

    >>> key_of("https://github.com/ada-lovelace"), key_of("https://ada.example.org/")
    ('github', '')
    """
    for key in PERSONAL:
        if "//" in address:
            try:
                SCHEMES[key].canonical(address)
            except ValueError:
                continue
            return key
    return ""


def is_home(label: str) -> bool:
    """Say whether a label is that of a homepage."""
    folded = label.casefold()
    return any(word in folded for word in _HOME)


def sorted_out(pages: list[tuple[str, str]]) -> tuple[dict[str, str], list[tuple[str, str]]]:
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
