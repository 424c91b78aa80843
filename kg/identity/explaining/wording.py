"""Say reasons, joins and obstacles in words."""

from types import MappingProxyType

from kg.identity.person_scores import Reason, weights

_PHRASES = MappingProxyType(
    {
        "prior": "two titles are seldom one work",
        "title_kind": "the same title but for what kind of text it names",
        "title_word": "the same title, with {} telling words",
        "title_cited": "one title has parts of a citation at its ends",
        "replaced_word": "{} telling words of one title stand for others",
        "added_word": "one title has {} telling words more",
        "title_start": "one title is the beginning of the other",
        "title_within": "one title stands within the other",
        "close_title": "nearly the same title",
        "similar_title": "a similar title",
        "close_word": "the shorter title has {} telling words",
        "last_letters": "only {} of the letters differ",
        "letters": "{} of the letters of the titles agree",
        "shared_id": "both have {}",
        "shared_work": "the same author of '{}' in both lists",
        "other_doi": "each has a DOI of its own",
        "most_authors": "most authors agree ({})",
        "some_authors": "few authors agree ({})",
        "no_authors": "no author agrees",
        "author": "{} authors in both lists",
        "unlisted_authors": "one list names no authors",
        "names_alike": "{} of the words of the shorter list of authors stand in the other",
        "same_people": "their authors are the same people",
        "same_year": "the same year, {}",
        "next_year": "one year apart, {}",
        "near_year": "a few years apart, {}",
        "far_year": "many years apart, {}",
        "same_venue": "the same venue, {}",
        "like_venue": "venues with a name in common, {}",
        "other_title_elsewhere": "other words of the title at another venue",
        "unknown_venue": "venues that may differ, {}",
        "other_venue": "two venues, {}",
        "conference_and_journal": "a conference and a journal, {}",
        "middle": "one has a name more in between",
        "nickname": "a short form of the given name",
        "swapped": "the same words in another order",
        "initial": "an initial for the given name",
        "part": "a part of the name",
        "variant": "one has more family names, or another spelling",
        "script": "the same sounds in another script",
        "co_author": "both write with {}",
        "circle": "{} writes with one, and the profile that names the other knows that name",
        "organization": "both are at {}",
        "other_organization": "they are said to be at different organisations",
        "context_organization": "one is at {}, from where the other is named",
        "common_context": "both are named from {}",
        "title_words": "their works share the words {}",
        "venue": "both have works at {}",
        "years_apart": "their works lie {} apart",
        "no_common_co_author": "both write with many, and with nobody in common",
        "same_name": "the same name, '{}'",
        "close_name": "{} of the letters of the names agree",
    }
)
_ORIGINS = MappingProxyType(
    {
        "score": "the evidence",
        "id": "they share an identifier",
        "work": "they are the same author of one work in two lists",
        "declared": "a profile says so by 'id'",
        "judgement": "somebody judged so",
        "repeated": "one list holds the same entry twice",
    }
)
_OBSTACLES = MappingProxyType(
    {
        "weight": "the evidence is not enough",
        "name_alone": "many mention the name, and little else speaks for one person",
        "rival": "as much speaks for somebody else, and both cannot be",
        "names": "the names that would come together contradict each other",
        "versions": "one is of a conference and the other of a journal, in other years",
        "work": "they are two authors of one work",
        "owner": "each has a profile of their own",
        "orcid": "they have different ORCID iDs",
        "list": "one list names both, and so takes them for two",
        "judgement": "somebody judged that they are different",
        "differ": "their names differ",
        "unseen": "nothing made resolution compare them",
        "unsure": "somebody looked, and could not tell",
    }
)


def phrase(reason: Reason) -> str:
    """Return a reason as a line: its bits, and what it is about.

    >>> phrase(Reason("co_author", 12.5, "ion stoica"))
    '+12.5 both write with ion stoica'
    """
    return f"{reason.bits:+.1f} {said(reason)}"


def said(reason: Reason) -> str:
    """Return what a reason is about, without its bits.

    >>> said(Reason("name", -2.0, "hao zhang"))
    "the name 'hao zhang', which many bear"
    """
    if reason.kind == "name":
        words = "the rare name '{}'" if reason.bits > 0 else "the name '{}', which many bear"
    else:
        words = _PHRASES[reason.kind]
    return words.format(reason.detail)


def origin(kind: str) -> str:
    """Return in words what made an edge."""
    return _ORIGINS[kind]


def obstacle(kind: str) -> str:
    """Return in words why two nodes were not joined."""
    return _OBSTACLES[kind]


def needed(kind: str) -> str:
    """Return how many bits would join two whom an obstacle keeps apart.

    >>> needed("name_alone")
    '3.0 beside the name'
    """
    return f"{weights().person['beside_name']:.1f} beside the name" if kind == "name_alone" else f"{weights().same:.1f}"
