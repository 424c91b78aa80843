"""Confidence is what was measured of values that were found in the same way, or in the most alike one."""

from kg.extract import confidence
from kg.extract.confidence import STEPS, Way, measured, share, weighed
from kg.extract.documents.reading import read_text
from kg.extract.extraction import facts_of
from kg.profile.drafts.model import Fact, Quote

CV = "# Ada Vane\n\n## Education\n\n- PhD in Computer Science, University of Lundby, 2015–2019\n"


def test_a_way_that_nobody_measured_is_as_sure_as_the_most_alike_one() -> None:
    headed = Way("education", "degree", "in the stars", state="heading and lines")

    assert share(headed) == measured()[Way("education", "*", "*", state="heading and lines")]
    assert share(headed._replace(state="by ear")) == measured()[Way("education", "*", "*", state="*")]
    assert share(Way("hobbies", "name", "bold")) == confidence.UNMEASURED < 0.9


def test_a_value_is_no_less_sure_where_a_model_is_surer() -> None:
    stepped = {way._replace(step="") for way in measured() if way.step}
    for way in stepped:
        steps = [measured()[each] for step in STEPS if (each := way._replace(step=f"{step:g}")) in measured()]
        assert steps == sorted(steps)


def test_a_fact_tells_the_way_in_which_it_was_found_and_how_sure_that_is() -> None:
    found = Fact(
        "grants", {"name": "Looms", "role": "lead"}, Quote("cv", "x", (1, 1)), {"name": 0.93}, {"name": "learned"}
    )
    fact = weighed(found, "lines")

    assert Way.of("grants", "name", fact.how["name"]) == Way("grants", "name", "learned", "0.9", "lines")
    assert Way.of("grants", "role", fact.how["role"]) == Way("grants", "role", "", "", "lines")
    assert fact.confidence["name"] == share(Way("grants", "name", "learned", "0.9", "lines"))


def test_a_degree_below_its_heading_says_that_the_heading_and_the_models_agree() -> None:
    degree = next(fact for fact in facts_of(read_text(CV, "cv.md")) if fact.section == "education")

    assert degree.how["degree"].endswith("; heading and lines")
    assert degree.confidence["degree"] == share(Way.of("education", "degree", degree.how["degree"])) > 0.9
