"""Words of titles: where nothing parts a title from its authors, they tell the end of the one from the other.

Many of them are family names too (Field, Power), hardly any a given name: two of them are no name, one may be.
"""

import re
from functools import cache, lru_cache
from importlib.resources import files

_ENDING = re.compile(
    r"[a-z]{3,30}(?:[st]ions?|ments?|ness(?:es)?|it(?:y|ies)|ical(?:ly)?|ively|ously|olog(?:y|ies)|ometry"
    r"|i[sz](?:e|es|ed|er|ers|ing)|[ai]bl[ey]|ives?|ous|less|ful|ists?|isms?|[ea]nces?|ings?|ed|ics?|als?|ally|ary"
    r"|ures?|ates?|ated|ating|ators?|[ae]nts?|ers|ors)"
)
_GIVEN = frozenset(
    re.findall(
        r"\w+",
        "alfred ahmed alice ananya beatrice boris chance charity charlene clarence clement clemence clive constance "
        "crystal darleen ed ernest eric fared felicity florence frederic fred friederike garance hamed harriet ingrid "
        "javed khaled laurence lawrence lucrece maxence mohamed mohammed muhammed nick olive patience patrice prudence "
        "rashed saeed sayed tariq terence trinity vance vincent viveca walid yuval zayed cengiz maurice denise elise "
        "louise heloise therese terrence osman royal opal vidal gonzal pascal khalid amal kamal jamal bilal iqbal "
        "dominic cedric frederick emeric ulric alaric patric marc juvenal crispal faisal mishal nihal vishal kunal "
        "rupal sonal kajal minal hemal anil hilary mary rosary gary cary zachary barry rory victor hector nestor igor "
        "viktor gregor taylor grant brent trent kent clement laurent bryant durant rembrandt constant innocent vincent "
        "kate nate renate beate agate fortunate donate cate matteo ing",
    )
)


@lru_cache(1 << 14)
def is_of_titles(word: str) -> bool:
    """Say whether a word is one of titles and hardly ever a given name: `Synthesis`, `Low-Rank`, `A`.

    >>> is_of_titles("Recovery"), is_of_titles("Self-Supervised"), is_of_titles("Jean-Luc"), is_of_titles("Ada")
    (True, True, False, False)
    """
    parts = word.casefold().split("-")
    return all(part in _words() or (bool(_ENDING.fullmatch(part)) and part not in _GIVEN) for part in parts)


@cache
def _words() -> frozenset[str]:
    text = (files("kg.extract") / "tables" / "title_words.txt").read_text("utf-8")
    return frozenset(("a", *(word for line in text.splitlines() if not line.startswith("#") for word in line.split())))
