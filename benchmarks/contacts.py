"""Measure how many contacts in texts are found, by language and form, and how much else is taken for one.

python benchmarks/contacts.py [--number 2000] [--seed 1] [--texts DIR_OR_FILE …]

Contacts are generated from two tables of this file, which the program does not use: how people of a language spell an
e-mail address, and how people of a country write telephone numbers (valid ones, from the examples of phonenumbers).
Each stands in a text behind a word for it, or alone in a sentence. It is found if nothing of it is left. With
`--texts`, lines of real texts are searched; each finding is printed, so that a person can say which are false.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import phonenumbers
from phonenumbers import PhoneNumberFormat, PhoneNumberType
from scripts import arguments, table

from kg.profile.contacts import REMOVED, blanked, contacts_in

SPELT = {
    "ar": ("آت", "نقطة", "البريد"), "bg": ("кльомба|маймунско а", "точка", "Имейл"), "ca": ("arrova", "punt", "Correu"),
    "cs": ("zavináč|zavinac", "tečka|tecka", "E-mail"), "da": ("snabel-a|snabela", "punktum", "Mail"),
    "de": ("at|ät|Klammeraffe", "punkt|dot", "E-Mail"), "el": ("παπάκι|papaki", "τελεία|teleia", "Ηλ. ταχυδρομείο"),
    "en": ("at", "dot", "E-mail"), "es": ("arroba", "punto", "Correo"), "et": ("ätt", "punkt", "E-post"),
    "eu": ("a bildua", "puntu", "Posta"), "fa": ("ات", "نقطه", "ایمیل"), "fi": ("miukumauku|ät", "piste", "Sähköposti"),
    "fr": ("arobase|arrobase|chez", "point", "Courriel"), "he": ("שטרודל", "נקודה", "דואל"),
    "hi": ("एट", "डॉट", "ईमेल"), "hr": ("majmun|et", "točka|tocka", "E-pošta"), "hu": ("kukac", "pont", "E-mail"),
    "id": ("at|a keong", "titik", "Surel"), "is": ("hjá|att-merki", "punktur", "Netfang"),
    "it": ("chiocciola", "punto", "Posta"), "ja": ("アットマーク|アット", "ドット", "メール"),
    "ko": ("골뱅이|앳", "점|닷", "이메일"), "lt": ("eta", "taškas", "El. paštas"),
    "nl": ("apenstaartje", "punt", "E-mail"),
    "no": ("krøllalfa|alfakrøll", "punktum", "E-post"), "pl": ("małpa|malpa", "kropka", "E-mail"),
    "pt": ("arroba", "ponto", "Correio"), "ro": ("arond|arobas", "punct", "E-mail"),
    "ru": ("собака|собачка|sobaka", "точка|tochka", "Почта"), "sk": ("zavináč", "bodka", "E-mail"),
    "sl": ("afna", "pika", "E-pošta"), "sr": ("мајмун|лудо а", "тачка", "Е-пошта"), "sv": ("snabel-a", "punkt",
    "E-post"),
    "tr": ("kuyruklu a|et", "nokta", "E-posta"), "uk": ("собачка|равлик", "крапка", "Пошта"),
    "vi": ("a còng|a móc", "chấm", "Thư"), "zh": ("小老鼠|艾特|圈a", "点|點", "邮箱"),
}  # fmt: skip
"""By language: what people say for the sign, and for the dot, and a word for e-mail."""
USERS = ("jean", "ada.lovelace", "m_curie", "k.zuse42", "noether", "a-turing")
DOMAINS = (("univ-lyon", "fr"), ("example", "org"), ("cs", "uni", "de"), ("unimi", "it"), ("inst", "ac", "uk"))
BRACKETS = ("[]", "()", "{}", "<>", "«»", "--", "__", "||", "【】", "**")
PHONES = {
    "US": "Phone", "GB": "Tel", "IE": "Phone", "AU": "Mobile", "NZ": "Ph", "ZA": "Cell", "IN": "Mob", "SG": "Tel",
    "DE": "Telefon", "AT": "Tel.", "CH": "Mobil", "FR": "Tél.", "BE": "GSM", "LU": "Tél.", "IT": "Cellulare",
    "ES": "Teléfono", "MX": "Tel.", "AR": "Cel.", "CL": "Fono", "CO": "Celular", "PT": "Telemóvel", "BR": "Telefone",
    "NL": "Telefoon", "DK": "Tlf.", "NO": "Tlf", "SE": "Telefon", "FI": "Puh.", "IS": "Sími", "EE": "Tel",
    "LV": "Tālr.", "LT": "Tel.", "PL": "Kom.", "CZ": "Telefon", "SK": "Mobil", "HU": "Telefonszám", "SI": "Tel.",
    "HR": "Mob.", "RS": "Тел.", "RO": "Telefon", "BG": "Тел.", "GR": "Τηλ.", "RU": "Тел.", "UA": "Тел.", "TR": "Cep",
    "IL": "טלפון", "SA": "هاتف", "EG": "هاتف", "IR": "تلفن", "CN": "电话", "HK": "電話", "TW": "電話", "JP": "電話",
    "KR": "전화", "VN": "Điện thoại", "TH": "โทร.", "ID": "HP", "PK": "Phone", "BD": "ফোন",
}  # fmt: skip
"""By country: a word for telephone."""


class Contact(NamedTuple):
    """A contact that was made up.

    Attributes:
        group: The language or country.
        form: How it is written.
        text: The text in which it stands.
        secret: It, as it is written there.
    """

    group: str
    form: str
    text: str
    secret: str


def email(language: str, chance: random.Random) -> Contact:
    """Return an e-mail address as people who speak a language disguise it."""
    at_words, dot_words, mail = SPELT[language]
    at, dot = chance.choice(at_words.split("|")), chance.choice(dot_words.split("|"))
    user, domain = chance.choice(USERS), chance.choice(DOMAINS)
    form = chance.choice(
        ("words", "words", "word and dots", "brackets", "bracket and dots", "tight brackets", "loud", "plain")
    )
    bracket = chance.choice(BRACKETS)
    opening, closing = bracket[0], bracket[1]
    written = {
        "words": f"{user} {at} {f' {dot} '.join(domain)}",
        "word and dots": f"{user} {at} {'.'.join(domain)}",
        "brackets": f"{user} {opening}{at}{closing} {f' {opening}{dot}{closing} '.join(domain)}",
        "bracket and dots": f"{user} {opening}{at}{closing} {'.'.join(domain)}",
        "tight brackets": f"{user}[{at}]{f'[{dot}]'.join(domain)}",
        "loud": f"{user} {at.upper()} {f' {dot.upper()} '.join(domain)}",
        "plain": f"{user}@{'.'.join(domain)}",
    }[form]
    before = chance.choice((f"{mail}: ", "Ada Lovelace, "))
    return Contact(language, form, before + written + chance.choice(("", ", Room 12", ".")), written)


def number_of(region: str, chance: random.Random) -> phonenumbers.PhoneNumber:
    """Return a valid number of a country: an example of phonenumbers with other last digits."""
    kind = chance.choice((PhoneNumberType.FIXED_LINE, PhoneNumberType.MOBILE))
    example = phonenumbers.example_number_for_type(region, kind) or phonenumbers.example_number(region)
    if example is None:
        raise ValueError(f"phonenumbers has no example of {region}")
    for _ in range(50):
        digits = phonenumbers.national_significant_number(example)
        other = digits[:-4] + f"{chance.randrange(10_000):04}"
        read = phonenumbers.parse(f"+{example.country_code}{other}")
        if phonenumbers.is_valid_number_for_region(read, region):
            return read
    return example


def telephone(region: str, chance: random.Random) -> Contact:
    """Return a telephone number as people of a country write it."""
    number = number_of(region, chance)
    national = phonenumbers.format_number(number, PhoneNumberFormat.NATIONAL)
    abroad = phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL)
    groups = re.findall(r"\d+", national)
    area, rest = groups[0], groups[1:]
    block = "".join(rest)
    forms = {
        "national": national,
        "international": abroad,
        "double zero": "00" + abroad[1:],
        "e164": abroad.replace(" ", ""),
    }
    if rest and len(area) > 1:
        forms |= {
            "slashed": f"{area}/{block}",
            "spaced slash": f"{area} / {' '.join(rest)}",
            "block": f"{area} {block}",
            "area in brackets": f"({area}) {' '.join(rest)}",
            "hyphens": "-".join(groups),
            "dots": ".".join(groups),
        }
    form = chance.choice(list(forms))
    written = forms[form]
    is_labelled = chance.random() < 0.6
    word = f"{PHONES[region]}{chance.choice((': ', ' '))}"
    before = word if is_labelled else chance.choice(("Ada Lovelace, ", "Call me: ", ""))
    after = chance.choice(("", ", Room 12", "."))
    return Contact(region, f"{form}, {'labelled' if is_labelled else 'bare'}", before + written + after, written)


def generated(number: int, seed: int) -> Iterator[Contact]:
    """Yield made-up contacts, half of them e-mail addresses, the languages and countries in turn."""
    chance = random.Random(seed)
    languages, regions = list(SPELT), list(PHONES)
    for at in range(number // 2):
        yield email(languages[at % len(languages)], chance)
        yield telephone(regions[at % len(regions)], chance)


def is_found(contact: Contact) -> bool:
    """Whether nothing of a contact is left: no digits of a number, neither user nor domain of an address."""
    left = blanked(contact.text)
    if "," in contact.form:
        return REMOVED in left and sum(map(str.isdigit, left.replace("Room 12", ""))) < 3
    parts = re.findall(r"[\w.-]{4,}", contact.secret)
    return REMOVED in left and not any(part in left for part in (parts[0], parts[-1]))


def rows(contacts: Sequence[Contact], by: str) -> Iterator[tuple[object, ...]]:
    """Yield how many contacts there are of each group or form, and how many were found."""
    made = Counter(getattr(each, by) for each in contacts)
    found = Counter(getattr(each, by) for each in contacts if is_found(each))
    for key in sorted(made):
        yield key, made[key], found[key], f"{found[key] / made[key]:.1%}"
    yield "all", made.total(), found.total(), f"{found.total() / made.total():.1%}"


def lines_of(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the lines of the files below a path, each with its place."""
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        for number, line in enumerate(file.read_text("utf-8", "replace").splitlines() if file.is_file() else (), 1):
            yield f"{file}:{number}", line


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--number", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--texts", type=Path, nargs="+", default=[], help="search these instead")
    asked = parser.parse_args()
    for place, line in (row for path in asked.texts for row in lines_of(path)):
        for kind, contact, _ in contacts_in(line):
            print(f"{place}\t{kind}\t{contact}\t{line[:120]}")
    if asked.texts:
        return
    contacts = list(generated(asked.number, asked.seed))
    for by in ("group", "form"):
        print(*table((by, "made", "found", ""), rows(contacts, by)), sep="\n")


if __name__ == "__main__":
    main()
