"""The words by which the names of venues are read: what tells a meeting from a journal, an edition, no venue at all."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from kg.base.patterns import lazy
from kg.terms.identifiers import fold

# What a venue is.

_MEETINGS = """conferences? symposi(?:um|a) congress(?:es)? meeting colloqui(?:um|a) convention forum proseminar seminar
    roundtable summit olympiad general\\sassembly
    conf\\. symp\\. congr\\. conférences? colloque congrès journées?
    rencontres congresos? jornadas reunión simposio encuentro congressos? simpósio encontro convegno giornate tagung
    kongress konferenz fachtagung jahrestagung konferens konferencja konference
    конференци\\w+ симпозиум\\w* съезд\\w*"""
_WORKSHOPS = "workshops? wkshp\\.? ws\\. ateliers? taller oficina arbeitstreffen"
_PERIODICALS = """journal transactions letters review bulletin magazine annals revue revista zeitschrift rivista annales
    cahiers quarterly archives? archiv newsletter
    mitteilungen bijdragen tijdschrift tidsskrift časopis trans\\. lett\\.
    j\\. rev\\. ann\\. bull\\. times gazette jahrbuch annuaire anuario yearbook comptes\\srendus
    вестник журнал известия"""


def _listed(words: str) -> list[str]:
    return words.split()


def _words(patterns: str) -> str:
    return "|".join(_listed(patterns))


MEETING = lazy(
    rf"(?<!\w)(?:{_words(_MEETINGS)})(?!\w)|研究発表会|大会|会议|年会", re.IGNORECASE
)  # in Chinese and Japanese no blanks stand around words
WORKSHOP = lazy(rf"(?<!\w)(?:{_words(_WORKSHOPS)})(?!\w)|研究会|研讨会", re.IGNORECASE)
PERIODICAL = lazy(rf"(?<!\w)(?:{_words(_PERIODICALS)})(?!\w)|学报|杂志", re.IGNORECASE)
BOTH = lazy(r"workshop (?:and|&) conference", re.IGNORECASE)
FORUM = lazy(r"(?<!\w)forum(?!\w)", re.IGNORECASE)
"""What many meetings are called, and as many journals: `Materials Science Forum`."""
SERIES = lazy(
    r"^lecture notes|(?<!time )\bseries\b(?! [A-Z0-9](?:\W|$))|monographs|conference proceedings$|proceedings volumes"
    r"|springer proceedings|\b(?:synthesis lectures|studienbücher|hochschulschriften|grundlehren|beiträge zur"
    r"|ebooks|schriftenreihe|collection)\b",
    re.IGNORECASE,
)
REPORTS = lazy(
    r"\b(?:working papers?|discussion papers?|technical reports?|tech\. rep\.|research reports?|occasional papers)\b",
    re.IGNORECASE,
)
OF_PROCEEDINGS = lazy(
    r"^lecture notes|\b(?:conference|symposium|workshops?|colloqui\w+|seminar|proceedings|series|conférence|colloque"
    r"|konferenz)\b|^[A-Z][A-Za-z]*[A-Z] (?:19|20)\d\d\b|\b\d+(?:st|nd|rd|th) .*\b(?:meeting|congress)\b|\w['’]\d\d\b"
    r"|研究発表会|大会|会议",
    re.IGNORECASE,
)
"""What the title of a book says if it is that of proceedings, or the name of a series of books."""
OF_BODY = lazy(
    r"(?:the )?proceedings of (?:the )?(?:ieee|ire|acm|asme|institution|.*\b(?:academy|society|institut\w*|association"
    r"|council|endowment|college|museum|royal|university|research|systems))\b",
    re.IGNORECASE,
)
"""Proceedings that are themselves the name of a periodical: `Proceedings of the National Academy of Sciences`."""
USA = lazy(r"\b(?:U\.? ?S\.? ?A\b\.?|(?:the )?United States of America\b)")
_SERVERS = (
    r"(?:bio|med|chem|techn?|engr?|psy|soc|earth|eco(?:evo)?|edu|law|agri|open)[\s-]?a?r[xχ]iv|ar\s?[xχ]iv"
    r"|osf preprints?|ssrn(?: electronic journal)?|corr|authorea(?: preprints)?|research square|preprints\.org"
)
SERVER = lazy(rf"\b(?:{_SERVERS})\b", re.IGNORECASE)
"""Servers of preprints, wherever they are named."""
REPOSITORY = lazy(
    rf"(?:available (?:at|on) )?(?:the )?({_SERVERS}|social science research network|zenodo|figshare|dryad|repec"
    r"|preprints|github(?: repository)?|ieee xplore|hal|center for open science|cold spring harbor laboratory(?! press)"
    r"|cryptology eprint archive|iacr cryptol\w*\.? eprint arch\w*\.?|pubmed(?: central)?|pmid|pmc)(?=\W|$)"
    r"(?!.*(?:transactions|journal of))",
    re.IGNORECASE,
)
SPELT: Mapping[str, str] = MappingProxyType(
    {
        fold(name): name
        for name in (
            "arXiv", "bioRxiv", "medRxiv", "ChemRxiv", "PsyArXiv", "SocArXiv", "EarthArXiv", "EcoEvoRxiv", "openRxiv",
            "SSRN", "GitHub", "Zenodo", "HAL",
        )
    }
    | {"corr": "arXiv", "ar xiv": "arXiv", "bio rxiv": "bioRxiv"}
)  # fmt: skip
"""How repositories spell their names, by the folded name."""
INDEXES = frozenset(("pubmed", "pubmed central", "pmid", "pmc", "ieee xplore"))
"""Where records of works are found: nobody publishes there."""
STATUS = lazy(
    r"[(\[]?\b(?:manuscript )?(?:under (?:\w+ )?review(?: (?:at|for|by|in))?|in prep(?:aration|\.)?(?: for)?"
    r"|submitted(?: (?:for publication|to))?|in press(?: (?:at|with))?|accepted(?: (?:in|at|for|to|by))?"
    r"|to appear(?: (?:in|at))?|forthcoming(?: in)?|revise (?:&|and) resubmit:?|unpublished(?: manuscript.*)?"
    r"|unpubl\.(?: ms.*)?|proposal invited for full submission\.?"
    r"|(?:(?:oral abstract|abstract|poster|invited talk|talk|paper|speech|lecture) )?(?:to be )?"
    r"(?:presented|presenting|given|delivered) (?:at|for)(?: the)?"
    r"|poster (?:presentation|session)|invited (?:talk|lecture):?|m\.?s\.? thesis|ph\.?d\.? thesis|prepared for .*"
    r"|im druck|im erscheinen|eingereicht(?: bei)?|à paraître(?: dans)?|sous presse|soumis(?: à)?"
    r"|en prensa|enviado a|no prelo|in corso di stampa)(?![\w-])\s*[)\]]?",
    re.IGNORECASE,
)
"""What is said of a work beside the name of a venue, or in its place."""
NO_VENUE = lazy(
    r"(?:j|journal|proc|proceedings|books?|book ?title|journal title|series title|title|venue|tbd|tba|tbc|n ?a|none"
    r"|null|unknown|various|misc|other|technical reports?(?: .*)?|reports?|preprints?|manuscript|thesis|dissertation"
    r"|eprints book title|conference|workshop|symposium|conference paper|conference proceedings|no venue"
    r"|not published|self published|(?:phd|masters?) thesis.*|\d{1,4}|(?:\w+ )?university press"
    r"|(?:springer|elsevier|wiley|gallimard|chapman (?:and )?hall|crc press|igi global|mcgraw hill|pearson|palgrave"
    r"|routledge)(?: (?:verlag|nature|press|international publishing|berlin|heidelberg|new york|london|macmillan|sons"
    r"|crc|vieweg|us|science|and))*"
    r"|(?:universitat|universidad|universite|university|universita|universidade) (?:de|of|di|zu) \w+|)"
)
"""What stands in the place of a venue and names none: templates, publishers, universities; of a folded text."""

# Parts of a name.

UNITS = _listed(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth"
)
_TENS = _listed("twent thirt fort fift sixt sevent eight ninet")
ORDINALS: Mapping[str, int] = MappingProxyType(
    {word: place for place, word in enumerate(UNITS, 1)}
    | {f"{ten}ieth": 10 * place for place, ten in enumerate(_TENS, 2)}
    | {
        f"{ten}y{between}{unit}": 10 * place + number
        for place, ten in enumerate(_TENS, 2)
        for number, unit in enumerate(UNITS[:9], 1)
        for between in " -"
    }
    | {"premier": 1, "première": 1, "deuxième": 2, "primera": 1, "erste": 1, "zweite": 2}
)
ORDINAL = lazy(
    r"\b(?:(\d{1,3})\s?(?:st|nd|rd|th|èmes?|emes?|es?|ª|º|°)\b|^(\d{1,3})\.(?= ?[A-Z])|("
    + "|".join(sorted(ORDINALS, key=len, reverse=True))
    + r")\b)[\s.]*",
    re.IGNORECASE,
)
ROMAN = lazy(r"(?:^|(?<=[-–] )|(?<=-))([IVXL]{1,8})(?:ème|eme|e|º|°|\.)?\s+(?=[A-ZÀ-Ý])")
YEAR = lazy(r"(?<![\d.:/])((?:19|20)\d\d)(?![\d/]|\.\d)")
MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
DATES = lazy(
    rf"[,\s]+(?:{MONTH} \d[^,;]{{0,30}}(?:,?\s?(?:19|20)\d\d)?"
    rf"|\d\d?\.?[\d.\s–-]{{0,12}}(?:{MONTH}|\d\.)\s?(?:19|20)\d\d|{MONTH} (?=(?:19|20)\d\d))",
    re.IGNORECASE,
)
ABBREVIATION = (
    r"(?:\*?[A-Z][\w*&+@/.-]{0,20}[A-Z\d][\w*+]{0,12}(?:[ -](?:EA|W|AFM)\b)?|[A-Z]{2,12}[a-z]{0,12}|[A-Z][a-z]{1,20})"
)
TAGGED = rf"({ABBREVIATION}|[A-Za-z]{{2,12}})\s?(?:[-\s]?\s?['’‘`]\s?(\d\d)|[-\s]?((?:19|20)\d\d)|[- ]?(\d\d))(?!\d)"
"""An acronym with its year: `CHI '15`, `ICML 2010`, `AAAI-08`."""
HEAD = lazy(
    rf"(?:proceedings of (?:the )?|proc\.? )?({ABBREVIATION})[\s-]?(?:['’‘`]\s?(\d\d)|((?:19|20)\d\d)|(\d\d))"
    r"(?:\s*(?:[:.–-]|(?=Proceedings)|,(?= the \d))\s*"
    rf"|\s+(?=\d+(?:th|st|nd|rd)|(?:{'|'.join(UNITS)})\b|[XVI]+ème)|\s*$)",
    re.IGNORECASE,
)
TAIL = lazy(rf"(?:[,\s]*[-–,]\s|\s[-–] |,\s){TAGGED}(?=$|,| and | -)")
HOST = lazy(rf"\s(?:at|in|@)\s(?:the )?(?=[\w-]*[A-Z]{{2}})(?:{TAGGED}|[A-Z][\w-]*$)$")
COUNTRY = lazy(r"(?:[A-Z]{2,3}|[A-Z]\.[A-Z]\.(?:[A-Z]\.)?)$")
OF_VOLUME = lazy(
    r"[\s.,–-]+(?:(?:revised )?selected (?:revised )?papers|(?:conference track )?proceedings|companion(?=,)"
    r"|online working notes|preprints of papers|(?<=workshop) in [A-Z]+ \d{4})\.?$"
    r"|[\s(,.:]+(?:volume|vol\.) (?:\d|[ivx]+\b|one|two|three|[a-c]\b)[\w-]* ?[:)(–-]?"
    r"(?!.*(?:conference|symposium|congress|workshop)).*$"
    r"|, PMLR \d.*$|: track \w+.*$|:? (?:tutorial abstracts|poster session|plenaries|keynotes|preprint no\.? \d+"
    r"|(?:main|research|user) track)$"
    r"|\. articles longs$|, (?:springer|lncs|lecture notes).*$|,? hosted by.*$|,? abstract [A-Z]+\w+-\d+\w*$"
    r"|,? paper \w+\d$|,? pp?\. ?\d.*$|,? \(?co-?located.*$",
    re.IGNORECASE,
)
"""What is said of the volume, not of the meeting."""
LEAD = lazy(
    r"^(.*)\b(?:proceedings|proc\.?|papers) (?:of|from) (?:the )?"
    rf"(?=.*(?:{_words(_MEETINGS)}|{_words(_WORKSHOPS)}|\d))",
    re.IGNORECASE,
)
ARTICLES = lazy(
    r"^(?:.*? from the (?=\d)|(?:the )?(?:conference )?(?:proceedings?|proc)\b\.? ?(?:of |for |on )?(?:the )?"
    r"|actes (?:de la|des?|du) |atti (?:del|della) |actas (?:de la|del?) |anais d[oa] |in (?=\w+ )"
    r"|tagungsband (?:der|des) |the )+",
    re.IGNORECASE,
)
ON_SOMETHING = lazy(
    r"(?:conference|symposium|workshop|colloque\w*|meeting) (?:on|of|for|de|in|franco\w+)\b", re.IGNORECASE
)
EDITION = rf"{YEAR.pattern}|(?i:{ORDINAL.pattern})"
TAG_WITHIN = lazy(r"\b([A-Z]{2,}[A-Za-z]*)(?:-|\s?['’‘])(\d\d)\b|\b([A-Z]{3,}) (\d\d)(?= [A-Z]|$|\.)")
OWN_ACRONYM = lazy(r"([A-Z]{3,6}) (?:Conference|Symposium)\b|(?=.{2,15}$)([A-Z][\w+&/-]*[A-Z][\w+&/-]*)$")
NO_ACRONYM = lazy(
    rf"(?:{_words(_MEETINGS)}|{_words(_WORKSHOPS)}|{_words(_PERIODICALS)}|{MONTH}|proceedings|volume|the|vol|long|short"
    r"|poster|posters|demo|demos|main|virtual|online|invited|papers?|part)\b",
    re.IGNORECASE,
)
OF_ISSUE = lazy(
    r"[\s,]+\d+(?:\s?\(\d+\))?,\s*\w+[\d–-]*(?:\s*\(\d{4}\))?$|(?<=[A-Za-z)])[\s,]*\d+(?:, [a-z])?$"
    r"|[\s,(]+(?:(?:nr|no|n[oº°]|núm|num|vol|volume|number|bd|band|t|tom|heft|issue|numer|№)\b\.?\s*\d|\d+\s*\(\d).*$"
    rf"|,\s*{MONTH} \d\d?, \d{{4}}$|,?\s*n\. ?s\.,?$"
    r"|\s\((?:n\.s\.|including [^)]*)\)| : a publication of .*$",
    re.IGNORECASE,
)
"""What is said of an issue, not of its journal or series."""
QUALIFIER = lazy(r"\s\(([A-Z][\w.]+(?: [A-Z][\w.]+)*(?:, [A-Z][\w. ]+?)?)(?: : \d{4})?\)$")
"""What libraries add to a name: `(New York, N.Y. : 1991)`."""

# Which words tell one name from another.

SPONSORS = frozenset(
    _listed(
        "acm aaai ieee ifip siam usenix ifac nasa iet aiaa ams agu cvf rsj sigplan sigcomm sigmod sigkdd sigops sigsoft"
        " sigact sigarch sigda sigmm springer wg nber jsme acl"
    )
)
SMALL = frozenset(
    _listed(
        "a an and the of on for in to at de der die das des du la le les l d di della del e et en und y zu zur für fur"
        " van voor i annual"
    )
)
BESIDE = (
    "workshop",
    "companion",
    "extended abstracts",
    "adjunct",
    "doctoral",
    "findings",
    "demo",
    "poster",
    "tutorial",
)
"""What is held beside a meeting, and is not that meeting."""
