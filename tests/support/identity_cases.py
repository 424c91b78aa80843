"""The cases of `test_identity_cases` about persons: names of many cultures in scenes of which a reader is sure."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from tests.support.identity_scenes import (
    GRAZ,
    LEEDS,
    RARE,
    RARE_THIRD,
    RARE_TOO,
    SHARED,
    TIDES,
    WEAVING,
    Case,
    Expected,
    Fields,
    author,
    colleagues,
    named,
    numbered,
    one_paper,
    own,
    owner,
    strangers,
)
from tests.support.resolving import paper

PERSONS: list[Case] = []


def add(group: str, pairs: Iterable[tuple[str, str]], scene: Any, *shared: str, expected: Expected) -> None:
    """Add a case for each pair of written names, in one scene."""
    for one, other in pairs:
        PERSONS.append(Case(named(group, one, other), scene(one, other, *shared), author(0), author(1), expected))


def twice(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((name, name) for name in names)


COMMON = (
    "Wei Zhang",  # Chinese
    "Jing Li",
    "Yang Liu",
    "Xiaoming Wang",
    "Chih-Wei Chen",  # Taiwan
    "Ka Ming Chan",  # Hong Kong
    "Ji-Hoon Kim",  # Korean
    "Minsu Lee",
    "Anh Nguyen",  # Vietnamese
    "Nguyễn Văn Minh",
    "Amit Kumar",  # Indian
    "Rahul Sharma",
    "Mohamed Ali",  # Arabic
    "Ahmed Hassan",
    "Muhammad Khan",
    "Ali Hosseini",  # Iranian
    "Md. Rahman",  # Bengali
    "José García",  # Spanish
    "María González",
    "João Silva",  # Portuguese
    "Ana Santos",
    "Jan de Vries",  # Dutch
    "Michael Schmidt",  # German
    "Thomas Müller",
    "Jón Jónsson",  # Icelandic
    "Guðrún Jónsdóttir",
    "Budi Santoso",  # Indonesian
    "Suharto",
    "Hiroshi Tanaka",  # Japanese
    "Takashi Suzuki",
    "Ivan Ivanov",  # Russian
    "Sergey Kuznetsov",
    "Mehmet Yılmaz",  # Turkish
    "Ayşe Kaya",
    "Jan Kowalski",  # Polish
    "Anna Nowak",
    "Nagy István",  # Hungarian, family name first
    "László Kovács",
    "John Smith",  # English
    "David Jones",
    "Marco Rossi",  # Italian
    "Jean Martin",  # French
    "Lars Andersson",  # Swedish
    "Peter Jensen",  # Danish
    "Matti Virtanen",  # Finnish
    "Jan Novák",  # Czech
    "Giorgos Papadopoulos",  # Greek
    "Ion Popescu",  # Romanian
    "Ivan Horvat",  # Croatian
    "David Cohen",  # Hebrew
    "J. Li",
    "S. Kumar",
    "Y. Wang",
    "M. Ali",
)
RARE_NAMES = (
    "Zhuangzhuang Shangguan",
    "Namgung Hwarang",
    "Leena Vasanthakumari",
    "Iñigo Goikoetxea Zubimendi",
    "Ximena Etxeberrigaray",
    "Joost van Wijngaarden-Hoekzema",
    "Balthasar von Trothaberg",
    "Snæfríður Hallbjarnarson Thorarensen",
    "Hatsune Kuroyanagi",
    "Vsevolod Preobrazhenskov",
    "Çağla Gökçeoğlugil",
    "Świętosława Brzęczyszczykiewicz",
    "Zsófia Szentgyörgyvári",
    "Máire Ní Dhomhnaillín",
    "Chukwuebuka Nwankwo-Ezeigbo",
    "Thiruvenkatachari Parthasarathipuram",
    "Abdulmuhaimin Al-Qahtanawi",
    "Deusdedit Vasconcelhosa",
    "Tuğba Karamanlıoğluer",
    "Aurelijus Žvirblevičius-Kęsgaila",
)


# Common names in lists that have nothing in common: never one person, whether or not a question is asked.
add("homonyms", twice(COMMON), strangers, expected="apart")
# Rare names in full are one person by themselves.
add("rare-name", twice(RARE_NAMES), strangers, expected="same")
# A rare co-author in both lists makes a common name one person.
add("rare-co-author", twice(name for name in COMMON if name[1] != "."), colleagues, RARE, RARE_TOO, expected="same")
for name, company in (
    ("Wei Zhang", "Yang Liu"),
    ("Jing Li", "Wei Wang"),
    ("Yan Wang", "Lei Zhang"),
    ("Xin Chen", "Jun Li"),
    ("Min Huang", "Jing Yang"),
    ("Hao Wu", "Ming Chen"),
    ("Yu Sun", "Wei Li"),
    ("Ji-Hoon Kim", "Minsu Lee"),
    ("Sung Park", "Jin Kim"),
    ("Anh Nguyen", "Minh Tran"),
    ("Linh Tran", "Huy Nguyen"),
    ("Wei Chen", "J. Wang"),
    ("Li Wang", "Y. Zhang"),
    ("Amit Kumar", "S. Singh"),
    ("Rahul Sharma", "A. Kumar"),
    ("José García", "M. Rodríguez"),
    ("John Smith", "D. Jones"),
    ("Mohamed Ali", "A. Khan"),
):
    add("common-co-author", [(name, name)], colleagues, company, expected="unsure")

# Initials.
INITIALS = (
    ("J. Li", "Jiamin Li"),
    ("W. Zhang", "Wei Zhang"),
    ("J.-H. Kim", "Ji-Hoon Kim"),
    ("JH Kim", "Ji-Hoon Kim"),
    ("A. Nguyen", "Anh Nguyen"),
    ("A. Kumar", "Amit Kumar"),
    ("M. Ali", "Mohamed Ali"),
    ("J. García", "José García"),
    ("J. Silva", "João Silva"),
    ("M. Schmidt", "Michael Schmidt"),
    ("H. Tanaka", "Hiroshi Tanaka"),
    ("S. Kuznetsov", "Sergey Kuznetsov"),
    ("M. Yilmaz", "Mehmet Yılmaz"),
    ("J. Kowalski", "Jan Kowalski"),
    ("Smith, J.", "John Smith"),
    ("Smith J", "John Smith"),
    ("J. R. Smith", "John Robert Smith"),
    ("JR Smith", "John R. Smith"),
    ("Y. L. Chen", "Yi-Lin Chen"),
)
add("initials-without-company", INITIALS, strangers, expected="apart")
add("initials-with-company", INITIALS, colleagues, RARE, RARE_TOO, RARE_THIRD, expected="same")
add("initials-on-one-paper", INITIALS, one_paper, expected="same")
add(
    "rare-initials-without-company",
    (("S. Brzęczyszczykiewicz", "Świętosława Brzęczyszczykiewicz"), ("H. Kuroyanagi", "Hatsune Kuroyanagi")),
    strangers,
    expected="unsure",
)
add(
    "other-initials",
    (
        ("J. Li", "Wei Li"),
        ("K. Kim", "Ji-Hoon Kim"),
        ("J.-Y. Kim", "Ji-Hoon Kim"),
        ("A. B. Smith", "A. C. Smith"),
        ("Alan B. Smith", "Alan C. Smith"),
        ("Michael I. Jordan", "Michael B. Jordan"),
        ("T. S. Eliot", "T. R. Eliot"),
        ("J. B. García", "José Carlos García"),
        ("W. X. Zhang", "W. Y. Zhang"),
        ("R. K. Sharma", "R. P. Sharma"),
        ("Jan P. Kowalski", "Jan M. Kowalski"),
        ("A.B. Smith", "A.C. Smith"),
        ("AB Smith", "AC Smith"),
    ),
    colleagues,
    RARE,
    RARE_TOO,
    expected="different",
)

# Other names stay other names, whoever else writes with them.
add(
    "unlike-names",
    (
        ("Xin Jin", "Xin Liu"),
        ("Wei Zhang", "Wen Zhang"),
        ("Zhi Wang", "Zhe Wang"),
        ("Jiamin Li", "Jianmin Li"),
        ("Xiaoming Wang", "Xiaohong Wang"),
        ("Min-Jun Kim", "Min-Ho Kim"),
        ("Jae-Sung Park", "Jae-Young Park"),
        ("Văn Minh Nguyễn", "Văn Hùng Nguyễn"),
        ("Rahul Gupta", "Rohit Gupta"),
        ("Ahmed Hassan", "Ahmed Hussein"),
        ("María Silva", "Mario Silva"),
        ("José Luis García", "José Carlos García"),
        ("Marco Rossi", "Marco Russo"),
        ("Ivan Petrov", "Irina Petrova"),
        ("Jón Sigurðsson", "Jóhanna Sigurðardóttir"),
        ("Yuki Tanaka", "Yuka Tanaka"),
        ("Anna Nowak", "Hanna Nowak"),
        ("Jan de Vries", "Jan de Jong"),
        ("Karl von Braun", "Kurt von Braun"),
        ("Hans-Peter Fischer", "Hans-Jürgen Fischer"),
        ("Jean-Pierre Martin", "Jean-Claude Martin"),
        ("Suharto", "Sukarno"),
        ("李飞飞", "李菲菲"),
        ("John Smith", "Jane Smith"),
        ("Daniel Brown", "Danielle Brown"),
        ("Robert Miller", "Roberta Miller"),
        ("Paul Cohen", "Paula Cohen"),
        ("Patrick Moore", "Patricia Moore"),
        ("Eric Davis", "Erica Davis"),
    ),
    colleagues,
    RARE,
    RARE_TOO,
    expected="different",
)

# The order of a name.
SWAPPED = (
    ("Wei Zhang", "Zhang Wei"),
    ("Min-Jun Kim", "Kim Min-Jun"),
    ("Kim Min-Jun", "MinJun Kim"),
    ("Hiroshi Tanaka", "TANAKA Hiroshi"),
    ("István Nagy", "Nagy István"),
    ("Văn Minh Nguyễn", "Nguyễn Văn Minh"),
    ("Minh Van Nguyen", "Nguyen Van Minh"),
    ("Xiaoming Wang", "WANG Xiaoming"),
    ("Xiao-Ming Wang", "Wang Xiaoming"),
    ("Kumar Amit", "Amit Kumar"),
)
add("swapped-on-one-paper", SWAPPED, one_paper, expected="same")
add("swapped-with-company", SWAPPED, colleagues, RARE, RARE_TOO, RARE_THIRD, expected="same")
add("swapped-without-company", SWAPPED, strangers, expected="apart")
add(
    "comma",
    (
        ("Zhang, Wei", "Wei Zhang"),
        ("García Márquez, Gabriel", "Gabriel García Márquez"),
        ("van der Berg, Jan", "Jan van der Berg"),
        ("Berg, Jan van der", "Jan van der Berg"),
        ("de la Cruz, Pedro", "Pedro de la Cruz"),
        ("Smith, John, Jr.", "John Smith Jr."),
        ("Smith, Jr., John", "John Smith, Jr."),
        ("Nguyễn, Văn Minh", "Văn Minh Nguyễn"),
        ("O’Brien, Conor", "Conor O'Brien"),
        ("MÜLLER, Thomas", "Thomas Müller"),
    ),
    one_paper,
    expected="same",
)

# Short forms and spellings of given names.
NICKNAMES = (
    ("Bob Smith", "Robert Smith"),
    ("Bill Jones", "William Jones"),
    ("Tom Müller", "Thomas Müller"),
    ("Mike Brown", "Michael Brown"),
    ("Liz Taylor", "Elizabeth Taylor"),
    ("Greg Miller", "Gregory R. Miller"),
    ("Phil Davis", "Phillip Davis"),
    ("Alex Petrov", "Alexander Petrov"),
    ("Sasha Ivanov", "Alexander Ivanov"),
    ("Misha Popov", "Mikhail Popov"),
    ("Dima Smirnov", "Dmitry Smirnov"),
    ("Tony Rossi", "Antonio Rossi"),
)
add("nickname-on-one-paper", NICKNAMES, one_paper, expected="same")
add("nickname-with-company", NICKNAMES, colleagues, RARE, RARE_TOO, expected="same")
add("nickname-without-company", NICKNAMES, strangers, expected="apart")
add(
    "transliteration",
    (
        ("Sergey Kuznetsov", "Sergei Kuznetsov"),
        ("Alexey Smirnov", "Aleksei Smirnov"),
        ("Alexey Smirnov", "Alexei Smirnov"),
        ("Dmitry Popov", "Dmitrii Popov"),
        ("Yuri Petrov", "Iurii Petrov"),
        ("Evgeny Ivanov", "Yevgeniy Ivanov"),
        ("Andrey Smirnov", "Andrei Smirnov"),
        ("Aleksandr Popov", "Alexander Popov"),
        ("Mohammed Khan", "Muhammad Khan"),
        ("Mohamed Ali", "Mohammad Ali"),
        ("Natalya Ivanova", "Natalia Ivanova"),
        ("Pyotr Chaikovskiy", "Pyotr Chaikovsky"),
    ),
    one_paper,
    expected="same",
)

# Names in between.
MIDDLE = (
    ("Garth A. Gibson", "Garth Gibson"),
    ("John Robert Smith", "John Smith"),
    ("John R. Smith", "John Robert Smith"),
    ("J. Edgar Miller", "Edgar Miller"),
    ("Thi Mai Nguyen", "Mai Nguyen"),
    ("Jón Örn Jónsson", "Jón Jónsson"),
    ("Rajesh Kumar Gupta", "Rajesh Gupta"),
    ("María José Fernández", "María J. Fernández"),
    ("Ivan Sergeevich Petrov", "Ivan S. Petrov"),
    ("Ivan Sergeevich Petrov", "I. S. Petrov"),
    ("Karl-Heinz Weber", "Karl Weber"),
    ("Yuh-Jye Jason Lee", "Yuh-Jye Lee"),
)
add("middle-on-one-paper", MIDDLE, one_paper, expected="same")
add("middle-with-company", MIDDLE, colleagues, RARE, RARE_TOO, RARE_THIRD, expected="same")

# Two family names, of which one is left out; particles; patronymics; single names.
FAMILIES = (
    ("Gabriel García Márquez", "Gabriel García"),
    ("Gabriel García-Márquez", "Gabriel García Márquez"),
    ("Gabriel García Márquez", "G. García Márquez"),
    ("G. García-Márquez", "Gabriel García Márquez"),
    ("Juan Carlos Fernández López", "Juan Carlos Fernández"),
    ("Ana Sofia Oliveira Santos", "Ana Santos"),
    ("João Pedro da Silva", "João Pedro Silva"),
    ("Luís de Sousa e Castro", "Luís Sousa e Castro"),
    ("Jan van der Berg", "Jan Van Der Berg"),
    ("Jan van der Berg", "Jan Vanderberg"),
    ("Ludwig von Thun", "Ludwig Thun"),
    ("Guy van den Broeck", "Guy Vandenbroeck"),
    ("Charles de la Vallée Poussin", "Charles de La Vallée-Poussin"),
    ("Ahmed El-Sayed", "Ahmed Elsayed"),
    ("Omar Al-Rashid", "Omar Rashid"),
    ("Omar al Rashid", "Omar Alrashid"),
    ("Muhammad bin Abdullah", "Muhammad Abdullah"),
    ("Conor O'Brien", "Conor OBrien"),
    ("Conor O’Brien", "Conor O Brien"),
    ("Gabriele D'Annunzio", "Gabriele DAnnunzio"),
    ("Fionn MacDonald", "Fionn Mac Donald"),
    ("Siobhán Ní Bhriain", "Siobhan Ni Bhriain"),
    ("Wahyudi", "WAHYUDI"),
    ("Jinliang", "Jinliang Wei"),
)
add("family-name-on-one-paper", FAMILIES, one_paper, expected="same")

# Letters.
LETTERS = (
    ("José Núñez", "Jose Nunez"),
    ("Łukasz Żak", "Lukasz Zak"),
    ("Jürgen Müller", "Jurgen Muller"),
    ("Jürgen Müller", "Juergen Mueller"),
    ("Jörg Schröder", "Joerg Schroeder"),
    ("Bjørn Sørensen", "Bjorn Sorensen"),
    ("Søren Kjær", "Soeren Kjaer"),
    ("Åse Håland", "Aase Haaland"),
    ("Karl Weiß", "Karl Weiss"),
    ("Işıl Yıldız", "Isil Yildiz"),
    ("İbrahim Çelik", "Ibrahim Celik"),
    ("IŞIL YILDIZ", "Işıl Yıldız"),
    ("Guðmundur Þórðarson", "Gudmundur Thordarson"),
    ("Nguyễn Đức Anh", "Nguyen Duc Anh"),
    ("Đorđe Petrović", "Djordje Petrovic"),
    ("Dvořák Antonín", "Dvorak Antonin"),
    ("Răzvan Țăran", "Razvan Taran"),
    ("Ştefan Popescu", "Ștefan Popescu"),
    ("Françoise Barré", "Francoise Barre"),
    ("Elif Gökçe", "Elif Goekce"),
    ("José Núñez", "José Nu\u0301n\u0303ez"),
    ("ＷＥＩ Zhang", "Wei Zhang"),
    ("Zoë Brontë", "Zoe Bronte"),
    ("Kārlis Bērziņš", "Karlis Berzins"),
)
add("letters-on-one-paper", LETTERS, one_paper, expected="same")
add(
    "letters-in-rare-names",
    (
        ("Świętosława Brzęczyszczykiewicz", "Swietoslawa Brzeczyszczykiewicz"),
        ("Iñigo Goikoetxea", "Inigo Goikoetxea"),
        ("Çağla Gökçeoğlugil", "CAGLA GOKCEOGLUGIL"),
        ("Szentgyörgyvári Zsófia", "Szentgyorgyvari Zsofia"),
        ("Snæfríður Thorarensen", "Snaefridur Thorarensen"),
        ("Sünje Kühnhöfer", "Suenje Kuehnhoefer"),
    ),
    strangers,
    expected="same",
)

# Hyphens, and given names that are written together.
HYPHENS = (
    ("Tie-Yan Liu", "Tieyan Liu"),
    ("Tie-Yan Liu", "Tie Yan Liu"),
    ("Min-Jun Kim", "Minjun Kim"),
    ("Min Jun Kim", "MinJun Kim"),
    ("Chih‐Wei Chen", "Chih-Wei Chen"),
    ("Xiao’ou Tang", "Xiaoou Tang"),
    ("Jean-Pierre Dupont", "Jean Pierre Dupont"),
    ("Jean-Pierre Dupont", "J.-P. Dupont"),
    ("Jean-Pierre Dupont", "JP Dupont"),
    ("Jean-Pierre Dupont", "J. Dupont"),
    ("Karl-Heinz Weber", "Karlheinz Weber"),
    ("Anne-Marie Blanc", "Annemarie Blanc"),
    ("Van-Anh Tran", "Vananh Tran"),
)
add("hyphens-on-one-paper", HYPHENS, one_paper, expected="same")

# Generations.
GENERATIONS = ("Jr.", "Sr.", "II", "III", "IV")
add(
    "generations",
    (*((f"John Smith {one}", f"John Smith {other}") for one, other in combinations(GENERATIONS, 2) if one != "Jr."),
     ("John Smith, Jr.", "John Smith, Sr."), ("Smith, John, Jr.", "Smith, John, Sr."),
     ("José Silva Filho", "José Silva Neto"), ("Martin King Junior", "Martin King Senior")),
    colleagues,
    RARE,
    RARE_TOO,
    expected="different",
)  # fmt: skip
add(
    "generation-on-one-paper",
    (
        ("John Smith Jr.", "John Smith"),
        ("John Smith, Jr.", "J. Smith"),
        ("John Smith Jr", "John Smith, Junior"),
        ("Robert Adams III", "R. Adams III"),
        ("John Smith IV", "John Smith, IV"),
    ),
    one_paper,
    expected="same",
)

# Changed family names are for people to judge.
CHANGED = (
    ("Anna Schmidt", "Anna Weber"),
    ("María García", "María Kowalski"),
    ("Jing Li", "Jing Thompson"),
    ("Priya Sharma", "Priya Gupta"),
    ("Elena Ivanova", "Elena Petrova"),
    ("Guðrún Jónsdóttir", "Guðrún Briem"),
    ("Zsófia Nagy", "Zsófia Kovács"),
    ("Yuki Tanaka", "Yuki Sato"),
    ("Ada Byron", "Ada King"),
)
add("changed-family-name", CHANGED, colleagues, RARE, RARE_TOO, RARE_THIRD, expected="different")

# Groups.
add(
    "group",
    (
        ("The ATLAS Collaboration", "ATLAS Collaboration"),
        ("ATLAS Collaboration", "ATLAS COLLABORATION"),
        ("the LIGO Scientific Collaboration", "LIGO Scientific Collaboration"),
        ("Alzheimer's Disease Neuroimaging Initiative", "Alzheimer’s Disease Neuroimaging Initiative"),
        ("International HapMap Consortium", "The International HapMap Consortium"),
    ),
    strangers,
    expected="unsure",
)
add(
    "nameless-group",
    twice(("et al.", "The Project Team", "Working Group", "Editorial Committee", "Research Group")),
    strangers,
    expected="apart",
)
add(
    "other-group",
    (
        ("The ATLAS Collaboration", "The CMS Collaboration"),
        ("A. Collaboration", "ATLAS Collaboration"),
        ("Gemini Team", "Gemma Team"),
        ("DELPHI Collaboration", "Delphi Smith"),
        ("LHCb Collaboration", "LHC Collaboration"),
        ("International HapMap Consortium", "International Cancer Genome Consortium"),
    ),
    colleagues,
    RARE,
    RARE_TOO,
    expected="different",
)


# One list of authors.
for one, other in (
    ("Wei Zhang", "Wei Zhang"),
    ("Wei Zhang", "W. Zhang"),
    ("J. Li", "J. Li"),
    ("Minsu Kim", "Min-Su Kim"),
    ("Anh Nguyen", "Anh Nguyen"),
    ("Amit Kumar", "Kumar Amit"),
    ("José García", "Jose Garcia"),
    ("John Smith", "John Smith"),
    ("John Smith Sr.", "John Smith Jr."),
    ("Suharto", "Suharto"),
    ("Jón Jónsson", "Jón Jónsson"),
    ("Świętosława Brzęczyszczykiewicz", "Świętosława Brzęczyszczykiewicz"),
    ("Zhang, Wei", "Wei Zhang"),
    ("Bob Miller", "Robert Miller"),
):
    both = paper("Ada Lovelace", one, other, RARE, **WEAVING)
    PERSONS.append(
        Case(
            named("one-list", one, other),
            [{**LEEDS, "publications": [both]}, GRAZ],
            author(0),
            author(0, 0, 2),
            "apart",
        )
    )
    again = [{**LEEDS, "publications": [both]}, {**GRAZ, "publications": [both]}]
    PERSONS.append(Case(named("one-list-twice", one, other), again, author(0), author(1), "same"))
    PERSONS.append(Case(named("one-list-crosswise", one, other), again, author(0), author(1, 0, 2), "apart"))
for name in ("Wei Zhang", "Jing Li", "John Smith", "Ji-Hoon Kim"):
    works = [paper("Ada Lovelace", name, name, **WEAVING), paper("Ada Lovelace", name, name, **TIDES)]
    for number in (0, 1):
        case = named("two-in-each-of-two-works", name, str(number))
        one_profile: list[Fields] = [{**LEEDS, "publications": works}, GRAZ]
        PERSONS.append(Case(case, one_profile, author(0, number, 1), author(0, number, 2), "apart"))


# An initial form that fits two people.
BRIDGES = (
    ("J. Li", "Jiamin Li", "Jing Li"),
    ("W. Zhang", "Wei Zhang", "Wen Zhang"),
    ("M. Kim", "Min-Jun Kim", "Mi-Young Kim"),
    ("A. Kumar", "Amit Kumar", "Arun Kumar"),
    ("J. García", "José García", "Juan García"),
    ("M. Schmidt", "Michael Schmidt", "Martin Schmidt"),
    ("S. Kuznetsov", "Sergey Kuznetsov", "Stepan Kuznetsov"),
    ("H. Tanaka", "Hiroshi Tanaka", "Haruto Tanaka"),
    ("A. Brzęczyszczykiewicz", "Anna Brzęczyszczykiewicz", "Adam Brzęczyszczykiewicz"),
    ("John Smith", "John A. Smith", "John B. Smith"),
    ("Chris Brown", "Christopher Brown", "Christine Brown"),
)
for short, one, other in BRIDGES:
    trio = (RARE, RARE_TOO, RARE_THIRD)
    bridge = [
        *colleagues(one, other, *trio),
        {
            "id": "eleonor-vasterling",
            "name": "Eleonor Västerling",
            "publications": [paper("Eleonor Västerling", short, *trio, **SHARED)],
        },
    ]
    PERSONS.append(Case(named("bridge", short, one, other), bridge, author(0), author(1), "different"))
    for number, full in enumerate((one, other)):
        case = named("rival", short, full, other if full == one else one)
        PERSONS.append(Case(case, bridge, author(2), author(number), "unsure", "rival"))
    PERSONS.append(
        Case(
            named("bridge-last", short, one, other), [*bridge[2:], *bridge[:2]], author(1), author(2), "different"
        )
    )  # fmt: skip


# Owners.
for name, written in (
    ("Wei Zhang", "W. Zhang"),
    ("Wei Zhang", "WEI ZHANG"),
    ("Wei Zhang", "Zhang, W."),
    ("Wei Zhang", "ZHANG Wei"),
    ("Wei Zhang", "Zhang W"),
    ("Ji-Hoon Kim", "Kim Jihoon"),
    ("Nguyễn Văn Minh", "Van Minh Nguyen"),
    ("Nagy István", "István Nagy"),
    ("Thomas Müller", "T. Mueller"),
    ("Işıl Yıldız", "ISIL YILDIZ"),
    ("Robert Miller", "Bob Miller"),
    ("Prof. Dr. Karl Weiß", "K. Weiss"),
    ("Gabriel García Márquez", "G. García-Márquez"),
    ("Gabriel García Márquez", "Gabriel García"),
    ("Jan van der Berg", "J. v. d. Berg"),
    ("Suharto", "SUHARTO"),
    ("John Smith Jr.", "J. Smith"),
    ("Tie-Yan Liu", "T.Y. Liu"),
    ("Wei Zhang", "Wei Zhang*"),
    ("张伟", "张伟"),
):
    profiles = own(name, RARE, written, RARE_TOO)
    PERSONS.append(Case(named("owner-in-own-list", name, written), profiles, owner(0), author(0), "same"))
for name, one, other in (
    ("Jiamin Li", "J. Li", "J. M. Li"),
    ("Wei Zhang", "W. Zhang", "W. Zhang"),
    ("Ji-Hoon Kim", "J. Kim", "J.-H. Kim"),
    ("Amit Kumar", "A. Kumar", "A. K. Kumar"),
    ("John Smith", "J. Smith", "John A. Smith"),
    ("Robert Miller", "Bob Miller", "R. Miller"),
):
    for place in (1, 2):
        profiles = own(name, RARE, one, other)
        case = named("two-may-be-the-owner", name, one, other, str(place))
        PERSONS.append(Case(case, profiles, owner(0), author(0, 0, place), "apart"))
for name, form in (
    ("Wei Zhang", "W. Zhang"),
    ("Jiamin Li", "Li, J."),
    ("John Smith", "J. Smith"),
    ("Robert Miller", "Bob Miller"),
):
    profiles = own(name, name, form, RARE)
    PERSONS.append(Case(named("owner-stands-beside", name, form), profiles, owner(0), author(0), "apart"))
for name, form in (
    ("Wei Zhang", "Wen Zhang"),
    ("Jiamin Li", "Jing Li"),
    ("John A. Smith", "John B. Smith"),
    ("Min-Jun Kim", "M.-H. Kim"),
    ("John Smith Sr.", "John Smith Jr."),
):
    profiles = own(name, RARE, form, RARE_TOO)
    PERSONS.append(Case(named("not-the-owner", name, form), profiles, owner(0), author(0), "apart"))
for name in (*COMMON[:4], "José García", "John Smith", *RARE_NAMES[:4]):
    together = paper(name, RARE, **WEAVING), paper(name, RARE, **TIDES)
    owners: list[Fields] = [
        {"id": f"owner-{number}", "name": name, "publications": [each]} for number, each in enumerate(together)
    ]
    PERSONS.append(Case(named("two-owners", name), owners, owner(0), owner(1), "unsure", "owner"))
    PERSONS.append(
        Case(named("two-owners-own-lists", name), owners, author(0, 0, 0), author(1, 0, 0), "apart")
    )  # fmt: skip
for name, form in (
    ("Leena Vasanthakumari", "Leena Vasanthakumari"),
    ("Hatsune Kuroyanagi", "KUROYANAGI Hatsune"),
    ("Iñigo Goikoetxea", "Inigo Goikoetxea"),
    ("Vsevolod Preobrazhenskov", "Preobrazhenskov, Vsevolod"),
):
    profiles = [{**LEEDS, "publications": [paper("Ada Lovelace", form, **WEAVING)]}, {"id": "owner", "name": name}]
    PERSONS.append(Case(named("owner-elsewhere", name, form), profiles, owner(1), author(0), "same"))
for name in ("Wei Zhang", "Ji-Hoon Kim", "Amit Kumar", "John Smith", "Anh Nguyen", "José García"):
    alone: list[Fields] = [
        {**LEEDS, "publications": [paper("Ada Lovelace", name, **WEAVING)]},
        {"id": "owner", "name": name, "publications": [paper(name, RARE, **TIDES)]},
    ]
    PERSONS.append(Case(named("owner-of-a-common-name-elsewhere", name), alone, owner(1), author(0), "apart"))
for name, variant in (("Ada Byron", "Ada King"), ("Wei Zhang", "Will Zhang"), ("Jing Li", "Jing Thompson")):
    profiles = own(name, RARE, variant, variants=[variant])
    PERSONS.append(Case(named("variant-of-the-owner", name, variant), profiles, owner(0), author(0), "same"))


# Identifiers.
ORCIDS = ("0000-0002-1825-0097", "0000-0001-5109-3700", "0000-0002-1694-233X")
for one, other in (
    ("Wei Zhang", "John Smith"),
    ("Ji-Hoon Kim", "Min-Jun Kim"),
    ("Leena Vasanthakumari", "Hatsune Kuroyanagi"),
    ("Anna Nowak", "Jan Nowak"),
    ("A. B. Smith", "A. C. Smith"),
    ("José García", "Josefa García"),
):
    for key, value in (("orcid", ORCIDS[0]), ("homepage", "https://lab.example.org/"), ("github", "the-lab")):
        pair: list[Fields] = [{"id": f"owner-{n}", "name": name, key: value} for n, name in enumerate((one, other))]
        PERSONS.append(Case(named(f"two-owners-with-one-{key}", one, other), pair, owner(0), owner(1), "apart"))
for name in ("Wei Zhang", "Leena Vasanthakumari", "John Smith", "Ji-Hoon Kim"):
    pair = [
        {"id": f"owner-{n}", "name": name, "orcid": ORCIDS[n], "publications": [paper(name, RARE, **each)]}
        for n, each in enumerate((WEAVING, TIDES))
    ]
    PERSONS.append(Case(named("two-owners-with-two-orcids", name), pair, owner(0), owner(1), "apart"))
for written in ("Wei Zhang", "W. Zhang", "Zhang", "Will Z.", "张伟", "Jing Thompson"):
    meant = [
        {**LEEDS, "publications": [paper("Ada Lovelace", {"name": written, "id": "wei"}, **WEAVING)]},
        {"id": "wei", "name": "Wei Zhang"},
        {"id": "wei-2", "name": "Wei Zhang"},
    ]
    PERSONS.append(Case(named("reference-by-id", written), meant, owner(1), author(0), "same"))
    PERSONS.append(Case(named("reference-by-id-to-another", written), meant, owner(2), author(0), "apart"))
for name in ("Wei Zhang", "John Smith"):
    meant = [
        {**LEEDS, "publications": [paper("Ada Lovelace", {"name": name, "id": "one"}, RARE, **WEAVING)]},
        {**GRAZ, "publications": [paper("Luitgard Obermoser", {"name": name, "id": "two"}, RARE, **TIDES)]},
        {"id": "one", "name": name},
        {"id": "two", "name": name},
    ]
    PERSONS.append(Case(named("references-to-two-ids", name), meant, author(0), author(1), "apart"))


# Advisors: said to be somewhere.
def advised(advisor: str, place: str, **fields: Any) -> dict[str, Any]:
    return {**fields, "education": [{"degree": "Ph.D.", "institution": place, "advisors": [advisor]}]}


ADVISOR = ("education", 0, "advisors", 0)
for name in ("Leena Vasanthakumari", "Hatsune Kuroyanagi", "Vsevolod Preobrazhenskov"):
    near: list[Fields] = [advised(name, "CUHK", **LEEDS), advised(name, "CUHK", **GRAZ)]
    PERSONS.append(Case(named("advisor-at-one-place", name), near, (0, *ADVISOR), (1, *ADVISOR), "same"))
for name in ("Wei Zhang", "Jing Li", "Ji-Hoon Kim", "John Smith", "Amit Kumar"):
    far: list[Fields] = [advised(name, "CUHK", **LEEDS), advised(name, "University of Oslo", **GRAZ)]
    PERSONS.append(Case(named("advisors-at-two-places", name), far, (0, *ADVISOR), (1, *ADVISOR), "apart"))
for name in ("Wei Zhang", "Leena Vasanthakumari", "John Smith"):
    within: list[Fields] = [
        {**advised(name, "CUHK", **LEEDS), "publications": [paper("Ada Lovelace", name, **WEAVING)]},
        GRAZ,
    ]
    PERSONS.append(Case(named("advisor-and-co-author", name), within, (0, *ADVISOR), author(0), "same"))
for one, other in (
    ("Prof. John Smith", "John Smith"),
    ("Dr. Jing Li", "JING LI"),
    ("Prof. Dr. Karl Weiß", "Karl Weiss"),
):
    within = [{**advised(one, "CUHK", **LEEDS), "publications": [paper("Ada Lovelace", other, **WEAVING)]}, GRAZ]
    PERSONS.append(Case(named("advisor-with-a-title", one, other), within, (0, *ADVISOR), author(0), "same"))

# One profile: initials are no full name.
for one, other in (("J. Li", "J Li"), ("H. Kim", "Kim, H."), ("H. S. Park", "HS Park"), ("B. Brzęczyk", "B. Brzęczyk")):
    works = [paper("Ada Lovelace", one, **WEAVING), paper("Ada Lovelace", other, **TIDES)]
    PERSONS.append(
        Case(
            named("one-profile-in-initials", one, other),
            [{**LEEDS, "publications": works}, GRAZ],
            author(0),
            author(0, 1),
            "unsure",
        )
    )
    works = [paper("Ada Lovelace", one, RARE, **WEAVING), paper("Ada Lovelace", other, RARE, **TIDES)]
    PERSONS.append(
        Case(
            named("one-profile-in-initials-with-company", one, other),
            [{**LEEDS, "publications": works}, GRAZ],
            author(0),
            author(0, 1),
            "same",
        )
    )

# One profile: full names.
for one, other in (
    ("John Smith Jr.", "John Smith Sr."),
    ("Wei Zhang", "Wen Zhang"),
    ("A. B. Smith", "A. C. Smith"),
    ("Robert Adams II", "Robert Adams III"),
):
    works = [paper("Ada Lovelace", one, RARE, **WEAVING), paper("Ada Lovelace", other, RARE, **TIDES)]
    PERSONS.append(
        Case(
            named("one-profile", one, other), [{**LEEDS, "publications": works}, GRAZ], author(0), author(0, 1), "apart"
        )
    )
for one, other in (
    ("John Smith", "JOHN SMITH"),
    ("Wei Zhang", "Wei Zhang"),
    ("Müller, Thomas", "Thomas Müller"),
    ("Tie-Yan Liu", "Tie Yan Liu"),
    ("The ATLAS Collaboration", "The ATLAS collaboration"),
):
    works = [paper("Ada Lovelace", one, **WEAVING), paper("Ada Lovelace", other, **TIDES)]
    PERSONS.append(
        Case(
            named("one-profile", one, other), [{**LEEDS, "publications": works}, GRAZ], author(0), author(0, 1), "same"
        )
    )

PERSONS[:] = numbered(PERSONS)
