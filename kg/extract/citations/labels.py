"""Words in a citation that are neither authors nor title nor venue: labels of links, badges, legends of marks."""

import re

from kg.terms import statuses
from kg.terms.identifiers import fold
from kg.terms.work_types import CALLED

_LABEL = re.compile(
    r"(?:(?:full |extended |arxiv |preprint |camera[- ]ready |online )?"
    r"(?:links?|pdf|papers?|code|slides?|videos?|talk|poster|doi|arxiv|project|website|web ?page|page|dataset|data"
    r"|blog|bib|bibtex|cite|html|abstract|abs|github|demo|supp(?:lement\w*)?|appendix|media|press|url|version"
    r"|(?:pre|post|e)-?prints?|(?:accepted |author'?s? )?(?:manuscript|copy|version)|working paper|volltext|full ?text"
    r"|tutorial|artifact|software|models?|read more|proceedings|publisher|acm|ieee|springer|news|podcast|thread|tweet"
    r"|openreview|google scholar|scholar|hal|ssrn|acl anthology)"
    r"(?: (?:page|available|version|link|pdf|video|slides|code|here|post|report|website|repo(?:sitory)?|materials?"
    r"|recording|\d))?"
    r"|[\w.’'-]{1,20}(?: [\w.’'-]{1,20}){0,3}"
    r" (?:blog|post|video|code|demo|slides|website|page|talk|dataset|model|press))",
    re.IGNORECASE,
)
_BADGE = re.compile(
    r"\b(?:oral|spotlight|poster|long talk|short paper|highlight|notable top[\w \d%-]{0,12}|demo(?: track)?|full paper"
    r"|[\w& -]{0,40}track)\b",
    re.IGNORECASE,
)
EQUAL_NOTE = re.compile(
    r"[(\[]?[ *†‡§¶#\\^]{0,8}(?:denotes |indicates |= ?|: ?)?(?:the authors? )?"
    r"(?:equal(?:ly)?[ -]contribut\w*|contribut\w* equally|(?:co-?first|co-primary|corresponding|joint first) authors?)"
    r"[.]?[)\]]?",
    re.IGNORECASE,
)
"""A legend of marks, as it stands in a citation: `(* Equal contribution)`."""

ASIDE = re.compile(
    r"\b[ep]?-?ISSN\b[\s:]{0,3}(?:\d{4}-\d{3}[\dX][\s,;]{0,2})+"
    r"|[(\[]?\b(?:visited|accessed|retrieved)(?: on)?:? \d[\d./-]{5,9}[)\]]?",
    re.IGNORECASE,
)
"""Numbers that are neither year nor pages: the ISSN, and the day on which an address was visited."""

EDGES = " \t\n.,;:|–—-·•/\"'“”‘’`()[]{}_~"
"""What stands at the ends of the parts of a citation."""


def is_label(text: str) -> bool:
    """Say whether a text only says what a link leads to: `PDF`, `Code`, `Project page`, `Entwurf`."""
    words = text.strip(EDGES)
    return _LABEL.fullmatch(words) is not None or statuses.status_named(words) in ("preprint", "draft")


def is_equal(text: str) -> bool:
    """Say whether a text speaks of equal contribution."""
    return EQUAL_NOTE.search(text) is not None


def is_badge(text: str) -> bool:
    """Say whether a text is nothing but `oral`, `spotlight` or the like, or what kind of work it is: `Capítulo`."""
    return _BADGE.fullmatch(text.strip(EDGES)) is not None or fold(text) in CALLED
