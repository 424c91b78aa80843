r"""Commands that stand for journals in the BibTeX of astronomers, as AASTeX has them: `journal = {\apj}`."""

import re
from collections.abc import Mapping
from types import MappingProxyType

_JOURNALS: Mapping[str, str] = MappingProxyType(
    {
        "aap": "Astronomy and Astrophysics", "aapr": "Astronomy and Astrophysics Review",
        "aaps": "Astronomy and Astrophysics Supplement Series", "actaa": "Acta Astronomica",
        "aj": "The Astronomical Journal", "ao": "Applied Optics", "apj": "The Astrophysical Journal",
        "apjl": "The Astrophysical Journal Letters", "apjlett": "The Astrophysical Journal Letters",
        "apjs": "The Astrophysical Journal Supplement Series", "apjsupp": "The Astrophysical Journal Supplement Series",
        "aplett": "Astrophysics Letters", "apss": "Astrophysics and Space Science",
        "araa": "Annual Review of Astronomy and Astrophysics", "azh": "Astronomicheskii Zhurnal",
        "baas": "Bulletin of the American Astronomical Society",
        "bain": "Bulletin of the Astronomical Institutes of the Netherlands",
        "caa": "Chinese Astronomy and Astrophysics", "cjaa": "Chinese Journal of Astronomy and Astrophysics",
        "fcp": "Fundamentals of Cosmic Physics", "gca": "Geochimica et Cosmochimica Acta",
        "grl": "Geophysical Research Letters", "iaucirc": "IAU Circulars", "icarus": "Icarus",
        "jcap": "Journal of Cosmology and Astroparticle Physics", "jcp": "The Journal of Chemical Physics",
        "jgr": "Journal of Geophysical Research",
        "jqsrt": "Journal of Quantitative Spectroscopy and Radiative Transfer",
        "jrasc": "Journal of the Royal Astronomical Society of Canada",
        "memras": "Memoirs of the Royal Astronomical Society",
        "memsai": "Memorie della Società Astronomica Italiana",
        "mnras": "Monthly Notices of the Royal Astronomical Society", "na": "New Astronomy",
        "nar": "New Astronomy Reviews", "nat": "Nature", "nphysa": "Nuclear Physics A", "physrep": "Physics Reports",
        "physscr": "Physica Scripta", "planss": "Planetary and Space Science",
        "pasa": "Publications of the Astronomical Society of Australia",
        "pasj": "Publications of the Astronomical Society of Japan",
        "pasp": "Publications of the Astronomical Society of the Pacific", "pra": "Physical Review A",
        "prb": "Physical Review B", "prc": "Physical Review C", "prd": "Physical Review D", "pre": "Physical Review E",
        "prl": "Physical Review Letters", "procspie": "Proceedings of SPIE",
        "psj": "The Planetary Science Journal", "qjras": "Quarterly Journal of the Royal Astronomical Society",
        "rmxaa": "Revista Mexicana de Astronomía y Astrofísica", "skytel": "Sky and Telescope",
        "solphys": "Solar Physics", "sovast": "Soviet Astronomy", "ssr": "Space Science Reviews",
        "zap": "Zeitschrift für Astrophysik",
    }
)  # fmt: skip
_ALONE = re.compile(r"[{\s]*\\([A-Za-z]+)[{}\s]*")


def journal_of(text: str) -> str:
    r"""Return the journal that a field names by nothing but a command; nothing of other texts and commands.

    >>> journal_of(r"{\mnras}"), journal_of(r"\loom"), journal_of("Nature")
    ('Monthly Notices of the Royal Astronomical Society', '', '')
    """
    found = _ALONE.fullmatch(text)
    return _JOURNALS.get(found[1], "") if found else ""
