"""The countries by which the places of meetings, universities and people are told."""

from types import MappingProxyType

from kg.terms.identifiers import fold

_NAMES = """
    us usa, u.s.a., u.s., us, united states, united states of america, the united states | ca canada | mx mexico |
    br brazil, brasil | ar argentina | cl chile | co colombia | pe peru |
    gb uk, u.k., united kingdom, great britain, england, scotland, wales, northern ireland | ie ireland | fr france |
    de germany, deutschland | ch switzerland, schweiz, suisse | at austria, österreich | it italy, italia |
    es spain, españa | pt portugal | nl netherlands, the netherlands, holland | be belgium, belgique, belgië |
    lu luxembourg | dk denmark, danmark | se sweden, sverige | no norway, norge | fi finland, suomi | is iceland |
    pl poland, polska | cz czech republic, czechia | sk slovakia | hu hungary | si slovenia | hr croatia | rs serbia |
    ro romania | bg bulgaria | gr greece | tr turkey, türkiye | cy cyprus | mt malta | ee estonia | lv latvia |
    lt lithuania | ua ukraine | ru russia, russian federation | by belarus | il israel | eg egypt | ma morocco |
    tn tunisia | dz algeria | ng nigeria | ke kenya | gh ghana | et ethiopia | za south africa |
    ae uae, united arab emirates | sa saudi arabia, kingdom of saudi arabia, ksa | qa qatar | kw kuwait | jo jordan |
    lb lebanon | ir iran, islamic republic of iran | iq iraq | pk pakistan | in india | bd bangladesh | lk sri lanka |
    np nepal | cn china, p.r. china, pr china, peoples republic of china, people's republic of china, 中国 |
    hk hong kong, hong kong sar, 香港 | mo macau | tw taiwan, 台湾 | jp japan, 日本 |
    kr south korea, korea, republic of korea, 한국 | sg singapore | my malaysia | th thailand | vn vietnam, viet nam |
    id indonesia | ph philippines | au australia | nz new zealand
"""
COUNTRIES = MappingProxyType(
    {
        fold(name): code.upper()
        for code, _, names in (entry.strip().partition(" ") for entry in " ".join(_NAMES.split()).split("|"))
        for name in names.split(",")
    }
)
"""The codes of countries and territories (ISO 3166-1) by the folded names that people write."""


def is_country(text: str) -> bool:
    """Say whether a text is the name of a country.

    >>> is_country("New Zealand"), is_country("U.S.A."), is_country("Lyon")
    (True, True, False)
    """
    return fold(text) in COUNTRIES
