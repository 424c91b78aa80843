"""The cases of `test_identity_cases` about names in fifteen scripts, beside the same names in Latin letters."""

from tests.support.identity_scenes import (
    RARE,
    RARE_TOO,
    Case,
    Expected,
    author,
    colleagues,
    named,
    one_paper,
    strangers,
)

NAMES = (  # as written at home, in Latin letters, and somebody else of the family there
    ("Владимир Воеводский", "Vladimir Voevodsky", "Boris Voevodsky"),  # Russian
    ("Пафнутий Львович Чебышёв", "Pafnuty Chebyshev", "Olga Chebyshev"),
    ("Чебышёв Пафнутий Львович", "P. L. Chebyshev", "O. Chebyshev"),
    ("Юрий Маниннов", "Yuri Maninnov", "Semyon Maninnov"),
    ("Александр Разборовский", "Alexander Razborovsky", "Pavel Razborovsky"),
    ("Олександр Шевчинський", "Oleksandr Shevchinskyi", "Taras Shevchinskyi"),  # Ukrainian
    ("Никола Теслић", "Nikola Teslic", "Milan Teslic"),  # Serbian
    ("Κωνσταντίνος Δασκαλόπουλος", "Konstantinos Daskalopoulos", "Maria Daskalopoulou"),  # Greek
    ("Γιώργος Παπαδημητρόπουλος", "Giorgos Papadimitropoulos", "Nikos Papadimitropoulos"),
    ("Արամ Խաչատրեան", "Aram Khachatrean", "Tigran Khachatrean"),  # Armenian
    ("გიორგი ჩიტაშვილი", "Giorgi Chitashvili", "Nino Chitashvili"),  # Georgian
    ("محمد الخوارزمي", "Mohammed Al-Khwarizmi", "Karim Al-Khwarizmi"),  # Arabic
    ("أحمد زويلي", "Ahmed Zewaili", "Salim Zewaili"),
    ("مریم میرزاخانی", "Maryam Mirzakhani", "Roya Mirzakhani"),  # Persian
    ("דוד הראלי", "David Harali", "Noam Harali"),  # Hebrew
    ("שרית גולדווסר", "Sarit Goldwasser", "Ronen Goldwasser"),
    ("राज रेड्डीकर", "Raj Reddikar", "Sunil Reddikar"),  # Hindi
    ("सुनीता चट्टोपाध्यायिका", "Sunita Chattopadhyayika", "Manik Chattopadhyayika"),
    ("সত্যেন্দ্রনাথ বসুরায়", "Satyendranath Basuray", "Gopal Basuray"),  # Bengali
    ("张伟强", "Weiqiang Zhang", "Xiaoyan Zhang"),  # Chinese
    ("李飞燕", "Fei-Yan Li", "Guohua Li"),
    ("欧阳志远", "Zhiyuan Ouyang", "Meiling Ouyang"),
    ("陳嘉明", "Jiaming Chen", "Shuhua Chen"),
    ("やまだ たろう", "Taro Yamada", "Hanako Yamada"),  # Japanese
    ("さくらい じゅん", "Jun Sakurai", "Kenji Sakurai"),
    ("김민준", "Min-Jun Kim", "Soo-Ah Kim"),  # Korean
    ("이서연", "Seo-yeon Lee", "Hyun-woo Lee"),
    ("박지성", "Ji-Sung Park", "Hae-Won Park"),
    ("최은영", "Eun-Young Choi", "Dong-Hyun Choi"),
)

ALIKE = (  # two at home, whose names are one in Latin letters
    ("张伟强", "章伟强"),
    ("김민준", "김민중"),
    ("Наталия Орловская", "Наталья Орлова"),
    ("李静", "李敬"),
    ("דוד הראלי", "דויד הראל"),
)


def _case(group: str, one: str, other: str, scene: object, *shared: str, expected: Expected) -> Case:
    assert callable(scene)
    return Case(named(group, one, other), scene(one, other, *shared), author(0), author(1), expected)


SCRIPTS = [
    case
    for home, latin, relative in NAMES
    for case in (
        _case("scripts-on-one-paper", home, latin, one_paper, expected="same"),
        _case("scripts-at-home", home, home, one_paper, expected="same"),
        _case("scripts-two-colleagues", home, latin, colleagues, RARE, RARE_TOO, expected="same"),
        _case("scripts-strangers", home, latin, strangers, expected="apart"),
        _case("scripts-relatives", home, relative, colleagues, RARE, RARE_TOO, expected="apart"),
        _case("scripts-relative-strangers", home, relative, strangers, expected="different"),
    )
] + [_case("scripts-alike", *pair, colleagues, RARE, RARE_TOO, expected="apart") for pair in ALIKE]
