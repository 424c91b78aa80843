from typing import Any

from tests.support.pages import values_of


def listed(text: str, key: str) -> list[str]:
    found: list[dict[str, Any]] = values_of("", f"# Ada Lovelace\n\n{text}")
    return [entry for each in found for entry in each.get(key, [])]


def test_skills_are_one_an_entry() -> None:
    for text, expected in (
        ("**Programming** C, C++, Julia", ["C", "C++", "Julia"]),
        ("Languages\tC++, Go, LaTeX", ["C++", "Go", "LaTeX"]),
        ("- Programming: Python, C and Java.", ["Python", "C", "Java"]),
        ("- Python\n- Rust", ["Python", "Rust"]),
        ("- English (fluent)\n- French: native", ["English", "French"]),
        ("- Skill 1\n- Sub-skill 2.1", []),
        ("- Teaching\n- Languages", ["Teaching", "Languages"]),
        ("Weaving (https://looms.example.org/)", ["Weaving"]),
        ("Agents: Looms, Skills, Cards", ["Looms", "Skills", "Cards"]),
    ):
        assert listed(f"## Skills\n\n{text}", "skills") == expected


def test_interests_come_from_lists_and_sentences() -> None:
    for text, expected in (
        ("- Analytical engines\n- Looms: how they weave patterns", ["Analytical engines", "Looms"]),
        ("Analytical engines, Looms, Number theory", ["Analytical engines", "Looms", "Number theory"]),
        ("- Roman I\n- Bin packing\n- I am a weaver", ["Roman I", "Bin packing"]),
        (
            "My research interests include analytical engines, looms, and number theory.",
            ["analytical engines", "looms", "number theory"],
        ),
        (
            "My research interest lies in the intersection of Deep Looms and Analytical Engines.",
            ["Deep Looms", "Analytical Engines"],
        ),
        (
            "I am broadly interested in analytical engines and large scale looms.",
            ["analytical engines", "large scale looms"],
        ),
        ("I am interested in building things.", []),
        ("If you are interested in joining my group, write to me.", []),
    ):
        assert listed(f"## Research Interests\n\n{text}", "interests") == expected


def test_an_address_is_no_interest() -> None:
    (found,) = values_of("", "## Research Interests\n\nEngines, Looms, Gartenweg 7, 80331 München\n")

    assert found["interests"] == ["Engines", "Looms"]
