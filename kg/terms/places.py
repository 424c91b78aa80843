"""The countries by which the places of meetings, universities and people are told."""

_NAMES = """
    usa | u.s.a. | u.s. | us | united states | united states of america | the united states | canada | mexico |
    brazil | argentina | chile | colombia | peru | uk | u.k. | united kingdom | great britain | ireland | france |
    germany | deutschland | switzerland | schweiz | suisse | austria | österreich | italy | italia | spain | españa
    | portugal | netherlands | the netherlands | belgium | luxembourg | denmark | sweden | norway | finland |
    iceland | poland | czech republic | czechia | slovakia | hungary | slovenia | croatia | serbia | romania |
    bulgaria | greece | turkey | türkiye | cyprus | malta | estonia | latvia | lithuania | ukraine | russia |
    belarus | israel | egypt | morocco | tunisia | algeria | nigeria | kenya | ghana | ethiopia | south africa | uae
    | united arab emirates | saudi arabia | qatar | kuwait | jordan | lebanon | iran | iraq | pakistan | india |
    bangladesh | sri lanka | nepal | china | p.r. china | p. r. china | pr china | hong kong | hong kong sar | macau
    | taiwan | japan | south korea | korea | republic of korea | singapore | malaysia | thailand | vietnam |
    indonesia | philippines | australia | new zealand | 中国 | 香港 | 台湾 | 日本 | 한국
"""
COUNTRIES = frozenset(" ".join(name.split()) for name in _NAMES.split("|"))
"""Countries and territories by the names that people write, in small letters."""


def is_country(text: str) -> bool:
    """Say whether a text is the name of a country.

    >>> is_country("New Zealand"), is_country("U.S.A."), is_country("Lyon")
    (True, True, False)
    """
    return text.strip().casefold() in COUNTRIES
