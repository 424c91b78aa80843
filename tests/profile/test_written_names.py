"""Names as people write them: one main form, its variants, and what is no name."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kg.extract.owner import name_in
from kg.profile import written_names
from kg.profile.model import Profile
from kg.profile.names import Level, compare, person_key, read_name
from kg.profile.written_names import MAX_NAME, as_written, forms_of, of_person

LATIN = st.sampled_from(
    (
        "Ada Lovelace", "Rui Pan", "María José García-López", "Conan O'Brien", "Vincent van Gogh", "Jan de Vries",
        "Anna Müller", "Nguyễn Văn An", "Jean-Pierre Dupont", "John F. Kennedy", "Ayşe Yılmaz", "Luis de la Cruz",
        "Renée O’Connor", "J. R. R. Tolkien", "Jiamin Li", "Gerard 't Hooft",
    )
)  # fmt: skip
OTHER = st.sampled_from(
    (
        "潘瑞",
        "余涵非",
        "김진우",
        "山田 太郎",
        "Иван Петров",
        "محمد علي",
        "דוד כהן",
        "Γιώργος Παπάς",
        "สมชาย ใจดี",
        "卡尔·马克思",
    )
)
TITLES = st.sampled_from(
    ("Prof. ", "Dr. ", "Prof. Dr. h.c. mult. ", "Dr.-Ing. ", "Assoc. Prof. ", "Doç. Dr. ", "Mgr. Ing. ", "Sir ", "Ir. ")
)
DEGREES = st.sampled_from((", Ph.D.", ", MD, PhD, FACS", " PhD", ", CSc.", ", M.Sc.", ", Esq."))
MARKS = st.sampled_from(("👋 ", " 🇬🇧", "✨", "\u200b", " †", "¹", "\ufeff", "👩🏽‍🔬"))
ASIDES = st.sampled_from(
    (" (she/her)", " (MIT)", " [ʃiˈɑo]", " (Germany)", " (they/them/theirs)", " (University of X)")
)
JOINED = st.sampled_from(
    ("{} {}", "{} ({})", "{} （{}）", "{} [{}]", "{}「{}」", "{} / {}", "{} | {}", "{} · {}", "{}\n{}", "{} – {}")
)
ANYTHING = st.one_of(
    st.text(max_size=40),
    st.lists(
        st.one_of(LATIN, OTHER, TITLES, DEGREES, MARKS, ASIDES, st.sampled_from(list("()[]{}<>\"'“”/|,·-–;:. \n"))),
        max_size=9,
    ).map("".join),
)


def key(text: str) -> str:
    return person_key(text)


def is_of_one_form(char: str) -> bool:
    """Say whether a letter stays as it is in composed text; letters of mathematics do not, nor do wide ones."""
    return unicodedata.normalize("NFKC", char) == char


def letters(*texts: str) -> set[str]:
    return {char for text in texts for char in unicodedata.normalize("NFKD", text.casefold()) if char.isalnum()}


@given(LATIN, OTHER, JOINED, st.booleans())
def test_two_scripts_are_one_name_whatever_stands_between(name: str, other: str, form: str, is_first: bool) -> None:
    written = form.format(name, other) if is_first else form.format(other, name)

    assert as_written(written).name == of_person(written).name == name
    assert other in of_person(written).variants
    assert key(written) == key(name)
    assert compare(read_name(written), read_name(other)) is Level.EXACT


@given(LATIN, TITLES, DEGREES, MARKS, ASIDES, st.booleans())
def test_no_decoration_changes_the_key(name: str, title: str, degree: str, mark: str, aside: str, shouts: bool) -> None:
    decorated = f"{title}{name.upper() if shouts else name}{degree}{aside}{mark}"

    assert key(decorated) == key(name.upper() if shouts else name) == key(name)
    assert key(of_person(decorated).name) == key(name)


@given(st.sampled_from(("{}", '"{}"', "“{}”", "({})", "'{}'", "‘{}’", "„{}“")), st.sampled_from(("Bill", "Sean", "Bo")))
def test_a_nickname_is_a_variant_with_the_family_name(quotes: str, nickname: str) -> None:
    written = f"William {quotes.format(nickname)} van der Berg"
    if quotes == "{}":
        assert of_person(written).variants == ()
        return

    assert of_person(written).name == "William van der Berg"
    assert of_person(written).variants == (f"{nickname} van der Berg",)


@given(ANYTHING)
@example("Dr.")
@example("()")
@example("(she/her)")
@example("🙂")
@example("Sr. Dr., Ph.D.")
def test_no_text_gives_an_empty_name_and_reading_again_changes_nothing(text: str) -> None:
    for read in (as_written, of_person):
        name = read(text).name
        assert name.strip() or not text.strip()
        assert read(name).name == name


@given(ANYTHING)
@example("Ada (x)")
def test_each_letter_is_in_the_name_a_variant_or_what_was_left_out(text: str) -> None:
    for name, variants, left_out in (as_written(text), of_person(text)):
        kept = letters(name, *variants, *left_out)
        assert {char for char in letters(text) if char.isalpha() and is_of_one_form(char)} <= kept


@pytest.mark.parametrize(
    "plain",
    [
        "María José García-López", "O'Brien", "van der Berg", "Vincent van Gogh", "김진우", "潘瑞",
        "卡尔·马克思", "Md. Rahman",
        "MD Rahman", "Dean Smith", "Yi Ma", "John F. Kennedy", "AJ Smith", "Smith JA", "Li J", "Ada Lovelace 0002",
        "Əliyev Vəli", "Петров И.И.", "John Smith III", "World Health Organization", "ATLAS Collaboration",
        "Ursula K. Le Guin", "Guido van Rossum", "Don Knuth", "T. S. Eliot", "علي‌رضا",
    ],
)  # fmt: skip
def test_a_plain_name_stays_as_it_is(plain: str) -> None:
    assert as_written(plain) == (plain, (), ())


def test_a_person_is_called_by_the_main_form() -> None:
    for written, name, variants in (
        ("Smith, Jr., John", "John Smith Jr.", ()),
        ("JOHN MCDONALD", "John McDonald", ()),
        ("MÜLLER, Anna", "Anna Müller", ()),
        ("Jean-Pierre DUPONT", "Jean-Pierre Dupont", ()),
        ("DUPONT Jean-Pierre", "Jean-Pierre Dupont", ()),
        ("Anna VAN DER BERG", "Anna van der Berg", ()),
        ("John SMITH III", "John Smith III", ()),
        ("Ada AEK Lovelace", "Ada AEK Lovelace", ()),
        ("Anna Weber née Schmidt", "Anna Weber", ("Anna Schmidt",)),
        ("Anna Weber geb. Schmidt", "Anna Weber", ("Anna Schmidt",)),
        ("Sir Tim Berners-Lee KBE FRS", "Tim Berners-Lee", ()),
        ("VINCENT VAN GOGH", "Vincent van Gogh", ()),
        ("ada lovelace", "ada lovelace", ()),
        ("Zhang San (Sam)", "Zhang San", ("Sam Zhang",)),
        ("Anna Smith (née Miller)", "Anna Smith", ("Anna Miller",)),
        ("Anna Smith (formerly Anna Miller)", "Anna Smith", ("Anna Miller",)),
        ("Rui Pan (潘瑞, she/her)", "Rui Pan", ("潘瑞",)),
        ("Rui Pan (Chinese: 潘瑞)", "Rui Pan", ("潘瑞",)),
        ("Rui Pan (清华大学)", "Rui Pan", ()),
        ("潘瑞教授", "潘瑞", ()),
        ("王小明 (Sean)", "王小明", ("Sean",)),
        ("山田 太郎 (やまだ たろう)", "山田 太郎", ("やまだ たろう",)),
        ("Bob (Robert Smith)", "Robert Smith", ("Bob",)),
        ("Alex(ander) Smith", "Alexander Smith", ("Alex Smith",)),
        ("Prof.ssa Maria Rossi", "Maria Rossi", ()),
        ("Ada Lovelace | Mathematician", "Ada Lovelace", ()),
        ("Prof. Dr. Ada Lovelace (Retd)", "Ada Lovelace", ()),
    ):
        assert of_person(written)[:2] == (name, variants)


def test_initials_behind_a_comma_are_no_degree() -> None:
    assert as_written("García López, M.A.").name == "García López, M.A."
    assert as_written("Smith, MD").name == "Smith, MD"


def test_a_very_long_text_is_left_alone() -> None:
    text = "(" * 10_000

    assert as_written(text).name == of_person(text).name == text
    assert as_written("(" * MAX_NAME).name


def test_all_variants_are_forms_of_an_owner() -> None:
    assert forms_of("Hanfei Yu (余涵非)", "H. Yu") == ("Hanfei Yu", "余涵非", "H. Yu")


def test_a_profile_is_called_by_the_main_form_and_has_the_others_as_variants() -> None:
    profile = Profile.model_validate({"id": "rui-pan", "name": "Prof. Rui Pan 潘瑞", "variants": "R. Pan"})

    assert (profile.name, profile.variants) == ("Rui Pan", ("R. Pan", "潘瑞"))


@pytest.mark.parametrize(
    "place", ["Washington, DC, United States of America", "Leipzig, Sachsen, Germany", "Boston, MA"]
)
def test_a_place_at_the_head_of_a_page_is_no_name(place: str) -> None:
    assert name_in(place) is None


def test_a_family_name_in_front_is_turned_at_the_head_of_a_page() -> None:
    read = name_in("Müller, Anna, PhD")

    assert read is not None
    assert read.name == "Anna Müller"


@pytest.mark.parametrize(
    ("written", "name"),
    [("Antˆonio H. Ribeiro", "Antônio H. Ribeiro"), ("Anna M¨uller", "Anna Müller")],
)
def test_an_accent_that_tex_prints_before_its_letter_belongs_to_it(written: str, name: str) -> None:
    assert as_written(written).name == name


PATTERNS = f"{written_names._TITLE.pattern}|{written_names._DEGREE_END.pattern}"
FORMS = ("{} Wang", "Wang {}", "Ada {} Wang", "A. {} Wang", "Wang P. {}", "Wang Ph {}", "Wang M {}")


def test_what_is_taken_for_plain_at_a_glance_is_plain() -> None:
    for form in FORMS:
        for word in re.findall("[A-Za-z]{2,}", PATTERNS.replace("\\", " ")):
            text = form.format(word.capitalize())
            if not written_names.may_be_more(text):
                assert written_names._settled(text, is_person=False) == written_names.WrittenName(text)
