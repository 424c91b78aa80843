"""The statuses of works, as people write them."""

from kg.terms.statuses import STATUSES, cited, status_in, status_named, status_of
from tests.support.work import ends

LANGUAGES = {"en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "zh", "ja"}


def test_each_form_that_is_declared_states_its_status_and_no_other() -> None:
    for status in STATUSES:
        forms = [each.literal_form.replace("…", "double-blind") for each in STATUSES[status].structured_aliases]

        assert {form: status_named(form) for form in forms} == dict.fromkeys(forms, status)
        assert {form.upper(): status_in(f"{form.upper()}, 1843") for form in forms if form.isascii()} == {
            form.upper(): status for form in forms if form.isascii()
        }


def test_what_a_reference_says_of_a_status_states_it() -> None:
    for status in [each for each in STATUSES if each != "published"]:
        assert status_named(cited(status)) == status


def test_each_status_is_written_in_more_than_ten_languages() -> None:
    for status, word in STATUSES.items():
        assert {each.in_language for each in word.structured_aliases} == LANGUAGES, status


def test_a_status_is_found_with_its_words() -> None:
    for text, status, words in (
        ("Under 2nd round review at the Society", "under-review", "Under 2nd round review"),
        ("accepte pour publication", "accepted", "accepte"),
        ("Accepted for publication in Notes", "accepted", "Accepted for publication"),
        ("In-Press", "in-press", "In-Press"),
        ("preprint, submitted", "under-review", "submitted"),
        ("submitted, then accepted", "accepted", "accepted"),
        ("to be submitted", "draft", "to be submitted"),
        ("en cours d’évaluation", "under-review", "en cours d’évaluation"),
        ("本論文は査読中です", "under-review", "査読中"),
        ("Engines. Manuscript, 1843", "draft", "Manuscript"),
        ("Engines, in print.", "in-press", "in print"),
    ):
        assert status_of(text) == (status, words)


def test_words_that_mean_something_else_state_no_status() -> None:
    for text in (
        "12 pages", "In Psychological Review", "Compressed", "Unaccepted", "available in print", "aceite de oliva",
        "published in two parts", "Manuscript Cotton Vitellius A. xv", "featured in the press", "",
        "NBER Working Paper 1843",
    ):  # fmt: skip
        assert status_of(text) == ("", "")


def test_no_text_keeps_the_search_busy() -> None:
    for text in ("under " + "re-" * 400, "under " + "-" * 900, "under " + "a " * 500, "in" + " " * 990):
        with ends():
            assert [status_of(text) for _ in range(100)] == [("", "")] * 100
